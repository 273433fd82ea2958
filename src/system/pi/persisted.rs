//! The shapes that pi stores: the entries of a session, the details of a result, and the pending file.
//!
//! Stored values may come from another version, or from a person's editor. A member may be missing, or may have an
//! unknown shape. Such a member is read as its default. [`super::session`] and [`super::pending`] check the required
//! members.

use std::borrow::Borrow;

use crate::model::json::{Map, Text, Value, from_value};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, DeserializeOwned},
};

use super::{
    answers::{Answer, Outcome},
    arguments::{Arguments, Question},
    command_line::Mode,
};
use crate::{
    model::Millis,
    system::{Answer as ModelAnswer, AnswerCall, chat::CallResult},
};

/// A stored entry of a session.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct StoredEntry {
    /// The kind of entry.
    #[serde(rename = "type", deserialize_with = "lenient")]
    pub kind: Option<Kind>,
    /// The id of the entry. Each entry has one of its own.
    #[serde(deserialize_with = "lenient")]
    pub id: Option<Text>,
    /// The entry before this one; `null` for the first.
    #[serde(deserialize_with = "lenient")]
    pub parent_id: Option<Text>,
    /// The message, in an entry that is a message.
    #[serde(deserialize_with = "message", skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
    /// The text that replaces all entries before it, in a compaction (PI-76).
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub summary: Option<Text>,
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A message.
    Message,
    /// A summary of all entries before it.
    Compaction,
    /// A kind that this version does not know.
    #[serde(other)]
    Other,
}

/// A message of the session.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Message {
    /// The author of the message.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// The id of the call, if the message is a result.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<Text>,
    /// The tool that was called.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<Text>,
    /// The parts of the message.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<Part>>,
    /// Data for the session alone. The model is not shown them (PI-74, PI-110).
    #[serde(deserialize_with = "details", skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
    /// Whether a result is an error.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub is_error: Option<bool>,
}

/// The authors of messages.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool, with the result of a call.
    ToolResult,
}

/// A part of a message.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", try_from = "Value")]
pub enum Part {
    /// The model's reasoning.
    Thinking {
        /// The words.
        thinking: Text,
    },
    /// Words.
    Text {
        /// The words.
        text: Text,
    },
    /// A call of the model.
    ToolCall {
        /// The model's id of the call.
        id: Text,
        /// The tool.
        name: Text,
        /// The arguments, as the model is shown them again.
        arguments: Map,
    },
}

/// The details of a result: the outcome, with the questions and the mode (PI-74).
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Details {
    /// The outcome, as the model is told.
    #[serde(flatten)]
    pub outcome: StoredOutcome,
    /// The questions of the call.
    pub questions: Vec<Question>,
    /// The virtual time of the answers, if there are answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<Millis>,
    /// How the user was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// The caller's own data, unchanged (PI-77).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Value>,
}

/// The outcome of a call, as the model is told (PI-21, PI-27). Without an answer to each question there are no answers
/// at all (PI-34).
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct StoredOutcome {
    /// Whether the user has answered.
    #[serde(deserialize_with = "lenient")]
    pub answered: bool,
    /// The answers, in the order of the questions.
    #[serde(deserialize_with = "lenient")]
    pub answers: Vec<StoredAnswer>,
    /// Whether the user has declined to answer.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub cancelled: bool,
    /// Whether the client has left.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "is_false")]
    pub connection_lost: bool,
    /// The path of the pending file with the questions.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    pub pending_file: Option<String>,
}

/// A stored answer. A value of another shape is kept as it is.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(untagged, from = "Value")]
pub enum StoredAnswer {
    /// An answer.
    Known(Answer),
    /// A value of another shape.
    Unknown(Value),
}

/// The pending file (PI-50, PI-106). People edit this file, so that any member may be any value.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct StoredPendingFile {
    /// The name of the session.
    pub session_id: Value,
    /// When the file was written, as ISO 8601.
    pub timestamp: Value,
    /// An array of [`StoredPendingQuestion`].
    pub questions: Value,
}

