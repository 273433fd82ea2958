//! Replies: the frames of a streamed message, and errors.

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::llm::script::ScriptedCall;

/// In how many pieces a text is streamed.
const TEXT_PIECES: usize = 2;
/// In how many pieces the arguments of a call are streamed.
const FRAGMENTS: usize = 3;

/// An event of a streamed message.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Frame<'a> {
    MessageStart { message: Start },
    ContentBlockStart { index: usize, content_block: Block<'a> },
    ContentBlockDelta { index: usize, delta: Delta<'a> },
    ContentBlockStop { index: usize },
    MessageDelta { delta: End, usage: Usage },
    MessageStop {},
}

#[derive(Serialize)]
struct Start {
    id: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    role: &'static str,
    model: &'static str,
    content: [(); 0],
    stop_reason: Option<&'static str>,
    stop_sequence: Option<&'static str>,
    usage: StartUsage,
}

#[derive(Serialize)]
struct StartUsage {
    input_tokens: u32,
    output_tokens: u32,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text { text: &'static str },
    ToolUse { id: &'a str, name: &'a str, input: Map<String, Value> },
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum Delta<'a> {
    #[serde(rename = "text_delta")]
    Text { text: &'a str },
    #[serde(rename = "input_json_delta")]
    InputJson { partial_json: &'a str },
}

#[derive(Serialize)]
struct End {
    stop_reason: &'static str,
    stop_sequence: Option<&'static str>,
}

#[derive(Serialize)]
struct Usage {
    output_tokens: u32,
}

impl Frame<'_> {
    /// The event's name, which stands before its data too.
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
        let data = serde_json::to_string(self).unwrap_or_default();
        Bytes::from(format!("event: {}\ndata: {data}\n\n", self.name()))
    }
}

/// The frames of a whole message: text, if any, then calls, the arguments of each in fragments.
pub fn message(text: &str, calls: &[ScriptedCall]) -> Vec<Bytes> {
    let mut frames = vec![start().bytes()];
    let mut index = 0;
    if !text.is_empty() {
        let deltas = cut(text, TEXT_PIECES).map(|text| Delta::Text { text });
        block(index, Block::Text { text: "" }, deltas, &mut frames);
        index += 1;
    }
    for call in calls {
        let arguments = call.text();
        let deltas = cut(&arguments, FRAGMENTS).map(|partial_json| Delta::InputJson { partial_json });
        let opens = Block::ToolUse { id: &call.id, name: &call.name, input: Map::new() };
        block(index, opens, deltas, &mut frames);
        index += 1;
    }
    let stop_reason = if calls.is_empty() { "end_turn" } else { "tool_use" };
    let delta = End { stop_reason, stop_sequence: None };
    frames.push(Frame::MessageDelta { delta, usage: Usage { output_tokens: 1 } }.bytes());
    frames.push(Frame::MessageStop {}.bytes());
    frames
}

fn block<'a>(index: usize, opens: Block<'a>, deltas: impl Iterator<Item = Delta<'a>>, frames: &mut Vec<Bytes>) {
    frames.push(Frame::ContentBlockStart { index, content_block: opens }.bytes());
    frames.extend(deltas.map(|delta| Frame::ContentBlockDelta { index, delta }.bytes()));
    frames.push(Frame::ContentBlockStop { index }.bytes());
}

/// The frames of a message that begins with `text` and has no end.
pub fn truncated(text: &str) -> Vec<Bytes> {
    let mut frames = message(text, &[]);
    frames.truncate(frames.len() - 2);
    frames
}

const fn start() -> Frame<'static> {
    Frame::MessageStart {
        message: Start {
            id: "msg_scripted",
            kind: "message",
            role: "assistant",
            model: "scripted",
            content: [],
            stop_reason: None,
            stop_sequence: None,
            usage: StartUsage { input_tokens: 1, output_tokens: 1 },
        },
    }
}

/// `text` in at most `pieces` pieces, cut between characters.
fn cut(text: &str, pieces: usize) -> impl Iterator<Item = &str> {
    let length = text.len().div_ceil(pieces).max(1);
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let at = (length..rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(at);
        rest = after;
        Some(piece)
    })
}

/// The body of an error.
pub fn error_body(kind: &str, message: &str) -> Bytes {
    Bytes::from(json!({"type": "error", "error": {"type": kind, "message": message}}).to_string())
}

/// The wire's words for a status.
pub const fn error_of_status(status: u16) -> (&'static str, &'static str) {
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

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn texts_are_cut_between_characters_and_lose_nothing() {
        for text in ["", "a", "ab", "abcdefgh", "ééééé", "🙂🙂"] {
            let pieces: Vec<&str> = cut(text, 3).collect();
            assert!(pieces.len() <= 3 && pieces.concat() == text, "{pieces:?}");
        }
    }
}
