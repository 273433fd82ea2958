//! What a subject hears.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumDiscriminants, IntoStaticStr, VariantArray, VariantNames};

use super::Setup;
use crate::model::{Key, Op};

/// One thing that a party tells a subject.
#[derive(Clone, Debug, EnumDiscriminants, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum_discriminants(
    name(InputKind),
    vis(pub(crate)),
    doc = "The variants of [`Input`]; each has its name in the stream.",
    derive(Hash, IntoStaticStr, Ord, PartialOrd, VariantArray),
    strum(serialize_all = "snake_case")
)]
pub enum Input {
    /// The run begins. Always first, and only once.
    Begin(Box<Setup>),
    /// The user says something: it opens a turn, steers one, or resolves an open question.
    Says(Utterance),
    /// The model answers a request.
    Model(Op, ModelEvent),
    /// A tool settles one of its executions.
    Tool(Op, ToolEvent),
    /// The person acts on a prompt, even one that is no longer shown.
    Person(Op, Act),
    /// Something comes from the client that hosts the subject.
    Client(ClientEvent),
    /// A file operation is settled.
    File(Op, FileEvent),
    /// The operating system interrupts.
    Signal(Signal),
    /// A timer fires.
    Fired(Op),
}

/// A message of the user.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Utterance(pub String);

/// A piece of a model's answer, in the neutral form that every wire is decoded to.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ModelEvent {
    /// Some text.
    Text(String),
    /// A piece of what the model reasons on the way, cut anywhere. Put together, it is handed back unchanged or not at
    /// all; what a provider seals it with belongs to the wire, and is kept there.
    Reasoning(String),
    /// A tool call opens.
    Call {
        /// Its id.
        id: String,
        /// The tool.
        name: String,
    },
    /// A piece of the arguments of the call that opened last: JSON text, cut anywhere.
    Arguments(String),
    /// A structured answer, whole. An answer that is not JSON arrives as a JSON string.
    Data(Value),
    /// The answer is complete.
    Finished,
    /// The answer is over in the place of that, cut off at the provider's output limit: what it says may lack its end,
    /// and the arguments of the last call may be cut anywhere.
    LimitReached,
    /// The answer fails; nothing follows.
    Failed(Failure),
}

/// How a request to a model failed.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// What happened.
    pub kind: FailureKind,
    /// The HTTP status, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How long the server asks to wait, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

/// A closed list, so that no library's error text enters a stream.
#[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum FailureKind {
    /// Status 429.
    RateLimited,
    /// Status 529, or the wire's own word for it.
    Overloaded,
    /// Another status from 500 up.
    Server,
    /// Another status: the request was refused.
    Rejected,
    /// The connection ended before the answer began.
    Dropped,
    /// The answer ended without its terminal event.
    Truncated,
    /// The answer is not what the wire promises.
    Malformed,
}

/// How an execution of a tool ends, or asks.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum ToolEvent {
    /// It succeeded, with this content.
    Done(String),
    /// It failed, with this message.
    Error(String),
    /// It needs an answer first: the question as the tool wrote it.
    Asks(Value),
    /// It ended without saying anything.
    Panicked,
}

/// What a person does at a prompt, by meaning or by key.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Act {
    /// Gives this answer, with whatever keys that takes.
    Answer(Value),
    /// Gives this answer, and has it remembered where that is offered.
    Remember(Value),
    /// Presses a key.
    Key(Key),
    /// Pastes this text where one types: all its characters, as if typed, and drawn once.
    Paste(String),
    /// Clicks on this choice: takes it, or puts it back where several may be taken.
    Choose(String),
    /// Submits what was chosen and typed.
    Submit,
    /// Declines to answer, where the system tells that from a cancel.
    Reject,
    /// Cancels.
    Cancel,
    /// Their input ends.
    Eof,
    /// Their terminal fails.
    Broken,
}

/// What comes from the client that hosts a subject.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum ClientEvent {
    /// A message.
    Line(Value),
    /// A piece of what it writes, framing and all, cut anywhere: for systems that read a stream of lines.
    Written(String),
    /// The client is there.
    Attached,
    /// The client is gone.
    Gone,
}

/// How a file operation ends.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum FileEvent {
    /// It was written or removed.
    Done,
    /// What was read; none where there is no such file.
    Read(Option<String>),
    /// It could not be done.
    Failed(FileFailure),
}

/// Why a file operation could not be done: a closed list.
#[derive(Clone, Copy, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FileFailure {
    /// Something stands where a new file was to be.
    Exists,
    /// It no longer holds what it held.
    Changed,
    /// It is a folder, a link, or another thing that is no plain file.
    NoFile,
    /// What it holds is no text.
    NoText,
    /// Anything else: it may not be done, or there is no room.
    Denied,
}

impl FileFailure {
    /// In words, behind the path.
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
