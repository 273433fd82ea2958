//! Faults of a run as a whole, and who caused them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something wrong with a run as a whole.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// Who caused it.
    #[serde(rename = "blame")]
    pub culprit: Culprit,
    /// What happened, and what was expected.
    #[serde(rename = "story")]
    pub message: String,
}

/// Who caused a fault.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Culprit {
    /// The implementation under test.
    Subject,
    /// The adapter in front of it.
    Adapter,
    /// The scenario or this program.
    Suite,
    /// The machine that hotseat runs on. It gave no port or no process, for instance.
    Environment,
    /// The implementation or the scenario. The run alone cannot tell which.
    SubjectOrScenario,
}

impl Culprit {
    /// Whether the implementation under test may be what is at fault.
    pub const fn may_be_the_subjects(self) -> bool {
        matches!(self, Self::Subject | Self::SubjectOrScenario)
    }

    /// Its name in messages.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Subject => "subject",
            Self::Adapter => "adapter",
            Self::Suite => "suite",
            Self::Environment => "environment",
            Self::SubjectOrScenario => "subject or scenario",
        }
    }
}
