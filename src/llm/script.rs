//! What the model is to expect and to reply, as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An expected request, and the replies to it: the first is given to the first request that matches, and so on.
/// What a request contains decides, never its position, so that a script holds in every order of events.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// What the request must contain.
    pub expect: Expect,
    /// The replies, in order. At least one.
    pub replies: Vec<Reply>,
    /// Whether it may be that no such request comes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

/// What a request must contain. Everything given must hold.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// A piece of the last message's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// The ids of calls whose results are in the last message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<String>,
    /// Whether a structured answer is asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub structured: bool,
}

/// A reply.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// How long it takes, in virtual milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub after_ms: u64,
    /// When its frames leave, at a server in real time. In virtual time they leave together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<FramePace>,
    /// What comes.
    pub body: Body,
}

/// When the frames of a reply leave.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FramePace {
    /// So many milliseconds after one another.
    PauseMs(u32),
    /// Each step when it is released: the head, each frame, the ending.
    Held,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What comes as a reply.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Body {
    /// Reasoning, then text, then calls.
    Message {
        /// What the model reasons first; none where it is empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reasoning: String,
        /// The text; none where it is empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
        /// The calls.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<ScriptedCall>,
        /// Whether it is cut off at the output limit: with what it says, the provider says that there was to be more.
        /// What is lacking is left out here, such as the end of the last call's arguments.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cut_off: bool,
    },
    /// A structured answer with this value under `answer`, and whatever the schema holds constant beside it.
    Answer(Value),
    /// This structured answer as it is.
    Data(Value),
    /// An HTTP status instead of an answer.
    Status {
        /// From 400 to 599.
        status: u16,
        /// The `retry-after` header, in seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_s: Option<u64>,
    },
    /// The connection is closed before anything comes.
    Drop,
    /// The connection is reset before anything comes.
    Reset,
    /// An answer that begins with this text, and ends before its end. An answer that is not streamed is one value of
    /// JSON: whoever gets the half of one has read no text, so the text is for scenarios whose replies are streamed.
    Cut {
        /// The text.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
        /// Where it ends.
        #[serde(default, skip_serializing_if = "CutAt::is_between")]
        at: CutAt,
        /// Whether the connection is reset there, not closed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reset: bool,
    },
    /// An answer that begins with this text, and goes on with an event that is none. An answer that is not streamed is
    /// JSON of another shape.
    Malformed {
        /// The text.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// An answer that begins with this text, and goes on with the event that says that the provider has too much to
    /// do. An answer that is not streamed has that in the place of a message, with the status of a success.
    Overloaded {
        /// The text.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
}

/// Where an answer that breaks ends.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutAt {
    /// Between two events. Of an answer that is not streamed only the head comes.
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
    /// The arguments; a string is sent as it is, JSON or not.
    pub arguments: Value,
}

/// Checks what the types can not say.
///
/// # Errors
/// The first thing that could never be played.
pub fn check(script: &[Exchange]) -> Result<(), String> {
    for (index, exchange) in script.iter().enumerate() {
        let number = index + 1;
        if exchange.replies.is_empty() {
            return Err(format!("expectation {number} of the model has no reply"));
        }
        for reply in &exchange.replies {
            if let Body::Status { status, .. } = reply.body
                && !(400..600).contains(&status)
            {
                return Err(format!("expectation {number} of the model: a status is from 400 to 599, not {status}"));
            }
        }
    }
    Ok(())
}

impl Reply {
    /// A reply that takes no time.
    pub const fn now(body: Body) -> Self {
        Self { after_ms: 0, frames: None, body }
    }
}

impl Body {
    /// Text, then calls, and nothing else.
    pub fn message(text: impl Into<String>, calls: Vec<ScriptedCall>) -> Self {
        Self::Message { reasoning: String::new(), text: text.into(), calls, cut_off: false }
    }
}

impl ScriptedCall {
    /// The arguments as the model writes them.
    pub fn text(&self) -> String {
        match &self.arguments {
            Value::String(raw) => raw.clone(),
            other => other.to_string(),
        }
    }
}
