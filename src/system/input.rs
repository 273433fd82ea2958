//! Inputs: the things that a subject is told.

use crate::model::json::{Text, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, IntoStaticStr, VariantArray, VariantNames};

use super::Setup;
use crate::model::{Key, Op};

/// One thing that a party tells a subject.
#[derive(Clone, Debug, EnumDiscriminants, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum_discriminants(
    name(InputKind),
    vis(pub),
    doc = "The variants of [`Input`]; each has its name in the stream.",
    derive(Hash, IntoStaticStr, Ord, PartialOrd, VariantArray),
    strum(serialize_all = "snake_case")
)]
pub enum Input {
    /// The run begins. This is the first input, and comes only once.
    Begin(Box<Setup>),
    /// The user sends a message. The message begins a turn, steers a running turn, or answers an open question.
    Says(Utterance),
    /// A piece of the model's answer to a request.
    Model(Op, ModelEvent),
    /// An execution of a tool ends, or asks a question.
    Tool(Op, ToolEvent),
    /// The person acts at a prompt. The prompt may no longer be shown.
    Person(Op, Act),
    /// The client that hosts the subject sends something, or comes or goes.
    Client(ClientEvent),
    /// A file operation ends.
    File(Op, FileEvent),
    /// The operating system sends a signal.
    Signal(Signal),
    /// A timer fires.
    Fired(Op),
}

/// A message of the user.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Utterance(pub Text);

/// A piece of a model's answer. The form is the same for every wire.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ModelEvent {
    /// Some text.
    Text(Text),
    /// A piece of the model's reasoning, cut anywhere. Later requests have the reasoning whole and unchanged, or not at
    /// all. A provider's signature of the reasoning stays with the wire.
    Reasoning(Text),
    /// A tool call begins.
    Call {
        /// The id of the call.
        id: Text,
        /// The tool.
        name: Text,
    },
    /// A piece of the arguments of the latest call: JSON text, cut anywhere.
    Arguments(Text),
    /// A complete structured answer. An answer that is not JSON arrives as a JSON string.
    Data(Value),
    /// The answer is complete.
    Finished,
    /// The answer is cut off at the provider's output limit, and nothing follows. The text may lack its end, and the
    /// arguments of the last call may be cut anywhere.
    LimitReached,
    /// The answer ends as a refusal, and nothing follows. Its text may say why.
    Refused,
    /// The answer fails. Nothing follows.
    Failed(Failure),
}

/// How a reply of a model ends that does not fail.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplyEnd {
    /// The reply is complete.
    #[default]
    Whole,
    /// The provider says that the reply is cut off at the output limit.
    CutOff,
    /// The provider says that the reply is a refusal. Its text may say why.
    Refused,
}

impl ReplyEnd {
    /// Whether the reply is complete.
    pub fn is_whole(&self) -> bool {
        *self == Self::Whole
    }
}

impl From<ReplyEnd> for ModelEvent {
    fn from(end: ReplyEnd) -> Self {
        match end {
            ReplyEnd::Whole => Self::Finished,
            ReplyEnd::CutOff => Self::LimitReached,
            ReplyEnd::Refused => Self::Refused,
        }
    }
}

impl ModelEvent {
    /// The text of this piece, and that of `next`, if both are pieces of one text, of one reasoning, or of the arguments of one
    /// call.
    pub const fn texts_of_one<'e>(&'e mut self, next: &'e Self) -> Option<(&'e mut Text, &'e Text)> {
        match (self, next) {
            (Self::Text(text), Self::Text(more))
            | (Self::Reasoning(text), Self::Reasoning(more))
            | (Self::Arguments(text), Self::Arguments(more)) => Some((text, more)),
            _ => None,
        }
    }

    /// Whether nothing of the reply follows.
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::Finished | Self::LimitReached | Self::Refused | Self::Failed(_))
    }
}

/// How a request to a model failed.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The HTTP status, if there was a response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How long the server asks the client to wait, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

/// The kind of a failure. The list is closed, so that no library's error text enters a stream.
#[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum FailureKind {
    /// Status 429.
    RateLimited,
    /// Status 529, or the wire's own error for an overload.
    Overloaded,
    /// Any other status of 500 or more.
    Server,
    /// Any other status. The request was refused.
    Rejected,
    /// The connection ended before the answer began.
    Dropped,
    /// The answer ended without its terminal event.
    Truncated,
    /// The answer does not have the wire's format.
    Malformed,
}

/// How an execution of a tool ends, or the question that the tool asks.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum ToolEvent {
    /// The tool succeeded, with this content.
    Done(Text),
    /// The tool failed, with this message.
    Error(Text),
    /// The tool needs an answer first. The value is the question in the tool's own shape.
    Asks(Value),
    /// The tool ended without a result.
    Panicked,
}

/// An act of a person at a prompt: an act with a meaning, or a key.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Act {
    /// Gives this answer. The subject decides which keys would give it.
    Answer(Value),
    /// Gives this answer, and has it remembered if the prompt offers that.
    Remember(Value),
    /// Presses a key.
    Key(Key),
    /// Pastes this text into the input. All characters count as typed, and the prompt is drawn once.
    Paste(Text),
    /// Clicks on this choice. If several may be picked, a second click puts the choice back.
    Choose(Text),
    /// Submits the picked choices and the typed text.
    Submit,
    /// Declines to answer, in a system in which this differs from a cancel.
    Reject,
    /// Cancels the prompt.
    Cancel,
    /// The person's input ends (end of file).
    Eof,
    /// The person's terminal fails.
    Broken,
}

/// An event of the client that hosts a subject.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum ClientEvent {
    /// The client sends a message.
    Line(Value),
    /// The client writes a piece of its stream, line breaks included, cut anywhere. Only for systems that read lines.
    Written(Text),
    /// The client has connected. Where the subject is a server, or a client of one, this is another connection, to another process of
    /// the server.
    Attached,
    /// The client has left.
    Gone,
}

/// How a file operation ends.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum FileEvent {
    /// The file was written or removed.
    Done,
    /// The content of the file. `None` if there is no such file.
    Read(Option<Text>),
    /// The operation failed.
    Failed(FileFailure),
}

/// Why a file operation failed. The list is closed.
#[derive(Clone, Copy, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FileFailure {
    /// The file must be new, but its path exists.
    Exists,
    /// The file no longer has the expected content.
    Changed,
    /// The path is not a plain file, but a folder, a link or something else.
    NoFile,
    /// The content of the file is not text.
    NoText,
    /// Any other failure, such as a missing permission or a full disk.
    Denied,
}

impl FileFailure {
    /// The failure in words, which follow the path in a message.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Exists => "is there already",
            Self::Changed => "has changed meanwhile",
            Self::NoFile => "is no plain file",
            Self::NoText => "holds no text",
            Self::Denied => "can not be worked on",
        }
    }
}

/// A signal of the operating system.
#[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Signal {
    /// SIGINT.
    Interrupt,
    /// SIGTERM.
    Terminate,
    /// SIGQUIT.
    Quit,
}
