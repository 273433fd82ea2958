//! What a client under test shows, fills in and sends of a form.

use crate::{
    model::{json::Value, rpc::text},
    system::mcp::fits,
};

/// Whether each property of a form is of a kind that the protocol has. What is none cannot be filled in (MCP-050).
pub fn can_show(schema: &Value) -> bool {
    let is_known = |property: &Value| match text(property, "type") {
        Some("string" | "number" | "integer" | "boolean") => true,
        Some("array") => ["enum", "anyOf"].iter().any(|choices| property["items"].get(*choices).is_some()),
        _ => false,
    };
    schema["properties"].as_object().is_some_and(|properties| properties.iter().all(|(_, one)| is_known(one)))
}

/// A reply with the defaults of the form for what the user left as it was filled in (MCP-057).
pub fn with_defaults(params: &Value, mut reply: Value) -> Value {
    let properties = params["requestedSchema"]["properties"].as_object();
    if let Some(content) = reply.get_mut("content").and_then(Value::as_object_mut) {
        for (name, property) in properties.into_iter().flatten() {
            if let Some(default) = property.get("default").filter(|_| !content.contains_key(name.as_str())) {
                content.insert(name.clone(), default.clone());
            }
        }
    }
    reply
}

/// Whether a reply answers what is asked: the content of a form fits it (MCP-060).
pub fn may_be_sent(params: &Value, reply: &Value) -> bool {
    let content = reply.get("content");
    content.is_none_or(|content| fits(&params["requestedSchema"], content).is_ok())
}
