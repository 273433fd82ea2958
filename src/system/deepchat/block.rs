//! What is stored: messages, and the blocks of an assistant's message.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::question::{Choice, Question};

/// The action type of a question (DC-31).
pub const QUESTION_REQUEST: &str = "question_request";

/// A message of the chat.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(expecting = "expected an object with `id`, `role` and `content`")]
pub struct Message {
    /// Minted by counting: `message_1`.
    pub id: String,
    /// Whose it is: `user` or `assistant`.
    pub role: Author,
    /// `sent`, or `error` where its generation was stopped.
    #[serde(default = "sent")]
    pub status: String,
    /// What it says.
    pub content: Content,
    /// How its generation ended, where somebody stopped it (DC-50).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Value>,
}

/// Whose a message is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Author {
    /// The user's.
    User,
    /// The model's.
    Assistant,
    /// Somebody else's, in a chat of an older version.
    #[serde(other)]
    Other,
}

/// The status of a message that is there; also while a question in it is pending (DC-49). One whose generation was
/// stopped has `error`.
pub const SENT: &str = "sent";

fn sent() -> String {
    SENT.to_owned()
}

/// What a message says.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected an array of blocks, each with a `type`, or an object with the user's `text`")]
pub enum Content {
    /// The model's words and calls, in order.
    Blocks(Vec<Block>),
    /// The user's words.
    Said {
        /// The words.
        text: String,
    },
}

/// A block of an assistant's message. What is not known of it is kept as it is (DC-87).
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Block {
    /// `content`, `reasoning_content`, `tool_call`, `action` or `error`; others are kept.
    #[serde(rename = "type")]
    pub kind: String,
    /// The words of a text, or of an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// `pending`, `success`, `denied` or `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// What kind of action is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_type: Option<String>,
    /// The call that it is, or belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call: Option<StoredCall>,
    /// What an action holds.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
    /// Which of the answers in this message it belongs to, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// Whatever else is stored.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A call as it is stored.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct StoredCall {
    /// The model's id of it.
    pub id: String,
    /// The tool.
    #[serde(default)]
    pub name: String,
    /// The text of the arguments.
    #[serde(default)]
    pub params: String,
    /// What the model was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<String>,
}

/// What became of a question.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Resolution {
    /// It is answered with this text; by the message of that id, where it was one that the user sent (DC-35).
    Replied {
        /// The answer.
        text: String,
        /// The message.
        message: Option<String>,
    },
    /// The user will not answer (DC-79).
    Rejected,
    /// The generation was stopped (DC-50).
    Stopped,
}

impl Block {
    /// Some words.
    pub fn content(kind: &str, words: &str, step: u32) -> Self {
        let status = Some(if kind == "error" { "error" } else { "success" }.to_owned());
        Self { kind: kind.to_owned(), content: Some(words.to_owned()), status, step: Some(step), ..Self::default() }
    }

    /// A call that has no result yet.
    pub fn call(id: &str, name: &str, params: &str, step: u32) -> Self {
        let call = StoredCall { id: id.into(), name: name.into(), params: params.into(), response: None };
        Self {
            kind: "tool_call".to_owned(),
            status: Some("pending".to_owned()),
            tool_call: Some(call),
            step: Some(step),
            ..Self::default()
        }
    }

    /// A question that is pending (DC-31 to DC-34).
    pub fn question(id: &str, name: &str, question: &Question, step: u32) -> Self {
        let options = serde_json::to_string(&question.options).unwrap_or_default();
        let mut extra = Map::new();
        extra.insert("needsUserAction".into(), true.into());
        extra.extend(question.header.clone().map(|header| ("questionHeader".to_owned(), header.into())));
        extra.insert("questionText".into(), question.text.as_str().into());
        extra.insert("questionOptions".into(), options.into());
        extra.insert("questionMultiple".into(), question.multiple.into());
        extra.insert("questionCustom".into(), question.custom.into());
        extra.insert("questionResolution".into(), "asked".into());
        Self {
            kind: "action".to_owned(),
            action_type: Some(QUESTION_REQUEST.to_owned()),
            status: Some("pending".to_owned()),
            tool_call: Some(StoredCall { id: id.into(), name: name.into(), ..StoredCall::default() }),
            extra,
            step: Some(step),
            ..Self::default()
        }
    }

    /// Whether it is a question, pending or not.
    pub fn is_question(&self) -> bool {
        self.kind == "action" && self.action_type.as_deref() == Some(QUESTION_REQUEST)
    }

    /// Whether it waits for the user.
    pub fn is_pending(&self) -> bool {
        self.status.as_deref() == Some("pending")
    }

    /// The question that it holds, where it holds one that can be asked.
    pub fn asked(&self) -> Option<Question> {
        let text = |key: &str| self.extra.get(key)?.as_str().map(str::to_owned);
        let flag = |key: &str, default| self.extra.get(key).and_then(Value::as_bool).unwrap_or(default);
        let options: Vec<Choice> = match self.extra.get("questionOptions")? {
            Value::String(json) => serde_json::from_str(json).ok()?,
            other => serde_json::from_value(other.clone()).ok()?,
        };
        Some(Question {
            header: text("questionHeader"),
            text: text("questionText")?,
            options,
            multiple: flag("questionMultiple", false),
            custom: flag("questionCustom", true),
        })
    }

    /// Settles a question: status, and what is stored of the answer (DC-32, DC-33, DC-35, DC-79). The question itself
    /// stays (DC-80).
    pub fn resolve(&mut self, how: &Resolution) {
        self.extra.insert("needsUserAction".into(), false.into());
        let (status, word) = match how {
            Resolution::Replied { .. } => ("success", Some("replied")),
            Resolution::Rejected => ("denied", Some("rejected")),
            Resolution::Stopped => ("error", None),
        };
        self.status = Some(status.to_owned());
        self.extra.extend(word.map(|word| ("questionResolution".to_owned(), json!(word))));
        if let Resolution::Replied { text, message } = how {
            self.extra.insert("answerText".into(), text.as_str().into());
            self.extra.extend(message.clone().map(|id| ("answerMessageId".to_owned(), id.into())));
        }
    }

    /// The call's result.
    pub fn respond(&mut self, content: &str, is_error: bool) {
        self.status = Some(if is_error { "error" } else { "success" }.to_owned());
        if let Some(call) = &mut self.tool_call {
            call.response = Some(content.to_owned());
        }
    }

    /// An action that nobody here knows, as it can be shown: what it is, and its words (DC-66).
    pub fn generic(&self) -> String {
        let kind = self.action_type.as_deref().unwrap_or("action");
        let status = self.status.as_deref().unwrap_or("unknown");
        let words = self.content.as_deref().unwrap_or_default();
        format!("[{kind}, {status}] {words}").trim_end().to_owned()
    }
}

#[cfg(test)]
#[path = "block_tests.rs"]
mod tests;
