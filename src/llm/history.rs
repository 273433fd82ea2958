//! The conversations that the provider keeps: a request may continue a reply, and send only what is new.

use std::{collections::VecDeque, sync::Arc};

use super::{plan::filled, script::Body, wire::Continued};
use crate::model::{Message, ModelRequest, Part, Role, json::Value};

/// How many conversations are kept. A server that runs for days must not keep them all.
const KEPT_MAX: usize = 256;

/// The latest conversations of a session, each by the id of its last reply.
#[derive(Clone, Debug, Default, Hash)]
pub struct History(VecDeque<(String, ModelRequest)>);

impl History {
    /// Puts the kept conversation before the messages of `request`. Returns whether the reply is known.
    pub fn join(&self, continued: &Continued, request: &mut ModelRequest) -> bool {
        let found = self.0.iter().find(|(id, _)| *id == continued.reply);
        let Some((_, kept)) = found else { return false };
        let new = std::mem::replace(&mut request.messages, kept.messages.clone());
        for message in new {
            message.parts.iter().for_each(|part| request.push(message.role, part.clone()));
        }
        if continued.with_setup {
            request.system = request.system.take().or_else(|| kept.system.clone());
            if request.tools.is_empty() {
                request.tools = Arc::clone(&kept.tools);
            }
        }
        true
    }

    /// Keeps the conversation with the reply of this `id`. Nothing is kept of a reply that has no message.
    pub fn keep(&mut self, id: String, request: &ModelRequest, reply: &Body) {
        if let Some(parts) = parts(request, reply) {
            let mut kept = request.clone();
            kept.messages.push_back(Arc::new(Message { role: Role::Assistant, parts }));
            if self.0.len() == KEPT_MAX {
                self.0.pop_front();
            }
            self.0.push_back((id, kept));
        }
    }
}

/// What the model says in a reply.
fn parts(request: &ModelRequest, reply: &Body) -> Option<Vec<Part>> {
    match reply {
        Body::Message { reasoning, text, calls, .. } => {
            let mut parts = Vec::new();
            if !reasoning.is_empty() {
                parts.push(Part::Reasoning(reasoning.as_str().into()));
            }
            if !text.is_empty() {
                parts.push(Part::Text(text.as_str().into()));
            }
            parts.extend(calls.iter().map(|call| Part::Call {
                id: call.id.as_str().into(),
                name: call.name.as_str().into(),
                arguments: match &call.arguments {
                    Value::String(raw) => serde_json::from_str(raw).unwrap_or_else(|_| call.arguments.clone()),
                    arguments => arguments.clone(),
                },
            }));
            Some(parts)
        }
        Body::Answer(value) => Some(vec![Part::Text(filled(value, request).to_string().into())]),
        Body::Data(Value::String(text)) => Some(vec![Part::Text(text.clone())]),
        Body::Data(value) => Some(vec![Part::Text(value.to_string().into())]),
        Body::Status { .. }
        | Body::Drop
        | Body::Reset
        | Body::Cut { .. }
        | Body::Malformed { .. }
        | Body::Overloaded { .. } => None,
    }
}
