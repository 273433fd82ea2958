//! What a request of HTTP must have to be served, and what is answered to one that has not.

use base64::{Engine, engine::general_purpose::STANDARD};
use hyper::{
    HeaderMap, Method, StatusCode,
    header::{ACCEPT, CONTENT_TYPE},
};

use super::super::outgoing::ENCODED;
use crate::{
    llm::serve::HostFilter,
    model::{
        json::Value,
        rpc::{self, Message, text},
    },
    system::mcp::era::Era,
};

/// The path of the server.
pub const PATH: &str = "/mcp";
/// A header does not say what the body says.
const HEADER_MISMATCH: i64 = -32020;

/// Why a request is not served: the status, and the body.
#[derive(Debug, PartialEq)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// A message of JSON-RPC.
    pub body: Value,
}

fn refused(status: StatusCode, id: &Value, code: i64, why: &str) -> Refusal {
    Refusal { status, body: rpc::error(id, code, why) }
}

/// Refuses what has no id.
pub fn without_id(status: StatusCode, why: &str) -> Refusal {
    refused(status, &Value::Null, rpc::INVALID_REQUEST, why)
}

/// A header as a text. One that is no text is another one than any that is expected.
pub fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("\u{fffd}"))
}

/// The versions that a server has: this one alone, or every one.
#[derive(Clone, Copy, Debug)]
pub struct Versions(pub Option<Era>);

impl Versions {
    /// Whether messages belong to a session, as in the first two versions.
    fn have_sessions(self) -> bool {
        self.0.is_none_or(|era| !era.has_rounds())
    }

    /// Whether a message may stand for itself, as in the last version.
    fn have_rounds(self) -> bool {
        self.0.is_none_or(Era::has_rounds)
    }

    /// Whether a version with this name belongs to sessions, and is had.
    fn have_in_session(self, version: &str) -> bool {
        Era::of(version).is_some_and(|era| !era.has_rounds() && self.0.is_none_or(|own| own == era))
    }

    /// The methods of HTTP that are served.
    pub fn methods(self) -> &'static str {
        if self.have_sessions() { "POST, GET, DELETE" } else { "POST" }
    }
}

/// Checks what every request must have.
pub fn check_head(method: &Method, path: &str, headers: &HeaderMap, versions: Versions) -> Result<(), Refusal> {
    if let Err(why) = HostFilter::default().check(headers) {
        return Err(without_id(StatusCode::FORBIDDEN, &why.to_string()));
    }
    if path != PATH {
        return Err(without_id(StatusCode::NOT_FOUND, &format!("nothing is at {path}: the server is at {PATH}")));
    }
    if !versions.methods().split(", ").any(|one| one == method.as_str()) {
        let why = format!("the methods are {}", versions.methods());
        return Err(without_id(StatusCode::METHOD_NOT_ALLOWED, &why));
    }
    let accept = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(",");
    let takes = |kind: &str| accept.split(',').any(|one| one.split(';').next().unwrap_or_default().trim() == kind);
    match *method {
        Method::POST if !(takes("application/json") && takes("text/event-stream")) => {
            let why = "`Accept` must have application/json and text/event-stream";
            Err(without_id(StatusCode::NOT_ACCEPTABLE, why))
        }
        Method::POST
            if !header(headers, CONTENT_TYPE.as_str()).is_some_and(|kind| kind.starts_with("application/json")) =>
        {
            Err(without_id(StatusCode::UNSUPPORTED_MEDIA_TYPE, "`Content-Type` must be application/json"))
        }
        Method::GET if !takes("text/event-stream") => {
            Err(without_id(StatusCode::NOT_ACCEPTABLE, "`Accept` must have text/event-stream"))
        }
        _ => Ok(()),
    }
}

/// Whether a message of this version belongs to no session.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// It opens a session.
    Opening,
    /// It belongs to a session.
    InSession,
    /// It stands for itself, as in the last version.
    Alone,
}

