//! How long an adapter has said nothing. Blank lines, and requests to addresses where no model is, are no speech: an
//! adapter that only sends those is silent.

use std::{fmt, time::Duration};

use crate::subject::process::Deadline;

/// The silence of an adapter since its last speech.
#[derive(Default)]
pub struct Silence {
    /// When the adapter has been silent for too long. Set by the first wait.
    ends: Option<Deadline>,
    /// The blank lines during the silence.
    blank: u64,
}

impl Silence {
    /// The time that is left. The first call after a speech begins to count, with this patience.
    pub fn left(&mut self, patience: Duration) -> Duration {
        self.ends.get_or_insert_with(|| Deadline::after(patience)).left()
    }

    /// The adapter has said something, or was told something.
    pub fn end(&mut self) {
        *self = Self::default();
    }

    /// Counts a blank line.
    pub const fn count_blank(&mut self) {
        self.blank += 1;
    }
}

/// Text for the end of an error message. It is empty if there were no blank lines.
impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.blank {
            0 => Ok(()),
            1 => f.write_str("\nmeanwhile it wrote a blank line, which does not count"),
            many => write!(f, "\nmeanwhile it wrote {many} blank lines, which do not count"),
        }
    }
}
