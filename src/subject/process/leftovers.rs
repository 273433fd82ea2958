//! What was still there when a process was to be gone.

use std::fmt;

/// How a process came to its end.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Manner {
    /// By itself.
    #[default]
    Itself,
    /// When it was told to by SIGTERM.
    Told,
    /// It did not mind SIGTERM, or was not asked, and was killed.
    Killed,
    /// Not at all: it is another user's by now, or hangs inside the kernel.
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

/// What the end of a process took.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[must_use = "what was left behind is a fault of the subject"]
pub struct Leftovers {
    /// How the process itself ended.
    pub itself: Manner,
    /// With which status, where it ended by itself and not by a signal.
    pub status: Option<i32>,
    /// What it left behind, in the order in which that was found.
    pub behind: Vec<Leftover>,
}

/// What was left behind, in words: empty where nothing was.
impl fmt::Display for Leftovers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, leftover) in self.behind.iter().enumerate() {
            write!(f, "{}{leftover}", if index == 0 { "left behind: " } else { "; " })?;
        }
        Ok(())
    }
}
