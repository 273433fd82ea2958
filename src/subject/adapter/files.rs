//! Does file operations in the folder of the run.

use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Write},
    path::Path,
};

use crate::system::{FileEvent, FileFailure, FileOp};

/// Does the operation and returns its result.
pub fn settle(folder: &Path, file: &FileOp) -> FileEvent {
    let done = match file {
        FileOp::Write { path, content, private, fresh } => write(&folder.join(path), content, *private, *fresh),
        FileOp::Read { path } => return read(&folder.join(path)),
        FileOp::Remove { path, holding } => remove(&folder.join(path), holding.as_deref()),
    };
    done.map_or_else(FileEvent::Failed, |()| FileEvent::Done)
}

fn write(path: &Path, content: &str, private: bool, fresh: bool) -> Result<(), FileFailure> {
    if !fresh && fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(FileFailure::NoFile);
    }
    let mut options = OpenOptions::new();
    if fresh {
        options.write(true).create_new(true);
    } else {
        options.write(true).create(true).truncate(true);
    }
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = made.and_then(|()| {
        let mut file = options.open(path)?;
        if private {
            keep_private(&file)?;
        }
        file.write_all(content.as_bytes())
    });
    written.map_err(|error| failure(&error))
}

/// Sets the mode of a private file. The mode given at opening has no effect on a file that existed before.
#[cfg(unix)]
fn keep_private(file: &fs::File) -> io::Result<()> {
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))
}

#[cfg(not(unix))]
fn keep_private(_: &fs::File) -> io::Result<()> {
    Ok(())
}

fn read(path: &Path) -> FileEvent {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => FileEvent::Read(None),
        Err(error) => FileEvent::Failed(failure(&error)),
        Ok(about) if !about.is_file() => FileEvent::Failed(FileFailure::NoFile),
        Ok(_) => match fs::read_to_string(path) {
            Ok(content) => FileEvent::Read(Some(content.into())),
            Err(error) => FileEvent::Failed(failure(&error)),
        },
    }
}

fn remove(path: &Path, holding: Option<&str>) -> Result<(), FileFailure> {
    match (holding, read(path)) {
        (Some(_), FileEvent::Failed(failure)) => return Err(failure),
        (Some(expected), FileEvent::Read(Some(held))) if held != expected => return Err(FileFailure::Changed),
        _ => {}
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failure(&error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn failure(error: &io::Error) -> FileFailure {
    match error.kind() {
        ErrorKind::AlreadyExists => FileFailure::Exists,
        ErrorKind::IsADirectory => FileFailure::NoFile,
        ErrorKind::InvalidData => FileFailure::NoText,
        _ => FileFailure::Denied,
    }
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
