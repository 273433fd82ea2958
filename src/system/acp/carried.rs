//! What a tool of a session's server asks its user, and how the agent carries it: the params of an `elicitation/create` of the
//! Model Context Protocol go to the client, and what the client answers goes back to the tool.
//!
//! A tool writes its question as `{"id", "mode", "message", "requestedSchema" | "url", "elicitationId"}`. It is told
//! `{"action", "content"}`, or `{"error": {"code", "message"}}`, as its client answers. A server that may not ask, since its client
//! has not declared the mode, is told `{"undeclared": MODE}` and asks nothing; with `"undeclared": true` in the question it asks
//! all the same.

use crate::model::{
    json::{Map, Value, json},
    rpc::{self, text},
};

/// The member that says that a mode was not declared: in a question, that it is asked all the same; in what the tool is told, the
/// mode.
pub const UNDECLARED: &str = "undeclared";

/// A question of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolQuestion {
    /// The id under which the tool gets its answer.
    pub id: String,
    /// Whether it is asked although the mode was not declared.
    pub is_insistent: bool,
    /// The params of the server's `elicitation/create`.
    pub params: Map,
}

/// How a tool's question goes on to the client.
#[derive(Debug, PartialEq)]
pub enum Carried {
    /// With these params; the session, the call and the id of a page are still missing.
    Asked(Map),
    /// Not at all: the client could not show it. The tool is told why.
    Refused(&'static str),
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

    /// The mode: a question without one is a form.
    pub fn mode(&self) -> &str {
        self.params.get("mode").and_then(Value::as_str).unwrap_or("form")
    }

    /// How it goes on to a client.
    pub fn carried(&self) -> Carried {
        let Some(message) = self.params.get("message").filter(|message| message.is_string()) else {
            return Carried::Refused("the question has no message");
        };
        let mut carried = Map::new();
        carried.insert("mode".to_owned(), self.mode().into());
        carried.insert("message".to_owned(), message.clone());
        match self.mode() {
            "form" => {
                let Some(schema) = self.params.get("requestedSchema").and_then(form) else {
                    return Carried::Refused("the form has a property that no client could show");
                };
                carried.insert("requestedSchema".to_owned(), schema);
            }
            "url" => {
                let Some(url) = self.params.get("url").filter(|url| url.is_string()) else {
                    return Carried::Refused("the page has no address");
                };
                carried.insert("url".to_owned(), url.clone());
            }
            _ => return Carried::Refused("this mode is unknown"),
        }
        Carried::Asked(carried)
    }
}

/// The members of a form's schema that a client knows.
const OF_A_FORM: [&str; 5] = ["type", "title", "description", "properties", "required"];

/// The form as a client can show it. `None` if a property is of no simple type.
fn form(schema: &Value) -> Option<Value> {
    let mut form = Map::new();
    for name in OF_A_FORM {
        if let Some(member) = schema.get(name) {
            form.insert(name.to_owned(), member.clone());
        }
    }
    let properties = schema.get("properties")?.as_object()?.iter();
    let properties: Option<Map> =
        properties.map(|(name, kind)| Some((name.as_str().to_owned(), property(kind)?))).collect();
    form.insert("properties".to_owned(), properties?.into());
    Some(form.into())
}

/// A property as a client can show it. Titles beside plain choices, an older way to write them, become choices with titles.
fn property(property: &Value) -> Option<Value> {
    let is_list_of_choices = |items: &Value| items["anyOf"].is_array() || items["enum"].is_array();
    let is_shown = match text(property, "type")? {
        "string" | "number" | "integer" | "boolean" => true,
        "array" => is_list_of_choices(&property["items"]),
        _ => false,
    };
    if !is_shown {
        return None;
    }
    let mut shown = property.as_object()?.clone();
    if let (Some(names), Some(values)) = (shown.remove("enumNames"), property["enum"].as_array()) {
        shown.remove("enum");
        let titled = values.iter().enumerate().map(|(at, value)| {
            let title = names.as_array().and_then(|names| names.get(at)).unwrap_or(value);
            json!({"const": value, "title": title})
        });
        shown.insert("oneOf".to_owned(), titled.collect());
    }
    Some(shown.into())
}

/// What a tool is told of a question that goes no further.
pub fn refusal(why: &str) -> Value {
    json!({"error": {"code": rpc::INVALID_PARAMS, "message": why}})
}

/// What a tool is told of a mode that its client has not declared.
pub fn undeclared(mode: &str) -> Value {
    json!({UNDECLARED: mode})
}

/// What a tool is told for the client's result; `None` for an error. What the user did not do is not told as done.
pub fn told(mode: &str, result: Option<&Value>) -> Value {
    let content = result.and_then(|result| result.get("content")).filter(|content| content.is_object());
    match (result.and_then(|result| text(result, "action")), mode, content) {
        (Some("accept"), "form", Some(content)) => json!({"action": "accept", "content": content}),
        (Some("accept"), "url", _) => json!({"action": "accept"}),
        (Some(action @ ("decline" | "cancel")), ..) => json!({"action": action}),
        _ => json!({"error": {"code": rpc::INTERNAL, "message": "the question could not be put to the user"}}),
    }
}

#[cfg(test)]
#[path = "carried_tests.rs"]
mod tests;
