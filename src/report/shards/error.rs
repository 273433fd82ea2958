//! Why a summary cannot be read, or two cannot be added up.

use thiserror::Error;

use crate::sim::finding::VERSION;

/// Why a file is not read as a summary.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SummaryError {
    /// The file ends too early.
    #[error("the file is cut off at line {line}, column {column}")]
    Cut {
        /// The last line.
        line: usize,
        /// Its length.
        column: usize,
    },
    /// Another version of this program wrote it.
    #[error("the summary is of hotseat {0}, and this is hotseat {VERSION}")]
    Version(String),
    /// It is no summary.
    #[error("the file is not the summary of a shard: {0}")]
    Other(String),
    /// It was changed.
    #[error("the file was edited: it says that its checksum is {found}, but the checksum of its content is {expected}")]
    Edited {
        /// The checksum in the file.
        found: String,
        /// The checksum of the content.
        expected: String,
    },
}

impl SummaryError {
    /// What to do about it.
    pub const fn help(&self) -> &'static str {
        match self {
            Self::Cut { .. } => "run the shard again, or get the whole file",
            Self::Version(_) => "merge with the version that ran the shards, or run all of them with this one",
            Self::Other(_) => "a command writes one if it has `--shard I/N`",
            Self::Edited { .. } => "use the file as it was written, or run the shard again",
        }
    }
}

/// Why two summaries cannot be added up.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum MergeError {
    /// They are of different campaigns.
    #[error("it is of another campaign: `{place}` is {here} here, and {there}")]
    Campaign {
        /// The first member that differs.
        place: String,
        /// Its value in the second summary.
        here: String,
        /// Its value in the first.
        there: String,
    },
    /// They have a shard in common.
    #[error("shard {0} is doubled")]
    Doubled(u32),
}
