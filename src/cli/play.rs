//! `hotseat play`

use std::{
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
};

use clap::Args;

use super::{output::write_file, print};
use crate::{
    llm::shell::Memory,
    report::{self, ExitCode},
    stage::{Culprit, End, Played, Scenario, play_interactively, scenario::ExpectedEnd},
    subject::Reference,
    suite::{
        InputError, InputErrors,
        named::{Named, named},
        written,
    },
    terminal::{Person, Stop, Tty},
};

/// The exit code of a program that a signal ended is this plus the number of the signal.
const SIGNALED: i32 = 128;
/// The number of SIGHUP, the signal for a closed terminal.
const HANGUP: i32 = 1;

#[derive(Args)]
pub struct PlayArgs {
    /// A scenario: its id or a part of it, `mine.feature:12` for the one at that line, or a scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// The scenario of a feature with this in its id or name
    #[arg(long, value_name = "REGEX")]
    name: Option<String>,
    /// Write what you did into a scenario file (.json) or a new feature (.feature), which `hotseat run` can run
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub fn run(args: &PlayArgs) -> Result<u8, InputErrors> {
    let Named { id, title, scenario, .. } = named(&args.scenario, args.name.as_deref())?;
    if let Some(file) = &args.record {
        check_record_file(file, &args.scenario)?;
    }
    let mut tty = Tty::open().map_err(|why| {
        InputError::new(why.to_string())
            .help("run it in a terminal, without a pipe; `hotseat run` runs the script without a person")
    })?;
    if let Some(file) = &args.record {
        // Fails now if the file cannot be written, not after the person has played.
        OpenOptions::new().create(true).append(true).open(file).map_err(|error| unwritten(file, &error))?;
    }
    let mut person = Person::new(&mut tty, format!("{id} ({})", scenario.system));
    let (played, rules) = play_interactively(&scenario, &mut Reference::default(), &mut Memory::default(), &mut person);
    let stop = person.stop();
    drop(tty);
    print(&report::played(&id, played.clone()));
    if let Some(file) = &args.record {
        let recorded = Scenario { person: rules, end: end(&scenario, &played), ..scenario };
        let text = if has_ending(file, "feature") {
            written::feature(&title, &[], &written::with_visits(&recorded), &[])
        } else {
            serde_json::to_string_pretty(&recorded).unwrap_or_default() + "\n"
        };
        if let Err(error) = write_file(file, &text) {
            print(&format!("the file could not be written; this is what you did:\n{text}"));
            return Err(unwritten(file, &error).into());
        }
        print(&format!("what you did is in {0}; to run it again: hotseat run {0}\n", file.display()));
    }
    let is_at_fault = played.faults.iter().any(|fault| fault.culprit == Culprit::Subject);
    Ok(match stop {
        Some(Stop::Signal(number)) => u8::try_from(SIGNALED + number).unwrap_or(ExitCode::INTERNAL),
        Some(Stop::Gone) => u8::try_from(SIGNALED + HANGUP).unwrap_or(ExitCode::INTERNAL),
        None if is_at_fault => ExitCode::VIOLATED,
        None => ExitCode::CONFORMANT,
    })
}

/// Checks that a recording may be written into `file`.
fn check_record_file(file: &Path, played: &str) -> Result<(), InputError> {
    let is_feature = has_ending(file, "feature");
    if !is_feature && !has_ending(file, "json") {
        let message = format!(
            "--record {}: the name of a scenario file ends in .json, that of a feature in .feature",
            file.display()
        );
        return Err(InputError::new(message).help("`hotseat run` recognizes them by that"));
    }
    // A feature may have other scenarios, too.
    if is_feature && fs::metadata(file).is_ok_and(|found| found.len() > 0) {
        let message = format!("--record {}: there is such a feature already", file.display());
        return Err(InputError::new(message).help("give another name, to keep both"));
    }
    let whole = |path: &Path| fs::canonicalize(path).ok();
    if whole(file).is_some_and(|own| whole(Path::new(played)) == Some(own)) {
        let message = format!("--record {}: this is the file of the scenario that is played", file.display());
        return Err(InputError::new(message).help("give another name, to keep both"));
    }
    Ok(())
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|found| found == ending)
}

/// The end that a recorded run should have. A run that the person left ends waiting for them.
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
