//! A reply in the making, on the agent's side: what every wire's reader writes into.

use std::mem::take;

use serde::Deserialize;
use serde_json::Value;

use crate::system::{Failure, FailureKind, ModelEvent};

/// A reply as far as it is read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Whether the text is a structured answer.
    structured: bool,
    data: String,
    /// Whether it stops at the output limit.
    limited: bool,
    over: bool,
    events: Vec<ModelEvent>,
}

impl Reading {
    /// Of the reply to a request; `structured` where that asked for a structured answer.
    pub const fn new(structured: bool) -> Self {
        Self { structured, data: String::new(), limited: false, over: false, events: Vec::new() }
    }

    /// Whether it is over, or has failed.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// A piece of text.
    pub fn text(&mut self, text: String) {
        if self.structured {
            self.data.push_str(&text);
        } else if !text.is_empty() {
            self.events.push(ModelEvent::Text(text));
        }
    }

    /// A piece of reasoning; of a structured answer it is no part.
    pub fn reasoning(&mut self, text: String) {
        if !text.is_empty() {
            self.events.push(ModelEvent::Reasoning(text));
        }
    }

    /// A call opens.
    pub fn call(&mut self, id: String, name: String) {
        self.events.push(ModelEvent::Call { id, name });
    }

    /// A piece of the arguments of the call that opened last.
    pub fn arguments(&mut self, piece: String) {
        if !piece.is_empty() {
            self.events.push(ModelEvent::Arguments(piece));
        }
    }

    /// The reply, once it is over, has been cut off at the output limit.
    pub const fn limit_reached(&mut self) {
        self.limited = true;
    }

    /// The reply is over.
    pub fn finish(&mut self) {
        if !self.data.is_empty() {
            let text = take(&mut self.data);
            self.events.push(ModelEvent::Data(serde_json::from_str(&text).unwrap_or(Value::String(text))));
        }
        self.events.push(if self.limited { ModelEvent::LimitReached } else { ModelEvent::Finished });
        self.over = true;
    }

    /// The reply fails.
    pub fn fail(&mut self, kind: FailureKind) {
        self.over = true;
        self.events.push(ModelEvent::Failed(Failure { kind, status: None, retry_after_ms: None }));
    }

    /// The body has ended; without a terminal event that is a failure.
    pub fn end(mut self) -> Vec<ModelEvent> {
        if !self.over {
            self.fail(FailureKind::Truncated);
        }
        self.events
    }

    /// Reads an event, where it is one of the wire's.
    pub fn event<'a, T: Deserialize<'a>>(&mut self, data: &'a str) -> Option<T> {
        serde_json::from_str(data).map_err(|_| self.fail(FailureKind::Malformed)).ok()
    }

    /// Reads a whole body, where it is one of the wire's. One that ends too early is told from one that is wrong.
    pub fn whole<'a, T: Deserialize<'a>>(&mut self, body: &'a [u8]) -> Option<T> {
        let failed = |error: serde_json::Error| {
            self.fail(if error.is_eof() { FailureKind::Truncated } else { FailureKind::Malformed });
        };
        serde_json::from_slice(body).map_err(failed).ok()
    }
}
