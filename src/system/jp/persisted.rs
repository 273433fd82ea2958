//! The shapes that jp stores. New events have no wall-clock time.

use std::iter;

use crate::model::json::{Map, Text, Value, json, read_placed};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{
        self,
        value::{MapAccessDeserializer, MapDeserializer},
    },
};
use thiserror::Error;

pub use super::responses::{CancellationReason, InquiryResponse};
use crate::{model::text::shorten, system::Documented};

/// An event of a conversation, tagged by `type`. A provider sees only the messages of the user and of the model, the
/// calls and their results (REC-27).
///
/// The tag stands beside the fields. [`Event::write`] and [`Entry::read`] put it there, so that an error names the
/// wrong field.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A turn begins.
    TurnStart {},
    /// The user's message.
    ChatRequest {
        /// The text.
        content: Text,
        /// The schema for the model's answer.
        #[serde(default)]
        schema: Option<Value>,
        /// The author.
        #[serde(default)]
        author: Option<Value>,
    },
    /// The model's message.
    ChatResponse(ChatResponse),
    /// The model calls a tool. Older files also have `tool_answers`, beside the arguments or among them, which are ignored
    /// (COMPAT-09, INQ-34).
    ToolCallRequest {
        /// The call's id.
        id: Text,
        /// The tool.
        name: Text,
        /// The arguments.
        #[serde(default, deserialize_with = "without_answers")]
        arguments: Map,
    },
    /// The result of a call.
    ToolCallResponse {
        /// The call's id.
        id: Text,
        /// The text for the model.
        content: Text,
        /// Whether the result is an error.
        is_error: bool,
    },
    /// A tool has asked a question.
    InquiryRequest {
        /// `<call>.<question>.<attempt>`. Readers do not look into it.
        id: Text,
        /// The asker.
        source: InquirySource,
        /// The question.
        question: InquiryQuestion,
    },
    /// The inquiry has ended.
    InquiryResponse(InquiryResponse),
    /// The configuration changed from here on.
    ConfigDelta {
        /// The changed values.
        delta: Value,
    },
    /// An event of a newer version, kept unchanged (COMPAT-12).
    #[serde(skip)]
    Unknown(Map),
}

/// A message of the model.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum ChatResponse {
    /// A text.
    Message(Text),
    /// Reasoning, which is sent back unchanged.
    Reasoning(Text),
    /// A structured answer.
    Data(Value),
}

impl<'de> Deserialize<'de> for ChatResponse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            message: Option<Text>,
            reasoning: Option<Text>,
            data: Option<Value>,
        }
        match Raw::deserialize(deserializer)? {
            Raw { message: Some(message), .. } => Ok(Self::Message(message)),
            Raw { reasoning: Some(reasoning), .. } => Ok(Self::Reasoning(reasoning)),
            Raw { data: Some(data), .. } => Ok(Self::Data(data)),
            Raw { .. } => Err(de::Error::custom("expected `message`, `reasoning` or `data`")),
        }
    }
}

/// An event, and the other stored members.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Entry {
    /// Time and ids. They are kept, and never read.
    envelope: Map,
    /// The event.
    pub event: Event,
}

/// What is wrong with a stored event.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
pub enum EventError {
    /// The event has no type. The text is the beginning of the value.
    #[error("expected an object with a `type`, found {0}")]
    NoType(String),
    /// The event does not have the shape of its type.
    #[error("`{place}`: {fault}")]
    Shape {
        /// The place in the event.
        place: String,
        /// What was expected, and what was found.
        fault: String,
    },
}

/// The members that may stand beside an event.
const ENVELOPE: [&str; 4] = ["timestamp", "event_id", "request_id", "metadata"];

/// The arguments of a stored call, without the answers that older versions put there.
fn without_answers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map, D::Error> {
    let mut arguments = Map::deserialize(deserializer)?;
    arguments.remove("tool_answers");
    Ok(arguments)
}

impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self { envelope: Map::new(), event }
    }
}

impl Entry {
    /// Reads a stored event. An event of an unknown type is kept as it is. Any other must have the shape of its type.
    ///
    /// # Errors
    /// The event has no type, or does not have the shape of its type.
    pub fn read(value: &Value) -> Result<Self, EventError> {
        let kind = value.get("type").and_then(Value::as_str);
        let (Some(fields), Some(kind)) = (value.as_object(), kind) else {
            return Err(EventError::NoType(shorten(&value.to_string(), 80)));
        };
        if !Event::is_known(kind) {
            return Ok(Event::Unknown(fields.clone()).into());
        }
        let tagged =
            || MapAccessDeserializer::new(MapDeserializer::<_, serde_json::Error>::new(iter::once((kind, value))));
        let event = read_placed(tagged)
            .map_err(|error| EventError::Shape { place: error.path().to_string(), fault: error.inner().to_string() })?;
        let envelope = ENVELOPE.iter().filter_map(|key| fields.get_key_value(key));
        Ok(Self { envelope: envelope.map(|(key, value)| (key.clone(), value.clone())).collect(), event })
    }

