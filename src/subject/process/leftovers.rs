//! The processes that a subject left behind.

use std::fmt;

/// How a process ended.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Manner {
    /// By itself.
    #[default]
    Itself,
    /// By SIGTERM.
    Told,
    /// By SIGKILL, because it ignored SIGTERM or got none.
    Killed,
    /// Not at all: the process changed its user, or hangs inside the kernel.
    Remains,
}

/// A process that a subject left behind.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Leftover {
    /// The name of its command, as the system shortens it.
    pub name: String,
    /// How it ended.
    pub manner: Manner,
}

impl fmt::Display for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.manner {
            Manner::Itself => "which ended by itself",
            Manner::Told => "which ended when it was told to",
            Manner::Killed => "which had to be killed",
            Manner::Remains => "which could not be stopped",
        };
        write!(f, "`{}`, {how}", self.name)
    }
}

/// The end of a process, and its leftovers.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[must_use = "what was left behind is a fault of the subject"]
pub struct Leftovers {
    /// How the process itself ended.
    pub itself: Manner,
    /// The status, if the process ended by itself and not by a signal.
    pub status: Option<i32>,
    /// The signal that ended the process, if one did and that is known.
    pub signal: Option<i32>,
    /// The leftovers, in the order in which they were found.
    pub behind: Vec<Leftover>,
}

/// The leftovers in words, or an empty text.
impl fmt::Display for Leftovers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, leftover) in self.behind.iter().enumerate() {
            write!(f, "{}{leftover}", if index == 0 { "left behind: " } else { "; " })?;
        }
        Ok(())
    }
}
