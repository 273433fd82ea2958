//! What a line of the agent must look like, by the schema of the protocol's version 1.

use crate::{
    model::{
        json::{Map, Value},
        rpc::{Message, text},
    },
    sim::rules::{Breach, demand},
};

/// The methods of an agent's requests and notifications.
const METHODS: [&str; 13] = [
    "$/cancel_request",
    "elicitation/complete",
    "elicitation/create",
    "fs/read_text_file",
    "fs/write_text_file",
    "session/request_permission",
    "session/update",
    "terminal/create",
    "terminal/kill",
    "terminal/output",
    "terminal/release",
    "terminal/wait_for_exit",
    // What carries the messages of MCP servers over this connection, where both ends have it.
    "mcp/message",
];
/// The reasons for which a turn ends.
const STOP_REASONS: [&str; 5] = ["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"];
/// The kinds of updates, each with the members that it must have.
const UPDATES: [(&str, &[&str]); 14] = [
    ("user_message_chunk", &["content"]),
    ("agent_message_chunk", &["content"]),
    ("agent_thought_chunk", &["content"]),
    ("tool_call", &["toolCallId", "title"]),
    ("tool_call_update", &["toolCallId"]),
    ("plan", &["entries"]),
    ("available_commands_update", &["availableCommands"]),
    ("current_mode_update", &["currentModeId"]),
    ("config_option_update", &["configOptions"]),
    ("session_info_update", &[]),
    ("usage_update", &["used", "size"]),
    ("notice", &["severity", "title"]),
    ("compaction_update", &["compactionId", "status"]),
    ("compaction_summary_chunk", &["compactionId", "content"]),
];
/// The kinds of options that a permission may have.
const OPTIONS: [&str; 4] = ["allow_once", "allow_always", "reject_once", "reject_always"];
/// The types of properties that a form may have.
const PROPERTIES: [&str; 5] = ["string", "number", "integer", "boolean", "array"];

/// A line that is no JSON is a piece of a message if it begins as a line of one would that is written over several. A line of a
/// log may begin with a word in brackets, so a bracket counts only by itself.
pub fn whole(line: &Value) -> Result<(), Breach> {
    let is_piece = |text: &&str| text.starts_with(['{', '}', ']', '"']) || *text == "[";
    let piece = line.as_str().map(str::trim).filter(is_piece);
    piece.map_or(Ok(()), |piece| Err(Breach::new(format!("a piece of a message: {piece:?}"))))
}

pub fn stdout(line: &Value) -> Result<(), Breach> {
    demand(!line.is_string(), || format!("no message: {line}"))
}

/// A text is no message either, but of that another rule tells.
pub fn message(line: &Value) -> Result<(), Breach> {
    demand(line.is_string() || Message::read(line).is_some(), || format!("no message: {line}"))
}

pub fn error(line: &Value) -> Result<(), Breach> {
    let Some(error) = line.get("error") else { return Ok(()) };
    let code = &error["code"];
    let has_shape = (code.as_i64().is_some() || code.as_u64().is_some()) && text(error, "message").is_some();
    demand(has_shape, || format!("the error {error}"))
}

pub fn initialized(line: &Value) -> Result<(), Breach> {
    let Some(result) = line.get("result").filter(|result| result.get("protocolVersion").is_some()) else {
        return Ok(());
    };
    let version = &result["protocolVersion"];
    demand(version.as_u64().is_some_and(|version| u16::try_from(version).is_ok()), || {
        format!("the version {version}")
    })?;
    let capabilities = result.get("agentCapabilities");
    demand(capabilities.is_none_or(Value::is_object), || format!("the capabilities {}", result["agentCapabilities"]))?;
    if let Some(methods) = result.get("authMethods") {
        let is_whole = |method: &Value| text(method, "id").is_some() && text(method, "name").is_some();
        let are_whole = methods.as_array().is_some_and(|methods| methods.iter().all(is_whole));
        demand(are_whole, || format!("the ways to log in {methods}"))?;
    }
    let Some(info) = result.get("agentInfo").filter(|info| !info.is_null()) else { return Ok(()) };
    let is_whole = text(info, "name").is_some() && text(info, "version").is_some();
    demand(is_whole, || format!("the agent's name and version {info}"))
}

pub fn method(line: &Value) -> Result<(), Breach> {
    let Some(method) = text(line, "method") else { return Ok(()) };
    demand(method.starts_with('_') || METHODS.contains(&method), || format!("the method {method:?}"))
}

pub fn stop_reason(line: &Value) -> Result<(), Breach> {
    let Some(reason) = line.pointer("/result/stopReason") else { return Ok(()) };
    let is_known = reason.as_str().is_some_and(|reason| STOP_REASONS.contains(&reason));
    demand(is_known, || format!("the reason {reason}"))
}

