//! Replies: the frames of a streamed message, and errors.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::llm::script::ScriptedCall;

/// In how many pieces the arguments of a call are streamed.
const FRAGMENTS: usize = 3;

/// The frames of a whole message: text, if any, then calls, the arguments of each in fragments.
pub fn message(text: &str, calls: &[ScriptedCall]) -> Vec<Bytes> {
    let mut frames = vec![start()];
    let mut index = 0;
    if !text.is_empty() {
        frames.push(frame(
            "content_block_start",
            &json!({"index": index, "content_block": {"type": "text", "text": ""}}),
        ));
        let delta = |piece: &str| json!({"index": index, "delta": {"type": "text_delta", "text": piece}});
        frames.extend(cut(text, 2).map(|piece| frame("content_block_delta", &delta(piece))));
        frames.push(frame("content_block_stop", &json!({"index": index})));
        index += 1;
    }
    for call in calls {
        let block = json!({"type": "tool_use", "id": call.id, "name": call.name, "input": {}});
        frames.push(frame("content_block_start", &json!({"index": index, "content_block": block})));
        let delta = |piece: &str| json!({"index": index, "delta": {"type": "input_json_delta", "partial_json": piece}});
        frames.extend(cut(&call.text(), FRAGMENTS).map(|piece| frame("content_block_delta", &delta(piece))));
        frames.push(frame("content_block_stop", &json!({"index": index})));
        index += 1;
    }
    let why = if calls.is_empty() { "end_turn" } else { "tool_use" };
    let delta = json!({"delta": {"stop_reason": why, "stop_sequence": null}, "usage": {"output_tokens": 1}});
    frames.push(frame("message_delta", &delta));
    frames.push(frame("message_stop", &json!({})));
    frames
}

/// The frames of a message that begins with `text` and has no end.
pub fn truncated(text: &str) -> Vec<Bytes> {
    let mut frames = message(text, &[]);
    frames.truncate(frames.len() - 2);
    frames
}

fn start() -> Bytes {
    frame(
        "message_start",
        &json!({"message": {"id": "msg_scripted", "type": "message", "role": "assistant", "model": "scripted",
            "content": [], "stop_reason": null, "stop_sequence": null,
            "usage": {"input_tokens": 1, "output_tokens": 1}}}),
    )
}

fn frame(event: &str, data: &Value) -> Bytes {
    // `{"type": EVENT`, then what stands behind the brace of `data`.
    let data = data.to_string();
    let rest = &data[1..];
    let comma = if rest == "}" { "" } else { "," };
    Bytes::from(format!("event: {event}\ndata: {{\"type\":\"{event}\"{comma}{rest}\n\n"))
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
