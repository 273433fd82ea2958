//! What a subject does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use strum::{EnumDiscriminants, IntoStaticStr, VariantArray, VariantNames};

use super::FailureKind;
use crate::model::{Key, Millis, ModelRequest, Op, text::harmless};

/// One thing that a subject does, for all parties to see.
#[derive(Clone, Debug, EnumDiscriminants, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum_discriminants(
    name(EffectKind),
    vis(pub(crate)),
    doc = "The variants of [`Effect`]; each has its name in the stream.",
    derive(Hash, IntoStaticStr, Ord, PartialOrd, VariantArray),
    strum(serialize_all = "snake_case")
)]
pub enum Effect {
    /// Sends a request to the model.
    Request(Op, Box<ModelRequest>),
    /// Executes a tool.
    Call(Op, ToolCall),
    /// Shows a prompt; the same operation again is a redraw.
    Show(Op, Prompt),
    /// Starts a file operation.
    File(Op, FileOp),
    /// Sets a timer.
    Timer(Op, Millis),
    /// Withdraws, aborts or clears an operation; its party may still be late.
    Cancel(Op, Why),
    /// Stores an event of the conversation.
    Record(Record),
    /// Sends a message to the client that hosts the subject.
    Client(Value),
    /// Refuses the last input.
    Refuse(Why),
    /// A turn begins, pauses or ends.
    Turn(Turn),
    /// Tells whoever runs the subject something, outside every prompt: why it can not begin, say.
    Notice(String),
    /// The subject's process ends by itself, with this status; nothing follows.
    Exit(u8),
}

impl Effect {
    /// What a run says that can not begin: why, in words of others perhaps, and that this was all.
    pub fn misconfigured(why: &str) -> [Self; 2] {
        [Self::Notice(harmless(why)), Self::Turn(Turn::Ended(TurnEnd::Misconfigured))]
    }
}

/// One execution of a tool.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The model's id of the call.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments, as the model gave them.
    pub arguments: Value,
    /// The answers so far, by question id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub answers: Map<String, Value>,
}

/// A question on the screen.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// What is drawn, lines separated by `\n`, without colour.
    pub text: String,
    /// What may be done.
    pub offers: Offers,
    /// What a host is given to draw in its own way, where it is a host that draws, in the system's own shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Value>,
}

/// What a prompt offers.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct Offers {
    /// Keys that mean something of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Key>,
    /// Choices, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Whether several choices may be taken together, and are then submitted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
    /// Whether text may be typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typing: Option<Typing>,
    /// Whether it may be rejected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reject: bool,
}

/// How typed text is shown.
#[derive(Clone, Copy, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Typing {
    /// As it is typed.
    Echoed,
    /// Not at all.
    Hidden,
}

/// A file operation; paths are relative to the working folder.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FileOp {
    /// Writes a whole file.
    Write {
        /// Where.
        path: String,
        /// What.
        content: String,
        /// Whether nobody but its owner may read it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        private: bool,
        /// Whether it is a new one, and nothing at all may stand in its place.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fresh: bool,
    },
    /// Reads a whole file.
    Read {
        /// Where.
        path: String,
    },
    /// Removes a file.
    Remove {
        /// Where.
        path: String,
        /// What it must still hold, where that matters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holding: Option<String>,
    },
}

/// An event of the stored conversation, in the system's own shape, without wall time.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Record(pub Value);

/// Why something was withdrawn or refused.
#[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Why {
    /// It was not among the offers.
    NotOffered,
    /// It came after the question was settled or withdrawn.
    Late,
    /// It names nothing that was ever asked.
    Foreign,
    /// Nothing is running that it could concern.
    Idle,
    /// A turn is running, and takes no message.
    Busy,
    /// The run was interrupted.
    Interrupted,
    /// Something else settled it.
    Superseded,
}

/// Where a turn stands.
#[derive(Clone, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Turn {
    /// It began.
    Began,
    /// It waits for an answer or the user's next message.
    Paused,
    /// It is over.
    Ended(TurnEnd),
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, Eq, Hash, IntoStaticStr, JsonSchema, PartialEq, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum TurnEnd {
    /// The model had nothing more to do.
    Completed,
    /// A person or signal stopped it.
    Interrupted,
    /// The model could not be reached.
    Failed(FailureKind),
    /// It took longer than it may.
    TimedOut,
    /// What the run began with could not be read.
    Misconfigured,
}
