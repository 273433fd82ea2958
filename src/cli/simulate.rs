//! `hotseat simulate`

#![expect(clippy::disallowed_types, reason = "how long a campaign may take is real time")]

mod kept;
mod mutant;
mod resume;
mod seeds;
mod small;
mod tested;

use std::{
    collections::BTreeSet,
    fs, io,
    num::NonZero,
    ops::Range,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use clap::Args;
use thiserror::Error;

use self::seeds::Seeds;
pub use self::{
    kept::keep,
    mutant::MutantChoice,
    seeds::duration,
    small::{SHRINK_FOR, shrink_beside, write_scenario},
    tested::{NotTested, TestedChoice},
};
use super::{HostArgs, interrupts::Signal, print, say, shard, shard::ShardArgs};
use crate::{
    model::shard::Shard,
    report::{
        ExitCode,
        campaign::{BrokenFound, SystemAsked, SystemFound},
        shards::{Asked, Found, SimulationAsked, Summary},
        simulation,
    },
    sim::{
        campaign::{BrokenSeed, Campaign},
        fault::FaultChoice,
        finding::Finding,
        generator::SystemGenerator,
        generators, rule_mutants,
        run::Options,
    },
    stage::SubjectError,
    suite::{InputError, InputErrors},
};

/// The default seeds.
const SEEDS: Range<u64> = 0..5_000;
/// The default seeds of an adapter, which takes more time for each.
const SEEDS_OF_ADAPTER: Range<u64> = 0..1_000;
/// The default patience with an adapter, in seconds.
pub const PATIENCE: u16 = 30;
/// The default folder for findings.
const OUT: &str = "hotseat-findings";

#[derive(Args)]
pub struct SimulateArgs {
    /// Simulate only this system; may be given several times
    #[arg(long, value_name = "SYSTEM")]
    system: Vec<String>,
    /// The seeds: A..B (without B), A.. (needs --for), or a single seed
    #[arg(long, value_name = "A..B")]
    seeds: Option<Seeds>,
    /// Stop after this time, such as 30s, 5m or 2h; the systems share it
    #[arg(long = "for", value_name = "DURATION", value_parser = duration)]
    length: Option<Duration>,
    /// The fault classes: `swarm` (each seed draws some of all), `none`, or a list joined by commas
    #[arg(long, value_name = "LIST", default_value_t)]
    faults: FaultChoice,
    /// The most threads to use [default: one for each processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Draw most runs from earlier ones of the same 1,000 seeds that came to new states, with some of their choices changed
    #[arg(long)]
    guided: bool,
    /// Check every seed for determinism, not only one in a hundred: run it again, and through the codecs of a wire
    #[arg(long)]
    doublecheck: bool,
    /// Test this mutant, which is wrong on purpose, to see whether the rules find it
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// An adapter to test instead of the reference: a program and its arguments. Only what it claims is drawn
    #[arg(long, value_name = "CMD", conflicts_with = "mutant")]
    subject: Option<String>,
    /// How many seconds an adapter may be silent while it owes a line
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE, value_parser = clap::value_parser!(u16).range(1..=3600))]
    patience: u16,
    #[command(flatten)]
    hosts: HostArgs,
    /// Leave findings as they were found, instead of making the first of each rule small, too
    #[arg(long)]
    no_shrink: bool,
    /// How long to search for the smallest failure, for each finding, such as 30s or 5m
    #[arg(long, value_name = "DURATION", default_value = SHRINK_FOR, value_parser = duration)]
    shrink_for: Duration,
    /// List the rules that every run is held to, with a mutant that each finds
    #[arg(long, exclusive = true)]
    rules: bool,
    #[command(flatten)]
    shard: ShardArgs,
    /// The folder for findings, and for the summary of a shard
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,
}

pub fn run(args: &SimulateArgs) -> Result<u8, InputErrors> {
    if args.rules {
        return Ok(print(&simulation::rules(rule_mutants::rule_mutants())));
    }
    let signal = Signal::heed()?;
    let patience = Duration::from_secs(args.patience.into());
    let tested = match TestedChoice::of(args.subject.as_deref(), args.mutant.as_deref(), patience, args.hosts.filter())
    {
        Ok(tested) => tested,
        Err(NotTested::Input(errors)) => return Err(errors),
        Err(NotTested::Subject(error)) => return Ok(tell_fault(&error)),
    };
    let code = campaigns(args, &tested, &signal);
    tested.close();
    code
}

/// Tells of a fault that is not the subject's own.
pub fn tell_fault(SubjectError { culprit, message }: &SubjectError) -> u8 {
    say(&mut io::stderr(), &format!("fault of the {}: {message}\n", culprit.words()));
    ExitCode::USAGE
}