/// Reads a body, and checks the headers that say of it what its version demands.
pub fn check_message(headers: &HeaderMap, body: &[u8], versions: Versions) -> Result<(Value, Kind), Refusal> {
    let why = "the body is no JSON";
    let line: Value = serde_json::from_slice(body)
        .map_err(|_| refused(StatusCode::BAD_REQUEST, &Value::Null, rpc::PARSE_ERROR, why))?;
    let message = Message::read(&line);
    let message = message.ok_or_else(|| without_id(StatusCode::BAD_REQUEST, "the body is no message of JSON-RPC"))?;
    let is_request = matches!(message, Message::Request { .. });
    let (id, method, params) = match message {
        Message::Request { id, method, params } => (id, Some(method), params),
        Message::Notification { method, params } => (Value::Null, Some(method), params),
        Message::Response { .. } => (Value::Null, None, Value::Null),
    };
    // One who has another version than the server opens so, too, and is told by the server itself.
    if method.as_deref() == Some("initialize") {
        return Ok((line, if versions.have_sessions() { Kind::Opening } else { Kind::Alone }));
    }
    let said = text(&params["_meta"], "io.modelcontextprotocol/protocolVersion");
    let version = header(headers, "mcp-protocol-version");
    let is_in_session = version.is_none_or(|version| versions.have_in_session(version));
    if versions.have_sessions() && is_in_session && (said.is_none() || !versions.have_rounds()) {
        return Ok((line, Kind::InSession));
    }
    if !versions.have_rounds() {
        let why = "`MCP-Protocol-Version` is not the version of this server";
        return Err(refused(StatusCode::BAD_REQUEST, &id, rpc::INVALID_REQUEST, why));
    }
    let mismatch = |why: &str| Err(refused(StatusCode::BAD_REQUEST, &id, HEADER_MISMATCH, why));
    if version.is_none() || said.is_some_and(|said| version != Some(said)) {
        return mismatch("`MCP-Protocol-Version` is not that of the body");
    }
    let name = match method.as_deref() {
        Some("tools/call" | "prompts/get") => text(&params, "name"),
        Some("resources/read") => text(&params, "uri"),
        _ => None,
    };
    // What is no request need not have the others.
    let is_right = |found: Option<&str>, expected: Option<&str>| found == expected || (!is_request && found.is_none());
    if !is_right(header(headers, "mcp-method"), method.as_deref()) {
        return mismatch("`Mcp-Method` is not that of the body");
    }
    if !is_right(header(headers, "mcp-name").map(decoded).as_deref(), name) {
        return mismatch("`Mcp-Name` is not that of the body");
    }
    Ok((line, Kind::Alone))
}

/// A value of a header that may be encoded.
fn decoded(value: &str) -> String {
    let [before, after] = ENCODED;
    let encoded = value.strip_prefix(before).and_then(|value| value.strip_suffix(after));
    let bytes = encoded.and_then(|encoded| STANDARD.decode(encoded).ok());
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_else(|| value.to_owned())
}

/// The status of a response of the last version.
pub fn status_of(response: &Value) -> StatusCode {
    match response.pointer("/error/code").and_then(Value::as_i64) {
        Some(rpc::UNKNOWN_METHOD) => StatusCode::NOT_FOUND,
        Some(rpc::INTERNAL) => StatusCode::INTERNAL_SERVER_ERROR,
        Some(_) => StatusCode::BAD_REQUEST,
        None => StatusCode::OK,
    }
}

#[cfg(test)]
mod tests {
    use hyper::{HeaderMap, Method};
    use rstest::rstest;

    use super::{Era, Kind, Versions, check_head, check_message};
    use crate::model::{
        json::{Value, json},
        rpc::{notification, request, result},
    };

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        lines.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    const BOTH: (&str, &str) = ("accept", "application/json, text/event-stream;q=0.9");
    const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");

    #[rstest]
    #[case::right(Method::POST, "/mcp", &[BOTH, JSON], 0)]
    #[case::a_stream(Method::GET, "/mcp", &[("accept", "text/event-stream")], 0)]
    #[case::the_end(Method::DELETE, "/mcp", &[], 0)]
    #[case::another_path(Method::POST, "/", &[BOTH, JSON], 404)]
    #[case::one_type(Method::POST, "/mcp", &[("accept", "application/json"), JSON], 406)]
    #[case::no_stream(Method::GET, "/mcp", &[("accept", "application/json")], 406)]
    #[case::no_json(Method::POST, "/mcp", &[BOTH, ("content-type", "text/plain")], 415)]
    #[case::another_method(Method::PUT, "/mcp", &[BOTH, JSON], 405)]
    #[case::a_page(Method::POST, "/mcp", &[BOTH, JSON, ("origin", "http://example.com")], 403)]
    fn a_head_is_checked(
        #[case] method: Method,
        #[case] path: &str,
        #[case] lines: &[(&'static str, &str)],
        #[case] status: u16,
    ) {
        let mut headers = headers(lines);
        headers.insert("host", "127.0.0.1:8000".parse().unwrap());
        let found =
            check_head(&method, path, &headers, Versions(None)).map_or_else(|refusal| refusal.status.as_u16(), |()| 0);
        assert_eq!(found, status);
    }

