//! Virtual time.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A point in virtual time, or a duration, in milliseconds. A run starts at zero.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, JsonSchema, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// `seconds` in milliseconds, saturating.
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// This point, `length` later. Saturates, so that no script can overflow the clock.
    pub const fn after(self, length: Self) -> Self {
        Self(self.0.saturating_add(length.0))
    }
}

/// Minutes, seconds and milliseconds: `01:30.000`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, rest) = (self.0 / 60_000, self.0 % 60_000);
        write!(f, "{minutes:02}:{:02}.{:03}", rest / 1000, rest % 1000)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Millis;

    #[rstest]
    #[case(0, "00:00.000")]
    #[case(90_000, "01:30.000")]
    #[case(6_000_001, "100:00.001")]
    fn time_is_shown_in_minutes_seconds_and_milliseconds(#[case] millis: u64, #[case] shown: &str) {
        assert_eq!(Millis(millis).to_string(), shown);
    }

    #[test]
    fn a_script_cannot_overflow_the_clock() {
        assert_eq!(Millis(u64::MAX).after(Millis::from_secs(u64::MAX)), Millis(u64::MAX));
    }
}
