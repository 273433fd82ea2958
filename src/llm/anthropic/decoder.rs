//! Decodes a reply of Anthropic Messages into events.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{MAX_TOKENS, REFUSAL};
use crate::{
    llm::reading::Reading,
    system::{FailureKind, ReplyEnd},
};

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Frame {
    ContentBlockStart {
        content_block: Block,
    },
    ContentBlockDelta {
        delta: Delta,
    },
    MessageDelta {
        delta: End,
    },
    MessageStop,
    Error {
        error: WireError,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    ToolUse {
        id: String,
        name: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Delta {
    #[serde(rename = "text_delta")]
    Text { text: String },
    #[serde(rename = "input_json_delta")]
    InputJson { partial_json: String },
    #[serde(rename = "thinking_delta")]
    Thinking { thinking: String },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct End {
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
struct WireError {
    #[serde(rename = "type")]
    kind: String,
}

impl WireError {
    fn kind(&self) -> FailureKind {
        match self.kind.as_str() {
            "overloaded_error" => FailureKind::Overloaded,
            "rate_limit_error" => FailureKind::RateLimited,
            _ => FailureKind::Server,
        }
    }
}

/// Decodes the data of one server-sent event.
pub fn event(data: &str, into: &mut Reading) {
    match into.event(data) {
        Some(Frame::ContentBlockStart { content_block: Block::ToolUse { id, name } }) => into.call(id, name),
        Some(Frame::ContentBlockDelta { delta: Delta::Text { text } }) => into.text(text),
        Some(Frame::ContentBlockDelta { delta: Delta::InputJson { partial_json } }) => into.arguments(partial_json),
        Some(Frame::ContentBlockDelta { delta: Delta::Thinking { thinking } }) => into.reasoning(thinking),
        Some(Frame::MessageDelta { delta: End { stop_reason } }) => note_stop_reason(stop_reason.as_deref(), into),
        Some(Frame::MessageStop) => into.finish(),
        Some(Frame::Error { error }) => into.fail(error.kind()),
        Some(
            Frame::ContentBlockStart { content_block: Block::Other }
            | Frame::ContentBlockDelta { delta: Delta::Other }
            | Frame::Other,
        )
        | None => {}
    }
}

/// An unstreamed reply: a message, or an error.
#[derive(Deserialize)]
struct Whole<'a> {
    error: Option<WireError>,
    #[serde(borrow)]
    content: Option<Vec<WholeBlock<'a>>>,
    stop_reason: Option<String>,
}

/// A block of an unstreamed message. Its input is kept as written.
#[derive(Deserialize)]
struct WholeBlock<'a> {
    #[serde(rename = "type")]
    kind: Cow<'a, str>,
    text: Option<String>,
    thinking: Option<String>,
    id: Option<String>,
    name: Option<String>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
}

/// Decodes an unstreamed reply.
pub fn whole(body: &[u8], into: &mut Reading) {
    let Some(Whole { error, content, stop_reason }) = into.whole(body) else { return };
    if let Some(error) = error {
        return into.fail(error.kind());
    }
    let Some(content) = content else { return into.fail(FailureKind::Malformed) };
    for block in content {
        let WholeBlock { kind, text, thinking, id, name, input } = block;
        match (&*kind, text, thinking, id, name, input) {
            ("text", Some(text), ..) => into.text(text),
            ("thinking", _, Some(thinking), ..) => into.reasoning(thinking),
            ("tool_use", _, _, Some(id), Some(name), Some(input)) => {
                into.call(id, name);
                // Arguments that are not JSON come as a JSON string.
                into.arguments(serde_json::from_str(input.get()).unwrap_or_else(|_| input.get().to_owned()));
            }
            ("text" | "thinking" | "tool_use", ..) => return into.fail(FailureKind::Malformed),
            _ => {}
        }
    }
    note_stop_reason(stop_reason.as_deref(), into);
    into.finish();
}

fn note_stop_reason(reason: Option<&str>, into: &mut Reading) {
    match reason {
        Some(MAX_TOKENS) => into.ends(ReplyEnd::CutOff),
        Some(REFUSAL) => into.ends(ReplyEnd::Refused),
        _ => {}
    }
}
