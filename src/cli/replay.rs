//! `hotseat replay`

use std::{path::PathBuf, time::Duration};

use clap::Args;

use super::{
    HostArgs, print, say,
    simulate::{NotTested, PATIENCE, TestedChoice, read_finding, tell_fault},
};
use crate::{
    model::text::pasteable,
    report::{ExitCode, simulation},
    sim::finding::{Replayed, TRIES},
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct ReplayArgs {
    /// A finding that `hotseat simulate` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many seconds an adapter may be silent while it owes a line
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE, value_parser = clap::value_parser!(u16).range(1..=3600))]
    patience: u16,
    #[command(flatten)]
    hosts: HostArgs,
}

pub fn run(args: &ReplayArgs) -> Result<u8, InputErrors> {
    let wrong = |why: &dyn std::fmt::Display| InputError::new(format!("{}: {why}", args.file.display()));
    let finding = read_finding(&args.file)?;
    super::watch_signals()?;
    let (subject, mutant) = (finding.options.subject.as_deref(), finding.options.mutant.as_deref());
    let patience = Duration::from_secs(args.patience.into());
    let tested = match TestedChoice::of(subject, mutant, patience, args.hosts.filter()) {
        Ok(tested) => tested,
        Err(NotTested::Input(errors)) => return Err(errors),
        Err(NotTested::Subject(error)) => return Ok(tell_fault(&error)),
    };
    let replayed = match tested.replay(&finding) {
        Ok(replayed) => replayed.map_err(|error| wrong(&error))?,
        Err(error) => return Ok(tell_fault(&error)),
    };
    tested.close();
    let replay = || pasteable(&["hotseat", "replay", &args.file.display().to_string()]);
    let again = finding.tape.as_ref().map_or_else(|| finding.options.command(finding.seed), |_| replay());
    print(&simulation::finding(&finding, &again));
    Ok(match replayed {
        Replayed::Same => {
            print("  replayed: the same decisions, the same stream, the same broken rule\n");
            ExitCode::VIOLATED
        }
        Replayed::SameRule(how) => {
            print(&format!("  replayed: the same broken rule, in a run that is not the same: {how}\n"));
            ExitCode::VIOLATED
        }
        Replayed::NotRepeatable(times) => {
            let seen = format!("not repeatable: the rule was broken in {times} of {TRIES} runs\n");
            say(&mut std::io::stderr(), &seen);
            ExitCode::NOT_DETERMINISTIC
        }
        Replayed::Differs(how) => {
            say(&mut std::io::stderr(), &format!("not deterministic: {how}\n"));
            ExitCode::NOT_DETERMINISTIC
        }
    })
}
