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

fn without_id(status: StatusCode, why: &str) -> Refusal {
    refused(status, &Value::Null, rpc::INVALID_REQUEST, why)
}

/// A header as a text. One that is no text is another one than any that is expected.
pub fn header<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("\u{fffd}"))
}

/// Checks what every request must have.
pub fn check_head(method: &Method, path: &str, headers: &HeaderMap) -> Result<(), Refusal> {
    if let Err(why) = HostFilter::default().check(headers) {
        return Err(without_id(StatusCode::FORBIDDEN, &why.to_string()));
    }
    if path != PATH {
        return Err(without_id(StatusCode::NOT_FOUND, &format!("nothing is at {path}: the server is at {PATH}")));
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
        Method::POST | Method::GET | Method::DELETE => Ok(()),
        _ => Err(without_id(StatusCode::METHOD_NOT_ALLOWED, "the methods are POST, GET and DELETE")),
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
pub fn check_message(headers: &HeaderMap, body: &[u8]) -> Result<(Value, Kind), Refusal> {
    let why = "the body is no JSON";
    let line: Value = serde_json::from_slice(body)
        .map_err(|_| refused(StatusCode::BAD_REQUEST, &Value::Null, rpc::PARSE_ERROR, why))?;
    let message = Message::read(&line);
    let message = message.ok_or_else(|| without_id(StatusCode::BAD_REQUEST, "the body is no message of JSON-RPC"))?;
    let (id, method, params) = match message {
        Message::Request { id, method, params } => (id, Some(method), params),
        Message::Notification { method, params } => (Value::Null, Some(method), params),
        Message::Response { .. } => (Value::Null, None, Value::Null),
    };
    if method.as_deref() == Some("initialize") {
        return Ok((line, Kind::Opening));
    }
    let said = text(&params["_meta"], "io.modelcontextprotocol/protocolVersion");
    let version = header(headers, "mcp-protocol-version");
    let mismatch = |why: &str| Err(refused(StatusCode::BAD_REQUEST, &id, HEADER_MISMATCH, why));
    let is_legacy = version.is_none_or(|version| Era::of(version).is_some_and(|era| !era.has_rounds()));
    if said.is_none() && is_legacy {
        return Ok((line, Kind::InSession));
    }
    if said.is_some_and(|said| version != Some(said)) {
        return mismatch("`MCP-Protocol-Version` is not that of the body");
    }
    if header(headers, "mcp-method") != method.as_deref() {
        return mismatch("`Mcp-Method` is not that of the body");
    }
    let name = match method.as_deref() {
        Some("tools/call" | "prompts/get") => text(&params, "name"),
        Some("resources/read") => text(&params, "uri"),
        _ => None,
    };
    if header(headers, "mcp-name").map(decoded).as_deref() != name {
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

    use super::{Kind, check_head, check_message};
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
        let found = check_head(&method, path, &headers).map_or_else(|refusal| refusal.status.as_u16(), |()| 0);
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
        let found = check_message(&headers(lines), line.to_string().as_bytes());
        let found = found.map(|(_, kind)| kind).map_err(|refusal| refusal.body["error"]["code"].as_i64().unwrap());
        assert_eq!(found, expected);
    }
}
