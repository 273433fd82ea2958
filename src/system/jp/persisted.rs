//! The shapes that jp stores, without wall time.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};

/// An event of a conversation, tagged by `type`. Those that a provider sees are the first four kinds after the
/// turn's start.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A turn begins. Seen by no provider.
    TurnStart,
    /// The user's message.
    ChatRequest {
        /// What was said.
        content: String,
    },
    /// The model's message.
    ChatResponse {
        /// What was said.
        message: String,
    },
    /// The model calls a tool.
    ToolCallRequest {
        /// The call's id.
        id: String,
        /// The tool.
        name: String,
        /// Its arguments.
        #[serde(default)]
        arguments: Map<String, Value>,
    },
    /// The result of a call.
    ToolCallResponse {
        /// The call's id.
        id: String,
        /// What the model is told.
        content: String,
        /// Whether it is flagged as an error.
        is_error: bool,
    },
    /// A tool asked. Seen by no provider (REC-27).
    InquiryRequest {
        /// `<call>.<question>.<attempt>`; opaque to readers.
        id: String,
        /// Who asked.
        source: InquirySource,
        /// What was asked.
        question: InquiryQuestion,
    },
    /// How that ended. Seen by no provider (REC-27).
    InquiryResponse(InquiryResponse),
}

/// Who asked, by where the asking code comes from; never by a label (REC-14).
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum InquirySource {
    /// A tool.
    Tool {
        /// Its name.
        name: String,
    },
    /// The assistant itself, through ask_user.
    Assistant,
    /// The user.
    User,
    /// Something else.
    Other {
        /// Its name.
        name: String,
    },
}

/// A question as it is stored: what the person saw, and the policies that drove the routing.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct InquiryQuestion {
    /// What was asked.
    pub text: String,
    /// What counts as an answer.
    pub answer_type: InquiryAnswerType,
    /// What the prompt started from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// What stood above the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Whether only a human might answer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exclusive: bool,
    /// Whether the answer might be reused within the turn.
    #[serde(default, skip_serializing_if = "InquiryAnswerReusePolicy::is_turn")]
    pub persistence: InquiryAnswerReusePolicy,
}

/// The stored reuse policy: a type of its own with the same names, so that storage depends on no tool (REC-38).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InquiryAnswerReusePolicy {
    /// Asked every time.
    None,
    /// Reused within the turn.
    #[default]
    Turn,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl InquiryAnswerReusePolicy {
    fn is_turn(&self) -> bool {
        *self == Self::Turn
    }
}

/// The stored answer type.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum InquiryAnswerType {
    /// Yes or no.
    Boolean,
    /// One of some values.
    Select {
        /// The values, in order.
        options: Vec<SelectOption>,
    },
    /// Any text.
    Text,
    /// Any text, stored nowhere.
    Secret,
}

/// A stored option (REC-20).
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct SelectOption {
    /// What choosing it gives.
    pub value: Value,
    /// What it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// How an inquiry ended, tagged by `outcome`. The older flat form without a tag is an answer.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum InquiryResponse {
    /// Somebody answered.
    Answered {
        /// The request's id.
        id: String,
        /// The answer.
        answer: Value,
    },
    /// Nobody answered.
    Cancelled {
        /// The request's id.
        id: String,
        /// Why.
        reason: CancellationReason,
    },
    /// Somebody answered, and the answer is stored nowhere.
    Redacted {
        /// The request's id.
        id: String,
    },
}

impl<'de> Deserialize<'de> for InquiryResponse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            id: String,
            outcome: Option<String>,
            #[serde(default, deserialize_with = "present")]
            answer: Option<Value>,
            reason: Option<CancellationReason>,
        }
        /// Keeps a `null` that is there apart from a key that is not.
        fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
            Value::deserialize(deserializer).map(Some)
        }
        let Raw { id, outcome, answer, reason } = Raw::deserialize(deserializer)?;
        match outcome.as_deref() {
            None | Some("answered") => {
                let answer = answer.ok_or_else(|| de::Error::missing_field("answer"))?;
                Ok(Self::Answered { id, answer })
            }
            Some("cancelled") => Ok(Self::Cancelled { id, reason: reason.unwrap_or(CancellationReason::User) }),
            Some("redacted") => Ok(Self::Redacted { id }),
            Some(other) => Err(de::Error::unknown_variant(other, &["answered", "cancelled", "redacted"])),
        }
    }
}

/// Why nobody answered. Unknown reasons are kept as they were read, and never written anew (REC-35).
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum CancellationReason {
    /// The person cancelled.
    User,
    /// The backend, or the prompt, failed.
    BackendError,
    /// A human had to answer, and there is no terminal.
    NoPromptBackend,
    /// A human had to answer, and the configuration names the assistant.
    AssistantRoutingDenied,
    /// The configured answer does not fit the question.
    InvalidStaticAnswer,
    /// A newer version's reason.
    Unknown(String),
}

impl CancellationReason {
    const TAGS: [(&'static str, Self); 5] = [
        ("user", Self::User),
        ("backend_error", Self::BackendError),
        ("no_prompt_backend", Self::NoPromptBackend),
        ("assistant_routing_denied", Self::AssistantRoutingDenied),
        ("invalid_static_answer", Self::InvalidStaticAnswer),
    ];
}

impl Serialize for CancellationReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tag = match self {
            Self::Unknown(tag) => tag.as_str(),
            known => Self::TAGS.iter().find(|(_, reason)| reason == known).map_or("", |(tag, _)| tag),
        };
        serializer.serialize_str(tag)
    }
}

impl<'de> Deserialize<'de> for CancellationReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        let known = Self::TAGS.into_iter().find(|(known, _)| *known == tag);
        Ok(known.map_or(Self::Unknown(tag), |(_, reason)| reason))
    }
}

#[cfg(test)]
#[path = "persisted_tests.rs"]
mod tests;
