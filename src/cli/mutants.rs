//! `hotseat mutants`

use std::{
    env, io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use clap::{Args, ValueEnum};

use super::{print, say};
use crate::{
    mutate::{
        Change, Generic, Mutant, RunCondition, Table, TableError, TableRow, equivalents, generics, mutants,
        run_conditions,
    },
    report::{ConditionsReport, ExitCode, MutantsReport, json},
    suite::{
        InputError, InputErrors,
        catalogue::Catalogue,
        combinations::Amount,
        derived,
        mutants::{
            Cases, Conditioned, Covered, Through, conditioned, covered, demanded, judge_all, judge_conditioned,
            judge_generic, sampled, wrong_lines,
        },
        read_cases,
        select::{Selection, Systems},
    },
    system::System,
};

#[derive(Args)]
pub struct MutantsArgs {
    /// Tables of mutants of your own (.json); without any: all that hotseat carries
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only mutants of this system, in its scenarios; may be given several times
    #[arg(long, value_name = "SYSTEM")]
    system: Vec<String>,
    /// Only mutants of this requirement
    #[arg(long, value_name = "ID")]
    requirement: Option<String>,
    /// Only this mutant; may be given several times
    #[arg(long, value_name = "ID")]
    mutant: Vec<String>,
    /// Only mutants of this kind
    #[arg(long, value_enum)]
    only: Option<Kind>,
    /// Play the derived runs and the combinations, too, after the written scenarios
    #[arg(long)]
    combinations: bool,
    /// Put a condition of the run before each mutant of a requirement: it is wrong only from the second call on, say.
    /// The derived runs and the combinations are played, too
    #[arg(long, conflicts_with_all = ["through", "combinations", "only"])]
    conditions: bool,
    /// Only this condition; may be given several times
    #[arg(long, value_name = "ID", requires = "conditions")]
    condition: Vec<String>,
    /// Only this many conditioned mutants, drawn by the seed
    #[arg(long, value_name = "N", requires = "conditions")]
    sample: Option<NonZero<usize>>,
    /// The seed of the sample
    #[arg(long, value_name = "SEED", requires = "sample", default_value_t = 0)]
    seed: u64,
    /// How many percent of the conditioned mutants must be killed
    #[arg(long, value_name = "PERCENT", requires = "conditions", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    at_least: u8,
    /// Where the mutants run: in memory, or each in the process of an adapter
    #[arg(long, value_enum, default_value_t = Where::Memory)]
    through: Where,
    /// How many mutants are judged at the same time; without it: one for each processor
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Leave out mutants that were killed
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Eq, PartialEq, ValueEnum)]
enum Kind {
    /// Mutants of requirements, which are written by hand
    Named,
    /// Mutants that do one thing with every message of a kind
    Generic,
}

#[derive(Clone, Copy, ValueEnum)]
enum Where {
    Memory,
    Adapter,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Json,
}

