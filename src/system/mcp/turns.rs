//! The plain loop around the model: a message of the user, the calls of the model, their results, until it calls no more.

use crate::model::json::Text;

use crate::{
    model::{
        Op, ToolDefinition,
        json::{Value, from_value, json},
        rpc::text,
    },
    system::{
        Effect, FailureKind, ModelEvent, Turn, TurnEnd, Why,
        chat::{CallResult, Chat, ChatCall, ChatProgress},
    },
};

/// The result of a call that the user has stopped with its turn.
const CANCELLED: &str = "The turn was stopped before this call was done.";

/// The turns of a run.
#[derive(Clone, Debug, Default, Hash)]
pub struct Turns {
    chat: Chat,
    /// The user's message that waits for the tools.
    waiting: Option<String>,
    is_ready: bool,
    is_closed: bool,
    has_begun: bool,
    is_busy: bool,
}

impl Turns {
    /// The open request to the model.
    pub fn open(&self) -> impl Iterator<Item = Op> {
        self.chat.open().into_iter()
    }

    /// Whether the tools are known.
    pub const fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// Whether a turn is under way.
    pub const fn is_busy(&self) -> bool {
        self.is_busy
    }

    /// Whether there are no turns any more.
    pub const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Whether the model is asked.
    pub const fn is_asking(&self) -> bool {
        self.chat.is_asking()
    }

    /// Whether the model is asked, or the user has not spoken yet.
    pub const fn is_elsewhere(&self) -> bool {
        self.is_asking() || !self.has_begun
    }

    /// Whether the model has this tool.
    pub fn offers(&self, name: &str) -> bool {
        self.chat.offers(name)
    }

    /// Takes a message of the user.
    pub fn says(&mut self, said: Text, out: &mut Vec<Effect>) {
        if self.is_closed || self.is_busy {
            return out.push(Effect::Refuse(if self.is_closed { Why::Idle } else { Why::Busy }));
        }
        (self.is_busy, self.has_begun) = (true, true);
        out.push(Effect::Turn(Turn::Began));
        self.waiting = Some(said.to_string());
        self.ask(out);
    }

    /// Asks the model about the message that waits, once the tools are known.
    fn ask(&mut self, out: &mut Vec<Effect>) {
        if let Some(said) = self.waiting.take_if(|_| self.is_ready) {
            self.chat.user(said);
            self.chat.ask(out);
        }
    }

    /// The tools are known, as their server describes them.
    pub fn offer<'t>(&mut self, tools: impl IntoIterator<Item = &'t Value>, out: &mut Vec<Effect>) {
        self.chat.offer(tools.into_iter().filter_map(definition).collect());
        self.is_ready = true;
        self.ask(out);
    }

    /// Takes a piece of the model's reply. Returns how many calls are to be made: each is to be settled, and then the loop goes on.
    pub fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) -> Option<usize> {
        match self.chat.model(op, event, out) {
            ChatProgress::Nothing => None,
            ChatProgress::Failed(_) => {
                self.end(TurnEnd::Failed(FailureKind::Server), out);
                None
            }
            ChatProgress::Answer(answer) if answer.calls.is_empty() => {
                self.end(TurnEnd::Completed, out);
                None
            }
            ChatProgress::Answer(_) => Some(self.chat.calls().len()),
        }
    }

    fn end(&mut self, how: TurnEnd, out: &mut Vec<Effect>) {
        self.is_busy = false;
        out.push(Effect::Turn(Turn::Ended(how)));
    }

    /// The call at this place of the model's reply.
    pub fn call(&self, index: usize) -> Option<&ChatCall> {
        self.chat.calls().get(index)
    }

    /// The call at this place of the model's reply, if its tool is one. Else it has failed.
    pub fn call_to_make(&mut self, index: usize) -> Option<&ChatCall> {
        let name = &self.call(index)?.name;
        if !self.offers(name) {
            let why = format!("There is no tool {name:?}.");
            self.chat.settle(index, CallResult::error(why));
            return None;
        }
        self.call(index)
    }

    /// A call has its result.
    pub fn settle(&mut self, index: usize, result: CallResult, out: &mut Vec<Effect>) {
        self.chat.settle(index, result);
        self.go_on(out);
    }

    /// Asks the model again once every call has its result.
    pub fn go_on(&mut self, out: &mut Vec<Effect>) {
        if self.is_busy && !self.chat.is_asking() && !self.chat.calls().is_empty() && self.chat.conclude() {
            self.chat.ask(out);
        }
    }

    /// The user has stopped a call with its turn.
    pub fn give_up(&mut self, index: usize, out: &mut Vec<Effect>) {
        self.settle(index, CallResult::error(CANCELLED), out);
    }

    /// The user stops the turn.
    pub fn stop(&mut self, out: &mut Vec<Effect>) {
        self.waiting = None;
        self.chat.abort(&CallResult::error(CANCELLED), out);
        self.end(TurnEnd::Interrupted, out);
    }

    /// There are no more turns.
    pub fn close(&mut self, out: &mut Vec<Effect>) {
        self.is_closed = true;
        self.chat.abort(&CallResult::error(CANCELLED), out);
        if self.is_busy {
            self.end(TurnEnd::Interrupted, out);
        }
    }

    /// The connection cannot be opened, so there will be no turn.
    pub const fn cannot_begin(&mut self) {
        self.is_closed = true;
    }
}

/// A tool as its server describes it.
fn definition(tool: &Value) -> Option<ToolDefinition> {
    let description = text(tool, "description").unwrap_or_default();
    from_value(&json!({"name": text(tool, "name")?, "description": description, "parameters": tool["inputSchema"]}))
        .ok()
}
