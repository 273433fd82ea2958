//! Replies: the chunks of a completion, and a completion as one body.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::llm::{
    pieces::{fragments, unnamed},
    wire::Said,
};

/// The frames of a completion: text, if any, then calls, the arguments of each in fragments.
pub fn stream(said: &Said<'_>) -> Vec<Bytes> {
    let mut frames = Vec::new();
    let mut chunk = |delta: Value, finish_reason: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish_reason});
        frames.push(unnamed(&completion(said, "chat.completion.chunk", &json!([choice])).to_string()));
    };
    chunk(json!({"role": "assistant", "content": "", "refusal": null}), None);
    for text in &said.text {
        chunk(json!({"content": text}), None);
    }
    for (index, call) in said.calls.iter().enumerate() {
        let function = json!({"name": call.name, "arguments": ""});
        chunk(json!({"tool_calls": [{"index": index, "id": call.id, "type": "function", "function": function}]}), None);
        for arguments in fragments(&call.text()) {
            chunk(json!({"tool_calls": [{"index": index, "function": {"arguments": arguments}}]}), None);
        }
    }
    chunk(json!({}), Some(finish_reason(said)));
    if said.usage {
        let mut last = completion(said, "chat.completion.chunk", &json!([]));
        last["usage"] = usage();
        frames.push(unnamed(&last.to_string()));
    }
    frames.push(unnamed("[DONE]"));
    frames
}

/// A completion as one body.
pub fn whole(said: &Said<'_>) -> Bytes {
    let text = (!said.text.is_empty()).then(|| said.text.concat());
    let mut message = json!({"role": "assistant", "content": text, "refusal": null, "annotations": []});
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

fn completion(said: &Said<'_>, object: &str, choices: &Value) -> Value {
    let id = format!("chatcmpl-{}", said.number);
    json!({"id": id, "object": object, "created": 0, "model": said.model, "choices": choices})
}

const fn finish_reason(said: &Said<'_>) -> &'static str {
    if said.calls.is_empty() { "stop" } else { "tool_calls" }
}

fn usage() -> Value {
    json!({"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2})
}