/// The finding in a file.
///
/// # Errors
/// The file cannot be read, or has no finding that this version can repeat.
pub fn read_finding(file: &Path) -> Result<Finding, InputError> {
    let wrong = |why: &dyn std::fmt::Display| {
        InputError::new(format!("{}: {why}", file.display()))
            .help(format!("give a file that `hotseat simulate` wrote, such as {OUT}/SYSTEM-SEED.json"))
    };
    let text = fs::read_to_string(file).map_err(|error| wrong(&error))?;
    Finding::read(&text).map_err(|error| wrong(&error))
}

/// Runs a campaign of each system.
fn campaigns(args: &SimulateArgs, tested: &TestedChoice, signal: &Signal) -> Result<u8, InputErrors> {
    let generators = match generators(&args.system, tested) {
        Ok(generators) => generators,
        Err(NoSystem::Input(errors)) => return Err(errors),
        Err(NoSystem::NotClaimed(why)) => {
            say(&mut io::stderr(), &format!("nothing was simulated: {why}\n"));
            return Ok(ExitCode::INCOMPLETE);
        }
    };
    let seeds = match (&args.seeds, args.length) {
        (Some(Seeds(from, Some(to))), _) => *from..*to,
        (Some(Seeds(from, None)), Some(_)) => *from..u64::MAX,
        (None, Some(_)) => 0..u64::MAX,
        (None, None) if args.subject.is_some() => SEEDS_OF_ADAPTER,
        (None, None) => SEEDS,
        (Some(Seeds(from, None)), None) => {
            return Err(InputError::new(format!("the seeds {from}.. have no end"))
                .help("give an end, or `--for DURATION`")
                .into());
        }
    };
    let shard = args.shard.of(&args.out)?;
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let began = Instant::now();
    let asked: Vec<SystemAsked> = generators.iter().map(|generator| args.asked(generator, tested)).collect();
    let mut whole = Vec::new();
    let mut worst = ExitCode::CONFORMANT;
    for (begun, generator) in (1_u32..).zip(&generators) {
        let share = args.length.map(|length| resume::share(length * begun, generators.len()));
        let campaign = Campaign {
            generator,
            faults: args.faults.clone(),
            seeds: seeds.clone(),
            shard: shard.unwrap_or(Shard::WHOLE),
            guided: args.guided,
            jobs,
            doublecheck: args.doublecheck,
            scope: tested.scope(),
            subject: &|| tested.start(),
            should_stop: &|| signal.has_come() || share.is_some_and(|share| began.elapsed() >= share),
        };
        let altered_before = tested.altered();
        let result = campaign.run();
        let mut found = SystemFound::of(&campaign, &result);
        found.altered = tested.altered().zip(altered_before).map(|(now, before)| now - before);
        found.broken = result.broken.iter().map(|broken| keep_finding(args, generator, tested, broken)).collect();
        let asked = &asked[begun as usize - 1];
        print(&simulation::told(asked, &found));
        if let Some(trouble) = &result.trouble {
            tell_fault(trouble);
        }
        worst = ExitCode::first(worst, found.exit_code(asked));
        worst = ExitCode::first(worst, shrink_first(args, tested, &result.broken, &found.broken, signal));
        whole.push(found);
        let command = |generator: &SystemGenerator, seeds: Range<u64>| {
            resume::command(args, generator.system, &seeds, generators.len(), shard)
        };
        if let Some(next) = result.first_not_run {
            print(&format!("  to continue: {}\n", command(generator, next..seeds.end)));
        }
        if signal.has_come() {
            for generator in generators.iter().skip(begun as usize) {
                print(&format!("  not begun: {}\n", command(generator, seeds.clone())));
            }
            break;
        }
    }
    let is_stopped = whole.len() < generators.len() || whole.iter().any(|found| found.first_not_run.is_some());
    if let Some(shard) = shard {
        let asked = Asked::Simulate(args.campaign(tested, &seeds, asked));
        let summary = Summary::new(asked, shard, is_stopped, Found::Simulate(whole));
        worst = ExitCode::first(worst, shard::keep(&args.out, summary));
    }
    if signal.has_come() {
        say(&mut io::stderr(), "stopped by a signal\n");
    }
    Ok(signal.exit_code(worst, shard.is_some()))
}

impl SimulateArgs {
    /// What is asked of a system.
    fn asked(&self, generator: &SystemGenerator, tested: &TestedChoice) -> SystemAsked {
        SystemAsked::of(self.options(generator), generator, tested.scope())
    }

    /// The campaign of these systems.
    fn campaign(&self, tested: &TestedChoice, seeds: &Range<u64>, systems: Vec<SystemAsked>) -> SimulationAsked {
        let is_foreign = self.subject.is_some();
        SimulationAsked {
            seeds: (seeds.start, seeds.end),
            doublecheck: self.doublecheck,
            guided: self.guided,
            subject: is_foreign.then(|| tested.scope().who().to_owned()),
            patience: is_foreign.then_some(self.patience),
            systems,
        }
    }

    /// The options of the runs of a system.
    fn options(&self, generator: &SystemGenerator) -> Options {
        Options {
            system: generator.system.to_owned(),
            faults: self.faults.clone(),
            mutant: self.mutant.clone(),
            subject: self.subject.clone(),
        }
    }
}

