//! The export of a stored conversation: as the file that jp keeps, or as a text to read (REC-37).

use std::fmt::Write;

use crate::model::json::Value;

use super::{
    persisted::{CancellationReason, ChatResponse, Entry, Event, InquiryResponse, InquirySource},
    stream::Stream,
};

/// The format of an export.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Format {
    /// The stored events, in the newest shape.
    Json,
    /// A text to read.
    Markdown,
}

impl Format {
    /// The name of the file.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Json => "conversation.json",
            Self::Markdown => "conversation.md",
        }
    }

    /// The content of the file.
    pub fn write(self, stream: &Stream) -> String {
        match self {
            Self::Json => {
                let events: Vec<Value> = stream.entries().iter().map(Entry::write).collect();
                serde_json::to_string_pretty(&events).unwrap_or_default()
            }
            Self::Markdown => stream.entries().iter().fold(String::new(), |mut text, entry| {
                markdown(&entry.event, &mut text);
                text
            }),
        }
    }
}

fn markdown(event: &Event, text: &mut String) {
    let mut section = |title: &str, body: &str| {
        // Writing to a string never fails.
        let _ = write!(text, "## {title}\n\n{body}\n\n");
    };
    match event {
        Event::TurnStart {} => text.push_str("# Turn\n\n"),
        Event::ChatRequest { content, .. } => section("User", content),
        Event::ChatResponse(ChatResponse::Message(message)) => section("Assistant", message),
        Event::ChatResponse(ChatResponse::Reasoning(reasoning)) => section("Assistant, thinking", reasoning),
        Event::ChatResponse(ChatResponse::Data(data)) => section("Assistant, structured", &data.to_string()),
        Event::ToolCallRequest { id, name, arguments } => {
            section(&format!("Call of {name} ({id})"), &Value::Object(arguments.clone()).to_string());
        }
        Event::ToolCallResponse { id, content, is_error } => {
            section(&format!("{} of {id}", if *is_error { "Error" } else { "Result" }), content);
        }
        Event::InquiryRequest { id, source, question } => {
            let who = match source {
                InquirySource::Tool { name } | InquirySource::Other { name } => name,
                InquirySource::Assistant => "the assistant",
                InquirySource::User => "the user",
            };
            let context = question.context.iter().map(|context| format!("{context}\n\n")).collect::<String>();
            section(&format!("Question of {who} ({id})"), &format!("{context}{}", question.text));
        }
        Event::InquiryResponse(response) => {
            let _ = write!(text, "{}\n\n", answer(response));
        }
        Event::ConfigDelta { .. } | Event::Unknown(_) => {}
    }
}

fn answer(response: &InquiryResponse) -> String {
    match response {
        InquiryResponse::Answered { answer, .. } => format!("Answer: {answer}"),
        InquiryResponse::Redacted { .. } => "Answer: <redacted>".to_owned(),
        InquiryResponse::Cancelled { reason, .. } => format!("Cancelled ({})", CancellationReason::tag(reason)),
    }
}
