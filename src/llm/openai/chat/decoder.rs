//! Decodes a reply of Chat Completions into events.

use serde::Deserialize;

use super::LENGTH;
use crate::{
    llm::{
        openai::{CONTENT_FILTER, WireError},
        reading::Reading,
    },
    system::{FailureKind, ReplyEnd},
};

/// A chunk of a stream, or an unstreamed completion. Either may be an error instead.
#[derive(Deserialize)]
struct Completion {
    error: Option<WireError>,
    choices: Option<Vec<Choice>>,
}

#[derive(Deserialize)]
struct Choice {
    /// Present in a chunk.
    delta: Option<Message>,
    /// Present in an unstreamed completion.
    message: Option<Message>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    reasoning_content: Option<String>,
    content: Option<String>,
    tool_calls: Option<Vec<Call>>,
}

/// A call, or a piece of a call. Only the first piece has the id.
#[derive(Deserialize)]
struct Call {
    id: Option<String>,
    function: Option<Function>,
}

#[derive(Deserialize)]
struct Function {
    name: Option<String>,
    arguments: Option<String>,
}

/// Decodes the data of one server-sent event.
pub fn event(data: &str, into: &mut Reading) {
    if data == "[DONE]" {
        return into.finish();
    }
    let Some(Completion { error, choices }) = into.event(data) else { return };
    match (error, choices) {
        (Some(error), _) => into.fail(error.kind()),
        (None, None) => into.fail(FailureKind::Malformed),
        // The chunk with the token usage has no choice.
        (None, Some(choices)) => {
            for Choice { delta, finish_reason, .. } in choices {
                delta.into_iter().for_each(|message| read(message, into));
                note_finish_reason(finish_reason.as_deref(), into);
            }
        }
    }
}

/// Decodes an unstreamed reply.
pub fn whole(body: &[u8], into: &mut Reading) {
    let Some(Completion { error, choices }) = into.whole(body) else { return };
    if let Some(error) = error {
        return into.fail(error.kind());
    }
    match choices.into_iter().flatten().next() {
        Some(Choice { message: Some(message), finish_reason, .. }) => {
            read(message, into);
            note_finish_reason(finish_reason.as_deref(), into);
            into.finish();
        }
        Some(Choice { message: None, .. }) | None => into.fail(FailureKind::Malformed),
    }
}

fn note_finish_reason(reason: Option<&str>, into: &mut Reading) {
    match reason {
        Some(LENGTH) => into.ends(ReplyEnd::CutOff),
        Some(CONTENT_FILTER) => into.ends(ReplyEnd::Refused),
        _ => {}
    }
}

fn read(Message { reasoning_content, content, tool_calls }: Message, into: &mut Reading) {
    if let Some(reasoning) = reasoning_content {
        into.reasoning(reasoning);
    }
    if let Some(text) = content {
        into.text(text);
    }
    for Call { id, function } in tool_calls.into_iter().flatten() {
        let Function { name, arguments } = function.unwrap_or(Function { name: None, arguments: None });
        if let Some(id) = id {
            into.call(id, name.unwrap_or_default());
        }
        into.arguments(arguments.unwrap_or_default());
    }
}