pub fn run(args: &MutantsArgs) -> Result<u8, InputErrors> {
    let catalogue = Catalogue::embedded();
    let equivalents = equivalents().map_err(|error| InputError::new(error.to_string()))?;
    let tables = tables(&args.paths)?;
    // A fault of an upstream program is found by scenarios of the requirement that it violates.
    let is_observed =
        |id: &&str| tables.iter().flat_map(|table| &table.rows).any(|mutant| mutant.observed.as_deref() == Some(id));
    let decided = args.requirement.as_deref().filter(|id| !is_observed(id));
    // The requirements of jp are demanded in two systems, and a scenario of one may decide them for both. So a mutant of a
    // system is judged by the scenarios of all.
    let selection = Selection::parse(&[], None, None, decided, catalogue)?;
    let wanted = Systems::parse(&args.system)?;
    for id in &args.mutant {
        drop(changes(&tables, id)?);
    }
    // Requirements without a mutant are reported only if all mutants are judged.
    let is_whole =
        args.mutant.is_empty() && args.paths.is_empty() && args.only != Some(Kind::Generic) && !args.conditions;
    let mut demanded = if is_whole { demanded(&wanted) } else { Vec::new() };
    demanded.retain(|id| args.requirement.as_ref().is_none_or(|only| only == id));
    let named = args.named(&tables);
    let conditioned = args.conditioned(&named)?;
    let generic = args.generic();
    let is_empty = if args.conditions { conditioned.is_empty() } else { named.is_empty() && generic.is_empty() };
    if is_empty && demanded.is_empty() {
        say(&mut io::stderr(), "nothing is selected, so nothing was checked: no mutant matches all options\n");
        return Ok(ExitCode::NOTHING_SELECTED);
    }
    // Written scenarios come first, because they are short and each is about one requirement.
    let mut cases = read_cases(&[], catalogue)?;
    let amount = if args.combinations || args.conditions { Amount::Array } else { Amount::None };
    let systems: Vec<&str> =
        System::ALL.iter().map(|system| system.name).filter(|system| args.plays(&named, system)).collect();
    let names: Vec<String> = systems.iter().map(ToString::to_string).collect();
    let only = if names.len() == 1 { Systems::parse(&names)? } else { wanted };
    cases.extend(derived(&cases, amount, &only, catalogue)?);
    cases.retain(|case| selection.takes(case) && systems.contains(&case.system.as_str()));
    let (cases, jobs) = (Cases::new(cases), args.jobs.or_else(|| thread::available_parallelism().ok()));
    let jobs = jobs.map_or(1, NonZero::get);
    let through = args.through()?;
    if let [first, ..] = cases.unsound(jobs)[..] {
        let message = format!("the reference itself fails in the scenario {first}, so no mutant can be judged by it");
        return Err(InputError::new(message)
            .help(format!("`hotseat run --name '^{first}$'` shows why; repair that first"))
            .into());
    }
    if args.conditions {
        let judged = judge_conditioned(&conditioned, &cases, jobs);
        let report = ConditionsReport::of(&judged, equivalents);
        print(&match args.format {
            Format::Table => report.pretty(args.quiet),
            Format::Json => json(&report),
        });
        return Ok(report.exit_code(args.at_least));
    }
    let judged = judge_all(&named, &cases, &through, jobs);
    let covered = if is_whole { covered(demanded, &judged, equivalents) } else { Covered::default() };
    let mut report = MutantsReport::of(&judged, &covered);
    if !generic.is_empty() {
        let judged = judge_generic(&generic, &cases, &through, jobs);
        let wrong = wrong_lines(&judged, equivalents, generic.len() == generics().len());
        report = report.with_generic(&judged, equivalents, wrong, !args.mutant.is_empty());
    }
    print(&match args.format {
        Format::Table => report.pretty(args.quiet),
        Format::Json => json(&report),
    });
    Ok(report.exit_code())
}

impl MutantsArgs {
    /// Whether the scenarios of this system are played. With conditions, only those of the mutants' systems are.
    fn plays(&self, named: &[&Mutant], system: &str) -> bool {
        !self.conditions || named.iter().any(|mutant| is_for(mutant, system))
    }

    /// The selected mutants of requirements.
    fn named<'a>(&self, tables: &'a [Table<Mutant>]) -> Vec<&'a Mutant> {
        let of_system =
            |mutant: &&Mutant| self.system.is_empty() || self.system.iter().any(|system| is_for(mutant, system));
        tables
            .iter()
            .flat_map(|table| &table.rows)
            .filter(|_| self.only != Some(Kind::Generic))
            .filter(|mutant| {
                self.requirement
                    .as_ref()
                    .is_none_or(|id| *id == mutant.requirement || mutant.observed.as_ref() == Some(id))
            })
            .filter(|mutant| self.mutant.is_empty() || self.mutant.contains(&mutant.id))
            .filter(of_system)
            .collect()
    }

    /// The selected generic mutants. They are in no table and have no requirement.
    fn generic(&self) -> Vec<&'static Generic> {
        if self.only == Some(Kind::Named) || self.conditions || !self.paths.is_empty() || self.requirement.is_some() {
            return Vec::new();
        }
        let selected = generics()
            .iter()
            .filter(|mutant| self.system.is_empty() || self.system.iter().any(|system| system == mutant.system))
            .filter(|mutant| self.mutant.is_empty() || self.mutant.contains(&mutant.id));
        selected.collect()
    }

    /// The mutants with the selected conditions.
    fn conditioned<'a>(&self, named: &[&'a Mutant]) -> Result<Vec<Conditioned<'a>>, InputErrors> {
        if !self.conditions {
            return Ok(Vec::new());
        }
        let known = run_conditions().map_err(|error| InputError::new(error.to_string()))?;
        for id in &self.condition {
            known_id("condition", known.iter().map(|condition| condition.id.as_str()), id)?;
        }
        let is_selected = |one: &&Arc<RunCondition>| self.condition.is_empty() || self.condition.contains(&one.id);
        let selected: Vec<Arc<RunCondition>> = known.iter().filter(is_selected).cloned().collect();
        let mut all = conditioned(named, &selected);
        all.retain(|one| !one.conditions.is_empty());
        Ok(match self.sample {
            Some(size) => sampled(&all, size.get(), self.seed),
            None => all,
        })
    }

    fn through(&self) -> Result<Through, InputErrors> {
        if matches!(self.through, Where::Memory) {
            return Ok(Through::Memory);
        }
        super::watch_signals()?;
        let program = env::current_exe()
            .map_err(|error| InputError::new(format!("cannot find the path of this program: {error}")))?;
        let mut command = vec![program.display().to_string(), "adapter".to_owned()];
        command.extend(self.paths.iter().flat_map(|path| ["--mutants".to_owned(), path.display().to_string()]));
        Ok(Through::Adapter(command))
    }
}

