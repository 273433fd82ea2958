//! The shapes that DeepChat stores: messages, and the blocks of an assistant's message.
//!
//! The names of the stored members stand here alone. Everything else writes and reads through these types.

use crate::model::json::{Map, Text, Value, json, text_of};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};

use super::question::{Choice, Question};

/// The action type of a question (DC-31).
const QUESTION_REQUEST: &str = "question_request";

/// The kind of a block that holds words for the user.
pub const WORDS: &str = "content";
/// The kind of a block that holds the model's reasoning.
pub const REASONING: &str = "reasoning_content";
/// The kind of a block that holds an error.
pub const ERROR: &str = "error";
const TOOL_CALL: &str = "tool_call";
const ACTION: &str = "action";

const PENDING: &str = "pending";
const SUCCESS: &str = "success";
const DENIED: &str = "denied";
const FAILED: &str = "error";

/// The resolution of a question that waits for its answer.
pub const ASKED: &str = "asked";
const REPLIED: &str = "replied";
const REJECTED: &str = "rejected";

/// A message of the chat.
#[derive(Clone, Debug, Deserialize, Hash, Serialize)]
#[serde(expecting = "expected an object with `id`, `role` and `content`")]
pub struct Message {
    /// Counted: `message_1`, `message_2`.
    pub id: Text,
    /// The author: `user` or `assistant`.
    pub role: Author,
    /// `sent`, or `error` if the generation was stopped.
    #[serde(default = "sent")]
    pub status: String,
    /// What the message says.
    pub content: Content,
    /// How the generation ended, if the user stopped it (DC-50).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Value>,
}

/// The author of a message.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Author {
    /// The user.
    User,
    /// The model.
    Assistant,
    /// Another author, in a chat of an older version.
    #[serde(other)]
    Other,
}

/// The status of a complete message. A message with a pending question has it too (DC-49); a message whose generation
/// was stopped has `error`.
const SENT: &str = "sent";

fn sent() -> String {
    SENT.to_owned()
}

/// What a message says.
#[derive(Clone, Debug, Deserialize, Hash, Serialize)]
#[serde(untagged, expecting = "expected an array of blocks, each with a `type`, or an object with the user's `text`")]
pub enum Content {
    /// The model's words and calls, in order.
    Blocks(Vec<Block>),
    /// The user's words.
    Said {
        /// The words.
        text: Text,
    },
}

/// A block of an assistant's message. Unknown members are kept unchanged (DC-87).
#[derive(Clone, Debug, Default, Deserialize, Hash, Serialize)]
pub struct Block {
    /// `content`, `reasoning_content`, `tool_call`, `action` or `error`; others are kept.
    #[serde(rename = "type")]
    pub kind: Text,
    /// The words of a text, or of an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Text>,
    /// `pending`, `success`, `denied` or `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// What kind of action is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_type: Option<String>,
    /// The call that the block is or belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call: Option<StoredCall>,
    /// The members of an action.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map,
    /// The model's reply in this message to which the block belongs, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// All other stored members.
    #[serde(flatten)]
    pub other: Map,
}

/// A stored call.
#[derive(Clone, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
pub struct StoredCall {
    /// The id that the model gave the call.
    pub id: Text,
    /// The tool.
    #[serde(default)]
    pub name: Text,
    /// The text of the arguments.
    #[serde(default)]
    pub params: Text,
    /// What the model was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<Text>,
}

/// The members that a question has in the `extra` of its block (DC-31 to DC-35).
///
/// Every member is optional. A member of the wrong type is read as absent, and a member that is absent is not written.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
struct QuestionExtra {
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    needs_user_action: Option<bool>,
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    question_header: Option<String>,
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    question_text: Option<String>,
    /// An array as JSON text. Older versions stored the array itself.
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    question_options: Option<Value>,
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    question_multiple: Option<bool>,
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    question_custom: Option<bool>,
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    question_resolution: Option<String>,
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    answer_text: Option<Text>,
    #[serde(deserialize_with = "lenient", skip_serializing_if = "Option::is_none")]
    answer_message_id: Option<Text>,
}

