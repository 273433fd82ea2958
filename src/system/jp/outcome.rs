//! What one execution of a tool comes to.

use super::question::Question;

/// What one execution of a built-in tool comes to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// It succeeded, with this content.
    Success(String),
    /// It failed, with this message.
    Error(String),
    /// It needs an answer first.
    NeedsInput(Box<Question>),
}
