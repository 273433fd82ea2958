//! Snapshots of streams, which show whether the reference still behaves as before.
//!
//! A difference is a *drift* of the reference. It is no verdict on a requirement, and other subjects are not compared.
//! The files have insta's format, but the program reads and writes them itself.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use super::{InputError, embedded};
use crate::stage::{Observation, stream};

/// A difference between the reference's stream and its snapshot.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Drift {
    /// The snapshot's path below the folder of snapshots.
    pub path: String,
    /// The content of the snapshot; `None` if there is no snapshot.
    pub expected: Option<String>,
    /// The stream of the run.
    pub found: String,
}

/// Where snapshots are read from.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Store {
    /// The snapshots that the program carries.
    #[default]
    Embedded,
    /// The files in a folder.
    Folder(PathBuf),
}

/// The path of a case's snapshot.
pub fn path_of(id: &str) -> String {
    format!("{id}.snap")
}

impl Store {
    /// The content of the snapshot at `path`, if there is one.
    ///
    /// # Errors
    /// The file exists and cannot be read.
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

    /// The drift of a case's stream, if any. A missing snapshot is a drift only if it is `required`.
    ///
    /// # Errors
    /// The snapshot cannot be read.
    pub fn compare(&self, id: &str, events: &[Observation], required: bool) -> Result<Option<Drift>, InputError> {
        let path = path_of(id);
        let expected = self.read(&path)?;
        let found = stream::diffable(events);
        let same = expected.as_ref().map_or(!required, |expected| expected.trim_end() == found.trim_end());
        Ok((!same).then_some(Drift { path, expected, found }))
    }

    /// The snapshots that belong to none of the cases `ids`.
    ///
    /// # Errors
    /// The folder cannot be read.
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

/// Writes a case's snapshot below `folder`, in insta's format.
///
/// # Errors
/// The file cannot be written.
pub fn write(folder: &Path, id: &str, events: &[Observation]) -> Result<(), InputError> {
    let file = folder.join(path_of(id));
    let text = format!("---\nsource: tests/suite/snapshots.rs\n---\n{}\n", stream::diffable(events).trim_end());
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, text));
    written
        .map_err(|error| InputError::new(format!("{}: {error}", file.display())).help("the snapshots are not updated"))
}

/// The content of a snapshot file, without its header.
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
