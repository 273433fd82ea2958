//! `hotseat simulate`

#![expect(clippy::disallowed_types, reason = "how long a campaign may take is real time")]

mod again;
mod kept;
mod seeds;
mod wrong;

use std::{
    io,
    num::NonZero,
    ops::Range,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use clap::Args;

pub use self::wrong::Wrong;
use self::{
    kept::keep,
    seeds::{Seeds, duration},
};
use super::{print, say};
use crate::{
    model::text::pasteable,
    report::{ExitCode, simulation},
    sim::{
        campaign::{Broken, Campaign},
        fault::FaultChoice,
        finding::Finding,
        generator::SystemGenerator,
        generators, rule_mutants,
        run::Options,
    },
    stage::Subject,
    subject::process,
    suite::{InputError, InputErrors},
};

/// The seeds of a campaign where none are named.
const SEEDS: Range<u64> = 0..5_000;
/// Where what is found is written, where nothing else is said.
const OUT: &str = "hotseat-findings";

#[derive(Args)]
pub struct SimulateArgs {
    /// Only this system
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// The seeds: A..B without B, A.. (with --for), or one
    #[arg(long, value_name = "A..B")]
    seeds: Option<Seeds>,
    /// How long at most, such as 30s, 5m or 2h: shared by the systems, one after another
    #[arg(long = "for", value_name = "DURATION", value_parser = duration)]
    length: Option<Duration>,
    /// The classes of faults: some of all for each seed (swarm), none, or those named, joined by commas
    #[arg(long, value_name = "LIST", default_value_t)]
    faults: FaultChoice,
    /// How many threads at most [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Run every seed again and through the codecs of a wire, not only one in a hundred
    #[arg(long)]
    doublecheck: bool,
    /// Put this mutant into the hot seat, which is wrong on purpose: do the rules find it?
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// List the rules that every run is held to, and a mutant that each finds
    #[arg(long, exclusive = true)]
    rules: bool,
    /// Where what is found is written
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,
}

pub fn run(args: &SimulateArgs) -> Result<u8, InputErrors> {
    if args.rules {
        return Ok(print(&simulation::rules(rule_mutants::rule_mutants())));
    }
    let wrong = Wrong::of(args.mutant.as_deref())?;
    let generators = generators(args.system.as_deref(), &wrong)?;
    let seeds = match (&args.seeds, args.length) {
        (Some(Seeds(from, Some(to))), _) => *from..*to,
        (Some(Seeds(from, None)), Some(_)) => *from..u64::MAX,
        (None, Some(_)) => 0..u64::MAX,
        (None, None) => SEEDS,
        (Some(Seeds(from, None)), None) => {
            return Err(InputError::new(format!("the seeds {from}.. have no end"))
                .help("give one, or `--for DURATION`")
                .into());
        }
    };
    let (stop, signal) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicI32::new(0)));
    let (heard, number) = (Arc::clone(&stop), Arc::clone(&signal));
    process::heed(move |which| {
        number.store(which, Ordering::Relaxed);
        heard.store(true, Ordering::Relaxed);
    })
    .map_err(|error| InputError::new(format!("signals can not be listened to: {error}")))?;
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let began = Instant::now();
    let mut worst = ExitCode::CONFORMANT;
    for (begun, generator) in (1_u32..).zip(&generators) {
        let share = args.length.map(|length| again::share(length * begun, generators.len()));
        let campaign = Campaign {
            generator,
            faults: args.faults.clone(),
            seeds: seeds.clone(),
            jobs,
            doublecheck: args.doublecheck,
            subject: &|| Box::new(wrong.reference()) as Box<dyn Subject>,
            is_over: &|| stop.load(Ordering::Relaxed) || share.is_some_and(|share| began.elapsed() >= share),
        };
        let altered_before = wrong.altered();
        let found = campaign.run();
        print(&simulation::summary(&campaign, &found));
        if wrong.altered().is_some_and(|altered| Some(altered) == altered_before) {
            print("  the mutant altered nothing in these seeds, so that says nothing of it\n");
        }
        for broken in &found.broken {
            print(&simulation::broken(broken));
            worst = ExitCode::first(worst, tell(args, generator, &wrong, broken));
        }
        let go_on = |generator: &SystemGenerator, seeds: Range<u64>| {
            again::command(args, generator.system, &seeds, generators.len())
        };
        if let Some(next) = found.left_off {
            print(&format!("  to go on: {}\n", go_on(generator, next..seeds.end)));
        }
        if stop.load(Ordering::Relaxed) {
            for generator in generators.iter().skip(begun as usize) {
                print(&format!("  not begun: {}\n", go_on(generator, seeds.clone())));
            }
            say(&mut io::stderr(), "stopped by a signal\n");
            let number = u8::try_from(signal.load(Ordering::Relaxed)).unwrap_or_default();
            return Ok(if worst == ExitCode::CONFORMANT { 128 + number } else { worst });
        }
    }
    Ok(worst)
}

/// The systems that are meant: those that a mutant is for, where one is.
fn generators(system: Option<&str>, wrong: &Wrong) -> Result<Vec<&'static SystemGenerator>, InputErrors> {
    let names = |generators: &[&SystemGenerator]| {
        generators.iter().map(|generator| generator.system).collect::<Vec<_>>().join(", ")
    };
    let fitting: Vec<&SystemGenerator> =
        generators::ALL.iter().copied().filter(|generator| wrong.is_for(generator)).collect();
    let mistake = match system {
        None if !fitting.is_empty() => return Ok(fitting),
        None => InputError::new("the mutant is for no system that can be simulated"),
        Some(system) => match generators::of(system) {
            Some(generator) if wrong.is_for(generator) => return Ok(vec![generator]),
            Some(_) => InputError::new(format!("the mutant is not for {system}"))
                .help(format!("it is for {}", names(&fitting))),
            None => InputError::new(format!("there is no system {system:?} to simulate"))
                .help(format!("there are {}", names(generators::ALL))),
        },
    };
    Err(mistake.into())
}

/// Writes what was found, and says where; printed where it can not be written.
fn tell(args: &SimulateArgs, generator: &SystemGenerator, wrong: &Wrong, broken: &Broken) -> u8 {
    if broken.differs.is_some() {
        return ExitCode::NOT_DETERMINISTIC;
    }
    let options =
        Options { system: generator.system.to_owned(), faults: args.faults.clone(), mutant: args.mutant.clone() };
    let Some(finding) = Finding::make(&options, generator, broken.seed, &mut wrong.reference()) else {
        print("    it breaks nothing when it is run again\n");
        return ExitCode::NOT_DETERMINISTIC;
    };
    let text = finding.write();
    match keep(&args.out, generator.system, broken.seed, &text) {
        Ok(file) => {
            print(&format!("    {}\n", pasteable(&["hotseat", "replay", &file.display().to_string()])));
            ExitCode::VIOLATED
        }
        Err((file, error)) => {
            say(&mut io::stderr(), &format!("{}: {error}; here it is instead:\n", file.display()));
            print(&text);
            ExitCode::USAGE
        }
    }
}
