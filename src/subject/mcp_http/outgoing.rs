//! A message that is sent, and the headers that say of it what its version demands.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::STANDARD};
use hyper::header::{HeaderName, HeaderValue};

use crate::{
    model::{
        json::{Map, Value},
        rpc::{Message, text},
    },
    system::mcp::era::Era,
};

/// What says, in the schema of a tool, that an argument stands in a header, too.
const ANNOTATION: &str = "x-mcp-header";
/// How the name of such a header begins.
const ARGUMENT: &str = "mcp-param-";
/// What stands around a value of a header that is no plain text.
pub(super) const ENCODED: [&str; 2] = ["=?base64?", "?="];
/// The end of the handshake of the first versions.
const INITIALIZED: &str = "notifications/initialized";

/// A message that is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// As it is sent.
    pub text: String,
    line: Value,
    message: Option<Message>,
}

impl Outgoing {
    /// Reads a line of the host, which may be anything.
    pub fn read(text: String) -> Self {
        let line: Value = serde_json::from_str(&text).unwrap_or_default();
        Self { message: Message::read(&line), line, text }
    }

    /// The id of a request, which awaits a response.
    pub const fn awaited(&self) -> Option<&Value> {
        match &self.message {
            Some(Message::Request { id, .. }) => Some(id),
            _ => None,
        }
    }

    /// Whether it opens a session.
    pub fn opens(&self) -> bool {
        matches!(&self.message, Some(Message::Request { method, .. }) if method == "initialize")
    }

    /// Whether it says that a session is open.
    pub fn has_opened(&self) -> bool {
        matches!(&self.message, Some(Message::Notification { method, .. }) if method == INITIALIZED)
    }

    /// The id of the request that it gives up.
    pub fn given_up(&self) -> Option<&Value> {
        match &self.message {
            Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                params.get("requestId")
            }
            _ => None,
        }
    }

    /// What it is, for people.
    pub fn what(&self) -> String {
        match &self.message {
            Some(Message::Request { method, .. } | Message::Notification { method, .. }) => {
                format!("the POST of `{method}`")
            }
            Some(Message::Response { .. }) => "the POST of a response".to_owned(),
            None => "the POST of a text that is no message".to_owned(),
        }
    }

    /// The headers that say of it what this version demands. `arguments` are those that stand in headers.
    pub fn headers(&self, era: Era, arguments: &Arguments) -> Vec<(HeaderName, HeaderValue)> {
        let params = &self.line["params"];
        let said = text(&params["_meta"], "io.modelcontextprotocol/protocolVersion");
        let mut headers = Vec::new();
        if !self.opens() {
            headers.extend(header("mcp-protocol-version", said.unwrap_or_else(|| era.version())));
        }
        let Some(method) = text(&self.line, "method").filter(|_| era.has_rounds()) else { return headers };
        headers.extend(header("mcp-method", method));
        let name = match method {
            "tools/call" | "prompts/get" => text(params, "name"),
            "resources/read" => text(params, "uri"),
            _ => None,
        };
        headers.extend(name.and_then(|name| header("mcp-name", name)));
        if method == "tools/call" {
            headers.extend(arguments.of_call(name.unwrap_or_default(), &params["arguments"]));
        }
        headers
    }
}

/// A header. `None` if it can have no such name.
fn header(name: &str, value: &str) -> Option<(HeaderName, HeaderValue)> {
    Some((name.parse().ok()?, HeaderValue::from_str(&encoded(value)).ok()?))
}

/// A value as a header has it: as it is, or encoded if that would not be plain.
fn encoded(value: &str) -> String {
    let [before, after] = ENCODED;
    let is_plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    let is_trimmed = value.trim_matches([' ', '\t']) == value;
    let looks_encoded = value.starts_with(before) && value.ends_with(after);
    match is_plain && is_trimmed && !looks_encoded {
        true => value.to_owned(),
        false => format!("{before}{}{after}", STANDARD.encode(value)),
    }
}

/// The arguments that stand in headers, by tools: each with the name of its header, and its place.
#[derive(Clone, Debug, Default)]
pub struct Arguments(BTreeMap<String, Vec<(String, Vec<String>)>>);

impl Arguments {
    /// Reads a message of the server: it may list tools.
    pub fn read(&mut self, line: &Value) {
        for tool in line.pointer("/result/tools").and_then(Value::as_array).into_iter().flatten() {
            let mut found = Vec::new();
            annotated(&tool["inputSchema"], &mut Vec::new(), &mut found);
            self.0.insert(text(tool, "name").unwrap_or_default().to_owned(), found);
        }
    }

