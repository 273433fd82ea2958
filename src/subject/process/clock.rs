//! Real time, for the bounds within which processes must end. No verdict depends on it.

#![expect(clippy::disallowed_types, reason = "what a process does takes real time")]

use std::time::{Duration, Instant};

/// The end of a wait.
#[derive(Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// After this time from now.
    pub fn after(patience: Duration) -> Self {
        Self(Instant::now() + patience)
    }

    /// The time that is left.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}
