//! `hotseat coverage`

use std::{collections::BTreeSet, fmt::Write};

use crate::model::json::json;
use clap::{Args, ValueEnum};

use super::{SelectArgs, matrix, print};
use crate::suite::{
    InputErrors,
    case::{Case, Origin},
    catalogue::{
        Catalogue, Level, Requirement,
        field::{self, FieldReport, FieldSight},
    },
    select::Systems,
};

#[derive(Args)]
pub struct CoverageArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// Show the reports from the field instead: which scenarios show each, or why none does
    #[arg(long)]
    field: bool,
    /// Show the products of the combinations instead: how many show each cell, or why none does. A product belongs to a
    /// system, so only --system selects
    #[arg(long, conflicts_with_all = [
        "field", "format", "paths", "tags", "name", "requirement", "no_combinations", "all_combinations",
    ])]
    matrix: bool,
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

pub fn run(args: &CoverageArgs) -> Result<u8, InputErrors> {
    if args.matrix {
        return Ok(print(&matrix::text(&Systems::parse(&args.select.system)?)));
    }
    let cases = args.select.cases()?;
    if args.field {
        let reports: Vec<(&FieldReport, Vec<&str>)> =
            field::reports().iter().map(|report| (report, showing(report, &cases))).collect();
        return Ok(print(&match args.format {
            Format::Table => field_table(&reports),
            Format::Json => field_json(&reports),
        }));
    }
    let named: BTreeSet<&str> = cases.iter().flat_map(|case| case.requirements()).collect();
    let catalogue = Catalogue::embedded();
    let systems = Systems::parse(&args.select.system)?;
    let is_wanted = |row: &Requirement| args.select.requirement.as_ref().is_none_or(|id| row.id == *id);
    let text = match args.format {
        Format::Table => table(catalogue, &named, &systems, &is_wanted),
        Format::Json => {
            let of_system = |row: &&Requirement| {
                is_wanted(row) && catalogue.systems_of(&row.id).iter().any(|asked| systems.have(asked))
            };
            let rows = catalogue.requirements().filter(of_system).map(|row| {
                let mut value = json!(row);
                value["covered"] = named.contains(row.id.as_str()).into();
                value
            });
            format!("{:#}\n", json!(rows.collect::<Vec<_>>()))
        }
    };
    Ok(print(&text))
}

fn table(
    catalogue: &Catalogue,
    named: &BTreeSet<&str>,
    systems: &Systems,
    is_wanted: &dyn Fn(&Requirement) -> bool,
) -> String {
    let mut text =
        format!("{:<44} {:<7} {:>6} {:>8} {:>6}\n", "requirements seen in a run", "level", "asked", "covered", "open");
    let mut missing: Vec<&str> = Vec::new();
    let (mut all, mut all_covered) = (0, 0);
    for area in catalogue.areas() {
        for level in [Level::Must, Level::Should, Level::Open] {
            let belongs = |row: &&Requirement| {
                let is_in_area = row.id.split('-').next() == Some(area.prefix.as_str());
                let is_of = || catalogue.systems_of(&row.id).iter().any(|asked| systems.have(asked));
                row.level == level && row.is_asked() && is_in_area && is_wanted(row) && is_of()
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

/// The ids of the scenarios that show a report of the field.
fn showing<'a>(report: &FieldReport, cases: &'a [Case]) -> Vec<&'a str> {
    let tag = report.tag();
    let shows = |case: &&Case| case.origin == Origin::Written && case.tags.contains(&tag);
    cases.iter().filter(shows).map(|case| case.id.as_str()).collect()
}

fn field_json(reports: &[(&FieldReport, Vec<&str>)]) -> String {
    let rows = reports.iter().map(|(report, cases)| {
        let mut value = json!(report);
        value["shown_by"] = json!(cases);
        value
    });
    format!("{:#}\n", json!(rows.collect::<Vec<_>>()))
}

fn field_table(reports: &[(&FieldReport, Vec<&str>)]) -> String {
    let mut text = String::new();
    for (report, cases) in reports {
        let FieldReport { number, threads, symptom, .. } = report;
        let _ = writeln!(text, "{number:<6} {symptom}\n       {}", threads.join(" "));
        for case in cases {
            let _ = writeln!(text, "       - {case}");
        }
        let missing = match &report.seen {
            FieldSight::None(why) => Some(format!("no scenario: {why}")),
            FieldSight::Scenarios(tag) => cases.is_empty().then(|| format!("no scenario selected has the tag {tag}")),
        };
        for line in missing.iter().chain(&report.note) {
            let _ = writeln!(text, "       {line}");
        }
    }
    let shown = reports.iter().filter(|(_, cases)| !cases.is_empty()).count();
    let _ = writeln!(text, "\n{} reports: {shown} shown by a scenario, {} not", reports.len(), reports.len() - shown);
    text
}
