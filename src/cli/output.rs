//! The one door to standard output. A write that fails makes the program end with [`ExitCode::USAGE`], whatever it found:
//! nobody may take a half verdict for a whole one. If the reader has closed the pipe, it wants no more, which is no failure.

use std::{
    env, fs,
    io::{self, ErrorKind, IsTerminal, Write},
    path::Path,
    process,
    sync::OnceLock,
};

use super::say;
use crate::{
    model::text::harmless,
    report::{ExitCode, Styled},
    suite::InputError,
};

/// Why the first write that failed did so.
static FAILED: OnceLock<io::Error> = OnceLock::new();

/// Prints a text. Control characters are made harmless, because the text may come from others.
pub fn print(text: &str) {
    print_raw(&harmless(text));
}

/// Prints a text as it is.
fn print_raw(text: &str) {
    let mut stdout = io::stdout();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        // Later failures have the same cause.
        drop(FAILED.set(error));
    }
}

/// Prints a text with its colours, if standard output shows them.
pub fn print_styled(text: &Styled) {
    print_raw(&text.rendered(has_colour()));
}

/// Whether standard output shows colours: on a terminal, unless `NO_COLOR` is set; elsewhere, if `CLICOLOR_FORCE` is.
fn has_colour() -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_refused && (is_set("CLICOLOR_FORCE") || io::stdout().is_terminal() && !is_dumb)
}

/// The width of a line of text for people, in characters: that of the terminal, or 100.
pub fn width() -> usize {
    const USUAL: usize = 100;
    let width = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
    width.map_or(USUAL, |(width, _)| usize::from(width.0).max(60))
}

/// The exit code of a command that would end with `code`. If a text could not be printed, says so.
pub fn exit_code(code: u8) -> u8 {
    let Some(error) = FAILED.get() else { return code };
    say(&mut io::stderr(), &format!("the output is incomplete: standard output could not be written ({error})\n"));
    ExitCode::first(code, ExitCode::USAGE)
}

/// Writes a file below folders that it makes; `-` is standard output.
///
/// # Errors
/// The file or a folder cannot be written.
pub fn write_or_print(file: &Path, text: &str) -> Result<(), InputError> {
    if file == Path::new("-") {
        print_raw(text);
        return Ok(());
    }
    write(file, text)
}

/// Writes a file below folders that it makes.
///
/// # Errors
/// The file or a folder cannot be written.
pub fn write(file: &Path, text: &str) -> Result<(), InputError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let written = folder.map_or(Ok(()), fs::create_dir_all).and_then(|()| write_file(file, text));
    written.map_err(|error| InputError::new(format!("{}: {error}", file.display())).help("the file is not written"))
}

/// Checks that a file could be written, before a long run. It makes the folders for it, and leaves the file as it is.
///
/// # Errors
/// The file or a folder cannot be written.
pub fn check_writable(file: &Path) -> Result<(), InputError> {
    if file == Path::new("-") {
        return Ok(());
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_new = !file.exists();
    let tried = folder.map_or(Ok(()), fs::create_dir_all);
    let tried = tried.and_then(|()| fs::OpenOptions::new().append(true).create(true).open(file).map(drop));
    if tried.is_ok() && is_new {
        // It was made only to see that this is possible.
        drop(fs::remove_file(file));
    }
    tried.map_err(|error| {
        InputError::new(format!("{}: {error}", file.display())).help("nothing was run; name a file that can be written")
    })
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
