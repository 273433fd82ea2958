//! A person at a terminal takes the person's part in a run: what is shown is drawn, what they press becomes an act.
//!
//! ```text
//!  bytes ─▶ keys ─▶ meaning ─▶ person ─▶ acts, to the stage
//!                               │
//!   rows ◀─────── layout ◀──────┘
//!
//! Only `tty` knows a terminal.
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
    layout::{Look, Row},
    person::{Person, Stop},
    tty::Tty,
};

/// Something to draw on and to read from.
pub trait Terminal {
    /// How many columns and rows there are; never none.
    fn size(&self) -> (usize, usize);

    /// Draws these rows, from the top, and nothing else.
    ///
    /// # Errors
    /// Where it can not be drawn on.
    fn draw(&mut self, rows: &[Row]) -> io::Result<()>;

    /// Waits for what comes next.
    fn hear(&mut self) -> TerminalEvent;

    /// Throws away what was typed and not heard yet; yields whether Ctrl-C was among it.
    fn forget(&mut self) -> bool;
}

/// What comes from a terminal.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TerminalEvent {
    /// Somebody pressed this.
    Stroke(Stroke),
    /// It has another size.
    Resized,
    /// It is gone: nothing comes any more.
    Gone,
    /// This program was asked to end, by the signal of that number.
    Asked(i32),
}