pub fn update(line: &Value) -> Result<(), Breach> {
    if text(line, "method") != Some("session/update") {
        return Ok(());
    }
    let update = &line["params"]["update"];
    let kind =
        text(update, "sessionUpdate").ok_or_else(|| Breach::new(format!("an update without a kind: {update}")))?;
    let known = UPDATES.iter().find(|(name, _)| *name == kind);
    let (_, members) = known.ok_or_else(|| Breach::new(format!("an update of the kind {kind:?}")))?;
    let lacking = members.iter().find(|member| update.get(**member).is_none());
    demand(lacking.is_none(), || format!("a `{kind}` without `{}`", lacking.unwrap_or(&"")))
}

/// The params of a request with this method.
fn asked<'l>(line: &'l Value, method: &str) -> Option<&'l Value> {
    line.get("params").filter(|_| text(line, "method") == Some(method))
}

pub fn permission(line: &Value) -> Result<(), Breach> {
    let Some(params) = asked(line, "session/request_permission") else { return Ok(()) };
    demand(text(params, "sessionId").is_some(), || "a permission without a session".to_owned())?;
    demand(text(&params["toolCall"], "toolCallId").is_some(), || "a permission without a tool call".to_owned())?;
    let options = params["options"].as_array().ok_or_else(|| Breach::new("a permission without options"))?;
    for option in options.iter() {
        let is_whole = ["optionId", "name"].iter().all(|member| text(option, member).is_some());
        let is_known = text(option, "kind").is_some_and(|kind| OPTIONS.contains(&kind));
        demand(is_whole && is_known, || format!("the option {option}"))?;
    }
    Ok(())
}

pub fn offered(line: &Value) -> Result<(), Breach> {
    let Some(params) = asked(line, "session/request_permission") else { return Ok(()) };
    let has_some = params["options"].as_array().is_some_and(|options| options.iter().next().is_some());
    demand(has_some, || "a permission without an option".to_owned())
}

pub fn options(line: &Value) -> Result<(), Breach> {
    let Some(params) = asked(line, "session/request_permission") else { return Ok(()) };
    let ids: Vec<&Value> =
        params["options"].as_array().into_iter().flatten().map(|option| &option["optionId"]).collect();
    let twice = ids.iter().enumerate().find(|(at, id)| ids[..*at].contains(id));
    demand(twice.is_none(), || format!("two options with the id {}", twice.map_or(&Value::Null, |(_, id)| id)))
}

/// The schema of a form.
fn schema(line: &Value) -> Option<&Value> {
    asked(line, "elicitation/create").filter(|params| text(params, "mode") == Some("form"))?.get("requestedSchema")
}

pub fn form(line: &Value) -> Result<(), Breach> {
    let Some(schema) = schema(line) else { return Ok(()) };
    let is_form = text(schema, "type") == Some("object") && schema["properties"].is_object();
    demand(is_form, || format!("the schema {schema}"))
}

/// Demands something of each property of a form. `wrong` says what is wrong with one.
fn each_property(line: &Value, wrong: impl Fn(&Value) -> Option<String>) -> Result<(), Breach> {
    let properties = schema(line).and_then(|schema| schema["properties"].as_object());
    let wrong = properties
        .into_iter()
        .flat_map(Map::iter)
        .find_map(|(name, property)| wrong(property).map(|wrong| format!("the property `{name}` has {wrong}")));
    wrong.map_or(Ok(()), |wrong| Err(Breach::new(wrong)))
}

pub fn properties(line: &Value) -> Result<(), Breach> {
    each_property(line, |property| {
        let kind = text(property, "type");
        let is_known = kind.is_some_and(|kind| PROPERTIES.contains(&kind) || kind.starts_with('_'));
        if !is_known {
            return Some(format!("the type {}", property["type"]));
        }
        let items = &property["items"];
        let is_flat = kind != Some("array") || items["type"] == "string" || items["anyOf"].is_array();
        (!is_flat).then(|| format!("the items {items}"))
    })
}

pub fn choices(line: &Value) -> Result<(), Breach> {
    each_property(line, |property| match text(property, "type") {
        Some("string") => wrong_choices(property, "oneOf"),
        Some("array") => {
            let items = &property["items"];
            let has_some = items.get("anyOf").is_some() || items.get("enum").is_some();
            if has_some { wrong_choices(items, "anyOf") } else { Some(format!("the items {items}")) }
        }
        _ => None,
    })
}

/// The same of a form that the agent itself makes: it has no names beside the choices, as servers may still write them.
pub fn own_choices(line: &Value) -> Result<(), Breach> {
    each_property(line, |property| property.get("enumNames").map(|_| "`enumNames`".to_owned()))?;
    choices(line)
}

