//! The exit codes of the program, and the levels that count.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::suite::catalogue::Level;

/// The exit codes of the program. If several apply, the first in this order is used.
pub enum ExitCode {}

impl ExitCode {
    /// The program has a bug. The message says how to report it.
    pub const INTERNAL: u8 = 70;
    /// The command line or a file is wrong, and nothing was run. Or a file could not be written, and the verdict is printed
    /// nevertheless. The message says where the mistake is and what to do.
    pub const USAGE: u8 = 2;
    /// Nothing matches the selection, so nothing was checked.
    pub const NOTHING_SELECTED: u8 = 4;
    /// The same run gave different streams.
    pub const NOT_DETERMINISTIC: u8 = 6;
    /// A requirement is violated, a scenario failed, or the reference drifted from its snapshots.
    pub const VIOLATED: u8 = 1;
    /// What is expected to fail passes, is not asked, or was expected until a day that is over: the expectation is stale.
    pub const STALE_BASELINE: u8 = 5;
    /// Nothing is violated, but a requirement that counts could not be decided.
    pub const INCOMPLETE: u8 = 3;
    /// Everything that was asked for holds.
    pub const CONFORMANT: u8 = 0;

    /// All exit codes. The first that applies is used.
    const ORDER: [u8; 8] = [
        Self::INTERNAL,
        Self::USAGE,
        Self::NOTHING_SELECTED,
        Self::NOT_DETERMINISTIC,
        Self::VIOLATED,
        Self::STALE_BASELINE,
        Self::INCOMPLETE,
        Self::CONFORMANT,
    ];

    /// The one of two codes that is used.
    pub fn first(one: u8, other: u8) -> u8 {
        Self::ORDER.into_iter().find(|code| *code == one || *code == other).unwrap_or(Self::INTERNAL)
    }
}

/// The levels at which a failed requirement counts as a violation.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailOn {
    /// `must` only.
    #[default]
    Must,
    /// `must` and `should`.
    Should,
    /// All levels, open questions included.
    Any,
}

impl FailOn {
    /// Whether a failed requirement of this level is a violation.
    pub const fn counts(self, level: Level) -> bool {
        match (self, level) {
            (_, Level::Must) | (Self::Should | Self::Any, Level::Should) | (Self::Any, Level::Open) => true,
            (Self::Must, Level::Should | Level::Open) | (Self::Should, Level::Open) => false,
        }
    }
}
