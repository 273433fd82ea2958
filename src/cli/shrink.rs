//! `hotseat shrink`

#![expect(clippy::disallowed_types, reason = "how long the search may take is real time")]

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::Args;

use super::{
    HostArgs,
    output::write_file,
    print, say,
    simulate::{NotTested, PATIENCE, TestedChoice, duration, tell_fault},
};
use crate::{
    model::text::pasteable,
    report::{ExitCode, simulation},
    sim::finding::{Finding, Smaller, TRIES},
    suite::{InputError, InputErrors},
};

/// How long the search for a smaller failure takes at most.
pub const SHRINK_FOR: &str = "60s";

#[derive(Args)]
pub struct ShrinkArgs {
    /// A finding that `hotseat simulate` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file for the small finding [default: FILE with `.small.json` at its end]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How long to search at most, such as 30s or 5m
    #[arg(long, value_name = "DURATION", default_value = SHRINK_FOR, value_parser = duration)]
    shrink_for: Duration,
    /// How many seconds an adapter may be silent while it owes a line
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE, value_parser = clap::value_parser!(u16).range(1..=3600))]
    patience: u16,
    #[command(flatten)]
    hosts: HostArgs,
}

pub fn run(args: &ShrinkArgs) -> Result<u8, InputErrors> {
    let wrong = |why: &dyn std::fmt::Display| InputError::new(format!("{}: {why}", args.file.display()));
    let text = fs::read_to_string(&args.file).map_err(|error| wrong(&error))?;
    let finding = Finding::read(&text).map_err(|error| wrong(&error))?;
    let (subject, mutant) = (finding.options.subject.as_deref(), finding.options.mutant.as_deref());
    let patience = Duration::from_secs(args.patience.into());
    let tested = match TestedChoice::of(subject, mutant, patience, args.hosts.filter()) {
        Ok(tested) => tested,
        Err(NotTested::Input(errors)) => return Err(errors),
        Err(NotTested::Subject(error)) => return Ok(tell_fault(&error)),
    };
    let out = args.out.clone().unwrap_or_else(|| small_name(&args.file));
    let code = match smaller(&tested, &finding, args.shrink_for) {
        Ok(Ok(Smaller::Found { finding: small, runs })) => {
            print(&simulation::finding(&small, &pasteable(&["hotseat", "replay", &out.display().to_string()])));
            print(&simulation::smaller(&finding, &small, runs));
            match write_file(&out, &small.write()) {
                Ok(()) => ExitCode::VIOLATED,
                Err(error) => {
                    say(
                        &mut std::io::stderr(),
                        &format!("cannot write {}: {error}; it is printed instead:\n", out.display()),
                    );
                    print(&small.write());
                    ExitCode::USAGE
                }
            }
        }
        Ok(Ok(Smaller::NotRepeatable(times))) => {
            say(&mut std::io::stderr(), &not_repeatable(&finding, times));
            ExitCode::NOT_DETERMINISTIC
        }
        Ok(Err(error)) => return Err(wrong(&error).into()),
        Err(error) => tell_fault(&error),
    };
    tested.close();
    Ok(code)
}

/// Searches for a smaller failure, no longer than this.
pub fn smaller(
    tested: &TestedChoice,
    finding: &Finding,
    length: Duration,
) -> Result<Result<Smaller, crate::sim::finding::FindingError>, crate::stage::SubjectError> {
    let began = Instant::now();
    tested.smaller(finding, &|| began.elapsed() < length)
}

/// Why a finding stays as it is.
pub fn not_repeatable(finding: &Finding, times: usize) -> String {
    let tries = if finding.options.subject.is_some() { TRIES } else { 1 };
    format!(
        "not made smaller: the rule was broken in {times} of {tries} runs of the same choices, so the file stays as it is\n"
    )
}

/// The name of the small finding beside `file`.
pub fn small_name(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{name}.small.json"))
}
