//! The frames of JSON-RPC 2.0.

use crate::model::json::{Map, Value};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

/// JSON-RPC's error number for a line that is not JSON.
pub const NOT_JSON: i32 = -32700;
/// JSON-RPC's error number for JSON that is not a message.
pub const INVALID_REQUEST: i32 = -32600;
/// JSON-RPC's error number for an unknown method.
pub const UNKNOWN_METHOD: i32 = -32601;
/// JSON-RPC's error number for wrong parameters.
pub const WRONG_PARAMS: i32 = -32602;
/// The number for any other error.
pub const FAILED: i32 = -32000;

/// A message with a method. A request has an id as well.
#[derive(Serialize, Deserialize)]
pub struct Call<M> {
    /// Always `2.0`.
    pub jsonrpc: String,
    /// The request's id; none for a notification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Method and parameters.
    #[serde(flatten)]
    pub message: M,
}

impl<M> Call<M> {
    /// A notification.
    pub fn tell(message: M) -> Self {
        Self { jsonrpc: "2.0".to_owned(), id: None, message }
    }

    /// A request.
    pub fn ask(id: u64, message: M) -> Self {
        Self { id: Some(id), ..Self::tell(message) }
    }
}

/// The answer to a request.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Always `2.0`.
    pub jsonrpc: String,
    /// The request's id, or null if the request could not be read.
    pub id: Option<u64>,
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The reason why there is no result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<RpcError>,
}

/// An error in JSON-RPC's shape.
#[derive(Debug, Serialize, Deserialize)]
#[serde(expecting = "an object with `code` and `message`")]
pub struct RpcError {
    /// JSON-RPC's number.
    pub code: i32,
    /// The error, in words.
    pub message: String,
}

impl Answer {
    /// A result.
    pub fn ok(id: Option<u64>, result: Value) -> Self {
        Self { jsonrpc: "2.0".to_owned(), id, result: Some(result), error: None }
    }

    /// An empty result.
    pub fn done(id: Option<u64>) -> Self {
        Self::ok(id, Value::Object(Map::new()))
    }

    /// An error.
    pub fn error(id: Option<u64>, code: i32, message: String) -> Self {
        Self { jsonrpc: "2.0".to_owned(), id, result: None, error: Some(RpcError { code, message }) }
    }
}

/// A line of JSON-RPC.
pub enum Line<M> {
    /// A message with a method.
    Call(Option<u64>, M),
    /// An answer.
    Answer(Answer),
}

/// Why a message without a method is not an answer.
#[derive(Debug, Error)]
enum AnswerError {
    #[error("expected a `result` or an `error`, found both")]
    Both,
    #[error("expected a `method`, a `result` or an `error`")]
    Neither,
    #[error("expected a result, found null; one without anything in it is `{{}}`")]
    NullResult,
    #[error("an answer: {} at `{}`", .0.inner(), .0.path())]
    Shape(#[from] serde_path_to_error::Error<serde_json::Error>),
}

/// Reads an answer.
fn answer(value: Value) -> Result<Answer, AnswerError> {
    let (result, error) = (value.get("result").cloned(), value.get("error").is_some());
    match (result, error) {
        (Some(_), true) => return Err(AnswerError::Both),
        (None, false) => return Err(AnswerError::Neither),
        (Some(Value::Null), _) => return Err(AnswerError::NullResult),
        (Some(_), false) | (None, true) => {}
    }
    Ok(serde_path_to_error::deserialize(&value)?)
}

/// Whether a line is a message, or a broken one. Any other line, such as that of a log, was not written for us.
pub fn is_meant_as_message(line: &str) -> bool {
    let has = |value: &Value, name| value.get(name).is_some();
    match crate::model::json::read_value(line) {
        Ok(value) => has(&value, "jsonrpc") || has(&value, "id") && (has(&value, "result") || has(&value, "error")),
        Err(_) => line.contains("\"jsonrpc\""),
    }
}

/// Reads a line. Unknown fields are ignored; `knows` tells which methods are known.
///
/// # Errors
/// The answer that says what is wrong.
pub fn read<M: DeserializeOwned>(line: &str, knows: impl Fn(&str) -> bool) -> Result<Line<M>, Box<Answer>> {
    let refuse = |id, code, message| Err(Box::new(Answer::error(id, code, message)));
    let mut value: Value = match crate::model::json::read_value(line) {
        Ok(value) => value,
        Err(error) => return refuse(None, NOT_JSON, format!("not JSON: {error}")),
    };
    let id = value.get("id").and_then(Value::as_u64);
    let Some(message) = value.as_object_mut() else {
        return refuse(None, INVALID_REQUEST, "a message is a JSON object".to_owned());
    };
    if message.get("jsonrpc") != Some(&Value::from("2.0")) {
        return refuse(id, INVALID_REQUEST, "expected `\"jsonrpc\":\"2.0\"`".to_owned());
    }
    let Some(method) = message.get("method") else {
        return answer(value).map(Line::Answer).or_else(|why| refuse(id, INVALID_REQUEST, why.to_string()));
    };
    let Some(method) = method.as_str().filter(|method| knows(method)).map(str::to_owned) else {
        return refuse(id, UNKNOWN_METHOD, format!("there is no method {method}"));
    };
    let params = message.entry("params").or_insert_with(|| Value::Object(Map::new())).take();
    let call =
        Value::Object(Map::from_iter([("method".to_owned(), method.clone().into()), ("params".to_owned(), params)]));
    match serde_path_to_error::deserialize(&call) {
        Ok(message) => Ok(Line::Call(id, message)),
        Err(error) => refuse(id, WRONG_PARAMS, format!("{method}: {} at `{}`", error.inner(), error.path())),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::is_meant_as_message;

    #[rstest]
    #[case(r#"{"jsonrpc":"2.0","method":"idle"}"#, true)]
    #[case(r#"{"jsonrpc":"2.0","id":3,"result":"#, true)]
    #[case(r#"{"id":3,"result":{}}"#, true)]
    #[case(r#"{"jsonrpc":2}"#, true)]
    #[case("listening on port 3000", false)]
    #[case(r#"{"level":"info","method":"GET","id":3}"#, false)]
    #[case("[1]", false)]
    #[case("7", false)]
    fn a_broken_message_is_not_a_line_of_a_log(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(is_meant_as_message(line), expected);
    }
}
