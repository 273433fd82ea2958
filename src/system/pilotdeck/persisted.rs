//! The shapes that PilotDeck stores, for writing and for reading back.
//!
//! The names of the stored members stand here alone. Everything else writes and reads through these types.
//!
//! **Absent here:** a question that waits. The host's memory alone has it. After a restart the question is a call
//! without a result, and that is reported.

use crate::model::json::{Map, Text, Value, json, member, text_of};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error},
};

use super::{
    definition::NAME,
    errors::{Issue, RecordFault, SetupError, ToolError},
    pipeline::Output,
};
use crate::system::AnswerCall;

/// A stored record, as far as the history needs it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stored {
    /// The user's words.
    User(Text),
    /// The model's words and calls.
    Assistant(Said),
    /// The result of a call.
    Result(Text, StoredResult),
    /// A record that is not for the model.
    Other,
}

/// The model's stored message.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Said {
    /// The model's reasoning.
    pub reasoning: Text,
    /// The words for the user.
    pub text: Text,
    /// The calls.
    pub calls: Vec<StoredCall>,
}

/// A stored call.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct StoredCall {
    /// The id that the model gave the call.
    pub id: Text,
    /// The tool's name in the model's words.
    pub name: Text,
    /// The arguments.
    pub arguments: Value,
}

/// A stored result.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum StoredResult {
    /// The text for the model.
    Done(Text),
    /// The tool of that name failed with this error.
    Failed(String, ToolError),
}

/// Who says a message.
#[derive(Clone, Copy, Debug, Deserialize, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
enum Role {
    User,
    Assistant,
}

/// A stored message.
#[derive(Clone, Debug, Deserialize, Hash, Serialize)]
struct Message {
    /// Written for people. The program never reads it.
    #[serde(skip_deserializing)]
    id: Text,
    role: Role,
    #[serde(deserialize_with = "objects")]
    content: Vec<Part>,
}

/// A part of a message or of a result.
#[derive(Clone, Debug, Deserialize, Hash, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part {
    Reasoning {
        text: Text,
    },
    Text {
        text: Text,
    },
    ToolCall {
        id: Text,
        name: Text,
        /// An object, as the model is shown it again.
        #[serde(deserialize_with = "object")]
        arguments: Value,
    },
}

/// The result of a call.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Outcome {
    ToolResult {
        tool_call_id: Text,
        /// Written for people. The program never reads it.
        #[serde(skip_deserializing)]
        tool_name: Text,
        #[serde(deserialize_with = "objects")]
        content: Vec<Part>,
        /// The data of a question's result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        data: Option<Value>,
    },
    ToolError {
        tool_call_id: Text,
        tool_name: Text,
        #[serde(deserialize_with = "object")]
        error: Failure,
    },
}

/// A stored error.
#[derive(Clone, Debug, Deserialize, Hash, Serialize)]
struct Failure {
    code: String,
    message: String,
    /// Only faults with all their members are read.
    #[serde(default, deserialize_with = "faults", skip_serializing_if = "Vec::is_empty")]
    issues: Vec<Fault>,
}

/// A stored fault of the arguments.
#[derive(Clone, Debug, Deserialize, Hash, Serialize)]
struct Fault {
    path: String,
    code: String,
    message: String,
}

/// Reads a shape from an object. By itself serde would take a list as well.
fn object<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<T, D::Error> {
    let members = Map::deserialize(deserializer)?;
    T::deserialize(&Value::Object(members)).map_err(D::Error::custom)
}

/// Reads a list of objects.
fn objects<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Part>, D::Error> {
    let parts = Vec::<Value>::deserialize(deserializer)?;
    parts.iter().map(|part| object(part).map_err(D::Error::custom)).collect()
}

/// Reads the faults that have their shape. Others are left out.
fn faults<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Fault>, D::Error> {
    let faults = Vec::<Value>::deserialize(&Value::deserialize(deserializer)?).unwrap_or_default();
    Ok(faults.iter().filter_map(|fault| object(fault).ok()).collect())
}

impl From<&ToolError> for Failure {
    fn from(ToolError { code, message, issues }: &ToolError) -> Self {
        let fault = |Issue { path, code, message }: &Issue| Fault {
            path: path.clone(),
            code: (*code).to_owned(),
            message: message.clone(),
        };
        Self { code: code.clone(), message: message.clone(), issues: issues.iter().map(fault).collect() }
    }
}

impl From<Failure> for ToolError {
    fn from(Failure { code, message, issues }: Failure) -> Self {
        let issue = |Fault { path, code, message }: Fault| Issue::stored(path, &code, message);
        Self { code, message, issues: issues.into_iter().map(issue).collect() }
    }
}

impl Part {
    fn said(text: &str) -> Self {
        Self::Text { text: text.into() }
    }
}

fn message(number: usize, role: Role, content: Vec<Part>) -> Value {
    json!(Message { id: format!("message_{number}").into(), role, content })
}

/// The user's words.
pub fn user(number: usize, text: &str) -> Value {
    message(number, Role::User, vec![Part::said(text)])
}

