//! Reads the lines of a stream on a thread of its own.

use std::{
    io::{self, BufRead},
    thread,
};

/// Calls `tell` with each line, and with `None` at the end of the stream, until it returns false.
pub fn read_lines(
    input: impl BufRead + Send + 'static,
    tell: impl Fn(Option<io::Result<String>>) -> bool + Send + 'static,
) {
    thread::spawn(move || {
        for line in input.lines() {
            if !tell(Some(line)) {
                return;
            }
        }
        tell(None);
    });
}