    fn of_call(&self, tool: &str, arguments: &Value) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        self.0.get(tool).into_iter().flatten().filter_map(move |(name, place)| {
            let value = place.iter().try_fold(arguments, |value, name| value.get(name))?;
            let value = match value {
                Value::String(text) => text.to_string(),
                value if value.is_boolean() || value.is_number() => value.to_string(),
                _ => return None,
            };
            header(&format!("{ARGUMENT}{name}"), &value)
        })
    }
}

/// The properties of a schema that stand in headers, at any depth.
fn annotated(schema: &Value, place: &mut Vec<String>, found: &mut Vec<(String, Vec<String>)>) {
    for (name, property) in schema["properties"].as_object().into_iter().flat_map(Map::iter) {
        place.push(name.as_str().to_owned());
        found.extend(text(property, ANNOTATION).map(|header| (header.to_owned(), place.clone())));
        annotated(property, place, found);
        place.pop();
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Arguments, Era, Outgoing, encoded};
    use crate::model::{
        json::{Value, json},
        rpc::{notification, request, result},
    };

    fn headers(line: &Value, era: Era) -> String {
        let mut arguments = Arguments::default();
        arguments.read(&result(
            &1.into(),
            json!({"tools": [{"name": "deploy", "inputSchema": {"properties": {
                "where": {"type": "string", "x-mcp-header": "Region"},
                "how": {"type": "object", "properties": {"fast": {"type": "boolean", "x-mcp-header": "Fast"}}},
                "bad": {"type": "string", "x-mcp-header": "no header"},
            }}}]}),
        ));
        let headers = Outgoing::read(line.to_string()).headers(era, &arguments);
        let told = headers.iter().map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()));
        told.collect::<Vec<_>>().join("\n")
    }

    fn of_version(version: &str) -> Value {
        json!({"io.modelcontextprotocol/protocolVersion": version})
    }

    #[rstest]
    #[case::the_first_request(request(&0.into(), "initialize", json!({})), Era::November2025, "")]
    #[case::a_request(request(&1.into(), "tools/list", json!({})), Era::June2025, "mcp-protocol-version: 2025-06-18")]
    #[case::a_response(result(&1.into(), json!({})), Era::November2025, "mcp-protocol-version: 2025-11-25")]
    #[case::no_message("x".into(), Era::November2025, "mcp-protocol-version: 2025-11-25")]
    #[case::a_modern_request(
        request(&0.into(), "server/discover", json!({"_meta": of_version("2026-07-28")})), Era::July2026,
        "mcp-protocol-version: 2026-07-28\nmcp-method: server/discover")]
    #[case::another_version(
        request(&0.into(), "tools/list", json!({"_meta": of_version("1900-01-01")})), Era::July2026,
        "mcp-protocol-version: 1900-01-01\nmcp-method: tools/list")]
    #[case::a_call(
        request(&0.into(), "tools/call", json!({"name": "deploy", "arguments": {"where": "hier drüben", "how": {"fast": true}, "bad": "x"}})),
        Era::July2026,
        "mcp-protocol-version: 2026-07-28\nmcp-method: tools/call\nmcp-name: deploy\nmcp-param-region: =?base64?aGllciBkcsO8YmVu?=\n\
         mcp-param-fast: true")]
    #[case::a_call_without_it(
        request(&0.into(), "tools/call", json!({"name": "deploy", "arguments": {"where": null}})), Era::July2026,
        "mcp-protocol-version: 2026-07-28\nmcp-method: tools/call\nmcp-name: deploy")]
    #[case::a_notification(
        notification("notifications/cancelled", json!({})), Era::July2026,
        "mcp-protocol-version: 2026-07-28\nmcp-method: notifications/cancelled")]
    fn a_message_has_the_headers_of_its_version(#[case] line: Value, #[case] era: Era, #[case] expected: &str) {
        assert_eq!(headers(&line, era), expected);
    }

    #[rstest]
    #[case::plain("us-west1", "us-west1")]
    #[case::a_space_inside("a b", "a b")]
    #[case::spaces_around(" padded ", "=?base64?IHBhZGRlZCA=?=")]
    #[case::two_lines("line1\nline2", "=?base64?bGluZTEKbGluZTI=?=")]
    #[case::as_if_encoded("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=")]
    fn a_value_that_is_not_plain_is_encoded(#[case] value: &str, #[case] expected: &str) {
        assert_eq!(encoded(value), expected);
    }
}
