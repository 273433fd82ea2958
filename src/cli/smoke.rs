//! `hotseat smoke`

use std::{
    fmt::Write,
    io::{self},
    time::Duration,
};

use clap::Args;

use super::{HostArgs, output, say, tell_refused};
use crate::{
    report::ExitCode,
    stage::SubjectError,
    subject::{self, AdapterOptions, Check, SubjectSpec},
    suite::{self, InputError, InputErrors},
};

#[derive(Args)]
pub struct SmokeArgs {
    /// The adapter: a program and its arguments
    #[arg(long, value_name = "CMD")]
    subject: String,
    /// How many seconds the adapter may be silent while it owes a line
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    patience: u16,
    #[command(flatten)]
    hosts: HostArgs,
}

pub fn run(args: &SmokeArgs) -> Result<u8, InputErrors> {
    let spec = SubjectSpec::adapter(&args.subject).map_err(|error| InputError::new(error.to_string()))?;
    super::watch_signals()?;
    let hosts = args.hosts.filter();
    let patience = Duration::from_secs(args.patience.into());
    let adapter_options = AdapterOptions { patience, hosts: hosts.clone(), ..AdapterOptions::default() };
    let (mut checks, claims) = match subject::smoke(&spec, &adapter_options) {
        Ok(checked) => checked,
        Err(SubjectError { culprit, message }) => {
            tell_refused(&hosts);
            say(&mut io::stderr(), &format!("fault of the {}: {message}\n", culprit.words()));
            return Ok(ExitCode::USAGE);
        }
    };
    if let Some(claims) = &claims {
        checks.extend(suite::smoke(&spec, &adapter_options, claims)?);
    }
    tell_refused(&hosts);
    let who = claims.map_or_else(|| args.subject.clone(), |claims| claims.who);
    output::print(&table(&who, &checks));
    let all = checks.iter().all(|check| check.result.is_ok());
    Ok(if all { ExitCode::CONFORMANT } else { ExitCode::VIOLATED })
}

/// The checks as text.
fn table(who: &str, checks: &[Check]) -> String {
    let mut text = String::new();
    let mut failed = 0;
    for Check { name, result } in checks {
        match result {
            Ok(()) => drop(writeln!(text, "ok      {name}")),
            Err(why) => {
                failed += 1;
                let _ = writeln!(text, "FAILED  {name}\n        {}", why.to_string().replace('\n', "\n        "));
            }
        }
    }
    let _ = writeln!(text, "{} checks: {} ok, {failed} failed; {who}", checks.len(), checks.len() - failed);
    text
}
