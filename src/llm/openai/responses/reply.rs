//! Replies: the events of a response, and a response as one body.

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::MAX_OUTPUT_TOKENS;
use crate::llm::{
    chunking::{self, event, fragments},
    openai::{OVERLOADED, OVERLOADED_WORDS},
    script::ScriptedCall,
    signature::Signature,
    wire::ReplyContext,
};

/// Writes events, and numbers them.
#[derive(Default)]
struct Events(Vec<Bytes>);

impl Events {
    fn push(&mut self, kind: &str, rest: Value) {
        self.0.push(numbered(kind, self.0.len(), rest));
    }
}

fn numbered(kind: &str, number: usize, rest: Value) -> Bytes {
    let mut data = Map::new();
    data.insert("type".to_owned(), kind.into());
    data.insert("sequence_number".to_owned(), number.into());
    if let Value::Object(rest) = rest {
        data.extend(rest);
    }
    event(kind, &Value::Object(data).to_string())
}

/// The frames of a response: reasoning and a message, if any is said, then calls, the arguments of each in fragments.
pub fn stream(said: &ReplyContext<'_>) -> Vec<Bytes> {
    let mut events = Events::default();
    let begun = response(said, "in_progress", Vec::new());
    events.push("response.created", json!({"response": begun}));
    events.push("response.in_progress", json!({"response": begun}));
    let mut index = 0;
    if !said.reasoning.is_empty() {
        stream_reasoning(said, index, &mut events);
        index += 1;
    }
    if !said.text.is_empty() {
        stream_text(said, index, &mut events);
        index += 1;
    }
    for call in said.calls {
        stream_call(said, call, index, &mut events);
        index += 1;
    }
    let status = status(said);
    events.push(&format!("response.{status}"), json!({"response": response(said, status, output(said))}));
    events.0
}

/// Adds to an event the place in the response that it is about.
fn at(place: &Value, mut rest: Value) -> Value {
    if let (Value::Object(rest), Value::Object(place)) = (&mut rest, place) {
        rest.extend(place.clone());
    }
    rest
}

fn stream_reasoning(said: &ReplyContext<'_>, index: usize, events: &mut Events) {
    let place = json!({"item_id": Signature::ITEM.of(said.reasoning), "output_index": index, "summary_index": 0});
    let at = |rest| at(&place, rest);
    let opened = reasoning_item(said, Vec::new());
    events.push("response.output_item.added", json!({"output_index": index, "item": opened}));
    events.push("response.reasoning_summary_part.added", at(json!({"part": summary_part("")})));
    for piece in chunking::text(said.reasoning) {
        events.push("response.reasoning_summary_text.delta", at(json!({"delta": piece})));
    }
    events.push("response.reasoning_summary_text.done", at(json!({"text": said.reasoning})));
    events.push("response.reasoning_summary_part.done", at(json!({"part": summary_part(said.reasoning)})));
    let item = reasoning_item(said, vec![summary_part(said.reasoning)]);
    events.push("response.output_item.done", json!({"output_index": index, "item": item}));
}

fn stream_text(said: &ReplyContext<'_>, index: usize, events: &mut Events) {
    let whole = said.text.concat();
    let place = json!({"item_id": message_id(said), "output_index": index, "content_index": 0});
    let at = |rest| at(&place, rest);
    let opened = message(said, "in_progress", Vec::new());
    events.push("response.output_item.added", json!({"output_index": index, "item": opened}));
    events.push("response.content_part.added", at(json!({"part": text_part("")})));
    for text in &said.text {
        events.push("response.output_text.delta", at(json!({"delta": text, "logprobs": []})));
    }
    events.push("response.output_text.done", at(json!({"text": whole, "logprobs": []})));
    events.push("response.content_part.done", at(json!({"part": text_part(&whole)})));
    let item = message(said, text_status(said), vec![text_part(&whole)]);
    events.push("response.output_item.done", json!({"output_index": index, "item": item}));
}

fn stream_call(said: &ReplyContext<'_>, call: &ScriptedCall, index: usize, events: &mut Events) {
    let (id, arguments) = (call_item_id(said, index), call.text());
    let opened = call_item(said, call, index, "in_progress", "");
    events.push("response.output_item.added", json!({"output_index": index, "item": opened}));
    for piece in fragments(&arguments) {
        let delta = json!({"item_id": id, "output_index": index, "delta": piece});
        events.push("response.function_call_arguments.delta", delta);
    }
    let whole = json!({"item_id": id, "output_index": index, "name": call.name, "arguments": arguments});
    events.push("response.function_call_arguments.done", whole);
    let item = call_item(said, call, index, call_status(said, call), &arguments);
    events.push("response.output_item.done", json!({"output_index": index, "item": item}));
}

