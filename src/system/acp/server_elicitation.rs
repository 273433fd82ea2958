//! How what a tool of a session's server asks goes on to the client, and what the tool is told of the answer.

use crate::{
    model::{
        json::{Map, Value, json},
        rpc::{self, text},
    },
    system::ToolQuestion,
};

/// How a tool's question goes on to the client.
#[derive(Debug, PartialEq)]
pub enum Forwarded {
    /// With these params; the session, the call and the id of a page are still missing.
    Asked(Map),
    /// Not at all: the client could not show it. The tool is told why.
    Refused(&'static str),
}

/// How a question goes on to a client.
pub fn forwarded(question: &ToolQuestion) -> Forwarded {
    let Some(message) = question.params.get("message").filter(|message| message.is_string()) else {
        return Forwarded::Refused("the question has no message");
    };
    let mut params = Map::new();
    params.insert("mode".to_owned(), question.mode().into());
    params.insert("message".to_owned(), message.clone());
    match question.mode() {
        "form" => {
            let Some(schema) = question.params.get("requestedSchema").and_then(form) else {
                return Forwarded::Refused("the form has a property that no client could show");
            };
            params.insert("requestedSchema".to_owned(), schema);
        }
        "url" => {
            let Some(url) = question.params.get("url").filter(|url| url.is_string()) else {
                return Forwarded::Refused("the page has no address");
            };
            params.insert("url".to_owned(), url.clone());
        }
        _ => return Forwarded::Refused("this mode is unknown"),
    }
    Forwarded::Asked(params)
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
#[path = "server_elicitation_tests.rs"]
mod tests;