/// What is wrong with the choices of a text: a list of texts, or a list of values with titles under the name `titled`.
fn wrong_choices(property: &Value, titled: &str) -> Option<String> {
    let is_list = |name: &str, fits: &dyn Fn(&Value) -> bool| {
        property.get(name).is_none_or(|list| list.as_array().is_some_and(|list| list.iter().all(fits)))
    };
    let is_titled = |one: &Value| text(one, "const").is_some() && text(one, "title").is_some();
    if !is_list("enum", &Value::is_string) {
        return Some(format!("the choices {}", property["enum"]));
    }
    (!is_list(titled, &is_titled)).then(|| format!("the choices {}", property[titled]))
}

pub fn defaults(line: &Value) -> Result<(), Breach> {
    each_property(line, |property| {
        let default = property.get("default").filter(|default| !default.is_null())?;
        let fits = match text(property, "type")? {
            "string" => default.is_string(),
            "number" => default.is_number(),
            "integer" => default.as_i64().is_some(),
            "boolean" => default.is_boolean(),
            "array" => default.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
            _ => true,
        };
        (!fits).then(|| format!("the default {default}"))
    })
}

pub fn page(line: &Value) -> Result<(), Breach> {
    let params = asked(line, "elicitation/create").filter(|params| text(params, "mode") == Some("url"));
    let Some(params) = params else { return Ok(()) };
    demand(text(params, "elicitationId").is_some(), || "a page without an id".to_owned())?;
    let url = text(params, "url").unwrap_or_default();
    let has_scheme = url.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
            && !rest.is_empty()
    });
    demand(has_scheme, || format!("the address {url:?}"))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{
        choices, defaults, form, initialized, message, method, offered, options, own_choices, page, permission,
        properties, stdout, stop_reason, update, whole,
    };
    use crate::{
        model::json::{Value, json},
        sim::rules::Breach,
    };

    type Shape = fn(&Value) -> Result<(), Breach>;

    fn a_form(schema: Value) -> Value {
        json!({"method": "elicitation/create", "params": {"mode": "form", "requestedSchema": schema}})
    }

    fn a_property(property: Value) -> Value {
        a_form(json!({"type": "object", "properties": {"x": property}}))
    }

    fn a_permission(params: Value) -> Value {
        json!({"method": "session/request_permission", "params": params})
    }

    #[rstest]
    #[case::a_known_method(method, json!({"method": "session/update"}), true)]
    #[case::a_method_of_its_own(method, json!({"method": "_auth/status"}), true)]
    #[case::an_unknown_method(method, json!({"method": "session/updated"}), false)]
    #[case::no_method(method, json!({"result": {}}), true)]
    #[case::a_reason(stop_reason, json!({"result": {"stopReason": "refusal"}}), true)]
    #[case::another_reason(stop_reason, json!({"result": {"stopReason": "done"}}), false)]
    #[case::no_text(stop_reason, json!({"result": {"stopReason": null}}), false)]
    #[case::an_update(update, json!({"method": "session/update", "params": {"update": {"sessionUpdate": "session_info_update"}}}), true)]
    #[case::another_kind(update, json!({"method": "session/update", "params": {"update": {"sessionUpdate": "news"}}}), false)]
    #[case::no_title(update, json!({"method": "session/update", "params": {"update": {"sessionUpdate": "tool_call", "toolCallId": "1"}}}), false)]
    #[case::no_update(update, json!({"method": "session/update", "params": {}}), false)]
    #[case::a_permission(permission, a_permission(json!({"sessionId": "s", "toolCall": {"toolCallId": "1"},
        "options": [{"optionId": "a", "name": "A", "kind": "allow_once"}]})), true)]
    #[case::another_option(permission, a_permission(json!({"sessionId": "s", "toolCall": {"toolCallId": "1"},
        "options": [{"optionId": "a", "name": "A", "kind": "allow"}]})), false)]
    #[case::no_call(permission, a_permission(json!({"sessionId": "s", "options": []})), false)]
    #[case::no_message(message, json!({"id": 1}), false)]
    #[case::a_text_is_told_by_another_rule(message, json!("welcome"), true)]
    #[case::a_text(stdout, json!("welcome"), false)]
    #[case::json_that_is_no_message(stdout, json!([]), true)]
    #[case::a_version(initialized, json!({"result": {"protocolVersion": 1}}), true)]
    #[case::a_version_as_a_text(initialized, json!({"result": {"protocolVersion": "1"}}), false)]
    #[case::a_version_that_is_too_large(initialized, json!({"result": {"protocolVersion": 65536}}), false)]
    #[case::capabilities(initialized, json!({"result": {"protocolVersion": 1, "agentCapabilities": {}}}), true)]
    #[case::capabilities_as_a_list(initialized, json!({"result": {"protocolVersion": 1, "agentCapabilities": []}}), false)]
    #[case::a_login(initialized, json!({"result": {"protocolVersion": 1, "authMethods": [{"id": "a", "name": "A"}]}}), true)]
    #[case::a_login_without_a_name(initialized, json!({"result": {"protocolVersion": 1, "authMethods": [{"id": "a"}]}}), false)]
    #[case::a_name(initialized, json!({"result": {"protocolVersion": 1, "agentInfo": {"name": "a", "version": "1"}}}), true)]
    #[case::no_name(initialized, json!({"result": {"protocolVersion": 1, "agentInfo": null}}), true)]
    #[case::no_version(initialized, json!({"result": {"protocolVersion": 1, "agentInfo": {"name": "a"}}}), false)]
    #[case::an_option(offered, a_permission(json!({"options": [{}]})), true)]
    #[case::no_option(offered, a_permission(json!({"options": []})), false)]
    #[case::different_ids(options, a_permission(json!({"options": [{"optionId": "a"}, {"optionId": "b"}]})), true)]
    #[case::equal_ids(options, a_permission(json!({"options": [{"optionId": "a"}, {"optionId": "a"}]})), false)]
    #[case::an_object(form, a_form(json!({"type": "object", "properties": {}})), true)]
    #[case::no_properties(form, a_form(json!({"type": "object"})), false)]
    #[case::a_text(properties, a_property(json!({"type": "string"})), true)]
    #[case::a_type_of_its_own(properties, a_property(json!({"type": "_color"})), true)]
    #[case::a_nested_object(properties, a_property(json!({"type": "object"})), false)]
    #[case::a_list_of_texts(properties, a_property(json!({"type": "array", "items": {"type": "string"}})), true)]
    #[case::a_list_of_titles(properties, a_property(json!({"type": "array", "items": {"anyOf": []}})), true)]
    #[case::a_list_of_objects(properties, a_property(json!({"type": "array", "items": {"type": "object"}})), false)]
    #[case::a_list_of_nothing(properties, a_property(json!({"type": "array"})), false)]
    #[case::a_banner(whole, json!("welcome"), true)]
    #[case::a_line_of_a_log(whole, json!("[info] started"), true)]
    #[case::a_message(whole, json!({"jsonrpc": "2.0"}), true)]
    #[case::the_first_line_of_a_message(whole, json!("{"), false)]
    #[case::a_member(whole, json!("  \"id\": 1,"), false)]
    #[case::the_last_line_of_a_list(whole, json!("]"), false)]
    #[case::a_list(whole, json!("["), false)]
    #[case::texts(choices, a_property(json!({"type": "string", "enum": ["a"]})), true)]
    #[case::titles(choices, a_property(json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]})), true)]
    #[case::no_titles(choices, a_property(json!({"type": "string", "oneOf": [{"const": "a"}]})), false)]
    #[case::numbers(choices, a_property(json!({"type": "string", "enum": [1]})), false)]
    #[case::names(own_choices, a_property(json!({"type": "string", "enum": ["a"], "enumNames": ["A"]})), false)]
    #[case::names_of_a_server(choices, a_property(json!({"type": "string", "enum": ["a"], "enumNames": ["A"]})), true)]
    #[case::a_list(choices, a_property(json!({"type": "array", "items": {"type": "string", "enum": ["a"]}})), true)]
    #[case::a_list_of_anything(choices, a_property(json!({"type": "array", "items": {"type": "string"}})), false)]
    #[case::a_number(choices, a_property(json!({"type": "number"})), true)]
    #[case::a_default(defaults, a_property(json!({"type": "boolean", "default": false})), true)]
    #[case::no_default(defaults, a_property(json!({"type": "boolean", "default": null})), true)]
    #[case::another_default(defaults, a_property(json!({"type": "boolean", "default": "no"})), false)]
    #[case::half_a_number(defaults, a_property(json!({"type": "integer", "default": 1.5})), false)]
    #[case::a_page(page, json!({"method": "elicitation/create", "params": {"mode": "url", "elicitationId": "p", "url": "https://example.com"}}), true)]
    #[case::half_an_address(page, json!({"method": "elicitation/create", "params": {"mode": "url", "elicitationId": "p", "url": "/connect"}}), false)]
    #[case::no_id(page, json!({"method": "elicitation/create", "params": {"mode": "url", "url": "https://example.com"}}), false)]
    fn a_line_has_its_shape_or_not(#[case] shape: Shape, #[case] line: Value, #[case] fits: bool) {
        assert_eq!(shape(&line).is_ok(), fits, "{:?}", shape(&line));
    }
}
