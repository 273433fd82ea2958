//! What is stored of a conversation, and how it is read back.
//!
//! **Absent here:** a question that waits. It lives in the host's memory alone; after a restart it is a call without a
//! result, and that is reported.

use serde_json::{Map, Value, json};

use super::{definition::NAME, errors::ToolError, pipeline::Output};
use crate::system::AnswerCall;

/// Something that is stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stored {
    /// The user's words.
    User(String),
    /// The model's words and calls.
    Assistant(Said),
    /// The result of a call.
    Result(String, StoredResult),
    /// Something that is not for the model.
    Other,
}

/// What the model said, as it was stored.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Said {
    /// What it reasoned on the way.
    pub reasoning: String,
    /// Its words.
    pub text: String,
    /// Its calls.
    pub calls: Vec<StoredCall>,
}

/// A call as it was stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredCall {
    /// The model's id of it.
    pub id: String,
    /// The tool, as the model named it.
    pub name: String,
    /// The arguments.
    pub arguments: Value,
}

/// A result as it was stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum StoredResult {
    /// What the model is told.
    Done(String),
    /// What failed, of the tool of that name.
    Failed(String, ToolError),
}

/// The user's words.
pub fn user(number: usize, text: &str) -> Value {
    json!({"id": format!("message_{number}"), "role": "user", "content": [{"type": "text", "text": text}]})
}

/// The model's words and calls; the arguments of each as the model is shown them again.
pub fn assistant(number: usize, reasoning: &str, text: &str, calls: &[(AnswerCall, Value)]) -> Value {
    let said = [("reasoning", reasoning), ("text", text)].into_iter().filter(|(_, words)| !words.is_empty());
    let said = said.map(|(kind, words)| json!({"type": kind, "text": words}));
    let calls = calls.iter().map(|(AnswerCall { id, name, .. }, arguments)| {
        json!({"type": "tool_call", "id": id, "name": name, "arguments": arguments})
    });
    let content: Vec<Value> = said.chain(calls).collect();
    json!({"id": format!("message_{number}"), "role": "assistant", "content": content})
}

/// The result of a question (PD-42, PD-98).
pub fn answered(call: &str, output: &Output) -> Value {
    let mut result = done(call, NAME, &output.text);
    result["data"] = output.data.clone();
    result
}

/// The result of a tool of the host.
pub fn done(call: &str, tool: &str, text: &str) -> Value {
    json!({"type": "tool_result", "toolCallId": call, "toolName": tool, "content": [{"type": "text", "text": text}]})
}

/// Why a call has no result.
pub fn failed(call: &str, tool: &str, error: &ToolError) -> Value {
    json!({"type": "tool_error", "toolCallId": call, "toolName": tool, "error": error.written()})
}

/// Reads record number `number`.
///
/// # Errors
/// What is wrong with it.
pub fn read(number: usize, record: &Value) -> Result<Stored, String> {
    let wrong = |what: &str| format!("stored record {number}: {what}");
    let Value::Object(members) = record else { return Err(wrong("expected an object")) };
    match (text(members, "role"), text(members, "type")) {
        (Some("user"), _) => texts(members).map(Stored::User).ok_or_else(|| wrong("expected texts in `content`")),
        (Some("assistant"), _) => assistant_of(members)
            .ok_or_else(|| wrong("expected texts and calls with `id`, `name` and `arguments` in `content`")),
        (_, Some("tool_result")) => {
            let result = Option::zip(text(members, "toolCallId"), texts(members));
            let (call, told) = result.ok_or_else(|| wrong("expected `toolCallId`, and texts in `content`"))?;
            Ok(Stored::Result(call.to_owned(), StoredResult::Done(told)))
        }
        (_, Some("tool_error")) => {
            let names = Option::zip(text(members, "toolCallId"), text(members, "toolName"));
            let error = members.get("error").and_then(ToolError::read);
            let expected = "expected `toolCallId`, `toolName`, and an `error` with `code` and `message`";
            let ((call, tool), error) = names.zip(error).ok_or_else(|| wrong(expected))?;
            Ok(Stored::Result(call.to_owned(), StoredResult::Failed(tool.to_owned(), error)))
        }
        (None, None) => Err(wrong("expected a `role` or a `type`")),
        _ => Ok(Stored::Other),
    }
}

