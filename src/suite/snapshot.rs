//! Snapshots of streams: whether the reference still does what it did.
//!
//! A difference is a *drift* of the reference: never a verdict on a requirement, and never looked at for another
//! subject. The files are insta's; this program reads and writes them by itself.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use super::{InputError, embedded};
use crate::stage::{Observation, stream};

/// The reference's stream is not what its snapshot says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Drift {
    /// The snapshot's path below the folder of snapshots.
    pub path: String,
    /// What it says; none where there is none.
    pub expected: Option<String>,
    /// What happened.
    pub found: String,
}

/// Where snapshots are.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Store {
    /// In this program.
    #[default]
    Embedded,
    /// In a folder.
    Folder(PathBuf),
}

/// The path of a case's snapshot.
pub fn path_of(id: &str) -> String {
    format!("{id}.snap")
}

impl Store {
    /// What the snapshot at `path` says.
    ///
    /// # Errors
    /// Where the file is there and can not be read.
    pub fn read(&self, path: &str) -> Result<Option<String>, InputError> {
        match self {
            Self::Embedded => Ok(embedded::snapshot(path).map(content)),
            Self::Folder(folder) => {
                let file = folder.join(path);
                match fs::read_to_string(&file) {
                    Ok(text) => Ok(Some(content(&text))),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                    Err(error) => Err(InputError::new(format!("{}: {error}", file.display()))),
                }
            }
        }
    }

    /// The drift of a case's stream, if any. A case without a snapshot drifts only where it must have one.
    ///
    /// # Errors
    /// Where the snapshot can not be read.
    pub fn compare(&self, id: &str, events: &[Observation], required: bool) -> Result<Option<Drift>, InputError> {
        let path = path_of(id);
        let expected = self.read(&path)?;
        let found = stream::diffable(events);
        let same = expected.as_ref().map_or(!required, |expected| expected.trim_end() == found.trim_end());
        Ok((!same).then_some(Drift { path, expected, found }))
    }

    /// The snapshots that no case refers to.
    ///
    /// # Errors
    /// Where the folder can not be read.
    pub fn unreferred(&self, ids: &BTreeSet<String>) -> Result<Vec<String>, InputError> {
        let mut paths = Vec::new();
        match self {
            Self::Embedded => paths.extend(embedded::snapshots().into_iter().map(|(path, _)| path)),
            Self::Folder(folder) => list(folder, folder, &mut paths)
                .map_err(|error| InputError::new(format!("{}: {error}", folder.display())))?,
        }
        paths.sort_unstable();
        paths.retain(|path| !path.strip_suffix(".snap").is_some_and(|id| ids.contains(id)));
        Ok(paths)
    }
}

/// Writes a case's snapshot below `folder`, in insta's form.
///
/// # Errors
/// Where it can not be written.
pub fn write(folder: &Path, id: &str, events: &[Observation]) -> Result<(), InputError> {
    let file = folder.join(path_of(id));
    let text = format!("---\nsource: tests/suite/snapshots.rs\n---\n{}\n", stream::diffable(events).trim_end());
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, text));
    written
        .map_err(|error| InputError::new(format!("{}: {error}", file.display())).help("the snapshots are not updated"))
}

/// A snapshot file's content, behind its header.
fn content(text: &str) -> String {
    let behind = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    behind.map_or(text, |(_, content)| content).to_owned()
}

fn list(root: &Path, folder: &Path, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, paths)?;
        } else if path.extension().is_some_and(|ending| ending == "snap") {
            let below = path.strip_prefix(root).unwrap_or(&path);
            paths.push(below.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}
