//! `hotseat mutants`

use std::{num::NonZero, path::PathBuf, thread};

use clap::{Args, ValueEnum};

use super::print;
use crate::{
    mutate::{Mutant, Table, carried},
    report::{ExitCode, MutantsReport, json},
    suite::{
        Mistake, Mistakes,
        catalogue::Catalogue,
        mutants::{Cases, demanded, judge_all},
        read_cases,
        select::Selection,
    },
};

#[derive(Args)]
pub struct MutantsArgs {
    /// Tables of mutants of your own (.json); without any: those that hotseat carries
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only mutants of this system's requirements, in its scenarios
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// Only mutants of this requirement
    #[arg(long, value_name = "ID")]
    requirement: Option<String>,
    /// Only this mutant; may be given several times
    #[arg(long, value_name = "ID")]
    mutant: Vec<String>,
    /// How many are judged at once; without it: as many as there are processors
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
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

pub fn run(args: &MutantsArgs) -> Result<u8, Mistakes> {
    let catalogue = Catalogue::carried();
    let selection = Selection::parse(args.system.as_deref(), None, None, args.requirement.as_deref(), catalogue)?;
    let tables = tables(&args.paths)?;
    let all: Vec<&Mutant> = tables.iter().flat_map(|table| &table.mutants).collect();
    known(&all, &args.mutant)?;
    let cases = read_cases(&[], catalogue)?.into_iter().filter(|case| selection.takes(case)).collect();
    let of_system = |mutant: &&Mutant| {
        let Some(system) = &args.system else { return true };
        let area = catalogue.area(&mutant.requirement);
        let asked = area.is_none_or(|area| area.systems.contains(system));
        asked && mutant.system.as_ref().is_none_or(|own| own == system)
    };
    let mutants: Vec<&Mutant> = all
        .into_iter()
        .filter(|mutant| args.requirement.as_ref().is_none_or(|id| *id == mutant.requirement))
        .filter(|mutant| args.mutant.is_empty() || args.mutant.contains(&mutant.id))
        .filter(of_system)
        .collect();
    // Who looks at some mutants asks for no more than these.
    let is_whole = args.mutant.is_empty() && args.paths.is_empty();
    let mut demanded = if is_whole { demanded(args.system.as_deref()) } else { Vec::new() };
    demanded.retain(|id| args.requirement.as_ref().is_none_or(|only| only == id));
    if mutants.is_empty() && demanded.is_empty() {
        return Ok(ExitCode::NOTHING_SELECTED);
    }
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let report = MutantsReport::of(&judge_all(&mutants, &Cases::new(cases), jobs), &demanded);
    print(&match args.format {
        Format::Table => report.pretty(),
        Format::Json => json(&report),
    });
    Ok(report.exit_code())
}

/// The tables that are meant.
fn tables(paths: &[PathBuf]) -> Result<Vec<Table>, Mistakes> {
    if paths.is_empty() {
        return carried().clone().map_err(|wrongs| Mistakes(wrongs.into_iter().map(Mistake::new).collect()));
    }
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        Table::read(&name, &text)
    };
    paths.iter().map(|path| read(path).map_err(|wrong| Mistake::new(wrong).into())).collect()
}

/// Whether every one of `ids` is there.
fn known(mutants: &[&Mutant], ids: &[String]) -> Result<(), Mistake> {
    for id in ids {
        if mutants.iter().all(|mutant| mutant.id != *id) {
            let likeness = |mutant: &&&Mutant| strsim::normalized_damerau_levenshtein(id, &mutant.id);
            let nearest = mutants.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            let mistake = Mistake::new(format!("there is no mutant {id:?}"));
            return Err(match nearest {
                Some(nearest) => mistake.help(format!("is `{}` meant?", nearest.id)),
                None => mistake.help("there are no mutants at all"),
            });
        }
    }
    Ok(())
}
