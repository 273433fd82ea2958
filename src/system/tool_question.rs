//! What a tool of a session's server asks its user: the params of an `elicitation/create` of the Model Context Protocol.
//!
//! A tool writes its question as `{"id", "mode", "message", "requestedSchema" | "url", "elicitationId"}`. It is told
//! `{"action", "content"}`, or `{"error": {"code", "message"}}`, as its client answers. A server that may not ask, since its client
//! has not declared the mode, is told `{"undeclared": MODE}` and asks nothing; with `"undeclared": true` in the question it asks
//! all the same.

use crate::model::{
    json::{Map, Value, json},
    rpc::text,
};

/// The member that says that a mode was not declared: in a question, that it is asked all the same; in what the tool is told, the
/// mode.
pub const UNDECLARED: &str = "undeclared";

/// How often a question is asked at once, at most.
const TIMES_MAX: u64 = 1000;

/// A question of a tool.
#[derive(Clone, Debug, Hash, PartialEq)]
pub struct ToolQuestion {
    /// The id under which the tool gets its answer.
    pub id: String,
    /// Whether it is asked although the mode was not declared.
    pub is_insistent: bool,
    /// The params of the server's `elicitation/create`.
    pub params: Map,
}

impl ToolQuestion {
    /// Reads a question. `None` if it is none, or has no id: then nobody could answer it.
    pub fn read(asked: &Value) -> Option<Self> {
        let mut params = asked.as_object()?.clone();
        let id = text(asked, "id").filter(|id| !id.is_empty())?.to_owned();
        params.remove("id");
        let is_insistent = params.remove(UNDECLARED) == Some(true.into());
        Some(Self { id, is_insistent, params })
    }

    /// A question, and those that are asked at once with it: the member `with`, a list of questions. One with the member
    /// `times` is asked so often at once, up to a thousand times, under its id with a number.
    pub fn all(asked: &Value) -> Vec<Self> {
        let with = asked.get("with").and_then(Value::as_array);
        [asked].into_iter().chain(with.into_iter().flatten()).flat_map(Self::as_often).collect()
    }

    /// A question as often as its member `times` says.
    fn as_often(asked: &Value) -> Vec<Self> {
        let Some(mut question) = Self::read(asked) else { return Vec::new() };
        let Some(times) = question.params.remove("times") else { return vec![question] };
        let numbers = 1..=times.as_u64().unwrap_or(1).min(TIMES_MAX);
        numbers.map(|number| Self { id: format!("{}-{number}", question.id), ..question.clone() }).collect()
    }

    /// The mode: a question without one is a form.
    pub fn mode(&self) -> &str {
        self.params.get("mode").and_then(Value::as_str).unwrap_or("form")
    }

    /// What the tool is told if its client has not declared the mode.
    pub fn undeclared(&self) -> Value {
        json!({UNDECLARED: self.mode()})
    }
}