/// The model's words and calls; the arguments of each as the model is shown them again.
pub fn assistant(number: usize, reasoning: &str, text: &str, calls: &[(AnswerCall, Value)]) -> Value {
    let mut content = Vec::new();
    content.extend((!reasoning.is_empty()).then(|| Part::Reasoning { text: reasoning.into() }));
    content.extend((!text.is_empty()).then(|| Part::said(text)));
    content.extend(calls.iter().map(|(AnswerCall { id, name, .. }, arguments)| Part::ToolCall {
        id: id.clone(),
        name: name.clone(),
        arguments: arguments.clone(),
    }));
    message(number, Role::Assistant, content)
}

/// The result of a question (PD-42, PD-98).
pub fn answered(call: &str, output: &Output) -> Value {
    result(call, NAME, &output.text, Some(output.data.clone()))
}

/// The result of a tool of the host.
pub fn done(call: &str, tool: &str, text: &str) -> Value {
    result(call, tool, text, None)
}

fn result(call: &str, tool: &str, text: &str, data: Option<Value>) -> Value {
    let (tool_call_id, tool_name) = (call.into(), tool.into());
    json!(Outcome::ToolResult { tool_call_id, tool_name, content: vec![Part::said(text)], data })
}

/// Why a call has no result.
pub fn failed(call: &str, tool: &str, error: &ToolError) -> Value {
    let (tool_call_id, tool_name) = (call.into(), tool.into());
    json!(Outcome::ToolError { tool_call_id, tool_name, error: error.into() })
}

/// Reads record number `number`.
///
/// # Errors
/// What is wrong with the record.
pub fn read(number: usize, record: &Value) -> Result<Stored, SetupError> {
    let wrong = |fault| SetupError::Record { number, fault };
    if !record.is_object() {
        return Err(wrong(RecordFault::NotObject));
    }
    match (record["role"].as_str(), record["type"].as_str()) {
        (Some("user"), _) => {
            let texts = Message::deserialize(record).ok().and_then(|message| texts(&message.content));
            texts.map(|text| Stored::User(text.into())).ok_or_else(|| wrong(RecordFault::User))
        }
        (Some("assistant"), _) => Message::deserialize(record)
            .map(|message| Stored::Assistant(message.content.into()))
            .map_err(|_| wrong(RecordFault::Assistant)),
        (_, Some("tool_result")) => result_of(record).ok_or_else(|| wrong(RecordFault::Result)),
        (_, Some("tool_error")) => result_of(record).ok_or_else(|| wrong(RecordFault::Error)),
        (None, None) => Err(wrong(RecordFault::NoKind)),
        _ => Ok(Stored::Other),
    }
}

fn result_of(record: &Value) -> Option<Stored> {
    Some(match Outcome::deserialize(record).ok()? {
        Outcome::ToolResult { tool_call_id, content, .. } => {
            Stored::Result(tool_call_id, StoredResult::Done(texts(&content)?.into()))
        }
        Outcome::ToolError { tool_call_id, tool_name, error } => {
            Stored::Result(tool_call_id, StoredResult::Failed(tool_name.to_string(), error.into()))
        }
    })
}

/// The texts of a content, each on a line. `None` if the content has a part of another kind.
fn texts(content: &[Part]) -> Option<String> {
    let texts = content.iter().map(|part| match part {
        Part::Text { text } => Some(text.as_str()),
        Part::Reasoning { .. } | Part::ToolCall { .. } => None,
    });
    texts.collect::<Option<Vec<&str>>>().map(|texts| texts.join("\n"))
}

impl From<Vec<Part>> for Said {
    fn from(content: Vec<Part>) -> Self {
        let (mut reasoning, mut text, mut calls) = (Vec::new(), Vec::new(), Vec::new());
        for part in content {
            match part {
                Part::Reasoning { text } => reasoning.push(text),
                Part::Text { text: words } => text.push(words),
                Part::ToolCall { id, name, arguments } => calls.push(StoredCall { id, name, arguments }),
            }
        }
        Self { reasoning: reasoning.join("\n").into(), text: text.join("\n").into(), calls }
    }
}

/// The id of the call whose result or error a record stores, whatever else the record has or lacks.
pub fn settled_call(record: &Value) -> Option<String> {
    let is_settled = matches!(text_of(record, "type"), Some("tool_result" | "tool_error"));
    text_of(record, "toolCallId").filter(|_| is_settled).map(str::to_owned)
}

/// The answers in a question's stored result, and the sentence in which the model reads them.
pub fn answers(record: &Value) -> Option<(Map, String)> {
    // Most records have none, and need not be read whole.
    member(record, "data").and_then(|data| member(data, "answers"))?;
    match Outcome::deserialize(record).ok()? {
        Outcome::ToolResult { content, data: Some(data), .. } => {
            Some((data.get("answers")?.as_object()?.clone(), texts(&content)?))
        }
        Outcome::ToolResult { data: None, .. } | Outcome::ToolError { .. } => None,
    }
}

#[cfg(test)]
#[path = "persisted_tests.rs"]
mod tests;
