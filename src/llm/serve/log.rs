//! A request that is over, as one line for a program, or as a few lines for a person. Both have the whole body.

use std::{borrow::Cow, fmt::Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::Served;
use crate::llm::Wire;

/// A line of JSON Lines.
#[derive(Serialize)]
struct Line<'a> {
    number: u64,
    method: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wire: Option<Wire>,
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
    body: Content<'a>,
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

/// The request as one line of JSON, with its line break.
pub fn line(served: &Served) -> Vec<u8> {
    let Served { number, request, status, ended, unexpected, wrongs, refused } = served;
    let line = Line {
        number: *number,
        method: &request.method,
        path: &request.path,
        wire: Wire::of_path(&request.path),
        status: *status,
        ended: ended.words(),
        unexpected: unexpected.as_deref(),
        wrongs,
        refused: refused.as_ref().map(ToString::to_string),
        body: Content::of(&request.body),
    };
    let mut line = serde_json::to_vec(&line).unwrap_or_default();
    line.push(b'\n');
    line
}

/// The request for a person.
pub fn story(served: &Served) -> String {
    let Served { number, request, status, ended, unexpected, wrongs, refused } = served;
    let status = status.map_or_else(|| "no status".to_owned(), |status| status.to_string());
    let mut story = format!("request {number}: {} {}: {status}, {}\n", request.method, request.path, ended.words());
    let body = match Content::of(&request.body) {
        Content::Body(raw) => raw.get().to_owned(),
        Content::Text(text) => format!("{text:?}"),
        Content::Hex(hex) => format!("hex {hex}"),
    };
    if !request.body.is_empty() {
        let _ = writeln!(story, "  {body}");
    }
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
