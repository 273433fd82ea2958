//! What every probe does alike: the conversation, one request at a time, and the calls of an answer.

use serde_json::Value;

use crate::{
    model::{Message, ModelRequest, Op, Part, Role, ToolDefinition, op::Mint},
    system::{Effect, ModelEvent, Turn, TurnEnd},
};

/// A conversation with one tool, and the request that is under way.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    pub mint: Mint,
    history: ModelRequest,
    request: Option<Op>,
    parts: Vec<Part>,
    arguments: String,
}

/// A call of the probe's tool.
#[derive(Clone, Debug)]
pub struct Call {
    pub id: String,
    pub arguments: Value,
}

impl Chat {
    /// Offers a tool; the only one.
    pub fn offer(&mut self, name: &str, description: &str, parameters: Value) {
        let tool = ToolDefinition { name: name.to_owned(), description: description.to_owned(), parameters };
        self.history.tools = [tool].into();
    }

    /// The user says something; the model is asked.
    pub fn say(&mut self, text: String, out: &mut Vec<Effect>) {
        self.history.push(Role::User, Part::Text(text));
        self.ask(out);
    }

    /// The call `id` is answered; the model is asked.
    pub fn result(&mut self, id: String, content: String, is_error: bool, out: &mut Vec<Effect>) {
        self.settle(id, content, is_error);
        self.ask(out);
    }

    /// The call `id` is answered; the model is asked another time.
    pub fn settle(&mut self, id: String, content: String, is_error: bool) {
        self.history.push(Role::User, Part::Result { id, content, is_error });
    }

    fn ask(&mut self, out: &mut Vec<Effect>) {
        let op = self.mint.next(Op::Request);
        self.request = Some(op);
        out.push(Effect::Request(op, Box::new(self.history.clone())));
    }

    /// The request under way.
    pub fn open(&self) -> Option<Op> {
        self.request
    }

    /// Takes a piece of the model's answer. Yields the first call of an answer that is whole; an answer without
    /// one ends the turn.
    pub fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) -> Option<Call> {
        if self.request != Some(op) {
            return None;
        }
        match event {
            ModelEvent::Text(text) => self.parts.push(Part::Text(text)),
            ModelEvent::Call { id, name } => {
                self.arguments.clear();
                self.parts.push(Part::Call { id, name, arguments: Value::Null });
            }
            ModelEvent::Arguments(fragment) => {
                self.arguments.push_str(&fragment);
                if let Some(Part::Call { arguments, .. }) = self.parts.last_mut() {
                    *arguments = serde_json::from_str(&self.arguments).unwrap_or_default();
                }
            }
            ModelEvent::Data(_) => {}
            ModelEvent::Failed(failure) => {
                self.request = None;
                out.push(Effect::Turn(Turn::Ended(TurnEnd::Failed(failure.kind))));
            }
            ModelEvent::Finished => {
                self.request = None;
                return self.finished(out);
            }
        }
        None
    }

    fn finished(&mut self, out: &mut Vec<Effect>) -> Option<Call> {
        let parts = std::mem::take(&mut self.parts);
        let call = parts.iter().find_map(|part| match part {
            Part::Call { id, arguments, .. } => Some(Call { id: id.clone(), arguments: arguments.clone() }),
            Part::Text(_) | Part::Result { .. } => None,
        });
        self.history.messages.push_back(Message { role: Role::Assistant, parts }.into());
        if call.is_none() {
            out.push(Effect::Turn(Turn::Ended(TurnEnd::Completed)));
        }
        call
    }
}
