//! The terminal on systems whose terminals this program does not know: no person can be asked.

use std::{convert::Infallible, io};

use super::{Row, Terminal, TerminalEvent, TtyError};

/// A terminal. No value of this type exists.
pub struct Tty(Infallible);

impl Tty {
    /// Opens the terminal.
    ///
    /// # Errors
    /// Always.
    pub fn open() -> Result<Self, TtyError> {
        Err(TtyError::Unsupported)
    }
}

impl Terminal for Tty {
    fn size(&self) -> (usize, usize) {
        match self.0 {}
    }

    fn draw(&mut self, _: &[Row]) -> io::Result<()> {
        match self.0 {}
    }

    fn next_event(&mut self) -> TerminalEvent {
        match self.0 {}
    }

    fn discard_typed(&mut self) -> bool {
        match self.0 {}
    }
}
