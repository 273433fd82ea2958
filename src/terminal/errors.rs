//! The errors of opening a terminal, and their texts.

use std::io;

use thiserror::Error;

/// The terminal cannot be opened.
#[derive(Debug, Error)]
pub enum TtyError {
    /// This standard stream is not a terminal.
    #[error("{0} is not a terminal, so no person can be asked")]
    NotATerminal(&'static str),
    /// A standard stream cannot be duplicated.
    #[error("{name}: {error}")]
    Unshared {
        /// The name of the stream.
        name: &'static str,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The terminal does not take its new settings, or no signals can be received.
    #[error("the terminal cannot be used: {0}")]
    Unusable(io::Error),
    /// This program does not know the terminals of this operating system.
    #[error("this program does not know the terminals of this operating system")]
    Unsupported,
}
