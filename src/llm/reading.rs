//! The events of a reply on the agent's side. The decoder of each wire writes into this.

use std::mem::take;

use crate::model::json::Value;
use serde::Deserialize;

use crate::system::{Failure, FailureKind, ModelEvent, ReplyEnd};

/// A reply that is being read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Whether the text is a structured answer.
    structured: bool,
    data: String,
    ends: ReplyEnd,
    over: bool,
    events: Vec<ModelEvent>,
}

impl Reading {
    /// Begins to read a reply. `structured` says whether the request asked for a structured answer.
    pub const fn new(structured: bool) -> Self {
        Self { structured, data: String::new(), ends: ReplyEnd::Whole, over: false, events: Vec::new() }
    }

    /// Whether the reply is over or has failed.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Adds a piece of text.
    pub fn text(&mut self, text: String) {
        if self.structured {
            self.data.push_str(&text);
        } else if !text.is_empty() {
            self.events.push(ModelEvent::Text(text.into()));
        }
    }

    /// Adds a piece of reasoning. It is never part of a structured answer.
    pub fn reasoning(&mut self, text: String) {
        if !text.is_empty() {
            self.events.push(ModelEvent::Reasoning(text.into()));
        }
    }

    /// Adds the beginning of a call.
    pub fn call(&mut self, id: String, name: String) {
        self.events.push(ModelEvent::Call { id: id.into(), name: name.into() });
    }

    /// Adds a piece of the arguments of the last call.
    pub fn arguments(&mut self, piece: String) {
        if !piece.is_empty() {
            self.events.push(ModelEvent::Arguments(piece.into()));
        }
    }

    /// Notes how the reply ends.
    pub const fn ends(&mut self, how: ReplyEnd) {
        self.ends = how;
    }

    /// Ends the reply.
    pub fn finish(&mut self) {
        if !self.data.is_empty() {
            let text = take(&mut self.data);
            self.events.push(ModelEvent::Data(serde_json::from_str(&text).unwrap_or(Value::from(text))));
        }
        self.events.push(self.ends.into());
        self.over = true;
    }

    /// Ends the reply with a failure.
    pub fn fail(&mut self, kind: FailureKind) {
        self.over = true;
        self.events.push(ModelEvent::Failed(Failure { kind, status: None, retry_after_ms: None }));
    }

    /// Ends the body, and returns the events. A body that ends before its reply is a failure.
    pub fn end(mut self) -> Vec<ModelEvent> {
        if !self.over {
            self.fail(FailureKind::Truncated);
        }
        self.events
    }

    /// Parses the data of an event. Data that does not fit fails the reply.
    pub fn event<'a, T: Deserialize<'a>>(&mut self, data: &'a str) -> Option<T> {
        serde_json::from_str(data).map_err(|_| self.fail(FailureKind::Malformed)).ok()
    }

    /// Parses an unstreamed body. A body that does not fit fails the reply. A body that ends too early is a failure of
    /// another kind.
    pub fn whole<'a, T: Deserialize<'a>>(&mut self, body: &'a [u8]) -> Option<T> {
        let failed = |error: serde_json::Error| {
            self.fail(if error.is_eof() { FailureKind::Truncated } else { FailureKind::Malformed });
        };
        serde_json::from_slice(body).map_err(failed).ok()
    }
}
