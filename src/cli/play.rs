//! `hotseat play`

use std::{
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
};

use clap::Args;

use super::print;
use crate::{
    llm::shell::Memory,
    report::{self, ExitCode},
    stage::{Culprit, End, Played, Scenario, play_interactively, scenario::ExpectedEnd},
    subject::Reference,
    suite::{
        InputError, InputErrors,
        named::{Named, named},
    },
    terminal::{Person, Stop, Tty},
};

/// What a program that a signal ended has as its status, above the signal's number.
const SIGNALED: i32 = 128;
/// The number of the signal that tells of a terminal that is gone.
const HANGUP: i32 = 1;

#[derive(Args)]
pub struct PlayArgs {
    /// A scenario: its id, or a piece of it; `mine.feature:12`, around that line; or a scenario file, by path or name
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// Of a feature, the scenario with this in its id or name
    #[arg(long, value_name = "REGEX")]
    name: Option<String>,
    /// Write what you did as a scenario file, which `hotseat run` plays again
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub fn run(args: &PlayArgs) -> Result<u8, InputErrors> {
    let Named { id, scenario } = named(&args.scenario, args.name.as_deref())?;
    if let Some(file) = &args.record {
        is_fit(file, &args.scenario)?;
    }
    let mut tty = Tty::open().map_err(|why| {
        InputError::new(why)
            .help("play it in a terminal, without a pipe; `hotseat run` plays the script without anybody")
    })?;
    if let Some(file) = &args.record {
        // Before anybody has taken pains.
        OpenOptions::new().create(true).append(true).open(file).map_err(|error| unwritten(file, &error))?;
    }
    let mut person = Person::new(&mut tty, format!("{id} ({})", scenario.system));
    let (played, rules) = play_interactively(&scenario, &mut Reference::default(), &mut Memory::default(), &mut person);
    let stop = person.stop();
    drop(tty);
    print(&report::played(&id, played.clone()));
    if let Some(file) = &args.record {
        let recorded = Scenario { person: rules, end: end(&scenario, &played), ..scenario };
        let text = serde_json::to_string_pretty(&recorded).unwrap_or_default() + "\n";
        if let Err(error) = fs::write(file, &text) {
            print(&format!("what you did, since it could not be written:\n{text}"));
            return Err(unwritten(file, &error).into());
        }
        print(&format!("what you did is in {0}; again: hotseat run {0}\n", file.display()));
    }
    let is_at_fault = played.faults.iter().any(|fault| fault.culprit == Culprit::Subject);
    Ok(match stop {
        Some(Stop::Signal(number)) => u8::try_from(SIGNALED + number).unwrap_or(ExitCode::INTERNAL),
        Some(Stop::Gone) => u8::try_from(SIGNALED + HANGUP).unwrap_or(ExitCode::INTERNAL),
        None if is_at_fault => ExitCode::VIOLATED,
        None => ExitCode::CONFORMANT,
    })
}

/// Whether what was done may be written there.
fn is_fit(file: &Path, played: &str) -> Result<(), InputError> {
    if file.extension().is_none_or(|ending| ending != "json") {
        let told = format!("--record {}: a scenario file's name ends in .json", file.display());
        return Err(InputError::new(told).help("`hotseat run` knows it by that"));
    }
    let whole = |path: &Path| fs::canonicalize(path).ok();
    if whole(file).is_some_and(|own| whole(Path::new(played)) == Some(own)) {
        let told = format!("--record {}: that is the scenario that is played", file.display());
        return Err(InputError::new(told).help("give another name, so that both are there"));
    }
    Ok(())
}

/// How the run is to end that does what was done. One that was left waits for the person where they left.
fn end(scenario: &Scenario, played: &Played) -> ExpectedEnd {
    match played.end {
        End::Done => ExpectedEnd::Done,
        End::Parked | End::Left => ExpectedEnd::Parked,
        End::Killed => ExpectedEnd::Killed,
        End::Exited => ExpectedEnd::Exited,
        End::Stuck | End::Endless | End::Hung | End::Broken => scenario.end,
    }
}

fn unwritten(file: &Path, error: &std::io::Error) -> InputError {
    InputError::new(format!("{}: {error}", file.display())).help("give --record a file that can be written")
}