/// A response as one body.
pub fn whole(said: &ReplyContext<'_>) -> Bytes {
    Bytes::from(response(said, status(said), output(said)).to_string())
}

/// A response that has failed, as one body.
pub fn failed(said: &ReplyContext<'_>) -> Bytes {
    Bytes::from(failed_response(said).to_string())
}

/// The event that a response has failed, after so many others.
pub fn failed_event(said: &ReplyContext<'_>, before: usize) -> Bytes {
    numbered("response.failed", before, json!({"response": failed_response(said)}))
}

fn failed_response(said: &ReplyContext<'_>) -> Value {
    let mut response = response(said, "failed", Vec::new());
    response["error"] = json!({"code": OVERLOADED, "message": OVERLOADED_WORDS});
    response
}

fn output(said: &ReplyContext<'_>) -> Vec<Value> {
    let mut items = Vec::new();
    if !said.reasoning.is_empty() {
        items.push(reasoning_item(said, vec![summary_part(said.reasoning)]));
    }
    if !said.text.is_empty() {
        items.push(message(said, text_status(said), vec![text_part(&said.text.concat())]));
    }
    for call in said.calls {
        items.push(call_item(said, call, items.len(), call_status(said, call), &call.text()));
    }
    items
}

const COMPLETED: &str = "completed";
const INCOMPLETE: &str = "incomplete";

/// How the response ends, and the item that is said last; those before it are whole.
const fn status(said: &ReplyContext<'_>) -> &'static str {
    if said.cut_off { INCOMPLETE } else { COMPLETED }
}

const fn text_status(said: &ReplyContext<'_>) -> &'static str {
    if said.calls.is_empty() { status(said) } else { COMPLETED }
}

fn call_status(said: &ReplyContext<'_>, call: &ScriptedCall) -> &'static str {
    let is_last = said.calls.last().is_some_and(|last| std::ptr::eq(last, call));
    if is_last { status(said) } else { COMPLETED }
}

fn message_id(said: &ReplyContext<'_>) -> String {
    format!("msg_{}", said.number)
}

fn call_item_id(said: &ReplyContext<'_>, index: usize) -> String {
    format!("fc_{}_{index}", said.number)
}

/// Without a status: it is the provider's to leave out.
fn reasoning_item(said: &ReplyContext<'_>, summary: Vec<Value>) -> Value {
    json!({"id": Signature::ITEM.of(said.reasoning), "type": "reasoning", "summary": summary})
}

fn summary_part(text: &str) -> Value {
    json!({"type": "summary_text", "text": text})
}

fn message(said: &ReplyContext<'_>, status: &str, content: Vec<Value>) -> Value {
    json!({"id": message_id(said), "type": "message", "status": status, "role": "assistant", "content": content})
}

fn text_part(text: &str) -> Value {
    json!({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
}

fn call_item(said: &ReplyContext<'_>, call: &ScriptedCall, index: usize, status: &str, arguments: &str) -> Value {
    json!({
        "id": call_item_id(said, index), "type": "function_call", "status": status,
        "call_id": call.id, "name": call.name, "arguments": arguments,
    })
}

fn response(said: &ReplyContext<'_>, status: &str, output: Vec<Value>) -> Value {
    let is_over = status == COMPLETED || status == INCOMPLETE;
    let details = (status == INCOMPLETE).then(|| json!({"reason": MAX_OUTPUT_TOKENS}));
    let usage = is_over.then(|| {
        json!({
            "input_tokens": 1, "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 1, "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 2,
        })
    });
    json!({
        "id": format!("resp_{}", said.number), "object": "response", "created_at": 0, "status": status,
        "error": null, "incomplete_details": details, "instructions": null, "max_output_tokens": null,
        "model": said.model, "output": output, "parallel_tool_calls": true, "previous_response_id": null,
        "reasoning": {"effort": null, "summary": null}, "store": false, "temperature": 1,
        "text": {"format": {"type": "text"}}, "tool_choice": "auto", "tools": [], "top_p": 1,
        "truncation": "disabled", "usage": usage, "user": null, "metadata": {},
    })
}
