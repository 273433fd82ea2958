//! A human at a terminal takes the person's part in a run. Prompts are drawn, and keys become acts.
//!
//! ```text
//!  bytes ─▶ keys ─▶ meaning ─▶ person ─▶ acts, to the stage
//!                               │
//!   rows ◀─────── layout ◀──────┘
//!
//! Only `tty` works with a real terminal.
//! ```
//!
//! **Absent here:** any system's rules and drawings, files, and any judgement of the run.

mod errors;
#[cfg_attr(not(unix), allow(dead_code, reason = "only `tty` has bytes to decode"))]
mod keys;
mod layout;
mod meaning;
mod person;
#[cfg(unix)]
mod tty;
#[cfg(not(unix))]
#[path = "no_tty.rs"]
mod tty;

use std::io;

pub use self::{
    errors::TtyError,
    keys::Stroke,
    layout::{Row, Style},
    person::{Person, Stop},
    tty::Tty,
};

/// Something to draw on and to read from.
pub trait Terminal {
    /// The number of columns and of rows. Neither is zero.
    fn size(&self) -> (usize, usize);

    /// Draws these rows from the top, and clears the rest.
    ///
    /// # Errors
    /// If the terminal cannot be drawn on.
    fn draw(&mut self, rows: &[Row]) -> io::Result<()>;

    /// Waits for the next event.
    fn next_event(&mut self) -> TerminalEvent;

    /// Discards everything that was typed so far. Returns whether Ctrl-C was among it.
    fn discard_typed(&mut self) -> bool;
}

/// Something that a terminal reports.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TerminalEvent {
    /// A key was pressed, or a text was pasted.
    Stroke(Stroke),
    /// Its size has changed.
    Resized,
    /// It is gone, and reports nothing more.
    Gone,
    /// This program got the signal with this number, which asks it to end.
    Signal(i32),
}
