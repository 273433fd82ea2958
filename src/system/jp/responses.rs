//! The stored end of an inquiry. All older shapes can be read, and the newest is written.

use crate::model::json::{Text, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The end of an inquiry, tagged by `outcome`. The older flat form without a tag is an answer.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum InquiryResponse {
    /// The question was answered.
    Answered {
        /// The request's id.
        id: Text,
        /// The answer.
        answer: Value,
    },
    /// The question was not answered.
    Cancelled {
        /// The request's id.
        id: Text,
        /// The reason.
        reason: CancellationReason,
    },
    /// The question was answered, and the answer is not stored.
    Redacted {
        /// The request's id.
        id: Text,
    },
}

impl InquiryResponse {
    /// The request's id.
    pub fn id(&self) -> &str {
        match self {
            Self::Answered { id, .. } | Self::Cancelled { id, .. } | Self::Redacted { id } => id,
        }
    }
}

impl<'de> Deserialize<'de> for InquiryResponse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            id: Text,
            outcome: Option<Text>,
            #[serde(default, deserialize_with = "present")]
            answer: Option<Value>,
            reason: Option<CancellationReason>,
        }
        /// Tells a `null` from an absent key.
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

/// Why a question was not answered. An unknown reason is kept unchanged, and never written in a new event (REC-35).
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum CancellationReason {
    /// The user cancelled.
    User,
    /// The backend, or the prompt, failed.
    BackendError,
    /// A human had to answer, and there is no terminal.
    NoPromptBackend,
    /// A human had to answer, and the configuration names the assistant.
    AssistantRoutingDenied,
    /// The configured answer does not fit the question.
    InvalidStaticAnswer,
    /// A reason of a newer version.
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

    /// Its word in the stored event.
    pub fn tag(&self) -> &str {
        match self {
            Self::Unknown(tag) => tag,
            known => Self::TAGS.iter().find(|(_, reason)| reason == known).map_or("", |(tag, _)| tag),
        }
    }
}

impl Serialize for CancellationReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

impl<'de> Deserialize<'de> for CancellationReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        let known = Self::TAGS.into_iter().find(|(known, _)| *known == tag);
        Ok(known.map_or(Self::Unknown(tag), |(_, reason)| reason))
    }
}
