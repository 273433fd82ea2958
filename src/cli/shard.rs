//! The option `--shard`, and the summary that a shard leaves.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{output, say};
use crate::{
    model::shard::Shard,
    report::{ExitCode, shards::Summary},
    suite::InputError,
};

#[derive(Args, Default)]
pub struct ShardArgs {
    /// Run only shard I of N, from 1: seed k, or item k of the list counted from 0, belongs to shard (k mod N) + 1. A
    /// summary is written into the folder of --out, for `hotseat merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

impl ShardArgs {
    /// The shard, if one is asked for and its summary can be written into `folder`.
    ///
    /// # Errors
    /// The summary cannot be written.
    pub fn of(&self, folder: &Path) -> Result<Option<Shard>, InputError> {
        let Some(shard) = self.shard else { return Ok(None) };
        output::check_writable(&file(folder, shard))?;
        Ok(Some(shard))
    }
}

/// The file of a shard's summary.
fn file(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("shard-{}-of-{}.json", shard.number(), shard.of()))
}

/// Writes a summary into `folder`, and says where it is. If it cannot be written, it is printed instead.
pub fn keep(folder: &Path, mut summary: Summary) -> u8 {
    let file = folder.join(summary.file_name());
    // A task that was taken for dead, and ran again elsewhere, may be told to stop only after the other one has ended.
    if !summary.is_whole() && is_whole_there(&file, &summary) {
        say(&mut io::stderr(), &format!("{} is whole already, and stays\n", file.display()));
        return ExitCode::CONFORMANT;
    }
    // The folder may be moved with everything in it.
    summary = summary.with_places(|finding| beside(&file, finding));
    let text = summary.write();
    match output::write(&file, &text) {
        Ok(()) => {
            let so_far = if summary.is_whole() { "" } else { ", so far" };
            say(&mut io::stderr(), &format!("the summary{so_far} is {}\n", file.display()));
            ExitCode::CONFORMANT
        }
        Err(error) => {
            say(&mut io::stderr(), &format!("cannot write {error}; the summary is printed instead:\n"));
            drop(output::write_or_print(Path::new("-"), &text));
            ExitCode::USAGE
        }
    }
}

/// Whether the file is a whole summary of the same shards of the same campaign.
fn is_whole_there(file: &Path, summary: &Summary) -> bool {
    let text = fs::metadata(file).is_ok_and(|file| file.is_file()).then(|| fs::read_to_string(file).ok()).flatten();
    let there = text.and_then(|text| Summary::read(&text).ok());
    there.is_some_and(|there| there.is_whole() && there.asked == summary.asked && there.shards == summary.shards)
}

/// How the summary in `file` names a finding: without the folder if both are in the same one, else from the root.
fn beside(file: &Path, finding: &str) -> String {
    let finding = Path::new(finding);
    match file.parent().map(|folder| finding.strip_prefix(folder)) {
        Some(Ok(name)) => name.display().to_string(),
        _ => std::path::absolute(finding).unwrap_or_else(|_| finding.to_owned()).display().to_string(),
    }
}
