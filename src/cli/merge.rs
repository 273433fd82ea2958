//! `hotseat merge`

use std::{fs, io, path::PathBuf};

use clap::Args;

use super::{output, print, say, shard};
use crate::{
    report::{
        ExitCode,
        shards::{Merger, files},
    },
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct MergeArgs {
    /// The folders with the summaries of the shards, or such files
    #[arg(value_name = "DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Write the summary of all into this folder, so that it can be merged with others
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Add up what there is, also if shards are missing or were stopped before their end
    #[arg(long)]
    partial: bool,
}

pub fn run(args: &MergeArgs) -> Result<u8, InputErrors> {
    if let Some(out) = &args.out {
        args.check_out(out)?;
    }
    let (found, mistakes): (Vec<_>, Vec<_>) = args.paths.iter().map(|path| files(path)).partition(Result::is_ok);
    let mistakes: Vec<InputError> = mistakes.into_iter().filter_map(Result::err).collect();
    if !mistakes.is_empty() {
        return Err(InputErrors(mistakes));
    }
    let mut merger = Merger::default();
    for file in found.into_iter().flatten().flatten() {
        merger.add(&file);
    }
    let merged = merger.finish();
    if !merged.mistakes.is_empty() || !merged.lacking.is_empty() {
        say(&mut io::stderr(), &merged.wrong().to_string());
    }
    let Some(summary) = merged.summary.filter(|_| merged.mistakes.is_empty()) else {
        say(&mut io::stderr(), "nothing was added up\n");
        return Ok(ExitCode::INCOMPLETE);
    };
    let is_whole = merged.lacking.is_empty();
    if !is_whole && !args.partial {
        say(&mut io::stderr(), "nothing was added up; `--partial` adds up what there is\n");
        return Ok(ExitCode::INCOMPLETE);
    }
    print(&summary.told());
    let mut code =
        ExitCode::first(summary.exit_code(), if is_whole { ExitCode::CONFORMANT } else { ExitCode::INCOMPLETE });
    if let Some(out) = &args.out {
        code = ExitCode::first(code, shard::keep(out, summary));
    }
    Ok(code)
}

impl MergeArgs {
    /// Checks that the sum is not written among its parts: the next merge would count them twice.
    fn check_out(&self, out: &PathBuf) -> Result<(), InputError> {
        let same = |path: &&PathBuf| match (fs::canonicalize(path), fs::canonicalize(out)) {
            (Ok(path), Ok(out)) => path == out || path.parent() == Some(&out) && path.is_file(),
            _ => false,
        };
        match self.paths.iter().find(same) {
            Some(path) => Err(InputError::new(format!("{}: the sum would stand among its parts", path.display()))
                .help("name another folder with `--out`")),
            None => output::check_writable(&out.join("shards-all-of-1.json")),
        }
    }
}
