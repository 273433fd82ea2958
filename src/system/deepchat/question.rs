//! A question as it is asked: what the model gave, trimmed and within the limits.

use serde::{Deserialize, Serialize};

/// A question with its choices. Lengths are in Unicode scalar values (DC-17).
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Question {
    /// A short label above it (DC-04).
    pub header: Option<String>,
    /// The question (DC-05).
    pub text: String,
    /// The choices, in order; labels may repeat (DC-16).
    pub options: Vec<Choice>,
    /// Whether several choices may be taken together (DC-71).
    pub multiple: bool,
    /// Whether an answer may be typed (DC-71).
    pub custom: bool,
}

/// A choice: its label is what is shown and what is inserted (DC-07); there is nothing behind it (DC-65).
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// What is shown and inserted.
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
