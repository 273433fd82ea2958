//! Replies: the events of a response, and a response as one body.

use bytes::Bytes;
use serde_json::{Map, Value, json};

use crate::llm::{
    openai::{OVERLOADED, OVERLOADED_WORDS},
    pieces::{event, fragments},
    script::ScriptedCall,
    wire::Said,
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

/// The frames of a response: a message, if any text is said, then calls, the arguments of each in fragments.
pub fn stream(said: &Said<'_>) -> Vec<Bytes> {
    let mut events = Events::default();
    let begun = response(said, "in_progress", Vec::new());
    events.push("response.created", json!({"response": begun}));
    events.push("response.in_progress", json!({"response": begun}));
    let mut index = 0;
    if !said.text.is_empty() {
        stream_text(said, &mut events);
        index += 1;
    }
    for call in said.calls {
        stream_call(said, call, index, &mut events);
        index += 1;
    }
    events.push("response.completed", json!({"response": response(said, "completed", output(said))}));
    events.0
}

fn stream_text(said: &Said<'_>, events: &mut Events) {
    let (id, whole) = (message_id(said), said.text.concat());
    let at = |mut rest: Value| {
        let place = json!({"item_id": id, "output_index": 0, "content_index": 0});
        if let (Value::Object(rest), Value::Object(place)) = (&mut rest, place) {
            rest.extend(place);
        }
        rest
    };
    events.push(
        "response.output_item.added",
        json!({"output_index": 0, "item": message(said, "in_progress", Vec::new())}),
    );
    events.push("response.content_part.added", at(json!({"part": text_part("")})));
    for text in &said.text {
        events.push("response.output_text.delta", at(json!({"delta": text, "logprobs": []})));
    }
    events.push("response.output_text.done", at(json!({"text": whole, "logprobs": []})));
    events.push("response.content_part.done", at(json!({"part": text_part(&whole)})));
    let item = message(said, "completed", vec![text_part(&whole)]);
    events.push("response.output_item.done", json!({"output_index": 0, "item": item}));
}

fn stream_call(said: &Said<'_>, call: &ScriptedCall, index: usize, events: &mut Events) {
    let (id, arguments) = (call_item_id(said, index), call.text());
    let opened = call_item(said, call, index, "in_progress", "");
    events.push("response.output_item.added", json!({"output_index": index, "item": opened}));
    for piece in fragments(&arguments) {
        let delta = json!({"item_id": id, "output_index": index, "delta": piece});
        events.push("response.function_call_arguments.delta", delta);
    }
    let whole = json!({"item_id": id, "output_index": index, "name": call.name, "arguments": arguments});
    events.push("response.function_call_arguments.done", whole);
    let item = call_item(said, call, index, "completed", &arguments);
    events.push("response.output_item.done", json!({"output_index": index, "item": item}));
}

/// A response as one body.
pub fn whole(said: &Said<'_>) -> Bytes {
    Bytes::from(response(said, "completed", output(said)).to_string())
}

/// A response that has failed, as one body.
pub fn failed(said: &Said<'_>) -> Bytes {
    Bytes::from(failed_response(said).to_string())
}

/// The event that a response has failed, after so many others.
pub fn failed_event(said: &Said<'_>, before: usize) -> Bytes {
    numbered("response.failed", before, json!({"response": failed_response(said)}))
}

fn failed_response(said: &Said<'_>) -> Value {
    let mut response = response(said, "failed", Vec::new());
    response["error"] = json!({"code": OVERLOADED, "message": OVERLOADED_WORDS});
    response
}

fn output(said: &Said<'_>) -> Vec<Value> {
    let text = (!said.text.is_empty()).then(|| message(said, "completed", vec![text_part(&said.text.concat())]));
    let first = usize::from(text.is_some());
    let calls = said.calls.iter().enumerate();
    let calls = calls.map(|(index, call)| call_item(said, call, first + index, "completed", &call.text()));
    text.into_iter().chain(calls).collect()
}

fn message_id(said: &Said<'_>) -> String {
    format!("msg_{}", said.number)
}

fn call_item_id(said: &Said<'_>, index: usize) -> String {
    format!("fc_{}_{index}", said.number)
}

fn message(said: &Said<'_>, status: &str, content: Vec<Value>) -> Value {
    json!({"id": message_id(said), "type": "message", "status": status, "role": "assistant", "content": content})
}

fn text_part(text: &str) -> Value {
    json!({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
}

fn call_item(said: &Said<'_>, call: &ScriptedCall, index: usize, status: &str, arguments: &str) -> Value {
    json!({
        "id": call_item_id(said, index), "type": "function_call", "status": status,
        "call_id": call.id, "name": call.name, "arguments": arguments,
    })
}

fn response(said: &Said<'_>, status: &str, output: Vec<Value>) -> Value {
    let usage = (status == "completed").then(|| {
        json!({
            "input_tokens": 1, "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 1, "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 2,
        })
    });
    json!({
        "id": format!("resp_{}", said.number), "object": "response", "created_at": 0, "status": status,
        "error": null, "incomplete_details": null, "instructions": null, "max_output_tokens": null,
        "model": said.model, "output": output, "parallel_tool_calls": true, "previous_response_id": null,
        "reasoning": {"effort": null, "summary": null}, "store": false, "temperature": 1,
        "text": {"format": {"type": "text"}}, "tool_choice": "auto", "tools": [], "top_p": 1,
        "truncation": "disabled", "usage": usage, "user": null, "metadata": {},
    })
}
