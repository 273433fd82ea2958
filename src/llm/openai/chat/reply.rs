//! Writes replies of Chat Completions: the chunks of a streamed completion, and a completion as one body.

use crate::model::json::{Value, json};
use bytes::Bytes;
use serde::Serialize;

use super::LENGTH;
use crate::{
    llm::{
        chunking::{self, fragments, unnamed},
        openai::CONTENT_FILTER,
        script::Usage,
        wire::ReplyContext,
    },
    system::ReplyEnd,
};

/// A chunk with its one choice. A type of its own is faster to write than a JSON value, and a server writes many
/// chunks.
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

/// The frames of a streamed completion: reasoning and text, if any, then the calls, each with its arguments in
/// fragments.
pub fn stream(context: &ReplyContext<'_>) -> Vec<Bytes> {
    let id = id(context);
    let mut frames = vec![chunk(context, &id, Opening { role: "assistant", content: "", refusal: () }, None)];
    for reasoning_content in chunking::text(context.reasoning) {
        frames.push(chunk(context, &id, Reasoning { reasoning_content }, None));
    }
    for content in &context.text {
        frames.push(chunk(context, &id, Text { content }, None));
    }
    for (index, call) in context.calls.iter().enumerate() {
        let function = json!({"name": call.name, "arguments": ""});
        let opening =
            json!({"tool_calls": [{"index": index, "id": call.id, "type": "function", "function": function}]});
        frames.push(chunk(context, &id, opening, None));
        for arguments in fragments(&call.text()) {
            let fragment = json!({"tool_calls": [{"index": index, "function": {"arguments": arguments}}]});
            frames.push(chunk(context, &id, fragment, None));
        }
    }
    frames.push(chunk(context, &id, Nothing {}, Some(finish_reason(context))));
    if context.usage {
        let mut last = completion(context, "chat.completion.chunk", &json!([]));
        last["usage"] = usage(context);
        frames.push(unnamed(&last.to_string()));
    }
    frames.push(unnamed("[DONE]"));
    frames
}

fn chunk(context: &ReplyContext<'_>, id: &str, delta: impl Serialize, finish_reason: Option<&'static str>) -> Bytes {
    let choices = [Choice { index: 0, delta, logprobs: (), finish_reason }];
    let chunk = Chunk { id, object: "chat.completion.chunk", created: 0, model: context.model, choices };
    unnamed(&serde_json::to_string(&chunk).unwrap_or_default())
}

/// A completion as one body.
pub fn whole(context: &ReplyContext<'_>) -> Bytes {
    let text = (!context.text.is_empty()).then(|| context.text.concat());
    let mut message = json!({"role": "assistant", "content": text, "refusal": null, "annotations": []});
    if !context.reasoning.is_empty() {
        message["reasoning_content"] = context.reasoning.into();
    }
    if !context.calls.is_empty() {
        let calls = context.calls.iter().map(|call| {
            json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.text()}})
        });
        message["tool_calls"] = calls.collect();
    }
    let choice = json!({"index": 0, "message": message, "logprobs": null, "finish_reason": finish_reason(context)});
    let mut whole = completion(context, "chat.completion", &json!([choice]));
    whole["usage"] = usage(context);
    Bytes::from(whole.to_string())
}

fn completion(context: &ReplyContext<'_>, object: &str, choices: &Value) -> Value {
    json!({"id": id(context), "object": object, "created": 0, "model": context.model, "choices": choices})
}

fn id(context: &ReplyContext<'_>) -> String {
    reply_id(context.number)
}

/// The id of the reply with this number.
pub fn reply_id(number: usize) -> String {
    format!("chatcmpl-{number}")
}

const fn finish_reason(context: &ReplyContext<'_>) -> &'static str {
    match context.ends {
        ReplyEnd::CutOff => LENGTH,
        ReplyEnd::Refused => CONTENT_FILTER,
        ReplyEnd::Whole if context.calls.is_empty() => "stop",
        ReplyEnd::Whole => "tool_calls",
    }
}

fn usage(context: &ReplyContext<'_>) -> Value {
    let Usage { input, output } = context.tokens;
    json!({"prompt_tokens": input, "completion_tokens": output, "total_tokens": input.saturating_add(output)})
}
