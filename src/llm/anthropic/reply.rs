//! Writes replies of Anthropic Messages: the frames of a streamed message, a message as one body, and errors.

use crate::model::json::{Map, json};
use bytes::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{MAX_TOKENS, REFUSAL};
use crate::{
    llm::{
        chunking::{self, event, fragments},
        script::ScriptedCall,
        signature::Signature,
        wire::ReplyContext,
    },
    system::ReplyEnd,
};

/// An event of a streamed message.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Frame<'a> {
    MessageStart { message: Message<'a> },
    ContentBlockStart { index: usize, content_block: Block<'a> },
    ContentBlockDelta { index: usize, delta: Delta<'a> },
    ContentBlockStop { index: usize },
    MessageDelta { delta: End, usage: Usage },
    MessageStop {},
}

#[derive(Serialize)]
struct Message<'a> {
    id: String,
    #[serde(rename = "type")]
    kind: &'static str,
    role: &'static str,
    model: &'a str,
    content: Vec<Block<'a>>,
    stop_reason: Option<&'static str>,
    stop_sequence: Option<&'static str>,
    usage: StartUsage,
}

#[derive(Serialize)]
struct StartUsage {
    input_tokens: u64,
    output_tokens: u64,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text { text: String },
    Thinking { thinking: &'a str, signature: String },
    ToolUse { id: &'a str, name: &'a str, input: Input },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Input {
    Streamed(Map),
    Json(Box<RawValue>),
    NotJson(String),
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Delta<'a> {
    #[serde(rename = "text_delta")]
    Text { text: &'a str },
    #[serde(rename = "input_json_delta")]
    InputJson { partial_json: &'a str },
    #[serde(rename = "thinking_delta")]
    Thinking { thinking: &'a str },
    #[serde(rename = "signature_delta")]
    Signature { signature: String },
}

#[derive(Serialize)]
struct End {
    stop_reason: &'static str,
    stop_sequence: Option<&'static str>,
}

#[derive(Serialize)]
struct Usage {
    output_tokens: u64,
}

impl Frame<'_> {
    /// The name of the event. It is repeated in the line before the data.
    const fn name(&self) -> &'static str {
        match self {
            Self::MessageStart { .. } => "message_start",
            Self::ContentBlockStart { .. } => "content_block_start",
            Self::ContentBlockDelta { .. } => "content_block_delta",
            Self::ContentBlockStop { .. } => "content_block_stop",
            Self::MessageDelta { .. } => "message_delta",
            Self::MessageStop {} => "message_stop",
        }
    }

    fn bytes(&self) -> Bytes {
        event(self.name(), &serde_json::to_string(self).unwrap_or_default())
    }
}

/// The frames of a streamed message: reasoning and text, if any, then the calls, each with its arguments in fragments.
pub fn stream(context: &ReplyContext<'_>) -> Vec<Bytes> {
    let mut frames = vec![Frame::MessageStart { message: message(context, Vec::new(), None) }.bytes()];
    let mut index = 0;
    if !context.reasoning.is_empty() {
        let deltas = chunking::text(context.reasoning).map(|thinking| Delta::Thinking { thinking });
        let signed = Delta::Signature { signature: Signature::SIGNATURE.of(context.reasoning) };
        let opens = Block::Thinking { thinking: "", signature: String::new() };
        block(index, opens, deltas.chain([signed]), &mut frames);
        index += 1;
    }
    if !context.text.is_empty() {
        let deltas = context.text.iter().map(|text| Delta::Text { text });
        block(index, Block::Text { text: String::new() }, deltas, &mut frames);
        index += 1;
    }
    for call in context.calls {
        let arguments = call.text();
        let deltas = fragments(&arguments).map(|partial_json| Delta::InputJson { partial_json });
        let opens = Block::ToolUse { id: &call.id, name: &call.name, input: Input::Streamed(Map::new()) };
        block(index, opens, deltas, &mut frames);
        index += 1;
    }
    let delta = End { stop_reason: stop_reason(context), stop_sequence: None };
    frames.push(Frame::MessageDelta { delta, usage: Usage { output_tokens: context.tokens.output } }.bytes());
    frames.push(Frame::MessageStop {}.bytes());
    frames
}

fn block<'a>(index: usize, opens: Block<'a>, deltas: impl Iterator<Item = Delta<'a>>, frames: &mut Vec<Bytes>) {
    frames.push(Frame::ContentBlockStart { index, content_block: opens }.bytes());
    frames.extend(deltas.map(|delta| Frame::ContentBlockDelta { index, delta }.bytes()));
    frames.push(Frame::ContentBlockStop { index }.bytes());
}

/// A message as one body.
pub fn whole(context: &ReplyContext<'_>) -> Bytes {
    let thinking = (!context.reasoning.is_empty()).then(|| Block::Thinking {
        thinking: context.reasoning,
        signature: Signature::SIGNATURE.of(context.reasoning),
    });
    let text = (!context.text.is_empty()).then(|| Block::Text { text: context.text.concat() });
    let call = |call: &'_ ScriptedCall| -> Input {
        let text = call.text();
        // A bare JSON string would be read as arguments that are not JSON, and `null` as no arguments.
        match RawValue::from_string(text) {
            Ok(raw) if !raw.get().starts_with(['"', 'n']) => Input::Json(raw),
            _ => Input::NotJson(call.text()),
        }
    };
    let calls = context.calls.iter().map(|made| Block::ToolUse { id: &made.id, name: &made.name, input: call(made) });
    let content = thinking.into_iter().chain(text).chain(calls).collect();
    serde_json::to_vec(&message(context, content, Some(stop_reason(context)))).map(Bytes::from).unwrap_or_default()
}

/// The id of the reply with this number.
pub fn reply_id(number: usize) -> String {
    format!("msg_{number}")
}

fn message<'a>(context: &ReplyContext<'a>, content: Vec<Block<'a>>, stop_reason: Option<&'static str>) -> Message<'a> {
    Message {
        id: reply_id(context.number),
        kind: "message",
        role: "assistant",
        model: context.model,
        content,
        stop_reason,
        stop_sequence: None,
        usage: StartUsage { input_tokens: context.tokens.input, output_tokens: context.tokens.output },
    }
}

const fn stop_reason(context: &ReplyContext<'_>) -> &'static str {
    match context.ends {
        ReplyEnd::CutOff => MAX_TOKENS,
        ReplyEnd::Refused => REFUSAL,
        ReplyEnd::Whole if context.calls.is_empty() => "end_turn",
        ReplyEnd::Whole => "tool_use",
    }
}

/// The event that ends a stream because the provider is overloaded.
pub fn error_event() -> Bytes {
    event("error", &text_of_error(529, None))
}

/// The body of an error.
pub fn error(status: u16, message: Option<&str>) -> Bytes {
    Bytes::from(text_of_error(status, message))
}

fn text_of_error(status: u16, message: Option<&str>) -> String {
    let (kind, words) = words_of_status(status);
    json!({"type": "error", "error": {"type": kind, "message": message.unwrap_or(words)}}).to_string()
}

/// The type and the message for a status.
const fn words_of_status(status: u16) -> (&'static str, &'static str) {
    match status {
        401 => ("authentication_error", "scripted authentication error"),
        403 => ("permission_error", "scripted permission error"),
        404 => ("not_found_error", "scripted not found"),
        413 => ("request_too_large", "scripted request too large"),
        429 => ("rate_limit_error", "scripted rate limit"),
        529 => ("overloaded_error", "scripted overload"),
        500..=599 => ("api_error", "scripted server error"),
        _ => ("invalid_request_error", "scripted refusal"),
    }
}
