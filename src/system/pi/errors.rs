//! The errors that the user, the model or the client is told, and their texts.

use crate::model::json::Value;
use thiserror::Error;

use crate::system::{FileFailure, LayerError};

/// A run cannot begin.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SetupError {
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The command line is wrong.
    #[error(transparent)]
    CommandLine(#[from] CommandLineError),
    /// The stored session is wrong.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// A layer of the configuration is wrong. The text names the layer and the place in it.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error(transparent)]
pub struct ConfigError(#[from] LayerError);

/// The command line is wrong.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum CommandLineError {
    /// There is no such option.
    #[error("command line: expected -p, -c, --mode or --answers, found `{0}`")]
    UnknownOption(String),
    /// An option has a wrong value.
    #[error("command line: `{option}`: expected {expected}, found {found}")]
    Value {
        /// The option.
        option: &'static str,
        /// The values that it takes.
        expected: &'static str,
        /// The value that stands there.
        found: String,
    },
    /// A file that goes with the message cannot be read.
    #[error("command line: @{path}: expected a file of text, and it {why}")]
    Attached {
        /// The path of the file.
        path: String,
        /// What is wrong with the file.
        why: &'static str,
    },
}

/// The stored session cannot be read.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SessionError {
    /// An entry is wrong.
    #[error("stored entry {number}: {fault}")]
    Entry {
        /// The number of the entry, counted from 1.
        number: usize,
        /// What is wrong with the entry.
        fault: EntryError,
    },
    /// The configured leaf is no entry of the session.
    #[error("configuration at `leaf`: no entry is called {0:?}")]
    NoSuchLeaf(String),
}

/// What is wrong with a stored entry.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum EntryError {
    /// The entry has no id.
    #[error("expected a text in `id`")]
    Id,
    /// The parent does not come before the entry.
    #[error("its `parentId` is no entry before it")]
    Orphan,
    /// Two entries have the same id.
    #[error("its `id` is that of an entry before it")]
    Repeated,
    /// The entry has no type.
    #[error("expected a text in `type`")]
    Kind,
    /// A compaction has no summary.
    #[error("expected a text in `summary`")]
    Summary,
    /// A message has no role that is known.
    #[error("expected user, assistant or toolResult in `message.role`")]
    Role,
    /// A message of the user, or a result, has other parts than texts.
    #[error("expected texts in `message.content`")]
    Texts,
    /// A message of the model has parts that are not known.
    #[error("expected texts and calls with `id`, `name` and `arguments` in `message.content`")]
    Parts,
    /// A result names no call.
    #[error("expected a text in `message.toolCallId`")]
    Call,
    /// A result does not say whether it is an error.
    #[error("expected true or false in `message.isError`")]
    Flag,
}

/// The arguments of a call are wrong (PI-11, PI-12).
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ArgumentsError {
    /// The arguments are no JSON object.
    #[error("{0}")]
    NoObject(String),
    /// A value is not what it should be.
    #[error("{at}: expected {expected}, found {found}")]
    Unexpected {
        /// The JSON pointer of the value.
        at: String,
        /// The expected value.
        expected: &'static str,
        /// The kind of value that stands there.
        found: &'static str,
    },
}

/// The answers of the command line do not fit the questions (PI-59).
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum PositionalError {
    /// There are too many answers, or too few.
    #[error(
        "--answers: expected an answer to each question, {expected} in all, found {found}; nothing was answered, so \
         correct them and run it again"
    )]
    Count {
        /// How many questions there are.
        expected: usize,
        /// How many answers there are.
        found: usize,
    },
    /// An answer does not fit its question.
    #[error(
        "--answers: answer {number}: expected {expected}, found {found}; nothing was answered, so correct them and \
         run it again"
    )]
    Answer {
        /// The number of the answer, counted from 1.
        number: usize,
        /// The expected answer.
        expected: &'static str,
        /// The answer, as JSON.
        found: String,
    },
}

/// A client's reply does not fit the request.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ReplyError {
    /// The answers are no array.
    #[error("/answers: expected an array")]
    NoArray,
    /// There are too many answers, or too few.
    #[error("/answers: expected {expected} answers, found {found}")]
    Count {
        /// How many questions there are.
        expected: usize,
        /// How many answers there are.
        found: usize,
    },
    /// A question has no answer.
    #[error("/answers: expected an answer to {0:?}, found none")]
    Missing(String),
    /// An answer does not fit its question.
    #[error("/answers/{at}/answer: expected {expected}, found {found}")]
    Answer {
        /// The index of the answer.
        at: usize,
        /// The expected answer.
        expected: &'static str,
        /// The answer that stands there.
        found: Value,
    },
}

/// A pending file cannot be read.
#[derive(Clone, Debug, Eq, Error, Hash, PartialEq)]
pub enum PendingFileError {
    /// The file has no text that can be read.
    #[error("it {}", .0.words())]
    Failed(FileFailure),
    /// The text is no JSON.
    #[error("{0}")]
    NoJson(String),
    /// The questions are no array.
    #[error("expected an array in `questions`")]
    Questions,
    /// The name of the session is no text.
    #[error("expected a text in `sessionId`")]
    Session,
    /// The question at this index is no object.
    #[error("expected an object in `questions[{0}]`")]
    NoObject(usize),
    /// The question at this index has a part of another shape.
    #[error("expected a text in `question`, and texts in `options`, of `questions[{0}]`")]
    Question(usize),
    /// An answer has another shape.
    #[error("expected a text, an array of texts, or null in `questions[{at}].answer`, found {found}")]
    Answer {
        /// The index of the question.
        at: usize,
        /// The value that stands there.
        found: Value,
    },
}

/// Why a pending file is kept and not used.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum KeptFile {
    /// The file cannot be read.
    #[error("{0}; mend it, or remove it with /questions clear")]
    Unreadable(PendingFileError),
    /// The file belongs to another session.
    #[error("it belongs to the session {theirs:?}, and this is {ours:?}")]
    OtherSession {
        /// The session of the file.
        theirs: String,
        /// The session of the run.
        ours: String,
    },
}
