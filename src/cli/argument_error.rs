//! The errors of arguments that we parse ourselves, with their texts.

use thiserror::Error;

use crate::{llm::Wire, report::formats::Kind, stage::Lane};

/// The last seed. The end of a range is not included, so the largest number is not a seed.
const LAST_SEED: u64 = u64::MAX - 1;

/// Why an argument cannot be parsed.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ArgumentError {
    /// The value of `--report` names no format, or no file.
    #[error("expected KIND=FILE, with one of {known}", known = Kind::ALL.map(Kind::word).join(", "))]
    Report,
    /// The value of `--stories` is neither a number nor a word.
    #[error("expected a number, `all` or `none`")]
    Stories,
    /// A lane is unknown.
    #[error("expected some of {known}", known = Lane::ALL.map(Lane::word).join(", "))]
    Lane,
    /// A wire is unknown.
    #[error("expected one of {known}", known = Wire::ALL.map(Wire::word).join(", "))]
    Wire,
    /// A seed is not a number.
    #[error("expected seeds such as 0..1000, 500.. or 7, from 0 to {max}, found {0:?}", max = u64::MAX)]
    Seed(String),
    /// A single seed is larger than the last seed.
    #[error("the last seed is {LAST_SEED}")]
    SeedTooLarge,
    /// Seeds without an end begin after the last seed.
    #[error("there is no seed in {0}..: the last seed is {LAST_SEED}")]
    NoSeedFrom(u64),
    /// A range of seeds is empty.
    #[error(
        "there is no seed in {from}..{to}: {hint}; for seed {from} alone, give {from}",
        hint = if from == to { "the end is not included" } else { "the end is below the start" }
    )]
    NoSeed {
        /// The first seed.
        from: u64,
        /// The end, which is not included.
        to: u64,
    },
    /// A text is not a duration, or is one that is too short or too long.
    #[error("expected a duration such as 30s, 5m or 2h, found {0:?}")]
    Duration(String),
}
