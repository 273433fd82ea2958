//! Where no terminal of this program's kind is known: nobody can be asked at one.

use std::{convert::Infallible, io};

use super::{Row, Terminal, TerminalEvent, TtyError};

/// A terminal, of which there is none.
pub struct Tty(Infallible);

impl Tty {
    /// None.
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

    fn hear(&mut self) -> TerminalEvent {
        match self.0 {}
    }

    fn forget(&mut self) -> bool {
        match self.0 {}
    }
}
