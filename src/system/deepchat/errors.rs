//! What can be wrong with the arguments of a call, and with the setup of a run.

use thiserror::Error;

use super::profile::{Profile, tool_name};
use crate::system::LayerError;

/// How the model can do better.
const HINT: &str = "Give `question` (a text), `options` (an array of objects with a `label` and perhaps a \
    `description`), and if you like `header`, `multiple` and `custom`.";

/// Why the arguments of a call hold no valid question. The model reads this text after a prefix that marks an error
/// (DC-15).
#[derive(Clone, Debug, Eq, PartialEq, Error)]
pub enum ArgumentsError {
    /// The text is not JSON, and no repair makes it JSON.
    #[error("Invalid JSON for question tool arguments. {}", HINT)]
    NotJson,
    /// The arguments break a rule.
    #[error("Invalid arguments for {}. {} Validation details: {}", tool_name(*profile), HINT, joined(issues))]
    Invalid {
        /// The profile whose rules apply.
        profile: Profile,
        /// Each broken rule.
        issues: Vec<Issue>,
    },
}

/// A broken rule, and its place in the arguments.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Error)]
#[error("{at}: {fault}")]
pub struct Issue {
    /// The place.
    pub at: String,
    /// The broken rule.
    pub fault: Fault,
}

/// A rule that arguments can break.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Error)]
pub enum Fault {
    /// The tool has no such argument.
    #[error("unknown key")]
    UnknownKey,
    /// The argument is absent.
    #[error("required")]
    Required,
    /// The value is not an array.
    #[error("expected an array")]
    NotArray,
    /// The value is not an object.
    #[error("expected an object")]
    NotObject,
    /// The value is not a text.
    #[error("expected a text")]
    NotText,
    /// The text has only white space.
    #[error("expected a text, found a blank one")]
    Blank,
    /// The value is not a boolean.
    #[error("expected true or false")]
    NotFlag,
    /// The text is too long.
    #[error("expected at most {max} characters, found {found}")]
    TooLong {
        /// The limit.
        max: usize,
        /// The length.
        found: usize,
    },
    /// There are no options, or too many.
    #[error("expected 1 to {max} of them, found {found}")]
    Count {
        /// The limit.
        max: usize,
        /// How many there are.
        found: usize,
    },
}

fn joined(issues: &[Issue]) -> String {
    issues.iter().map(Issue::to_string).collect::<Vec<_>>().join("; ")
}

/// Why a run cannot begin.
#[derive(Debug, Error)]
pub enum SetupError {
    /// A layer of the configuration is wrong.
    #[error(transparent)]
    Config(#[from] LayerError),
    /// A stored value is not a message.
    #[error("stored message {number}: {why}")]
    NotMessage {
        /// The number of the value, counted from 1.
        number: usize,
        /// The place in the value, and the fault.
        why: serde_path_to_error::Error<serde_json::Error>,
    },
    /// A message has the content of another role.
    #[error("stored message {number}: content: expected {expected}, by its role")]
    WrongContent {
        /// The number of the value, counted from 1.
        number: usize,
        /// The content that the role demands.
        expected: &'static str,
    },
}
