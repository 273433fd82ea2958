//! Writes replies of Responses: the events of a streamed response, and a response as one body.

use crate::model::json::{Map, Value, json};
use bytes::Bytes;

use super::{MAX_OUTPUT_TOKENS, with_name};
use crate::{
    llm::{
        chunking::{self, event, fragments},
        openai::{CONTENT_FILTER, OVERLOADED, OVERLOADED_WORDS},
        script::{ScriptedCall, Usage},
        signature::Signature,
        wire::ReplyContext,
    },
    system::ReplyEnd,
};

/// Events, numbered as they are added.
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

/// The frames of a streamed response: reasoning and a message, if any, then the calls, each with its arguments in
/// fragments.
pub fn stream(context: &ReplyContext<'_>) -> Vec<Bytes> {
    let mut events = Events::default();
    let begun = response(context, "in_progress", Vec::new());
    events.push("response.created", json!({"response": begun}));
    events.push("response.in_progress", json!({"response": begun}));
    let mut index = 0;
    if !context.reasoning.is_empty() {
        stream_reasoning(context, index, &mut events);
        index += 1;
    }
    if !context.text.is_empty() {
        stream_text(context, index, &mut events);
        index += 1;
    }
    for call in context.calls {
        stream_call(context, call, index, &mut events);
        index += 1;
    }
    let status = status(context);
    events.push(&format!("response.{status}"), json!({"response": response(context, status, output(context))}));
    events.0
}

/// Adds to the event `rest` the `place` in the response that it is about.
fn at(place: &Value, mut rest: Value) -> Value {
    if let (Value::Object(rest), Value::Object(place)) = (&mut rest, place) {
        rest.extend(place.clone());
    }
    rest
}

fn stream_reasoning(context: &ReplyContext<'_>, index: usize, events: &mut Events) {
    let place = json!({"item_id": Signature::ITEM.of(context.reasoning), "output_index": index, "summary_index": 0});
    let at = |rest| at(&place, rest);
    let opened = reasoning_item(context, Vec::new());
    events.push("response.output_item.added", json!({"output_index": index, "item": opened}));
    events.push("response.reasoning_summary_part.added", at(json!({"part": summary_part("")})));
    for piece in chunking::text(context.reasoning) {
        events.push("response.reasoning_summary_text.delta", at(json!({"delta": piece})));
    }
    events.push("response.reasoning_summary_text.done", at(json!({"text": context.reasoning})));
    events.push("response.reasoning_summary_part.done", at(json!({"part": summary_part(context.reasoning)})));
    let item = reasoning_item(context, vec![summary_part(context.reasoning)]);
    events.push("response.output_item.done", json!({"output_index": index, "item": item}));
}

fn stream_text(context: &ReplyContext<'_>, index: usize, events: &mut Events) {
    let whole = context.text.concat();
    let place = json!({"item_id": message_id(context), "output_index": index, "content_index": 0});
    let at = |rest| at(&place, rest);
    let opened = message(context, "in_progress", Vec::new());
    events.push("response.output_item.added", json!({"output_index": index, "item": opened}));
    events.push("response.content_part.added", at(json!({"part": text_part("")})));
    for text in &context.text {
        events.push("response.output_text.delta", at(json!({"delta": text, "logprobs": []})));
    }
    events.push("response.output_text.done", at(json!({"text": whole, "logprobs": []})));
    events.push("response.content_part.done", at(json!({"part": text_part(&whole)})));
    let item = message(context, text_status(context), vec![text_part(&whole)]);
    events.push("response.output_item.done", json!({"output_index": index, "item": item}));
}

fn stream_call(context: &ReplyContext<'_>, call: &ScriptedCall, index: usize, events: &mut Events) {
    let (id, arguments) = (call_item_id(context, index), call.text());
    let opened = call_item(context, call, index, "in_progress", "");
    events.push("response.output_item.added", json!({"output_index": index, "item": opened}));
    for piece in fragments(&arguments) {
        let delta = json!({"item_id": id, "output_index": index, "delta": piece});
        events.push("response.function_call_arguments.delta", delta);
    }
    let whole = json!({"item_id": id, "output_index": index, "name": null, "arguments": arguments});
    let whole = with_name(whole, &call.name);
    events.push("response.function_call_arguments.done", whole);
    let item = call_item(context, call, index, call_status(context, call), &arguments);
    events.push("response.output_item.done", json!({"output_index": index, "item": item}));
}

