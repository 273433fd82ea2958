//! The conversation: the events so far, and the part of them that a provider sees.

use std::{collections::BTreeMap, sync::Arc};

use crate::model::json::{Text, Value};
use imbl::Vector;

use super::{
    errors::SetupError,
    persisted::{ChatResponse, Entry, Event},
    sanitize, texts,
};
use crate::{
    model::{Message, ModelRequest, Part, Role},
    system::{Effect, Record},
};

/// The events of a conversation, oldest first. The history for the provider is kept with them, so that requests share
/// it.
#[derive(Clone, Debug, Default, Hash)]
pub struct Stream {
    entries: Vec<Entry>,
    /// The history that a provider sees.
    seen: ModelRequest,
    /// Where the current turn begins.
    turn: usize,
    /// The inquiries of the current turn that have no response yet, by id.
    open: BTreeMap<Text, u32>,
}

/// The response to an inquiry that is not open in this turn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Unpaired;

impl Stream {
    /// Continues a stored conversation, repaired where it was cut off (REC-31).
    ///
    /// # Errors
    /// The first event that cannot be read.
    pub fn read(stored: &[Value]) -> Result<Self, SetupError> {
        let entry = |(number, value)| Entry::read(value).map_err(|fault| SetupError::Stored { number, fault });
        let entries = (1..).zip(stored).map(entry).collect::<Result<Vec<Entry>, SetupError>>()?;
        let mut stream = Self::default();
        sanitize::repaired(entries).into_iter().for_each(|entry| stream.append(entry));
        Ok(stream)
    }

    /// Appends an event.
    ///
    /// # Errors
    /// The event is the response to an inquiry that is not open in this turn (REC-30).
    pub fn push(&mut self, event: Event) -> Result<(), Unpaired> {
        if let Event::InquiryResponse(response) = &event {
            let open = self.open.get_mut(response.id()).filter(|open| **open > 0).ok_or(Unpaired)?;
            *open -= 1;
        }
        self.append(event.into());
        Ok(())
    }

    /// Appends an event, and stores it. An inquiry's response without its request is not stored (REC-30).
    pub fn record(&mut self, event: Event, out: &mut Vec<Effect>) {
        let value = Value::Object(event.write());
        if self.push(event).is_ok() {
            out.push(Effect::Record(Record(value)));
        }
    }

    fn append(&mut self, entry: Entry) {
        match &entry.event {
            Event::TurnStart {} => {
                self.turn = self.entries.len();
                self.open.clear();
            }
            Event::InquiryRequest { id, .. } => *self.open.entry(id.clone()).or_default() += 1,
            _ => {}
        }
        if let Some((role, part)) = shown(&entry.event) {
            self.seen.push(role, part);
        }
        self.entries.push(entry);
    }

    /// The events.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The changes of configuration that are stored.
    pub fn config_deltas(&self) -> Vec<Value> {
        let deltas = self.entries.iter().filter_map(|entry| match &entry.event {
            Event::ConfigDelta { delta } => Some(delta.clone()),
            _ => None,
        });
        deltas.collect()
    }

    /// The history that a provider sees: messages, reasoning, calls and results, and no other event (REC-27, REC-36).
    pub fn history(&self) -> Vector<Arc<Message>> {
        self.seen.messages.clone()
    }

    /// The view of an inquiry for the call `asking`: the same history, with a result for each open call. The asking
    /// call is paused, and every other call is interrupted (INQ-10, INQ-27). The stream itself does not change
    /// (INQ-12).
    pub fn paused_at(&self, asking: &str, question: &str) -> ModelRequest {
        let mut request = self.seen.clone();
        for id in self.unanswered() {
            let paused = id == asking;
            let content = if paused { format!("{}{question}", texts::PAUSED) } else { texts::INTERRUPTED.to_owned() };
            request.push(Role::User, Part::Result { id: id.into(), content: content.into(), is_error: !paused });
        }
        request
    }

    /// The calls of the current turn without a result, in order. The same id in an earlier turn belongs to another
    /// call.
    fn unanswered(&self) -> Vec<&str> {
        let turn = &self.entries[self.turn..];
        let mut results: BTreeMap<&str, u32> = BTreeMap::new();
        for entry in turn {
            if let Event::ToolCallResponse { id, .. } = &entry.event {
                *results.entry(id).or_default() += 1;
            }
        }
        let calls = turn.iter().filter_map(|entry| match &entry.event {
            Event::ToolCallRequest { id, .. } => Some(id.as_str()),
            _ => None,
        });
        let mut open = Vec::new();
        for id in calls {
            match results.get_mut(id) {
                Some(left @ 1..) => *left -= 1,
                _ => open.push(id),
            }
        }
        open
    }
}

/// The part of an event that a provider sees.
fn shown(event: &Event) -> Option<(Role, Part)> {
    match event {
        Event::ChatRequest { content, .. } => Some((Role::User, Part::Text(content.clone()))),
        Event::ChatResponse(ChatResponse::Message(message)) => Some((Role::Assistant, Part::Text(message.clone()))),
        Event::ChatResponse(ChatResponse::Data(data)) => Some((Role::Assistant, Part::Text(data.to_string().into()))),
        Event::ChatResponse(ChatResponse::Reasoning(text)) => Some((Role::Assistant, Part::Reasoning(text.clone()))),
        Event::ToolCallRequest { id, name, arguments } => {
            let arguments = Value::Object(arguments.clone());
            Some((Role::Assistant, Part::Call { id: id.clone(), name: name.clone(), arguments }))
        }
        Event::ToolCallResponse { id, content, is_error } => {
            Some((Role::User, Part::Result { id: id.clone(), content: content.clone(), is_error: *is_error }))
        }
        Event::TurnStart {}
        | Event::InquiryRequest { .. }
        | Event::InquiryResponse(_)
        | Event::ConfigDelta { .. }
        | Event::Unknown(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;

    use super::{Stream, Unpaired};
    use crate::system::jp::persisted::{Entry, Event, InquiryResponse};

    fn asked(id: &str) -> Event {
        Entry::read(&json!({"type": "inquiry_request", "id": id, "source": {"source": "assistant"},
            "question": {"text": "Go?", "answer_type": {"type": "boolean"}}}))
        .unwrap()
        .event
    }

    fn redacted(id: &str) -> Event {
        Event::InquiryResponse(InquiryResponse::Redacted { id: id.into() })
    }

    #[test]
    fn a_response_without_a_request_of_the_same_turn_is_refused() {
        let mut stream = Stream::default();
        stream.push(Event::TurnStart {}).unwrap();
        assert_eq!(stream.push(redacted("c.q.1")), Err(Unpaired));
        stream.push(asked("c.q.1")).unwrap();
        stream.push(Event::TurnStart {}).unwrap();
        assert_eq!(stream.push(redacted("c.q.1")), Err(Unpaired), "it was asked in another turn");
    }

    #[test]
    fn there_are_never_more_responses_than_requests() {
        let mut stream = Stream::default();
        let events = [Event::TurnStart {}, asked("c.q"), asked("c.q"), redacted("c.q"), redacted("c.q")];
        events.into_iter().for_each(|event| stream.push(event).unwrap());
        assert_eq!(stream.push(redacted("c.q")), Err(Unpaired));
        assert_eq!(stream.entries().len(), 5, "what is refused is not stored");
    }
}