fn text<'a>(members: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    members.get(key).and_then(Value::as_str)
}

fn parts(members: &Map<String, Value>) -> Option<&Vec<Value>> {
    members.get("content").and_then(Value::as_array)
}

/// The texts of a content that has nothing else, a line each.
fn texts(members: &Map<String, Value>) -> Option<String> {
    let texts = parts(members)?.iter().map(|part| part["text"].as_str().filter(|_| part["type"] == "text"));
    texts.collect::<Option<Vec<&str>>>().map(|texts| texts.join("\n"))
}

fn assistant_of(members: &Map<String, Value>) -> Option<Stored> {
    let (mut reasoning, mut said, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts(members)? {
        match part["type"].as_str()? {
            "reasoning" => reasoning.push(part["text"].as_str()?),
            "text" => said.push(part["text"].as_str()?),
            "tool_call" => calls.push(StoredCall {
                id: part["id"].as_str()?.to_owned(),
                name: part["name"].as_str()?.to_owned(),
                arguments: part.get("arguments").filter(|arguments| arguments.is_object())?.clone(),
            }),
            _ => return None,
        }
    }
    Some(Stored::Assistant(Said { reasoning: reasoning.join("\n"), text: said.join("\n"), calls }))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::{Said, Stored, StoredCall, StoredResult, answered, assistant, done, failed, read, user};
    use crate::system::{
        AnswerCall,
        pilotdeck::{errors::ToolError, pipeline::Output},
    };

    #[test]
    fn what_is_written_is_read_back() {
        let call = AnswerCall { id: "c".into(), name: "n".into(), arguments: String::new() };
        let stored = StoredCall { id: "c".into(), name: "n".into(), arguments: json!({"a": 1}) };
        let output = Output { text: "told".into(), data: json!({"answers": {}}) };
        let cases = [
            (user(1, "hi"), Stored::User("hi".into())),
            (
                assistant(2, "hm", "so", &[(call, json!({"a": 1}))]),
                Stored::Assistant(Said { reasoning: "hm".into(), text: "so".into(), calls: vec![stored] }),
            ),
            (assistant(2, "", "", &[]), Stored::Assistant(Said::default())),
            (answered("c", &output), Stored::Result("c".into(), StoredResult::Done("told".into()))),
            (done("c", "n", ""), Stored::Result("c".into(), StoredResult::Done(String::new()))),
            (
                failed("c", "n", &ToolError::aborted()),
                Stored::Result("c".into(), StoredResult::Failed("n".into(), ToolError::aborted())),
            ),
            (json!({"type": "note"}), Stored::Other),
            (json!({"role": "system", "content": 5}), Stored::Other),
        ];
        for (written, expected) in cases {
            assert_eq!(read(1, &written), Ok(expected));
        }
    }

    #[rstest]
    #[case(json!(5))]
    #[case(json!({}))]
    #[case(json!({"role": "user"}))]
    #[case(json!({"role": "user", "content": [{"type": "image"}]}))]
    #[case(json!({"role": "assistant", "content": [{"type": "tool_call", "id": "c", "name": "n"}]}))]
    #[case(json!({"type": "tool_result", "content": []}))]
    #[case(json!({"type": "tool_error", "toolCallId": "c", "toolName": "n", "error": "boom"}))]
    fn what_can_not_be_read_is_told_by_its_number(#[case] record: Value) {
        assert!(read(7, &record).unwrap_err().starts_with("stored record 7: expected "));
    }
}
