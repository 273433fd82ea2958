//! `hotseat diff`

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use super::output;
use crate::{
    report::{
        ExitCode, Report,
        diff::{ChangedStream, Difference, markdown, text},
        json,
    },
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct DiffArgs {
    /// The older report, as JSON
    old: PathBuf,
    /// The newer report, as JSON
    new: PathBuf,
    /// The folders of event streams that the two runs have written, to compare them, too
    #[arg(long, num_args = 2, value_names = ["OLD_DIR", "NEW_DIR"])]
    events: Option<Vec<PathBuf>>,
    /// Compare reports of different subjects
    #[arg(long)]
    other_subject: bool,
    /// The format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For a pull request
    Markdown,
}

pub fn run(args: &DiffArgs) -> Result<u8, InputErrors> {
    let (old, new) = (Report::read(&args.old)?, Report::read(&args.new)?);
    if old.subject_name() != new.subject_name() && !args.other_subject {
        return Err(InputError::new(format!(
            "expected two reports of one subject, found {:?} and {:?}",
            old.subject, new.subject
        ))
        .help("`--other-subject` compares them all the same")
        .into());
    }
    let streams = match args.events.as_deref() {
        Some([old, new]) => changed_streams(old, new)?,
        _ => Vec::new(),
    };
    let difference = Difference::of(&old, &new, streams);
    output::print(&match args.format {
        Format::Text => text(&difference),
        Format::Json => json(&difference),
        Format::Markdown => markdown(&difference),
    });
    Ok(if difference.is_worse { ExitCode::VIOLATED } else { ExitCode::CONFORMANT })
}

/// The streams that differ. One that only one of the two runs has written is no change: it may not have been selected.
fn changed_streams(old: &Path, new: &Path) -> Result<Vec<ChangedStream>, InputError> {
    let mut found = BTreeSet::new();
    streams_below(old, old, &mut found)?;
    let mut changed = Vec::new();
    for scenario in found {
        let file = format!("{scenario}.jsonl");
        let (old, new) = (old.join(&file), new.join(&file));
        if !new.exists() {
            continue;
        }
        let (old, new) = (read(&old)?, read(&new)?);
        let (mut olds, mut news) = (old.lines(), new.lines());
        let mut line = 0;
        loop {
            line += 1;
            match (olds.next(), news.next()) {
                (None, None) => break,
                (was, is) if was == is => {}
                (was, is) => {
                    let (was, is) = (was.map(str::to_owned), is.map(str::to_owned));
                    changed.push(ChangedStream { scenario, line, was, is });
                    break;
                }
            }
        }
    }
    Ok(changed)
}

fn read(file: &Path) -> Result<String, InputError> {
    fs::read_to_string(file).map_err(|error| InputError::new(format!("{}: {error}", file.display())))
}

/// Collects the scenarios whose streams are below `folder`.
fn streams_below(root: &Path, folder: &Path, found: &mut BTreeSet<String>) -> Result<(), InputError> {
    let unread = |error: std::io::Error| {
        InputError::new(format!("{}: {error}", folder.display())).help("name the folders that `--events` has written")
    };
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        if path.is_dir() {
            streams_below(root, &path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            let below = path.strip_prefix(root).unwrap_or(&path).with_extension("");
            found.insert(below.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}
