//! `hotseat replay`

use std::{fs, path::PathBuf};

use clap::Args;

use super::{print, say, simulate::MutantChoice};
use crate::{
    report::{ExitCode, simulation},
    sim::finding::{Finding, Replayed},
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct ReplayArgs {
    /// A finding that `hotseat simulate` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &ReplayArgs) -> Result<u8, InputErrors> {
    let wrong = |why: &dyn std::fmt::Display| InputError::new(format!("{}: {why}", args.file.display()));
    let text = fs::read_to_string(&args.file).map_err(|error| wrong(&error))?;
    let finding = Finding::read(&text).map_err(|error| wrong(&error))?;
    let mutant = MutantChoice::of(finding.options.mutant.as_deref())?;
    let replayed = finding.replay(&mut mutant.reference()).map_err(|error| wrong(&error))?;
    print(&simulation::finding(&finding));
    Ok(match replayed {
        Replayed::Same => {
            print("  replayed: the same decisions, the same stream, the same broken rule\n");
            ExitCode::VIOLATED
        }
        Replayed::Differs(how) => {
            say(&mut std::io::stderr(), &format!("not deterministic: {how}\n"));
            ExitCode::NOT_DETERMINISTIC
        }
    })
}