/// No system can be simulated.
#[derive(Debug, Error)]
enum NoSystem {
    /// The subject claims none of those that are asked for.
    #[error("{0}")]
    NotClaimed(String),
    #[error(transparent)]
    Input(#[from] InputErrors),
}

/// The systems to simulate: those that the implementation under test is for.
fn generators(systems: &[String], tested: &TestedChoice) -> Result<Vec<&'static SystemGenerator>, NoSystem> {
    let names = |generators: &[&SystemGenerator]| {
        generators.iter().map(|generator| generator.system).collect::<Vec<_>>().join(", ")
    };
    let fitting: Vec<&SystemGenerator> =
        generators::ALL.iter().copied().filter(|generator| tested.why_not(generator).is_none()).collect();
    let is_adapter = matches!(tested, TestedChoice::Adapter(_));
    let why_none = || generators::ALL.first().and_then(|first| tested.why_not(first)).unwrap_or_default();
    if systems.is_empty() {
        return match fitting.is_empty() {
            false => Ok(fitting),
            true if is_adapter => Err(NoSystem::NotClaimed(why_none())),
            true => Err(InputErrors::from(InputError::new("no system that the mutant is for can be simulated")).into()),
        };
    }
    let chosen = systems.iter().map(|system| {
        let mistake = match generators::of(system).map(|generator| (generator, tested.why_not(generator))) {
            Some((generator, None)) => return Ok(generator),
            Some((_, Some(why))) if is_adapter => return Err(NoSystem::NotClaimed(why)),
            Some((_, Some(why))) => InputError::new(why).help(format!("it is for {}", names(&fitting))),
            None => InputError::new(format!("there is no system {system:?} to simulate"))
                .help(format!("there are {}", names(generators::ALL))),
        };
        Err(InputErrors::from(mistake).into())
    });
    chosen.collect()
}

/// Makes the first finding of each rule small, unless it may not. Returns the exit code.
fn shrink_first(
    args: &SimulateArgs,
    tested: &TestedChoice,
    broken: &[BrokenSeed],
    found: &[BrokenFound],
    signal: &Signal,
) -> u8 {
    let mut rules = BTreeSet::new();
    let mut worst = ExitCode::CONFORMANT;
    for (broken, BrokenFound { finding, exit_code, .. }) in broken.iter().zip(found) {
        let (Some(violation), Some(file)) = (&broken.violation, finding) else { continue };
        // What does not come again cannot be made small.
        if *exit_code != ExitCode::VIOLATED {
            continue;
        }
        if args.no_shrink || signal.has_come() || !rules.insert(violation.rule) {
            continue;
        }
        let file = Path::new(file);
        // It was written a moment ago. If it is gone already, there is nothing to make small.
        let Some(finding) = fs::read_to_string(file).ok().and_then(|text| Finding::read(&text).ok()) else { continue };
        let began = Instant::now();
        let may_go_on = || began.elapsed() < args.shrink_for && !signal.has_come();
        worst = ExitCode::first(worst, shrink_beside(file, tested, &finding, &may_go_on));
    }
    worst
}

/// Writes the finding of a broken seed into its file. If the file cannot be written, the finding is told instead.
fn keep_finding(
    args: &SimulateArgs,
    generator: &SystemGenerator,
    tested: &TestedChoice,
    broken: &BrokenSeed,
) -> BrokenFound {
    let (seed, told, differs) = (broken.seed, simulation::broken(broken), broken.differs.is_some());
    let found = |note: Option<String>, exit_code| BrokenFound { seed, told, differs, finding: None, note, exit_code };
    if differs {
        return found(None, ExitCode::NOT_DETERMINISTIC);
    }
    let (options, run) = (args.options(generator), (seed, broken.tape.as_ref()));
    let again = match tested.finding(&options, generator, run) {
        Ok(again) => again,
        Err(error) => return found(None, tell_fault(&error)),
    };
    let as_it_was = || Finding::of(&options, run, *broken.run.clone()?);
    let (note, code) = match &again {
        Some(_) => (None, ExitCode::VIOLATED),
        None if broken.run.is_some() => {
            let note =
                "    not repeatable: the seed breaks no rule in five more runs; the file has the run as it was\n";
            (Some(note.to_owned()), ExitCode::NOT_DETERMINISTIC)
        }
        None => {
            let note = "    the seed breaks no rule when it is run again\n";
            (Some(note.to_owned()), ExitCode::NOT_DETERMINISTIC)
        }
    };
    let Some(finding) = again.or_else(as_it_was) else { return found(note, code) };
    let text = finding.write();
    match keep(&args.out, &format!("{}-{seed}", generator.system), &text) {
        Ok(file) => BrokenFound { finding: Some(file.display().to_string()), ..found(note, code) },
        Err((file, error)) => {
            say(
                &mut io::stderr(),
                &format!("cannot write {}: {error}; the finding is printed instead:\n", file.display()),
            );
            found(Some(text), ExitCode::USAGE)
        }
    }
}