/// A response as one body.
pub fn whole(context: &ReplyContext<'_>) -> Bytes {
    Bytes::from(response(context, status(context), output(context)).to_string())
}

/// A failed response as one body.
pub fn failed(context: &ReplyContext<'_>) -> Bytes {
    Bytes::from(failed_response(context).to_string())
}

/// The event of a failed response; `before` is the number of events before it.
pub fn failed_event(context: &ReplyContext<'_>, before: usize) -> Bytes {
    numbered("response.failed", before, json!({"response": failed_response(context)}))
}

fn failed_response(context: &ReplyContext<'_>) -> Value {
    let mut response = response(context, "failed", Vec::new());
    response["error"] = json!({"code": OVERLOADED, "message": OVERLOADED_WORDS});
    response
}

fn output(context: &ReplyContext<'_>) -> Vec<Value> {
    let mut items = Vec::new();
    if !context.reasoning.is_empty() {
        items.push(reasoning_item(context, vec![summary_part(context.reasoning)]));
    }
    if !context.text.is_empty() {
        items.push(message(context, text_status(context), vec![text_part(&context.text.concat())]));
    }
    for call in context.calls {
        items.push(call_item(context, call, items.len(), call_status(context, call), &call.text()));
    }
    items
}

const COMPLETED: &str = "completed";
const INCOMPLETE: &str = "incomplete";

/// The status of the response and of its last item. The items before the last are always completed.
const fn status(context: &ReplyContext<'_>) -> &'static str {
    match context.ends {
        ReplyEnd::Whole => COMPLETED,
        ReplyEnd::CutOff | ReplyEnd::Refused => INCOMPLETE,
    }
}

const fn text_status(context: &ReplyContext<'_>) -> &'static str {
    if context.calls.is_empty() { status(context) } else { COMPLETED }
}

fn call_status(context: &ReplyContext<'_>, call: &ScriptedCall) -> &'static str {
    let is_last = context.calls.last().is_some_and(|last| std::ptr::eq(last, call));
    if is_last { status(context) } else { COMPLETED }
}

fn message_id(context: &ReplyContext<'_>) -> String {
    format!("msg_{}", context.number)
}

fn call_item_id(context: &ReplyContext<'_>, index: usize) -> String {
    format!("fc_{}_{index}", context.number)
}

/// An item of reasoning. The provider may leave out its status, and so does this.
fn reasoning_item(context: &ReplyContext<'_>, summary: Vec<Value>) -> Value {
    json!({"id": Signature::ITEM.of(context.reasoning), "type": "reasoning", "summary": summary})
}

fn summary_part(text: &str) -> Value {
    json!({"type": "summary_text", "text": text})
}

fn message(context: &ReplyContext<'_>, status: &str, content: Vec<Value>) -> Value {
    json!({"id": message_id(context), "type": "message", "status": status, "role": "assistant", "content": content})
}

fn text_part(text: &str) -> Value {
    json!({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
}

fn call_item(context: &ReplyContext<'_>, call: &ScriptedCall, index: usize, status: &str, arguments: &str) -> Value {
    let item = json!({
        "id": call_item_id(context, index), "type": "function_call", "status": status,
        "call_id": call.id, "name": null, "arguments": arguments,
    });
    with_name(item, &call.name)
}

/// The id of the reply with this number.
pub fn reply_id(number: usize) -> String {
    format!("resp_{number}")
}

fn response(context: &ReplyContext<'_>, status: &str, output: Vec<Value>) -> Value {
    let is_over = status == COMPLETED || status == INCOMPLETE;
    let reason = if context.ends == ReplyEnd::Refused { CONTENT_FILTER } else { MAX_OUTPUT_TOKENS };
    let details = (status == INCOMPLETE).then(|| json!({"reason": reason}));
    let Usage { input: asked, output: said } = context.tokens;
    let usage = is_over.then(|| {
        json!({
            "input_tokens": asked, "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": said, "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": asked.saturating_add(said),
        })
    });
    json!({
        "id": reply_id(context.number), "object": "response", "created_at": 0, "status": status,
        "error": null, "incomplete_details": details, "instructions": null, "max_output_tokens": null,
        "model": context.model, "output": output, "parallel_tool_calls": true, "previous_response_id": null,
        "reasoning": {"effort": null, "summary": null}, "store": false, "temperature": 1,
        "text": {"format": {"type": "text"}}, "tool_choice": "auto", "tools": [], "top_p": 1,
        "truncation": "disabled", "usage": usage, "user": null, "metadata": {},
    })
}
