//! The text of event streams and raw HTTP exchanges, for files.

use std::fmt::Write;

use crate::{
    llm::{Ending, RawExchange},
    stage::{Observation, redaction::Secrets},
};

/// A stream as JSON Lines: one observation a line.
pub fn jsonl(events: &[Observation]) -> String {
    let mut text = String::new();
    for event in events {
        text.push_str(&serde_json::to_string(event).unwrap_or_default());
        text.push('\n');
    }
    text
}

/// Requests and replies as they were on the wire, for people to read; nothing compares them. Secrets are replaced by
/// `<secret>`.
pub fn raw(exchanges: &[RawExchange], secrets: &Secrets) -> String {
    let mut text = String::new();
    for RawExchange { request, reply } in exchanges {
        let body = String::from_utf8_lossy(&request.body);
        let _ = write!(text, "> {} {}\n{body}\n\n< {}\n", request.method, request.path, reply.status);
        for (name, value) in &reply.headers {
            let _ = writeln!(text, "{name}: {value}");
        }
        text.push('\n');
        for frame in &reply.frames {
            text.push_str(&String::from_utf8_lossy(frame));
        }
        text.push_str(match reply.ending {
            Ending::Whole => "\n\n",
            Ending::Dropped | Ending::Cut => "(the connection ends)\n\n",
            Ending::Reset | Ending::CutByReset => "(the connection is reset)\n\n",
        });
    }
    secrets.redact(&mut text);
    text
}