/// A question in the pending file.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct StoredPendingQuestion {
    /// The text of the question.
    pub question: Value,
    /// The labels of the options.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub options: Value,
    /// Whether several options may be picked.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub multi_select: Value,
    /// `null`, until somebody writes the answer there.
    pub answer: Value,
}

impl StoredEntry {
    /// Reads an entry, whatever its shape.
    pub fn read(stored: &Value) -> Self {
        if stored.is_object() { Self::deserialize(stored).unwrap_or_default() } else { Self::default() }
    }

    /// Reads the result of a call: the id of the call, and the message. `None` for any other entry.
    pub fn read_result(stored: &Value) -> Option<(String, Message)> {
        // Most entries are no results, and need not be read whole.
        stored.pointer("/message/toolCallId")?;
        let entry = Self::read(stored);
        let call = entry.of_call()?.0.to_owned();
        Some((call, entry.message?))
    }

    /// If it is the result of a call: the id of the call, and the message.
    pub fn of_call(&self) -> Option<(&str, &Message)> {
        let message = self.message.as_ref().filter(|message| message.role == Some(Role::ToolResult))?;
        Some((message.tool_call_id.as_deref()?, message))
    }

    /// The user's words, with `details` if they come from a pending file.
    pub fn user(text: &Text, details: Option<Details>) -> Self {
        Self::message(Message { details, ..Message::text(Role::User, text) })
    }

    /// The model's words and calls. `shown` has the arguments of each call as the model is shown them again.
    pub fn assistant<'a>(answer: &ModelAnswer, shown: impl Iterator<Item = &'a Value>) -> Self {
        let thinking = Part::Thinking { thinking: answer.reasoning.as_str().into() };
        let text = Part::Text { text: answer.text.as_str().into() };
        let words = [(&answer.reasoning, thinking), (&answer.text, text)].into_iter();
        let words = words.filter(|(words, _)| !words.is_empty()).map(|(_, part)| part);
        let calls = answer.calls.iter().zip(shown).map(|(AnswerCall { id, name, .. }, arguments)| Part::ToolCall {
            id: id.clone(),
            name: name.clone(),
            arguments: arguments.as_object().cloned().unwrap_or_default(),
        });
        let content = Some(words.chain(calls).collect());
        Self::message(Message { role: Some(Role::Assistant), content, ..Message::default() })
    }

    /// The result of a call.
    pub fn result(call: &str, tool: &str, result: &CallResult, details: Option<Details>) -> Self {
        Self::message(Message {
            tool_call_id: Some(call.into()),
            tool_name: Some(tool.into()),
            details,
            is_error: Some(result.is_error),
            ..Message::text(Role::ToolResult, &result.content)
        })
    }

    /// The summary of all entries before it.
    pub fn compaction(summary: &Text) -> Self {
        Self { kind: Some(Kind::Compaction), summary: Some(summary.clone()), ..Self::default() }
    }

    fn message(message: Message) -> Self {
        Self { kind: Some(Kind::Message), message: Some(message), ..Self::default() }
    }

    /// The details of the message, if there are any.
    pub fn details(&self) -> Option<&Details> {
        self.message.as_ref()?.details.as_ref()
    }
}

/// Reads a part. Its texts stay shared, as they would not with the reader of serde for a tag that stands among the members.
impl TryFrom<Value> for Part {
    type Error = serde_json::Error;

    fn try_from(stored: Value) -> Result<Self, Self::Error> {
        #[derive(Deserialize, Hash)]
        struct Thinking {
            thinking: Text,
        }
        #[derive(Deserialize, Hash)]
        struct Said {
            text: Text,
        }
        #[derive(Deserialize, Hash)]
        struct Call {
            id: Text,
            name: Text,
            arguments: Map,
        }
        match stored["type"].as_str() {
            Some("thinking") => from_value(stored).map(|Thinking { thinking }| Self::Thinking { thinking }),
            Some("text") => from_value(stored).map(|Said { text }| Self::Text { text }),
            Some("toolCall") => {
                from_value(stored).map(|Call { id, name, arguments }| Self::ToolCall { id, name, arguments })
            }
            _ => Err(de::Error::custom("this is no part of a message")),
        }
    }
}

