//! `hotseat simulate`

#![expect(clippy::disallowed_types, reason = "how long a campaign may take is real time")]

mod kept;
mod mutant;
mod resume;
mod seeds;

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

pub use self::mutant::MutantChoice;
use self::{
    kept::keep,
    seeds::{Seeds, duration},
};
use super::{print, say};
use crate::{
    model::text::pasteable,
    report::{ExitCode, simulation},
    sim::{
        campaign::{BrokenSeed, Campaign},
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

/// The default seeds.
const SEEDS: Range<u64> = 0..5_000;
/// The default folder for findings.
const OUT: &str = "hotseat-findings";

#[derive(Args)]
pub struct SimulateArgs {
    /// Simulate only this system
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
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
    /// Check every seed for determinism, not only one in a hundred: run it again, and through the codecs of a wire
    #[arg(long)]
    doublecheck: bool,
    /// Test this mutant, which is wrong on purpose, to see whether the rules find it
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// List the rules that every run is held to, with a mutant that each finds
    #[arg(long, exclusive = true)]
    rules: bool,
    /// The folder for findings
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,
}

pub fn run(args: &SimulateArgs) -> Result<u8, InputErrors> {
    if args.rules {
        return Ok(print(&simulation::rules(rule_mutants::rule_mutants())));
    }
    let mutant = MutantChoice::of(args.mutant.as_deref())?;
    let generators = generators(args.system.as_deref(), &mutant)?;
    let seeds = match (&args.seeds, args.length) {
        (Some(Seeds(from, Some(to))), _) => *from..*to,
        (Some(Seeds(from, None)), Some(_)) => *from..u64::MAX,
        (None, Some(_)) => 0..u64::MAX,
        (None, None) => SEEDS,
        (Some(Seeds(from, None)), None) => {
            return Err(InputError::new(format!("the seeds {from}.. have no end"))
                .help("give an end, or `--for DURATION`")
                .into());
        }
    };
    let (stop, signal) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicI32::new(0)));
    let (heard, number) = (Arc::clone(&stop), Arc::clone(&signal));
    process::heed(move |which| {
        number.store(which, Ordering::Relaxed);
        heard.store(true, Ordering::Relaxed);
    })
    .map_err(|error| InputError::new(format!("cannot listen to signals: {error}")))?;
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let began = Instant::now();
    let mut worst = ExitCode::CONFORMANT;
    for (begun, generator) in (1_u32..).zip(&generators) {
        let share = args.length.map(|length| resume::share(length * begun, generators.len()));
        let campaign = Campaign {
            generator,
            faults: args.faults.clone(),
            seeds: seeds.clone(),
            jobs,
            doublecheck: args.doublecheck,
            subject: &|| Box::new(mutant.reference()) as Box<dyn Subject>,
            should_stop: &|| stop.load(Ordering::Relaxed) || share.is_some_and(|share| began.elapsed() >= share),
        };
        let altered_before = mutant.altered();
        let result = campaign.run();
        print(&simulation::summary(&campaign, &result));
        if mutant.altered().is_some_and(|altered| Some(altered) == altered_before) {
            print("  the mutant altered nothing in these seeds, so they say nothing about it\n");
        }
        for broken in &result.broken {
            print(&simulation::broken(broken));
            worst = ExitCode::first(worst, keep_finding(args, generator, &mutant, broken));
        }
        let command = |generator: &SystemGenerator, seeds: Range<u64>| {
            resume::command(args, generator.system, &seeds, generators.len())
        };
        if let Some(next) = result.first_not_run {
            print(&format!("  to continue: {}\n", command(generator, next..seeds.end)));
        }
        if stop.load(Ordering::Relaxed) {
            for generator in generators.iter().skip(begun as usize) {
                print(&format!("  not begun: {}\n", command(generator, seeds.clone())));
            }
            say(&mut io::stderr(), "stopped by a signal\n");
            let number = u8::try_from(signal.load(Ordering::Relaxed)).unwrap_or_default();
            return Ok(if worst == ExitCode::CONFORMANT { 128 + number } else { worst });
        }
    }
    Ok(worst)
}

/// The systems to simulate. A mutant is simulated only in the systems that it is for.
fn generators(system: Option<&str>, mutant: &MutantChoice) -> Result<Vec<&'static SystemGenerator>, InputErrors> {
    let names = |generators: &[&SystemGenerator]| {
        generators.iter().map(|generator| generator.system).collect::<Vec<_>>().join(", ")
    };
    let fitting: Vec<&SystemGenerator> =
        generators::ALL.iter().copied().filter(|generator| mutant.is_for(generator)).collect();
    let mistake = match system {
        None if !fitting.is_empty() => return Ok(fitting),
        None => InputError::new("no system that the mutant is for can be simulated"),
        Some(system) => match generators::of(system) {
            Some(generator) if mutant.is_for(generator) => return Ok(vec![generator]),
            Some(_) => InputError::new(format!("the mutant is not for {system}"))
                .help(format!("it is for {}", names(&fitting))),
            None => InputError::new(format!("there is no system {system:?} to simulate"))
                .help(format!("there are {}", names(generators::ALL))),
        },
    };
    Err(mistake.into())
}

/// Writes a finding into its file and says where it is. If the file cannot be written, the finding is printed instead.
fn keep_finding(args: &SimulateArgs, generator: &SystemGenerator, mutant: &MutantChoice, broken: &BrokenSeed) -> u8 {
    if broken.differs.is_some() {
        return ExitCode::NOT_DETERMINISTIC;
    }
    let options =
        Options { system: generator.system.to_owned(), faults: args.faults.clone(), mutant: args.mutant.clone() };
    let Some(finding) = Finding::make(&options, generator, broken.seed, &mut mutant.reference()) else {
        print("    the seed breaks no rule when it is run again\n");
        return ExitCode::NOT_DETERMINISTIC;
    };
    let text = finding.write();
    match keep(&args.out, generator.system, broken.seed, &text) {
        Ok(file) => {
            print(&format!("    {}\n", pasteable(&["hotseat", "replay", &file.display().to_string()])));
            ExitCode::VIOLATED
        }
        Err((file, error)) => {
            say(
                &mut io::stderr(),
                &format!("cannot write {}: {error}; the finding is printed instead:\n", file.display()),
            );
            print(&text);
            ExitCode::USAGE
        }
    }
}
