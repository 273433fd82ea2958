//! A question as the user sees it: the model's arguments, trimmed and within the limits.

use serde::{Deserialize, Serialize};

/// A question with its choices. Lengths are in Unicode scalar values (DC-17).
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Question {
    /// A short label above it (DC-04).
    pub header: Option<String>,
    /// The question (DC-05).
    pub text: String,
    /// The choices, in order; labels may repeat (DC-16).
    pub options: Vec<Choice>,
    /// Whether the user may pick several choices (DC-71).
    pub multiple: bool,
    /// Whether the user may type an answer (DC-71).
    pub custom: bool,
}

/// A choice. The label is both shown and inserted (DC-07); a choice has no other value (DC-65).
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The text that is shown and inserted.
    pub label: String,
    /// A small text under the label (DC-70).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The longest header and label.
pub const LABEL_MAX: usize = 30;
/// The longest question.
pub const QUESTION_MAX: usize = 500;
/// The longest description.
pub const DESCRIPTION_MAX: usize = 200;
/// The most options.
pub const OPTIONS_MAX: usize = 10;