/// Whether a mutant is for this system: its requirement is asked of the system, and the mutant names no other system.
pub fn is_for(mutant: &Mutant, system: &str) -> bool {
    let catalogue = Catalogue::embedded();
    // A mutant of the user's own may have a requirement that is in no area.
    let is_of_none = catalogue.area(&mutant.requirement).is_none();
    let asked = is_of_none || catalogue.systems_of(&mutant.requirement).iter().any(|asked| asked == system);
    asked && mutant.system.as_ref().is_none_or(|own| own == system)
}

/// The tables in `paths`, or without any, the tables that this program carries.
pub fn tables(paths: &[PathBuf]) -> Result<Vec<Table<Mutant>>, InputErrors> {
    if paths.is_empty() {
        let mistake = |error: &TableError| InputError::new(error.to_string());
        return mutants().clone().map_err(|errors| InputErrors(errors.iter().map(mistake).collect()));
    }
    let help = "`hotseat schema mutant` prints what may stand in a row; a table is a list of rows";
    paths.iter().map(|path| table(path).map_err(|mistake| mistake.help(help).into())).collect()
}

/// The table in the file `path`.
pub fn table<R: TableRow>(path: &Path) -> Result<Table<R>, InputError> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| InputError::new(format!("{name}: {error}")))?;
    Table::read(&name, &text).map_err(|error| InputError::new(error.to_string()))
}

/// The changes of the mutant `id`, which is in one of `tables` or is generic.
///
/// # Errors
/// If there is no such mutant. The error names the one with the most similar id.
pub fn changes(tables: &[Table<Mutant>], id: &str) -> Result<Vec<Change>, InputError> {
    let of_tables = tables.iter().flat_map(|table| &table.rows).map(|mutant| (mutant.id.as_str(), &mutant.changes));
    named("mutant", of_tables.chain(generics().iter().map(|mutant| (mutant.id.as_str(), &mutant.changes))), id)
}

/// The changes of the row `id` among `all` rows of a table; `what` says what a row is.
///
/// # Errors
/// If there is no such row. The error names the one with the most similar id.
pub fn named<'a>(
    what: &str,
    all: impl Iterator<Item = (&'a str, &'a Vec<Change>)> + Clone,
    id: &str,
) -> Result<Vec<Change>, InputError> {
    known_id(what, all.clone().map(|(known, _)| known), id)?;
    Ok(all.filter(|(known, _)| *known == id).map(|(_, changes)| changes.clone()).next().unwrap_or_default())
}

/// Checks that `id` is among the ids of `all`; `what` says what it names.
fn known_id<'a>(what: &str, all: impl Iterator<Item = &'a str> + Clone, id: &str) -> Result<(), InputError> {
    if all.clone().any(|known| known == id) {
        return Ok(());
    }
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(id, known);
    let nearest = all.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let mistake = InputError::new(format!("there is no {what} {id:?}"));
    Err(match nearest {
        Some(nearest) => mistake.help(format!("is `{nearest}` meant?")),
        None => mistake,
    })
}