/// Reads a value, or nothing where the value has another type.
fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(crate::model::json::from_value(Value::deserialize(deserializer)?).ok())
}

impl QuestionExtra {
    fn read(extra: &Map) -> Self {
        crate::model::json::from_value(Value::Object(extra.clone())).unwrap_or_default()
    }

    /// Writes the members that are present over those in `extra`. The other members stay as they are.
    fn write(&self, extra: &mut Map) {
        if let Value::Object(members) = json!(self) {
            extra.extend(members);
        }
    }
}

impl Message {
    /// A complete message.
    pub fn sent(id: Text, role: Author, content: Content) -> Self {
        Self { id, role, status: sent(), content, outcome: None }
    }

    /// The user stopped the generation of this message (DC-50).
    pub fn stop(&mut self) {
        self.status = FAILED.to_owned();
        self.outcome = Some(json!({"status": "aborted", "reason": "user_stop"}));
    }
}

/// How a question ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Resolution {
    /// The question was answered (DC-35).
    Replied {
        /// The answer.
        text: Text,
        /// The id of the user's message, if a message was the answer.
        message: Option<Text>,
    },
    /// The user declined to answer (DC-79).
    Rejected,
    /// The generation was stopped (DC-50).
    Stopped,
}

impl Block {
    /// A block of words.
    pub fn content(kind: &str, words: &str, step: u32) -> Self {
        let status = Some(if kind == ERROR { FAILED } else { SUCCESS }.to_owned());
        Self { kind: kind.into(), content: Some(words.into()), status, step: Some(step), ..Self::default() }
    }

    /// A call that has no result yet.
    pub fn call(id: &str, name: &str, params: &str, step: u32) -> Self {
        let call = StoredCall { id: id.into(), name: name.into(), params: params.into(), response: None };
        Self {
            kind: TOOL_CALL.into(),
            status: Some(PENDING.to_owned()),
            tool_call: Some(call),
            step: Some(step),
            ..Self::default()
        }
    }

    /// A question that is pending (DC-31 to DC-34).
    pub fn question(id: &str, name: &str, question: &Question, step: u32) -> Self {
        let mut extra = Map::new();
        let members = QuestionExtra {
            needs_user_action: Some(true),
            question_header: question.header.clone(),
            question_text: Some(question.text.clone()),
            question_options: Some(serde_json::to_string(&question.options).unwrap_or_default().into()),
            question_multiple: Some(question.multiple),
            question_custom: Some(question.custom),
            question_resolution: Some(ASKED.to_owned()),
            ..QuestionExtra::default()
        };
        members.write(&mut extra);
        Self {
            kind: ACTION.into(),
            action_type: Some(QUESTION_REQUEST.to_owned()),
            status: Some(PENDING.to_owned()),
            tool_call: Some(StoredCall { id: id.into(), name: name.into(), ..StoredCall::default() }),
            extra,
            step: Some(step),
            ..Self::default()
        }
    }

    /// Whether the block is a call of a tool.
    pub fn is_call(&self) -> bool {
        self.kind == TOOL_CALL
    }

    /// Whether the block is an action of any type.
    pub fn is_action(&self) -> bool {
        self.kind == ACTION
    }

    /// Whether the block is a question, pending or not.
    pub fn is_question(&self) -> bool {
        self.is_action() && self.action_type.as_deref() == Some(QUESTION_REQUEST)
    }

    /// Whether the block has no result yet.
    pub fn is_pending(&self) -> bool {
        self.status.as_deref() == Some(PENDING)
    }

    /// The question of this block, if the stored members make a question that can be asked.
    pub fn asked(&self) -> Option<Question> {
        let members = QuestionExtra::read(&self.extra);
        let options: Vec<Choice> = match members.question_options? {
            Value::String(json) => serde_json::from_str(&json).ok()?,
            other => crate::model::json::from_value(other).ok()?,
        };
        Some(Question {
            header: members.question_header,
            text: members.question_text?,
            options,
            multiple: members.question_multiple.unwrap_or(false),
            custom: members.question_custom.unwrap_or(true),
        })
    }

    /// The stored answer of a question.
    pub fn answer(&self) -> Option<Text> {
        QuestionExtra::read(&self.extra).answer_text
    }