    /// The stored event, with the other members first.
    pub fn write(&self) -> Value {
        let mut fields = self.envelope.clone();
        fields.extend(self.event.write());
        Value::Object(fields)
    }
}

/// How much of a stored event the documents describe: events of other types, and the members that may stand beside an
/// event, are the implementation's own (COMPAT-12).
pub fn documented(record: &Value) -> Documented {
    let Some(fields) = record.as_object() else { return Documented::Whole };
    if fields.get("type").and_then(Value::as_str).is_some_and(|kind| !Event::is_known(kind)) {
        return Documented::Nothing;
    }
    if ENVELOPE.iter().all(|key| !fields.contains_key(key)) {
        return Documented::Whole;
    }
    let own = fields.iter().filter(|(key, _)| !ENVELOPE.contains(&key.as_str()));
    Documented::Part(Value::Object(own.map(|(key, value)| (key.clone(), value.clone())).collect()))
}

impl Event {
    /// The stored event, with its type first.
    pub fn write(&self) -> Map {
        let typed = Value::word;
        match self {
            Self::TurnStart {} => Map::of([("type", typed("turn_start"))]),
            Self::ChatRequest { content, schema, author } => {
                let mut fields = Map::of([("type", typed("chat_request")), ("content", content.clone().into())]);
                schema.iter().for_each(|schema| fields.put("schema", schema.clone()));
                author.iter().for_each(|author| fields.put("author", author.clone()));
                fields
            }
            Self::ChatResponse(response) => {
                let said = match response {
                    ChatResponse::Message(text) => ("message", text.clone().into()),
                    ChatResponse::Reasoning(text) => ("reasoning", text.clone().into()),
                    ChatResponse::Data(data) => ("data", data.clone()),
                };
                Map::of([("type", typed("chat_response")), said])
            }
            Self::ToolCallRequest { id, name, arguments } => Map::of([
                ("type", typed("tool_call_request")),
                ("id", id.clone().into()),
                ("name", name.clone().into()),
                ("arguments", arguments.clone().into()),
            ]),
            Self::ToolCallResponse { id, content, is_error } => Map::of([
                ("type", typed("tool_call_response")),
                ("id", id.clone().into()),
                ("content", content.clone().into()),
                ("is_error", (*is_error).into()),
            ]),
            Self::InquiryRequest { id, source, question } => Map::of([
                ("type", typed("inquiry_request")),
                ("id", id.clone().into()),
                ("source", json!(source)),
                ("question", json!(question)),
            ]),
            Self::InquiryResponse(response) => {
                let mut fields = Map::of([("type", typed("inquiry_response"))]);
                if let Value::Object(response) = json!(response) {
                    fields.extend(response);
                }
                fields
            }
            Self::ConfigDelta { delta } => Map::of([("type", typed("config_delta")), ("delta", delta.clone())]),
            Self::Unknown(verbatim) => verbatim.clone(),
        }
    }

    fn is_known(kind: &str) -> bool {
        matches!(
            kind,
            "turn_start"
                | "chat_request"
                | "chat_response"
                | "tool_call_request"
                | "tool_call_response"
                | "inquiry_request"
                | "inquiry_response"
                | "config_delta"
        )
    }

    /// A plain message of the user.
    pub fn said(content: Text) -> Self {
        Self::ChatRequest { content, schema: None, author: None }
    }
}

/// The source of a question. The asking code decides it, and never a label (REC-14).
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum InquirySource {
    /// A tool.
    Tool {
        /// Its name.
        name: Text,
    },
    /// The assistant itself, with `ask_user`.
    Assistant,
    /// The user.
    User,
    /// Another source.
    Other {
        /// Its name.
        name: Text,
    },
}

/// A stored question: what the user saw, and the policies for its routing.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub struct InquiryQuestion {
    /// The text of the question.
    pub text: Text,
    /// The type of the answer.
    pub answer_type: InquiryAnswerType,
    /// The default in the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The context above the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<Text>,
    /// Whether only a human may answer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exclusive: bool,
    /// Whether the answer may be reused within the turn.
    #[serde(default, skip_serializing_if = "InquiryAnswerReusePolicy::is_turn")]
    pub persistence: InquiryAnswerReusePolicy,
}

/// The stored reuse policy. It is a type of its own with the same names, so that stored shapes depend on no tool
/// (REC-38).
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InquiryAnswerReusePolicy {
    /// The question is asked every time.
    None,
    /// The answer is reused within the turn.
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
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
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
    /// Any text. The text is not stored.
    Secret,
}

/// A stored option (REC-20).
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub struct SelectOption {
    /// The value of the answer.
    pub value: Value,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

#[cfg(test)]
#[path = "persisted_tests.rs"]
mod tests;