    fn modern(method: &str) -> Value {
        let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
        request(&1.into(), method, json!({"_meta": meta, "name": "größer"}))
    }

    const NEW: (&str, &str) = ("mcp-protocol-version", "2026-07-28");
    const OLD: (&str, &str) = ("mcp-protocol-version", "2025-11-25");
    const CALL: (&str, &str) = ("mcp-method", "tools/call");

    #[rstest]
    #[case::opens(request(&0.into(), "initialize", json!({})), &[], Ok(Kind::Opening))]
    #[case::in_a_session(request(&0.into(), "tools/list", json!({})), &[OLD], Ok(Kind::InSession))]
    #[case::a_response(result(&0.into(), json!({})), &[OLD], Ok(Kind::InSession))]
    #[case::alone(modern("tools/call"), &[NEW, CALL, ("mcp-name", "=?base64?Z3LDtsOfZXI=?=")], Ok(Kind::Alone))]
    #[case::without_a_name(modern("tools/list"), &[NEW, ("mcp-method", "tools/list")], Ok(Kind::Alone))]
    #[case::says_no_version(notification("x", json!({})), &[NEW, ("mcp-method", "x")], Ok(Kind::Alone))]
    #[case::no_version(modern("tools/list"), &[("mcp-method", "tools/list")], Err(-32020))]
    #[case::another_version(modern("tools/list"), &[OLD, ("mcp-method", "tools/list")], Err(-32020))]
    #[case::another_method(modern("tools/list"), &[NEW, CALL], Err(-32020))]
    #[case::another_name(modern("tools/call"), &[NEW, CALL, ("mcp-name", "smaller")], Err(-32020))]
    #[case::no_name(modern("tools/call"), &[NEW, CALL], Err(-32020))]
    #[case::no_message(json!({}), &[OLD], Err(-32600))]
    fn the_headers_say_what_the_body_says(
        #[case] line: Value,
        #[case] lines: &[(&'static str, &str)],
        #[case] expected: Result<Kind, i64>,
    ) {
        let found = check_message(&headers(lines), line.to_string().as_bytes(), Versions(None));
        let found = found.map(|(_, kind)| kind).map_err(|refusal| refusal.body["error"]["code"].as_i64().unwrap());
        assert_eq!(found, expected);
    }

    /// A server of one version takes that alone.
    #[rstest]
    #[case::in_a_session(Era::November2025, request(&0.into(), "ping", json!({})), &[OLD], Ok(Kind::InSession))]
    #[case::without_the_header(Era::June2025, request(&0.into(), "ping", json!({})), &[], Ok(Kind::InSession))]
    #[case::another_header(Era::June2025, request(&0.into(), "ping", json!({})), &[OLD], Err(-32600))]
    #[case::a_later_one(Era::November2025, modern("tools/list"), &[NEW, ("mcp-method", "tools/list")], Err(-32600))]
    #[case::opens(Era::July2026, request(&0.into(), "initialize", json!({})), &[], Ok(Kind::Alone))]
    #[case::an_earlier_one(Era::July2026, request(&0.into(), "tools/list", json!({})), &[OLD], Err(-32020))]
    #[case::no_header(Era::July2026, request(&0.into(), "tools/list", json!({})), &[], Err(-32020))]
    #[case::a_notification(Era::July2026, notification("x", json!({})), &[NEW], Ok(Kind::Alone))]
    #[case::a_response(Era::July2026, result(&0.into(), json!({})), &[NEW], Ok(Kind::Alone))]
    fn a_server_of_one_version_takes_that_alone(
        #[case] era: Era,
        #[case] line: Value,
        #[case] lines: &[(&'static str, &str)],
        #[case] expected: Result<Kind, i64>,
    ) {
        let found = check_message(&headers(lines), line.to_string().as_bytes(), Versions(Some(era)));
        let found = found.map(|(_, kind)| kind).map_err(|refusal| refusal.body["error"]["code"].as_i64().unwrap());
        assert_eq!(found, expected);
    }
}
