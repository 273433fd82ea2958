//! `hotseat shrink`

#![expect(clippy::disallowed_types, reason = "how long the search may take is real time")]

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;

use super::{
    HostArgs,
    interrupts::Signal,
    simulate::{NotTested, PATIENCE, SHRINK_FOR, TestedChoice, duration, read_finding, shrink_beside, tell_fault},
};
use crate::suite::InputErrors;

#[derive(Args)]
pub struct ShrinkArgs {
    /// A finding that `hotseat simulate` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
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
    let finding = read_finding(&args.file)?;
    let signal = Signal::heed()?;
    let (subject, mutant) = (finding.options.subject.as_deref(), finding.options.mutant.as_deref());
    let patience = Duration::from_secs(args.patience.into());
    let tested = match TestedChoice::of(subject, mutant, patience, args.hosts.filter()) {
        Ok(tested) => tested,
        Err(NotTested::Input(errors)) => return Err(errors),
        Err(NotTested::Subject(error)) => return Ok(tell_fault(&error)),
    };
    let began = Instant::now();
    let may_go_on = || !signal.has_come() && began.elapsed() < args.shrink_for;
    let code = shrink_beside(&args.file, &tested, &finding, &may_go_on);
    tested.close();
    Ok(code)
}
