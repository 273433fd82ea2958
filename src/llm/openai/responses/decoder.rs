//! Decodes a reply of Responses into events.

use serde::Deserialize;

use super::{MAX_OUTPUT_TOKENS, joined};
use crate::{
    llm::{
        openai::{CONTENT_FILTER, WireError},
        reading::Reading,
    },
    system::{FailureKind, ReplyEnd},
};

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Event {
    #[serde(rename = "response.output_item.added")]
    Added { item: Item },
    #[serde(rename = "response.output_text.delta")]
    Text { delta: String },
    #[serde(rename = "response.function_call_arguments.delta")]
    Arguments { delta: String },
    #[serde(rename = "response.reasoning_summary_text.delta")]
    Reasoning { delta: String },
    #[serde(rename = "response.completed")]
    Completed,
    #[serde(rename = "response.incomplete")]
    Incomplete { response: Incomplete },
    #[serde(rename = "response.failed")]
    Failed { response: Response },
    #[serde(rename = "error")]
    Error(WireError),
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Item {
    FunctionCall {
        call_id: String,
        namespace: Option<String>,
        name: String,
        arguments: String,
    },
    Message {
        content: Vec<Part>,
    },
    Reasoning {
        summary: Vec<Summary>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part {
    OutputText {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Summary {
    SummaryText {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Response {
    error: Option<WireError>,
    output: Option<Vec<Item>>,
    incomplete_details: Option<Details>,
}

/// A response that ended too early. Only the reason is read.
#[derive(Deserialize)]
struct Incomplete {
    incomplete_details: Option<Details>,
}

#[derive(Deserialize)]
struct Details {
    reason: Option<String>,
}

/// Decodes the data of one server-sent event.
pub fn event(data: &str, into: &mut Reading) {
    match into.event(data) {
        Some(Event::Added { item: Item::FunctionCall { call_id, namespace, name, .. } }) => {
            into.call(call_id, joined(namespace.as_deref(), &name));
        }
        Some(Event::Text { delta }) => into.text(delta),
        Some(Event::Arguments { delta }) => into.arguments(delta),
        Some(Event::Reasoning { delta }) => into.reasoning(delta),
        Some(Event::Completed) => into.finish(),
        Some(Event::Incomplete { response }) => {
            note_incomplete(response.incomplete_details, into);
            into.finish();
        }
        Some(Event::Failed { response }) => {
            into.fail(response.error.map_or(FailureKind::Server, |error| error.kind()));
        }
        Some(Event::Error(error)) => into.fail(error.kind()),
        Some(Event::Added { item: Item::Message { .. } | Item::Reasoning { .. } | Item::Other } | Event::Other)
        | None => {}
    }
}

/// Decodes an unstreamed reply.
pub fn whole(body: &[u8], into: &mut Reading) {
    let Some(Response { error, output, incomplete_details }) = into.whole(body) else { return };
    if let Some(error) = error {
        return into.fail(error.kind());
    }
    let Some(output) = output else { return into.fail(FailureKind::Malformed) };
    for item in output {
        match item {
            Item::Message { content } => {
                for part in content {
                    if let Part::OutputText { text } = part {
                        into.text(text);
                    }
                }
            }
            Item::Reasoning { summary } => {
                for part in summary {
                    if let Summary::SummaryText { text } = part {
                        into.reasoning(text);
                    }
                }
            }
            Item::FunctionCall { call_id, namespace, name, arguments } => {
                into.call(call_id, joined(namespace.as_deref(), &name));
                into.arguments(arguments);
            }
            Item::Other => {}
        }
    }
    note_incomplete(incomplete_details, into);
    into.finish();
}

fn note_incomplete(details: Option<Details>, into: &mut Reading) {
    match details.and_then(|details| details.reason).as_deref() {
        Some(MAX_OUTPUT_TOKENS) => into.ends(ReplyEnd::CutOff),
        Some(CONTENT_FILTER) => into.ends(ReplyEnd::Refused),
        _ => {}
    }
}