impl From<Value> for StoredAnswer {
    fn from(stored: Value) -> Self {
        from_value(&stored).map_or(Self::Unknown(stored), Self::Known)
    }
}

impl Message {
    fn text(role: Role, text: &Text) -> Self {
        let content = Some(vec![Part::Text { text: text.clone() }]);
        Self { role: Some(role), content, ..Self::default() }
    }
}

impl Details {
    /// Reads details, whatever their shape. The members of the outcome stand beside the others.
    fn read(stored: &Value) -> Self {
        fn member<T: DeserializeOwned + Default>(stored: &Value, key: &str) -> T {
            stored.get(key).and_then(|member| from_value(member).ok()).unwrap_or_default()
        }
        let questions = stored["questions"].as_array().into_iter().flatten();
        Self {
            outcome: object(stored),
            // Without those of another shape.
            questions: questions.filter_map(|question| from_value(question).ok()).collect(),
            answered_at: member(stored, "answeredAt"),
            mode: member(stored, "mode"),
            metadata: member(stored, "metadata"),
        }
    }

    /// The details of an outcome. The time is stored only if there are answers.
    pub fn new(outcome: &Outcome, Arguments { questions, metadata }: &Arguments, now: Millis, mode: Mode) -> Self {
        Self {
            outcome: outcome.into(),
            questions: questions.clone(),
            answered_at: matches!(outcome, Outcome::Answered(_)).then_some(now),
            mode: Some(mode),
            metadata: metadata.clone(),
        }
    }
}

impl From<&Outcome> for StoredOutcome {
    fn from(outcome: &Outcome) -> Self {
        match outcome.clone() {
            Outcome::Answered(answers) => {
                let answers = answers.into_iter().map(StoredAnswer::Known).collect();
                Self { answered: true, answers, ..Self::default() }
            }
            Outcome::Cancelled => Self { cancelled: true, ..Self::default() },
            Outcome::ConnectionLost => Self { connection_lost: true, ..Self::default() },
            Outcome::Pending { path } => Self { pending_file: Some(path), ..Self::default() },
        }
    }
}

impl StoredOutcome {
    /// The answers, without values of another shape.
    pub fn known_answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().filter_map(|answer| match answer {
            StoredAnswer::Known(answer) => Some(answer),
            StoredAnswer::Unknown(_) => None,
        })
    }
}

impl StoredPendingFile {
    /// Reads a file, whatever its shape.
    pub fn read(file: Value) -> Self {
        object(file)
    }
}

impl StoredPendingQuestion {
    /// Reads a question; `None` if it is no object.
    pub fn read(question: &Value) -> Option<Self> {
        question.is_object().then(|| object(question.clone()))
    }
}

/// Reads an object. Anything else has none of the members.
fn object<T: DeserializeOwned + Default>(value: impl Borrow<Value>) -> T {
    let value = value.borrow();
    if value.is_object() { from_value(value).unwrap_or_default() } else { T::default() }
}

/// Reads a member. One of another shape is read as the default.
fn lenient<'de, T: DeserializeOwned + Default, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(from_value(Value::deserialize(deserializer)?).unwrap_or_default())
}

fn message<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Message>, D::Error> {
    Ok(Some(object(Value::deserialize(deserializer)?)))
}

/// Details of another shape are still details: they say that the message is about no question of ours.
fn details<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Details>, D::Error> {
    Ok(Some(Details::read(&Value::deserialize(deserializer)?)))
}

fn is_false(flag: &bool) -> bool {
    !flag
}

#[cfg(test)]
#[path = "persisted_tests.rs"]
mod tests;
