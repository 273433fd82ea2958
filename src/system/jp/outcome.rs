//! The outcome of one execution of a built-in tool.

use crate::model::json::Text;

use super::question::Question;

/// The outcome of one execution.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// The tool succeeded with this content.
    Success(Text),
    /// The tool failed with this message.
    Error(String),
    /// The tool needs an answer first.
    NeedsInput(Box<Question>),
}
