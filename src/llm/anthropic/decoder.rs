//! Replies off the wire: server-sent events to neutral ones.

use std::mem::take;

use serde::Deserialize;
use serde_json::Value;

use crate::system::{Failure, FailureKind, ModelEvent};

/// Reads one streamed reply, event by event.
#[derive(Clone, Debug)]
pub struct Decoder {
    /// Whether the text is a structured answer.
    structured: bool,
    data: String,
    over: bool,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Frame {
    ContentBlockStart {
        content_block: Block,
    },
    ContentBlockDelta {
        delta: Delta,
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
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct WireError {
    #[serde(rename = "type")]
    kind: String,
}

impl Decoder {
    /// For the reply to a request; `structured` where that asked for a structured answer.
    pub const fn new(structured: bool) -> Self {
        Self { structured, data: String::new(), over: false }
    }

    /// Takes the data of one server-sent event.
    pub fn event(&mut self, data: &str, out: &mut Vec<ModelEvent>) {
        if self.over {
            return;
        }
        match serde_json::from_str(data) {
            Ok(Frame::ContentBlockStart { content_block: Block::ToolUse { id, name } }) => {
                out.push(ModelEvent::Call { id, name });
            }
            Ok(Frame::ContentBlockDelta { delta: Delta::Text { text } }) => {
                if self.structured {
                    self.data.push_str(&text);
                } else {
                    out.push(ModelEvent::Text(text));
                }
            }
            Ok(Frame::ContentBlockDelta { delta: Delta::InputJson { partial_json } }) => {
                out.push(ModelEvent::Arguments(partial_json));
            }
            Ok(Frame::MessageStop) => {
                if !self.data.is_empty() {
                    let text = take(&mut self.data);
                    out.push(ModelEvent::Data(serde_json::from_str(&text).unwrap_or(Value::String(text))));
                }
                out.push(ModelEvent::Finished);
                self.over = true;
            }
            Ok(Frame::Error { error }) => {
                let kind = match error.kind.as_str() {
                    "overloaded_error" => FailureKind::Overloaded,
                    "rate_limit_error" => FailureKind::RateLimited,
                    _ => FailureKind::Server,
                };
                self.fail(kind, out);
            }
            Ok(
                Frame::ContentBlockStart { content_block: Block::Other }
                | Frame::ContentBlockDelta { delta: Delta::Other }
                | Frame::Other,
            ) => {}
            Err(_) => self.fail(FailureKind::Malformed, out),
        }
    }

    /// The body has ended; without a terminal event that is a failure.
    pub fn end(&mut self, out: &mut Vec<ModelEvent>) {
        if !self.over {
            self.fail(FailureKind::Truncated, out);
        }
    }

    fn fail(&mut self, kind: FailureKind, out: &mut Vec<ModelEvent>) {
        self.over = true;
        out.push(ModelEvent::Failed(Failure { kind, status: None, retry_after_ms: None }));
    }
}
