//! A request that arrives or is over, as one line for a program, or as a few lines for a person. Its body is told when it
//! arrives, so that a request which is never answered is seen, too.

use std::{borrow::Cow, fmt::Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::{Kind, Served};
use crate::llm::Wire;

/// A line of JSON Lines for a request that has arrived.
#[derive(Serialize)]
struct Arrived<'a> {
    number: u64,
    arrived: bool,
    method: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wire: Option<Wire>,
    #[serde(flatten)]
    body: Content<'a>,
}

/// A line of JSON Lines for a request that is over. It has the body only if the request never came whole.
#[derive(Serialize)]
struct Line<'a> {
    number: u64,
    method: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wire: Option<Wire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    ended: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unexpected: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    wrongs: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    #[serde(flatten)]
    body: Option<Content<'a>>,
}

/// The body of a request.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Content<'a> {
    /// JSON, with its numbers and keys as they were written.
    Body(Cow<'a, RawValue>),
    /// Text that is not JSON.
    Text(&'a str),
    /// Bytes that are not text, with two digits for each byte.
    Hex(String),
}

impl<'a> Content<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        let Ok(text) = std::str::from_utf8(bytes) else {
            let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            });
            return Self::Hex(hex);
        };
        match serde_json::from_str::<&RawValue>(text) {
            // Valid JSON has line breaks only between its tokens.
            Ok(_) if text.contains(['\n', '\r']) => RawValue::from_string(text.replace(['\n', '\r'], ""))
                .map_or(Self::Text(text), |raw| Self::Body(Cow::Owned(raw))),
            Ok(raw) => Self::Body(Cow::Borrowed(raw)),
            Err(_) => Self::Text(text),
        }
    }
}

/// A request that has arrived, as one line of JSON, with its line break.
pub fn arrived_line(served: &Served) -> Vec<u8> {
    let Served { number, request, .. } = served;
    written(&Arrived {
        number: *number,
        arrived: true,
        method: &request.method,
        path: &request.path,
        wire: Wire::of_path(&request.path),
        body: Content::of(&request.body),
    })
}

/// A request that has arrived, for a person.
pub fn arrived_story(served: &Served) -> String {
    let Served { number, request, .. } = served;
    format!("request {number}: {} {}\n{}", request.method, request.path, shown(&request.body))
}

fn written(line: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(line).unwrap_or_default();
    line.push(b'\n');
    line
}

/// The body for a person.
fn shown(body: &[u8]) -> String {
    match Content::of(body) {
        _ if body.is_empty() => String::new(),
        Content::Body(raw) => format!("  {}\n", raw.get()),
        Content::Text(text) => format!("  {text:?}\n"),
        Content::Hex(hex) => format!("  hex {hex}\n"),
    }
}

/// A request that is over, as one line of JSON, with its line break.
pub fn line(served: &Served) -> Vec<u8> {
    let Served { number, request, status, ended, unexpected, wrongs, refused, kind, has_arrived } = served;
    written(&Line {
        number: *number,
        method: &request.method,
        path: &request.path,
        wire: Wire::of_path(&request.path),
        kind: (*kind != Kind::Scripted).then(|| kind.word()),
        status: *status,
        ended: ended.words(),
        unexpected: unexpected.as_deref(),
        wrongs,
        refused: refused.as_ref().map(ToString::to_string),
        body: (!has_arrived).then(|| Content::of(&request.body)),
    })
}

/// A request that is over, for a person.
pub fn story(served: &Served) -> String {
    let Served { number, request, status, ended, unexpected, wrongs, refused, kind, has_arrived } = served;
    let status = status.map_or_else(|| "no status".to_owned(), |status| status.to_string());
    let kind = if *kind == Kind::Scripted { String::new() } else { format!(" ({})", kind.word()) };
    let mut story = if *has_arrived {
        format!("request {number}: {status}, {}{kind}\n", ended.words())
    } else {
        let body = shown(&request.body);
        format!("request {number}: {} {}: {status}, {}{kind}\n{body}", request.method, request.path, ended.words())
    };
    for line in unexpected.iter().flat_map(|unexpected| unexpected.lines()) {
        let _ = writeln!(story, "  {line}");
    }
    for wrong in wrongs {
        let _ = writeln!(story, "  wrong: {wrong}");
    }
    if let Some(why) = refused {
        let _ = writeln!(story, "  {why}");
    }
    story
}
