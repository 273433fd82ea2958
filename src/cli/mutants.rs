//! `hotseat mutants`

use std::{
    env, io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use clap::{Args, ValueEnum};

use super::{
    interrupts::Signal,
    print, say,
    shard::{self, ListShardArgs},
};
use crate::{
    model::shard::Shard,
    mutate::{
        Change, Equivalents, Generic, Mutant, RunCondition, Table, TableError, TableRow, equivalents, generics,
        mutants, run_conditions,
    },
    report::{
        ConditionedFound, ConditionsReport, ExitCode, GenericFound, MutantsAsked, MutantsFound, NamedFound, json,
        shards::{Asked, ConditionsAsked, Digest, Found, JudgedAsked, Summary},
    },
    suite::{
        InputError, InputErrors,
        catalogue::Catalogue,
        check::counted,
        combinations::Amount,
        derived,
        mutants::{
            Cases, Conditioned, ConditionedJudged, Through, conditioned, demanded, judge_all, judge_conditioned,
            judge_generic, sampled,
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
    #[command(flatten)]
    shard: ListShardArgs,
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
    let shard = args.shard.of()?;
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
    let signal = Signal::heed()?;
    let heard = signal.clone();
    let mut digest = Digest::default();
    if shard.is_some() {
        digest.cases(&cases);
    }
    let cases = Cases::new(cases).until(move || heard.has_come());
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    if let [first, ..] = cases.unsound(jobs)[..] {
        let message = format!("the reference itself fails in the scenario {first}, so no mutant can be judged by it");
        return Err(InputError::new(message)
            .help(format!("`hotseat run --name '^{first}$'` shows why; repair that first"))
            .into());
    }
    let judging = Judging { args, shard, signal, cases, jobs, equivalents };
    if args.conditions {
        return Ok(judging.conditioned(&conditioned, digest));
    }
    let asked = MutantsAsked {
        demanded: is_whole.then(|| demanded.into_iter().map(str::to_owned).collect()),
        has_generic: !generic.is_empty(),
        has_every_generic: generic.len() == generics().len(),
        by_name: !args.mutant.is_empty(),
    };
    judging.mutants(&named, &generic, asked, digest)
}

/// What mutants are judged with.
struct Judging<'a> {
    args: &'a MutantsArgs,
    shard: Option<Shard>,
    signal: Signal,
    cases: Cases,
    jobs: usize,
    equivalents: &'static Equivalents,
}

impl Judging<'_> {
    /// Judges the mutants of the shard: first those of requirements, then the generic ones.
    fn mutants(
        &self,
        named: &[&Mutant],
        generic: &[&'static Generic],
        asked: MutantsAsked,
        mut digest: Digest,
    ) -> Result<u8, InputErrors> {
        let Self { args, cases, jobs, equivalents, .. } = self;
        let through = args.through()?;
        let own = self.shard.unwrap_or(Shard::WHOLE);
        let (places, own_named): (Vec<u64>, Vec<&Mutant>) = own.select(named.iter().copied()).into_iter().unzip();
        let judged = judge_all(&own_named, cases, &through, *jobs);
        let found_named = judged.iter().map(|one| NamedFound::of(one, places[one.place])).collect();
        let generics = generic.iter().copied().zip(named.len() as u64..).filter(|(_, place)| own.has(*place));
        let (own_generic, places): (Vec<&'static Generic>, Vec<u64>) = generics.unzip();
        let judged = judge_generic(&own_generic, cases, &through, *jobs);
        let found_generic = judged.iter().map(|one| GenericFound::of(one, places[one.place], equivalents)).collect();
        let found = MutantsFound { named: found_named, generic: found_generic };
        let (all, done) = (own_named.len() + own_generic.len(), found.named.len() + found.generic.len());
        let report = found.report(&asked, done == all && own.of() == 1, equivalents);
        // Nothing is told of nothing, but JSON is JSON.
        match args.format {
            Format::Table if done == 0 && all != done || all == 0 && own.of() > 1 => {}
            Format::Table => drop(print(&report.pretty(args.quiet))),
            Format::Json => drop(print(&json(&report))),
        }
        let summary = |shard| {
            named.iter().for_each(|mutant| digest.json(mutant));
            generic.iter().for_each(|mutant| digest.text(&mutant.id));
            let list = digest.list(named.len() + generic.len());
            let asked = JudgedAsked { list, in_adapter: matches!(args.through, Where::Adapter), asked };
            Summary::new(Asked::Mutants(asked), shard, done < all, Found::Mutants(found))
        };
        Ok(self.ended(report.exit_code(), done, all, summary))
    }

    /// Judges the conditioned mutants of the shard.
    fn conditioned(&self, conditioned: &[Conditioned<'_>], mut digest: Digest) -> u8 {
        let Self { args, cases, jobs, equivalents, .. } = self;
        let own = self.shard.unwrap_or(Shard::WHOLE);
        let (mut all, mut places) = (0, Vec::new());
        let mut own_ones = conditioned.to_vec();
        for one in &mut own_ones {
            one.conditions.retain(|_| {
                let place = all;
                all += 1;
                places.extend(own.has(place).then_some(place));
                own.has(place)
            });
        }
        own_ones.retain(|one| !one.conditions.is_empty());
        let judged = judge_conditioned(&own_ones, cases, *jobs);
        let of_one = |one: &ConditionedJudged| ConditionedFound::of(one, places[one.place], equivalents);
        let found: Vec<ConditionedFound> = judged.iter().map(of_one).collect();
        let report = ConditionsReport::of(&found, equivalents);
        print(&match args.format {
            Format::Table => report.pretty(args.quiet),
            Format::Json => json(&report),
        });
        let done = found.len();
        let summary = |shard| {
            for one in conditioned {
                digest.json(one.mutant);
                one.conditions.iter().for_each(|condition| digest.json(&**condition));
            }
            let asked = ConditionsAsked { list: digest.list(all as usize), at_least: args.at_least };
            Summary::new(Asked::Conditions(asked), shard, done < places.len(), Found::Conditions(found))
        };
        self.ended(report.exit_code(args.at_least), done, places.len(), summary)
    }

    /// Writes the summary of a shard, says if a signal has come, and returns the exit code.
    fn ended(&self, code: u8, done: usize, all: usize, summary: impl FnOnce(Shard) -> Summary) -> u8 {
        let kept = self.shard.map_or(ExitCode::CONFORMANT, |shard| shard::keep(&self.args.shard.out, summary(shard)));
        if done < all {
            say(
                &mut io::stderr(),
                &format!("stopped by a signal: {done} of {} were judged\n", counted(all as u64, "mutant")),
            );
        }
        self.signal.exit_code(ExitCode::first(code, kept), self.shard.is_some())
    }
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
    // An id that is less than half alike was hardly meant.
    let nearest = all.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|known| likeness(known) > 0.5);
    let mistake = InputError::new(format!("there is no {what} {id:?}"));
    Err(match nearest {
        Some(nearest) => mistake.help(format!("is `{nearest}` meant?")),
        None => mistake,
    })
}
