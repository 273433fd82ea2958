//! The conversation: the events so far, and what a provider sees of them.

use serde_json::Value;

use super::{persisted::Event, texts};
use crate::model::{ModelRequest, Part, Role};

/// The events of a conversation, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Stream(Vec<Event>);

impl Stream {
    /// Continues a stored conversation.
    pub fn of(events: Vec<Event>) -> Self {
        Self(events)
    }

    /// Appends an event.
    pub fn push(&mut self, event: Event) {
        self.0.push(event);
    }

    /// What a provider sees: messages, calls and results; no inquiry and nothing else (REC-27, REC-36).
    pub fn project(&self) -> ModelRequest {
        let mut request = ModelRequest::default();
        for event in &self.0 {
            let (role, part) = match event {
                Event::ChatRequest { content } => (Role::User, Part::Text(content.clone())),
                Event::ChatResponse { message } => (Role::Assistant, Part::Text(message.clone())),
                Event::ToolCallRequest { id, name, arguments } => {
                    let arguments = Value::Object(arguments.clone());
                    (Role::Assistant, Part::Call { id: id.clone(), name: name.clone(), arguments })
                }
                Event::ToolCallResponse { id, content, is_error } => {
                    (Role::User, Part::Result { id: id.clone(), content: content.clone(), is_error: *is_error })
                }
                Event::TurnStart | Event::InquiryRequest { .. } | Event::InquiryResponse(_) => continue,
            };
            request.push(role, part);
        }
        request
    }

    /// The view of an inquiry for the call `asking`: the same history, with that call answered as paused and every
    /// other unanswered call as interrupted, so that each call has a result (INQ-10, INQ-27). The stream itself
    /// stays as it is (INQ-12).
    pub fn paused_at(&self, asking: &str, question: &str) -> ModelRequest {
        let mut request = self.project();
        let unanswered = self.unanswered();
        for id in unanswered {
            let paused = id == asking;
            let content = if paused { format!("{}{question}", texts::PAUSED) } else { texts::INTERRUPTED.to_owned() };
            request.push(Role::User, Part::Result { id, content, is_error: !paused });
        }
        request
    }

    /// The calls of the current turn that have no result yet, in order. An id that an earlier turn used is another
    /// call's.
    fn unanswered(&self) -> Vec<String> {
        let turn = self.0.iter().rposition(|event| matches!(event, Event::TurnStart)).unwrap_or_default();
        let mut open: Vec<String> = Vec::new();
        for event in &self.0[turn..] {
            match event {
                Event::ToolCallRequest { id, .. } => open.push(id.clone()),
                Event::ToolCallResponse { id, .. } => {
                    if let Some(position) = open.iter().position(|found| found == id) {
                        open.remove(position);
                    }
                }
                _ => {}
            }
        }
        open
    }
}