    /// Whether the block's call has failed.
    pub fn has_failed(&self) -> bool {
        self.status.as_deref() == Some(FAILED)
    }

    /// Settles a question: sets the status and stores the answer (DC-32, DC-33, DC-35, DC-79). The question itself stays
    /// (DC-80).
    pub fn resolve(&mut self, how: &Resolution) {
        let (status, resolution) = match how {
            Resolution::Replied { .. } => (SUCCESS, Some(REPLIED)),
            Resolution::Rejected => (DENIED, Some(REJECTED)),
            Resolution::Stopped => (FAILED, None),
        };
        self.status = Some(status.to_owned());
        let (answer_text, answer_message_id) = match how {
            Resolution::Replied { text, message } => (Some(text.clone()), message.clone()),
            Resolution::Rejected | Resolution::Stopped => (None, None),
        };
        let members = QuestionExtra {
            needs_user_action: Some(false),
            question_resolution: resolution.map(str::to_owned),
            answer_text,
            answer_message_id,
            ..QuestionExtra::default()
        };
        members.write(&mut self.extra);
    }

    /// The call's result.
    pub fn respond(&mut self, content: &str, is_error: bool) {
        self.status = Some(if is_error { FAILED } else { SUCCESS }.to_owned());
        if let Some(call) = &mut self.tool_call {
            call.response = Some(content.into());
        }
    }

    /// A line that shows an action of an unknown type: the type, the status and the words (DC-66).
    pub fn generic(&self) -> String {
        let kind = self.action_type.as_deref().unwrap_or(ACTION);
        let status = self.status.as_deref().unwrap_or("unknown");
        let words = self.content.as_deref().unwrap_or_default();
        format!("[{kind}, {status}] {words}").trim_end().to_owned()
    }
}

/// A question as a stored message has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredQuestion {
    /// The id of the message.
    pub message: Text,
    /// The place of the question among the message's blocks.
    pub at: usize,
    /// The id of the call that asks.
    pub call: Text,
    /// How the question stands: [`ASKED`], `replied` or `rejected`; empty where nothing is stored about it.
    pub resolution: String,
}

/// The questions of a stored message. A value that is no message has none.
pub fn questions(record: &Value) -> Vec<StoredQuestion> {
    // Most messages have none, and need not be read whole.
    let mut blocks = record["content"].as_array().into_iter().flatten();
    if !blocks.any(|block| text_of(block, "action_type") == Some(QUESTION_REQUEST)) {
        return Vec::new();
    }
    let Ok(Message { id, content: Content::Blocks(blocks), .. }) = Message::deserialize(record) else {
        return Vec::new();
    };
    let questions = blocks.into_iter().enumerate().filter(|(_, block)| block.is_question());
    let stored = questions.map(|(at, block)| StoredQuestion {
        message: id.clone(),
        at,
        resolution: QuestionExtra::read(&block.extra).question_resolution.unwrap_or_default(),
        call: block.tool_call.unwrap_or_default().id,
    });
    stored.collect()
}

/// Whether the stored `message` says that the call `id` failed. Either the call's block has the status of a failure; or the
/// message has an error block, and neither asks a question under that id nor has another call that failed.
pub fn says_failed(message: &Value, id: &str) -> bool {
    let blocks: Vec<&Value> = message["content"].as_array().into_iter().flatten().collect();
    let is_of_call = |block: &Value| block["tool_call"]["id"] == id;
    let call = |block: &&&Value| block["type"] == TOOL_CALL;
    let failed = || blocks.iter().filter(call).filter(|block| block["status"] == FAILED);
    if failed().any(|block| is_of_call(block)) {
        return true;
    }
    let asks =
        |block: &&Value| block["type"] == ACTION && block["action_type"] == QUESTION_REQUEST && is_of_call(block);
    blocks.iter().filter(call).any(|block| is_of_call(block))
        && !blocks.iter().any(asks)
        && failed().next().is_none()
        && blocks.iter().any(|block| block["type"] == ERROR)
}

#[cfg(test)]
#[path = "persisted_tests.rs"]
mod tests;
