//! Reads summaries one after another and adds them up. What is wrong with one is told with its file.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{MergeError, Summary};
use crate::{
    model::shard::Shards,
    suite::{InputError, InputErrors, check::counted},
};

/// How many mistakes are told at most.
const MISTAKES_MAX: usize = 20;

/// Adds summaries up.
#[derive(Default)]
pub struct Merger {
    sum: Option<Summary>,
    /// The files that were added, each with its shards.
    added: Vec<(Shards, PathBuf)>,
    /// The files whose shards were stopped before their end.
    stopped: Vec<(Shards, PathBuf)>,
    mistakes: Vec<InputError>,
}

/// The sum of summaries.
pub struct Merged {
    /// The sum. None if nothing could be added.
    pub summary: Option<Summary>,
    /// What is wrong with a file, so that the sum is of no use.
    pub mistakes: Vec<InputError>,
    /// What the sum lacks: shards that are missing, or were stopped before their end.
    pub lacking: Vec<InputError>,
}

/// The files of summaries in a folder, sorted by name; or the path itself, if it is a file.
///
/// # Errors
/// The folder cannot be read, or has no summary.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, InputError> {
    let name = path.display();
    let unread =
        |error: &io::Error| InputError::new(format!("{name}: {error}")).help("name the folder that `--out` named");
    if fs::metadata(path).map_err(|error| unread(&error))?.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(|error| unread(&error))? {
        let file = entry.map_err(|error| unread(&error))?.path();
        found.extend(is_summary(&file).then_some(file));
    }
    found.sort_unstable();
    if found.is_empty() {
        return Err(InputError::new(format!("{name}: there is no summary of a shard in this folder"))
            .help("a command with `--shard I/N` writes one, shard-I-of-N.json, into the folder of `--out`"));
    }
    Ok(found)
}

/// Whether a file has the name of a summary.
fn is_summary(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(".json").and_then(|stem| stem.strip_prefix("shard-").or(stem.strip_prefix("shards-")));
    let of = stem.and_then(|stem| stem.rsplit_once("-of-")).map(|(_, of)| of);
    of.is_some_and(|of| !of.is_empty() && of.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Merger {
    /// Reads a file and adds it.
    pub fn add(&mut self, file: &Path) {
        if let Err(mistake) = self.try_add(file) {
            self.mistakes.push(mistake);
        }
    }

    fn try_add(&mut self, file: &Path) -> Result<(), InputError> {
        let name = file.display();
        let is_file = fs::metadata(file).map_err(|error| InputError::new(format!("{name}: {error}")))?.is_file();
        if !is_file {
            return Err(InputError::new(format!("{name}: this is no file")).help("a summary is a file"));
        }
        let text = fs::read_to_string(file)
            .map_err(|error| InputError::new(format!("{name}: {error}")).help("run the shard again"))?;
        let summary =
            Summary::read(&text).map_err(|error| InputError::new(format!("{name}: {error}")).help(error.help()))?;
        let folder = file.parent().unwrap_or_else(|| Path::new(""));
        // An absolute path stays as it is.
        let summary = summary.with_places(|finding| folder.join(finding).display().to_string());
        let (shards, stopped) = (summary.shards.clone(), summary.stopped.clone());
        match &mut self.sum {
            None => self.sum = Some(summary),
            Some(sum) => sum.join(summary).map_err(|error| self.told(file, &error))?,
        }
        if !stopped.is_empty() {
            self.stopped.push((stopped, file.to_owned()));
        }
        self.added.push((shards, file.to_owned()));
        Ok(())
    }

    /// What is told of a summary that cannot be added.
    fn told(&self, file: &Path, error: &MergeError) -> InputError {
        let name = file.display();
        let of =
            |added: Option<&(Shards, PathBuf)>| added.map(|(_, file)| file.display().to_string()).unwrap_or_default();
        let (there, help) = match error {
            MergeError::Campaign { .. } => {
                (format!("in {}", of(self.added.first())), "merge the shards of one campaign at a time")
            }
            MergeError::Doubled(shard) => {
                let other = self.added.iter().find(|(shards, _)| shards.has(*shard));
                (format!("it is in {}, too", of(other)), "leave one of the two files out")
            }
        };
        let colon = if matches!(error, MergeError::Doubled(_)) { ":" } else { "" };
        InputError::new(format!("{name}: {error}{colon} {there}")).help(help)
    }

    /// The sum, and what is wrong with it.
    pub fn finish(self) -> Merged {
        let Self { sum, added, stopped, mut mistakes } = self;
        let mut lacking = Vec::new();
        if let Some(sum) = &sum {
            let missing = sum.shards.others();
            if !missing.is_empty() {
                let (noun, are, them) =
                    if missing.count() == 1 { ("shard", "is", "it") } else { ("shards", "are", "them") };
                let (of, first, files) = (missing.of(), missing.first(), counted(added.len() as u64, "file"));
                let what = format!("{noun} {missing} of {of} {are} missing from the {files} that could be added up");
                let help = format!("run {them}, or name the folder of shard-{first}-of-{of}.json, too");
                lacking.push(InputError::new(what).help(help));
            }
        }
        for (shards, file) in stopped {
            let noun = if shards.count() == 1 { "shard" } else { "shards" };
            let was = if shards.count() == 1 { "was" } else { "were" };
            let what = format!("{}: {noun} {shards} of {} {was} stopped before the end", file.display(), shards.of());
            lacking
                .push(InputError::new(what).help("run the shard again: the new summary takes the place of this one"));
        }
        for list in [&mut mistakes, &mut lacking] {
            let more = list.len().saturating_sub(MISTAKES_MAX);
            list.truncate(MISTAKES_MAX);
            if more > 0 {
                list.push(InputError::new(format!("and {more} more like these")));
            }
        }
        Merged { summary: sum, mistakes, lacking }
    }
}

impl Merged {
    /// Everything that is wrong, as errors.
    pub fn wrong(&self) -> InputErrors {
        InputErrors(self.mistakes.iter().chain(&self.lacking).cloned().collect())
    }
}
