//! The errors of this room, with their texts.

use thiserror::Error;

/// A run that panicked, with the message of the panic.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("the run panicked: {0}")]
pub struct RunPanicked(pub String);

/// Why no scenario can judge a mutant: its row does not fit the catalogue or the features.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum RowMismatch {
    /// The requirement is unknown.
    #[error("there is no requirement {id:?}; is `{nearest}` meant?")]
    Requirement {
        /// The id in the row.
        id: String,
        /// The most similar id.
        nearest: String,
    },
    /// No scenario that the row allows names the requirement.
    #[error("no scenario of this mutant has a `Then` that names {0}")]
    Scenario(String),
    /// No `Then` that names the requirement has the text in the row.
    #[error("no `Then` that names {id} has the text {then:?}; these are: {thens}", thens = thens.join(" | "))]
    Then {
        /// The id of the requirement.
        id: String,
        /// The text in the row.
        then: String,
        /// The texts of all `Then`s that name the requirement.
        thens: Vec<String>,
    },
}
