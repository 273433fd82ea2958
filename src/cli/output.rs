//! The one door to standard output. A write that fails makes the program end with [`ExitCode::USAGE`], whatever it found:
//! nobody may take a half verdict for a whole one. If the reader has closed the pipe, it wants no more, which is no failure.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::Path,
    process,
    sync::OnceLock,
};

use super::say;
use crate::{model::text::harmless, report::ExitCode};

/// Why the first write that failed did so.
static FAILED: OnceLock<io::Error> = OnceLock::new();

/// Prints a text. Control characters are made harmless, because the text may come from others.
pub fn print(text: &str) {
    let mut stdout = io::stdout();
    let written = stdout.write_all(harmless(text).as_bytes()).and_then(|()| stdout.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        // Later failures have the same cause.
        drop(FAILED.set(error));
    }
}

/// The exit code of a command that would end with `code`. If a text could not be printed, says so.
pub fn exit_code(code: u8) -> u8 {
    let Some(error) = FAILED.get() else { return code };
    say(&mut io::stderr(), &format!("the output is incomplete: standard output could not be written ({error})\n"));
    ExitCode::first(code, ExitCode::USAGE)
}

/// Writes a whole file: first beside it, then under its name. So a reader never sees half of it, and what stood there
/// stays if the writing fails. What is no file, such as a pipe, is written as it is.
///
/// # Errors
/// The file or its folder cannot be written.
pub fn write_file(file: &Path, text: &str) -> io::Result<()> {
    // A link stays a link.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    if fs::metadata(&file).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(&file, text);
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = file.with_file_name(format!(".{name}.{}.part", process::id()));
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &file));
    if written.is_err() {
        // It may be that nothing was written.
        drop(fs::remove_file(&beside));
    }
    written
}
