//! `hotseat adapter`

use std::{io, path::PathBuf};

use clap::Args;

use super::mutants;
use crate::{report::ExitCode, subject, suite::InputErrors};

#[derive(Args)]
pub struct AdapterArgs {
    /// Serve the reference with this mutant, which is wrong on purpose
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// A table of mutants of your own (.json), instead of those that hotseat carries; may be given several times
    #[arg(long, value_name = "PATH", requires = "mutant")]
    mutants: Vec<PathBuf>,
}

pub fn run(args: &AdapterArgs) -> Result<u8, InputErrors> {
    let mut reference = match &args.mutant {
        None => subject::Reference::default(),
        Some(id) => subject::Reference::mutant(mutants::changes(&mutants::tables(&args.mutants)?, id)?.into()),
    };
    let served = subject::serve(&mut reference, io::BufReader::new(io::stdin()), io::stdout().lock());
    Ok(match served {
        Ok(()) => ExitCode::CONFORMANT,
        // The harness has closed the pipe, so it wants no more answers.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::CONFORMANT,
        Err(error) => {
            super::say(&mut io::stderr(), &format!("cannot read or write the adapter's streams: {error}\n"));
            ExitCode::USAGE
        }
    })
}
