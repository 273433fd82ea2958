//! `hotseat coverage`

use std::{collections::BTreeSet, fmt::Write};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::{SelectArgs, print};
use crate::suite::{
    Mistakes,
    catalogue::{Catalogue, Level, Requirement},
};

#[derive(Args)]
pub struct CoverageArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    #[default]
    Table,
    Json,
}

pub fn run(args: &CoverageArgs) -> Result<u8, Mistakes> {
    let cases = args.select.cases()?;
    let named: BTreeSet<&str> = cases.iter().flat_map(|case| case.requirements()).collect();
    let catalogue = Catalogue::carried();
    let text = match args.format {
        Format::Table => table(catalogue, &named),
        Format::Json => {
            let rows = catalogue.requirements().map(|row| {
                let mut value = json!(row);
                value["covered"] = named.contains(row.id.as_str()).into();
                value
            });
            format!("{:#}\n", json!(rows.collect::<Vec<_>>()))
        }
    };
    Ok(print(&text))
}

fn table(catalogue: &Catalogue, named: &BTreeSet<&str>) -> String {
    let mut text =
        format!("{:<44} {:<7} {:>6} {:>8} {:>6}\n", "requirements seen in a run", "level", "asked", "covered", "open");
    let mut missing: Vec<&str> = Vec::new();
    let (mut all, mut all_covered) = (0, 0);
    for area in catalogue.areas() {
        for level in [Level::Must, Level::Should, Level::Open] {
            let belongs = |row: &&Requirement| {
                row.level == level && row.is_asked() && row.id.split('-').next() == Some(area.prefix.as_str())
            };
            let rows: Vec<&Requirement> = catalogue.requirements().filter(belongs).collect();
            let covered = rows.iter().filter(|row| named.contains(row.id.as_str())).count();
            if !rows.is_empty() {
                let name = format!("{:<7} {}", area.prefix, area.title);
                let (asked, open) = (rows.len(), rows.len() - covered);
                let _ = writeln!(text, "{name:<44} {:<7} {asked:>6} {covered:>8} {open:>6}", level.word());
            }
            (all, all_covered) = (all + rows.len(), all_covered + covered);
            missing.extend(rows.iter().map(|row| row.id.as_str()).filter(|id| !named.contains(id)));
        }
    }
    let _ = writeln!(text, "{:<44} {:<7} {all:>6} {all_covered:>8} {:>6}", "all", "", all - all_covered);
    if !missing.is_empty() {
        let _ = writeln!(text, "\nno scenario decides: {}", missing.join(" "));
    }
    text
}
