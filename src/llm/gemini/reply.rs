//! Replies of Gemini.

use bytes::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{MAX_TOKENS, REFUSED, UNAVAILABLE};
use crate::{
    llm::{
        chunking::{self, unnamed},
        script::{ScriptedCall, Usage},
        signature::Signature,
        wire::ReplyContext,
    },
    model::json::json,
    system::ReplyEnd,
};

/// A reply, or a piece of one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Response<'a> {
    candidates: [Candidate<'a>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    usage_metadata: Option<UsageMetadata>,
    model_version: &'a str,
    response_id: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Candidate<'a> {
    content: Content<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finish_reason: Option<&'static str>,
    index: u8,
}

#[derive(Serialize)]
struct Content<'a> {
    role: &'static str,
    parts: Vec<Part<'a>>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Part<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    thought: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    thought_signature: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function_call: Option<FunctionCall<'a>>,
}

#[derive(Serialize)]
struct FunctionCall<'a> {
    id: &'a str,
    name: &'a str,
    args: Args,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Args {
    Json(Box<RawValue>),
    NotJson(String),
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct UsageMetadata {
    prompt_token_count: u64,
    candidates_token_count: u64,
    total_token_count: u64,
}

impl<'a> Part<'a> {
    fn text(text: &'a str) -> Self {
        Self { text: Some(text), ..Self::default() }
    }

    /// A piece of the reasoning; its last piece has the signature of the whole.
    fn thought(piece: &'a str, signature: Option<String>) -> Self {
        Self { thought: true, thought_signature: signature, ..Self::text(piece) }
    }

    fn call(call: &'a ScriptedCall) -> Self {
        // A bare JSON string would be read as arguments that are not JSON, and `null` as no arguments.
        let args = match RawValue::from_string(call.text()) {
            Ok(raw) if !raw.get().starts_with(['"', 'n']) => Args::Json(raw),
            _ => Args::NotJson(call.text()),
        };
        Self { function_call: Some(FunctionCall { id: &call.id, name: &call.name, args }), ..Self::default() }
    }
}

/// The id of the reply with this number.
pub fn reply_id(number: usize) -> String {
    format!("response-{number}")
}

const fn finish_reason(context: &ReplyContext<'_>) -> &'static str {
    match context.ends {
        ReplyEnd::Whole => "STOP",
        ReplyEnd::CutOff => MAX_TOKENS,
        ReplyEnd::Refused => REFUSED,
    }
}

fn response(context: &ReplyContext<'_>, parts: Vec<Part<'_>>, is_last: bool) -> String {
    let Usage { input, output } = context.tokens;
    let usage = UsageMetadata {
        prompt_token_count: input,
        candidates_token_count: output,
        total_token_count: input.saturating_add(output),
    };
    let content = Content { role: "model", parts };
    let finish_reason = is_last.then(|| finish_reason(context));
    let response = Response {
        candidates: [Candidate { content, finish_reason, index: 0 }],
        usage_metadata: is_last.then_some(usage),
        model_version: context.model,
        response_id: &reply_id(context.number),
    };
    serde_json::to_string(&response).unwrap_or_default()
}

/// The pieces of the reasoning, the last with the signature.
fn thoughts(reasoning: &str) -> impl Iterator<Item = Part<'_>> {
    let mut pieces = chunking::text(reasoning).peekable();
    std::iter::from_fn(move || {
        let piece = pieces.next()?;
        let signature = pieces.peek().is_none().then(|| Signature::THOUGHT.of(reasoning));
        Some(Part::thought(piece, signature))
    })
}

/// A reply as server-sent events.
pub fn stream(context: &ReplyContext<'_>) -> Vec<Bytes> {
    let parts = thoughts(context.reasoning)
        .chain(context.text.iter().map(|piece| Part::text(piece)))
        .chain(context.calls.iter().map(Part::call));
    let mut frames: Vec<Bytes> = parts.map(|part| unnamed(&response(context, vec![part], false))).collect();
    frames.push(unnamed(&response(context, vec![Part::text("")], true)));
    frames
}

/// A reply as one body.
pub fn whole(context: &ReplyContext<'_>) -> Bytes {
    let text = context.text.concat();
    let mut parts = Vec::new();
    if !context.reasoning.is_empty() {
        parts.push(Part::thought(context.reasoning, Some(Signature::THOUGHT.of(context.reasoning))));
    }
    if !text.is_empty() {
        parts.push(Part::text(&text));
    }
    parts.extend(context.calls.iter().map(Part::call));
    Bytes::from(response(context, parts, true))
}

/// The body of an error.
pub fn error(status: u16, message: Option<&str>) -> Bytes {
    let (word, usual) = match status {
        401 => ("UNAUTHENTICATED", "scripted authentication error"),
        403 => ("PERMISSION_DENIED", "scripted permission error"),
        404 => ("NOT_FOUND", "scripted not found"),
        429 => ("RESOURCE_EXHAUSTED", "scripted rate limit"),
        503 | 529 => (UNAVAILABLE, "scripted overload"),
        500..=599 => ("INTERNAL", "scripted server error"),
        _ => ("INVALID_ARGUMENT", "scripted refusal"),
    };
    let message = message.unwrap_or(usual);
    Bytes::from(json!({"error": {"code": status, "message": message, "status": word}}).to_string())
}
