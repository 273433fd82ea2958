//! When a program has settled that does not say when it is idle. While it owes something and nothing of it is held, it *works*, and
//! is waited for up to the patience. Otherwise it has settled when nothing has come for a while.

use std::time::Duration;

/// The share of the time in which a program that waits may run: a quarter. One that runs for longer has not settled.
const BUSY_SHARE: u32 = 4;
/// How often a program is waited for that is silent and busy. After that, it counts as settled.
const WINDOWS_MAX: u32 = 5;
/// How often one is waited for, busy or not, that owes something while it asks the user. It may be slow, or may hold it up until
/// the user has answered.
const WINDOWS_OWED: u32 = 20;

/// Whether a program has settled.
#[derive(Clone, Debug)]
pub struct Settling {
    is_settled: bool,
    /// How often it was waited for in vain.
    windows: u32,
}

/// What was seen of a program while nothing came of it.
#[derive(Clone, Copy, Debug)]
pub struct Silence {
    /// How long it was waited for.
    pub waited: Duration,
    /// For how long it has run meanwhile.
    pub worked: Duration,
    /// Whether it owes more, beside what it asks.
    pub is_owed_more: bool,
}

impl Default for Settling {
    fn default() -> Self {
        Self { is_settled: true, windows: 0 }
    }
}

impl Settling {
    /// Whether nothing has come for long enough.
    pub const fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// It was told something.
    pub const fn is_told(&mut self) {
        self.is_settled = false;
    }

    /// It has said something.
    pub const fn has_spoken(&mut self) {
        self.windows = 0;
    }

    /// It has been waited for long enough.
    pub const fn is_over(&mut self) {
        self.is_settled = true;
    }

    /// Nothing has come while it was waited for. On a busy machine, a program is silent because it waits for a processor.
    pub fn was_silent(&mut self, silence: Silence) {
        let was_busy = silence.worked > silence.waited / BUSY_SHARE;
        self.windows += 1;
        self.is_settled =
            if silence.is_owed_more { self.windows >= WINDOWS_OWED } else { !was_busy || self.windows >= WINDOWS_MAX };
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rstest::rstest;

    use super::{Settling, Silence};

    #[rstest]
    #[case::idle(0, false, 1)]
    #[case::busy(90, false, 5)]
    #[case::owing(0, true, 20)]
    fn a_silent_program_settles(#[case] worked: u64, #[case] is_owed_more: bool, #[case] windows: u32) {
        let mut settling = Settling::default();
        settling.is_told();
        let silence =
            Silence { waited: Duration::from_millis(100), worked: Duration::from_millis(worked), is_owed_more };
        let mut count = 0;
        while !settling.is_settled() {
            settling.was_silent(silence);
            count += 1;
        }
        assert_eq!(count, windows);
    }
}
