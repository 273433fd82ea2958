//! `hotseat adapter`

use std::{io, path::PathBuf, sync::Arc};

use clap::Args;

use super::{mutants, variants};
use crate::{mutate::Change, report::ExitCode, subject, suite::InputErrors};

#[derive(Args)]
pub struct AdapterArgs {
    /// Serve the reference with this mutant, which is wrong on purpose
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// Serve the reference with this variant, which is right in another way; may be given several times
    #[arg(long, value_name = "ID")]
    variant: Vec<String>,
    /// A table of mutants of your own (.json), instead of those that hotseat carries; may be given several times
    #[arg(long, value_name = "PATH", requires = "mutant")]
    mutants: Vec<PathBuf>,
    /// A table of variants of your own (.json), instead of those that hotseat carries; may be given several times
    #[arg(long, value_name = "PATH", requires = "variant")]
    variants: Vec<PathBuf>,
}

pub fn run(args: &AdapterArgs) -> Result<u8, InputErrors> {
    let mut layers: Vec<Arc<[Change]>> = Vec::new();
    if !args.variant.is_empty() {
        let tables = variants::tables(&args.variants)?;
        for id in &args.variant {
            layers.push(variants::changes(&tables, id)?.into());
        }
    }
    if let Some(id) = &args.mutant {
        layers.push(mutants::changes(&mutants::tables(&args.mutants)?, id)?.into());
    }
    let mut reference = subject::Reference::with_changes(layers);
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
