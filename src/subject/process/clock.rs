//! Real time, for the bounds within which processes are to end. It decides no requirement.

#![expect(clippy::disallowed_types, reason = "what a process does takes real time")]

use std::time::{Duration, Instant};

/// A moment until which something is waited for.
#[derive(Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// So long from now.
    pub fn after(patience: Duration) -> Self {
        Self(Instant::now() + patience)
    }

    /// What is left until then.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }
}
