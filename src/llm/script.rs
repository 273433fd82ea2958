//! The script of the model, as data: the requests that it expects and its replies. [`Expect`] has the conditions on a request.

use crate::model::json::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::errors::ScriptError;
pub use super::expect::{Advertised, Expect, Unwanted};
use crate::system::ReplyEnd;

/// An expected request and its replies. The first matching request gets the first reply, and so on. Only the contents
/// of a request decide whether it matches, not its position. So a script works in every order of events.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// What the request must contain.
    pub expect: Expect,
    /// The replies, in order. At least one.
    pub replies: Vec<Reply>,
    /// Whether the request is optional.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Whether these are requests of the agent's own beside its turns, such as a title or a memory. They are tried before
    /// all others, may come any number of times, and are never left over. The replies start again when they are used up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub side: bool,
    /// Whether this answers what nothing else in the script answers, any number of times. Of several such expectations, the
    /// first that matches is used.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub otherwise: bool,
}

/// In which order an expectation is tried, and what must come of it.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Class {
    /// Any number of times, before all others.
    Side,
    /// Each reply must be used.
    Required,
    /// After the required ones.
    Optional,
    /// Any number of times, after all others.
    Otherwise,
}

impl Exchange {
    /// A required request.
    pub const fn required(expect: Expect, replies: Vec<Reply>) -> Self {
        Self { expect, replies, optional: false, side: false, otherwise: false }
    }

    pub(super) const fn class(&self) -> Class {
        match (self.side, self.optional, self.otherwise) {
            (true, ..) => Class::Side,
            (_, true, _) => Class::Optional,
            (_, _, true) => Class::Otherwise,
            (false, false, false) => Class::Required,
        }
    }
}

/// A reply.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The delay before the reply, in virtual milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub after_ms: u64,
    /// The token usage that the reply reports, instead of one token for each direction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// When the frames are sent by a server in real time. In virtual time they are sent together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<FramePace>,
    /// The body of the reply.
    pub body: Body,
}

/// The token usage of a reply.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// The tokens of the request.
    pub input: u64,
    /// The tokens of the reply.
    pub output: u64,
}

impl Default for Usage {
    fn default() -> Self {
        Self { input: 1, output: 1 }
    }
}

/// When the frames of a reply are sent.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FramePace {
    /// With a pause of this many milliseconds between them.
    PauseMs(u32),
    /// Each step (the head, each frame, the ending) when it is released.
    Held,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The body of a reply.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Body {
    /// Reasoning, then text, then calls.
    Message {
        /// The reasoning before the text; empty for none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reasoning: String,
        /// The text; empty for none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
        /// The calls.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<ScriptedCall>,
        /// How the reply ends, as the provider says. Of a reply that is cut off, the script itself leaves out what is
        /// missing, such as the end of the last call's arguments.
        #[serde(default, skip_serializing_if = "ReplyEnd::is_whole")]
        ends: ReplyEnd,
    },
    /// A structured answer with this value under `answer`, and with every constant of the schema.
    Answer(Value),
    /// A structured answer with exactly this value.
    Data(Value),
    /// An HTTP status instead of an answer.
    Status {
        /// From 400 to 599.
        status: u16,
        /// The `retry-after` header, in seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_s: Option<u64>,
    },
    /// The connection is closed before anything is sent.
    Drop,
    /// The connection is reset before anything is sent.
    Reset,
    /// An answer that begins with this text, and breaks off. Use the text only in scenarios whose replies are streamed:
    /// an unstreamed answer is one JSON value, and half a value has no text.
    Cut {
        /// The text.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
        /// Where it breaks off.
        #[serde(default, skip_serializing_if = "CutAt::is_between")]
        at: CutAt,
        /// Whether the connection is reset there instead of closed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reset: bool,
    },
    /// An answer that begins with this text, and continues with a malformed event. An unstreamed answer is
    /// JSON of the wrong shape.
    Malformed {
        /// The text.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// An answer that begins with this text, and continues with the event that says that the provider is
    /// overloaded. An unstreamed answer has that error instead of a message, with a status of success.
    Overloaded {
        /// The text.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
}

/// Where an answer breaks off.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutAt {
    /// Between two events. Of an unstreamed answer only the head is sent.
    #[default]
    Between,
    /// Inside an event.
    InsideFrame,
    /// Inside a character, between its bytes.
    InsideCharacter,
}

impl CutAt {
    fn is_between(&self) -> bool {
        *self == Self::Between
    }
}

/// A call in a reply.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCall {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments. A string is sent unchanged, whether it is JSON or not.
    pub arguments: Value,
}

/// Checks what the types cannot express.
///
/// # Errors
/// The first part of the script that could never be played.
pub fn check(script: &[Exchange]) -> Result<(), ScriptError> {
    for (index, exchange) in script.iter().enumerate() {
        let number = index + 1;
        if exchange.replies.is_empty() {
            return Err(ScriptError::NoReply { number });
        }
        if usize::from(exchange.optional) + usize::from(exchange.side) + usize::from(exchange.otherwise) > 1 {
            return Err(ScriptError::Classes { number });
        }
        if exchange.expect.not.iter().any(Unwanted::is_empty) {
            return Err(ScriptError::ExcludesAll { number });
        }
        for reply in &exchange.replies {
            if let Body::Status { status, .. } = reply.body
                && !(400..600).contains(&status)
            {
                return Err(ScriptError::Status { number, status });
            }
        }
    }
    Ok(())
}

impl Reply {
    /// A reply without delay.
    pub const fn now(body: Body) -> Self {
        Self { after_ms: 0, usage: None, frames: None, body }
    }
}

impl Body {
    /// Text, then calls, and nothing else.
    pub fn message(text: impl Into<String>, calls: Vec<ScriptedCall>) -> Self {
        Self::Message { reasoning: String::new(), text: text.into(), calls, ends: ReplyEnd::Whole }
    }
}

impl ScriptedCall {
    /// The arguments as the model writes them.
    pub fn text(&self) -> String {
        match &self.arguments {
            Value::String(raw) => raw.to_string(),
            other => other.to_string(),
        }
    }
}
