//! The errors of this room, with their texts: mistakes in messages, in rows and in tables.

use crate::model::json::Value;
use thiserror::Error;

use crate::system::System;

/// Why a JSON value is not a message.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum MessageError {
    /// The JSON is neither an input nor an effect.
    #[error("{mistake}, in {message}")]
    Unknown {
        /// The mistake.
        mistake: String,
        /// The whole message.
        message: Value,
    },
    /// The operation of a call is invalid.
    #[error("{0}")]
    Op(String),
    /// A member of a call is not a text.
    #[error("expected a call with a text `{name}`, found {found}")]
    Call {
        /// The name of the member.
        name: &'static str,
        /// The value that it has.
        found: Value,
    },
}

/// A mistake in a row of a table.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RowError {
    /// The kind of a message begins with neither side.
    #[error("expected `input/...` or `effect/...`, found `{0}`")]
    Side(String),
    /// The kind of a message names an unknown variant.
    #[error("expected {side}/ and one of {known}, found `{found}`", known = known.join(", "))]
    UnknownName {
        /// The side.
        side: String,
        /// The variants of that side.
        known: Vec<&'static str>,
        /// The whole kind.
        found: String,
    },
    /// The kind of a message names an unknown part.
    #[error(
        "expected {side}/{name}/ and {known}, found `{found}`",
        known = if known.is_empty() { "no part".to_owned() } else { known.join(", ") }
    )]
    Part {
        /// The side.
        side: String,
        /// The variant.
        name: String,
        /// The parts of the variant.
        known: &'static [&'static str],
        /// The whole kind.
        found: String,
    },
    /// The kind of a message has too many words.
    #[error("expected at most three words, such as `input/person/answer`, found `{0}`")]
    Words(String),
    /// A place is not a pointer.
    #[error(
        "expected a place such as `/question/text`, `/choices/*`, `op` or ``, found `{0}`; a pointer begins with /"
    )]
    Place(String),
    /// A pattern is not a regular expression.
    #[error("{text:?} is no regular expression: {why}")]
    Pattern {
        /// The text of the pattern.
        text: String,
        /// Why it is not a regular expression.
        why: regex::Error,
    },
    /// A condition is an object, but not one of the tests.
    #[error("{0}; an object to be equal to is written {{\"is\": ...}}")]
    Condition(String),
    /// A template has no side or no variant.
    #[error("expected a message such as {{\"effect\": {{\"record\": ..}}}}, found {0}")]
    Template(Value),
    /// A template is not a message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The id is empty, or has characters that are not allowed.
    #[error("expected an id of lower-case words joined by `-`")]
    Id,
    /// A text of the row is empty.
    #[error("expected {0} that say something")]
    Unsaid(&'static str),
    /// The system is unknown.
    #[error("expected a system, one of {known}, found {0:?}", known = System::ALL.map(|system| system.name).join(", "))]
    System(String),
    /// The row names no system.
    #[error("expected at least one of `systems`, found none")]
    NoSystem,
    /// The row has no change.
    #[error("expected at least one change, found none")]
    NoChange,
    /// The condition of the run waits for no message.
    #[error("expected at least one message in `since`, and in each of its lists, found none")]
    NoMessage,
    /// The condition of the run names a piece of a call.
    #[error("`{0}` is a piece of a call: name the whole call, `input/call`, or another part")]
    PieceOfCall(String),
    /// The row changes an input, and names no lane.
    #[error("it changes an input, so it must say in which `lane` that shows")]
    InputWithoutLane,
    /// The row changes no effect, and names no lane.
    #[error("it changes no effect, so it must say in which `lane` it shows")]
    NoEffect,
}

/// Why a table cannot be used.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum TableError {
    /// The file has a mistake.
    #[error("{file}:{line}:{column}, at `{path}`: {mistake}")]
    Mistake {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The path to the value.
        path: String,
        /// The mistake.
        mistake: String,
    },
    /// Something follows the table.
    #[error("{file}: there is more after the table: {mistake}")]
    Rest {
        /// The file.
        file: String,
        /// The mistake.
        mistake: String,
    },
    /// Two rows of one table have the same id.
    #[error("{file}: there are two rows {id}: give one another id")]
    SameId {
        /// The file.
        file: String,
        /// The id.
        id: String,
    },
    /// Rows of two tables have the same id.
    #[error("in two tables there is a row {0}: give one another id")]
    SameIdInTwo(String),
    /// A row has a mistake.
    #[error("{file}: {id}: {mistake}")]
    Row {
        /// The file.
        file: String,
        /// The id of the row.
        id: String,
        /// The mistake.
        mistake: Box<RowError>,
    },
}
