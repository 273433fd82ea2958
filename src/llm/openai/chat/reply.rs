//! Replies: the chunks of a completion, and a completion as one body.

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Value, json};

use super::LENGTH;
use crate::llm::{
    chunking::{self, fragments, unnamed},
    wire::ReplyContext,
};

/// A chunk with its one choice. Written without a detour over JSON values: a server makes many of them.
#[derive(Serialize)]
struct Chunk<'a, D> {
    id: &'a str,
    object: &'static str,
    created: u64,
    model: &'a str,
    choices: [Choice<D>; 1],
}

#[derive(Serialize)]
struct Choice<D> {
    index: usize,
    delta: D,
    logprobs: (),
    finish_reason: Option<&'static str>,
}

#[derive(Serialize)]
struct Opening {
    role: &'static str,
    content: &'static str,
    refusal: (),
}

#[derive(Serialize)]
struct Reasoning<'a> {
    reasoning_content: &'a str,
}

#[derive(Serialize)]
struct Text<'a> {
    content: &'a str,
}

#[derive(Serialize)]
struct Nothing {}

/// The frames of a completion: reasoning and text, if any, then calls, the arguments of each in fragments.
pub fn stream(said: &ReplyContext<'_>) -> Vec<Bytes> {
    let id = id(said);
    let mut frames = vec![chunk(said, &id, Opening { role: "assistant", content: "", refusal: () }, None)];
    for reasoning_content in chunking::text(said.reasoning) {
        frames.push(chunk(said, &id, Reasoning { reasoning_content }, None));
    }
    for content in &said.text {
        frames.push(chunk(said, &id, Text { content }, None));
    }
    for (index, call) in said.calls.iter().enumerate() {
        let function = json!({"name": call.name, "arguments": ""});
        let opening =
            json!({"tool_calls": [{"index": index, "id": call.id, "type": "function", "function": function}]});
        frames.push(chunk(said, &id, opening, None));
        for arguments in fragments(&call.text()) {
            let fragment = json!({"tool_calls": [{"index": index, "function": {"arguments": arguments}}]});
            frames.push(chunk(said, &id, fragment, None));
        }
    }
    frames.push(chunk(said, &id, Nothing {}, Some(finish_reason(said))));
    if said.usage {
        let mut last = completion(said, "chat.completion.chunk", &json!([]));
        last["usage"] = usage();
        frames.push(unnamed(&last.to_string()));
    }
    frames.push(unnamed("[DONE]"));
    frames
}

fn chunk(said: &ReplyContext<'_>, id: &str, delta: impl Serialize, finish_reason: Option<&'static str>) -> Bytes {
    let choices = [Choice { index: 0, delta, logprobs: (), finish_reason }];
    let chunk = Chunk { id, object: "chat.completion.chunk", created: 0, model: said.model, choices };
    unnamed(&serde_json::to_string(&chunk).unwrap_or_default())
}

/// A completion as one body.
pub fn whole(said: &ReplyContext<'_>) -> Bytes {
    let text = (!said.text.is_empty()).then(|| said.text.concat());
    let mut message = json!({"role": "assistant", "content": text, "refusal": null, "annotations": []});
    if !said.reasoning.is_empty() {
        message["reasoning_content"] = said.reasoning.into();
    }
    if !said.calls.is_empty() {
        let calls = said.calls.iter().map(|call| {
            json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.text()}})
        });
        message["tool_calls"] = calls.collect();
    }
    let choice = json!({"index": 0, "message": message, "logprobs": null, "finish_reason": finish_reason(said)});
    let mut whole = completion(said, "chat.completion", &json!([choice]));
    whole["usage"] = usage();
    Bytes::from(whole.to_string())
}

fn completion(said: &ReplyContext<'_>, object: &str, choices: &Value) -> Value {
    json!({"id": id(said), "object": object, "created": 0, "model": said.model, "choices": choices})
}

fn id(said: &ReplyContext<'_>) -> String {
    format!("chatcmpl-{}", said.number)
}

const fn finish_reason(said: &ReplyContext<'_>) -> &'static str {
    match (said.cut_off, said.calls.is_empty()) {
        (true, _) => LENGTH,
        (false, true) => "stop",
        (false, false) => "tool_calls",
    }
}

fn usage() -> Value {
    json!({"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2})
}
