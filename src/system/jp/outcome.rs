//! The outcome of one execution of a built-in tool.

use super::question::Question;

/// The outcome of one execution.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// The tool succeeded with this content.
    Success(String),
    /// The tool failed with this message.
    Error(String),
    /// The tool needs an answer first.
    NeedsInput(Box<Question>),
}
