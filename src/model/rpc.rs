//! Messages of JSON-RPC 2.0, read strictly: a request, a notification, or the response to a request.

use crate::model::json::{Map, Value, json};

/// The line is no JSON.
pub const PARSE_ERROR: i64 = -32700;
/// The line is JSON, and no message.
pub const INVALID_REQUEST: i64 = -32600;
/// The method is unknown.
pub const UNKNOWN_METHOD: i64 = -32601;
/// The params lack something, or have something wrong.
pub const INVALID_PARAMS: i64 = -32602;
/// Something failed inside.
pub const INTERNAL: i64 = -32603;
/// The request was given up.
pub const CANCELLED: i64 = -32800;

/// A message.
#[derive(Clone, Debug, Hash, PartialEq)]
pub enum Message {
    /// Awaits a response with the same id.
    Request {
        /// The id, of any JSON type.
        id: Value,
        /// The method.
        method: String,
        /// The params; null without any.
        params: Value,
    },
    /// Awaits nothing.
    Notification {
        /// The method.
        method: String,
        /// The params; null without any.
        params: Value,
    },
    /// Ends a request.
    Response {
        /// The id of the request.
        id: Value,
        /// The result. `None` for an error.
        result: Option<Value>,
    },
}

impl Message {
    /// Reads a line. `None` if it is no message.
    pub fn read(line: &Value) -> Option<Self> {
        let members = line.as_object().filter(|members| members.get("jsonrpc") == Some(&"2.0".into()))?;
        let member = |name: &str| members.get(name).cloned();
        let id = member("id").filter(|id| id.is_string() || id.is_number() || id.is_null());
        let params = member("params").unwrap_or_default();
        match (member("method"), id, member("result"), member("error")) {
            (Some(method), id, None, None) => {
                let method = method.as_str()?.to_owned();
                Some(match id {
                    Some(id) => Self::Request { id, method, params },
                    None if members.contains_key("id") => return None,
                    None => Self::Notification { method, params },
                })
            }
            (None, Some(id), result @ Some(_), None) => Some(Self::Response { id, result }),
            (None, Some(id), None, Some(_)) => Some(Self::Response { id, result: None }),
            _ => None,
        }
    }
}

/// A request.
pub fn request(id: &Value, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// A notification.
pub fn notification(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

/// A response with a result.
pub fn result(id: &Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// A response with an error.
pub fn error(id: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

/// The member of an object as a text. `None` for anything else.
pub fn text<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name).and_then(Value::as_str)
}

/// The members of an object; none for anything else.
pub fn members(value: &Value) -> Map {
    value.as_object().cloned().unwrap_or_default()
}
