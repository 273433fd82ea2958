//! A turn: the user's message, and the model's answers.

use crate::model::json::Text;

use std::sync::Arc;

use super::{
    Jp,
    batch::Call,
    inquiry,
    persisted::{ChatResponse, Event},
    requests::{Ended, Purpose},
    retry,
    texts::InquiryError,
    turn_memory::TurnMemory,
};
use crate::{
    model::{ModelRequest, Op, ToolChoice},
    system::{Answer, Effect, ModelEvent, Turn, TurnEnd, Why},
};

/// The phase of a run.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Phase {
    /// No turn is running.
    #[default]
    Idle,
    /// A turn is running.
    Running,
    /// A turn is running. It ends when its batch is done (INT-03).
    Stopping,
    /// The run has no conversation: its setup cannot be read, or asks for something else.
    Closed,
    /// The process has ended.
    Gone,
}

impl Jp {
    pub(super) fn says(&mut self, content: Text, out: &mut Vec<Effect>) {
        if self.phase != Phase::Idle {
            let is_over = matches!(self.phase, Phase::Closed | Phase::Gone);
            out.push(Effect::Refuse(if is_over { Why::Idle } else { Why::Busy }));
            return;
        }
        self.phase = Phase::Running;
        self.memory = TurnMemory::default();
        out.push(Effect::Turn(Turn::Began));
        if let Some(delta) = self.config.take_delta() {
            self.stream.record(Event::ConfigDelta { delta }, out);
        }
        self.stream.record(Event::TurnStart {}, out);
        self.stream.record(Event::said(content), out);
        self.ask_for_the_turn(out);
    }

    pub(super) fn ask_for_the_turn(&mut self, out: &mut Vec<Effect>) {
        let request = ModelRequest {
            model: self.config.assistant().model.id.clone(),
            system: self.system.clone(),
            messages: self.stream.history(),
            tools: Arc::clone(&self.config.definitions),
            choice: if self.memory.has_called { ToolChoice::Auto } else { self.config.choice() },
            schema: None,
        };
        self.requests.ask(Purpose::Turn, request, &mut self.mint, out);
    }

    /// Takes a piece of an answer.
    pub(super) fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) {
        let Some(Ended { purpose, answer }) = self.requests.take(op, event, &mut self.mint, out) else { return };
        match (purpose, answer) {
            (Purpose::Turn, Ok(answer)) => self.answered(answer, out),
            (Purpose::Turn, Err(failure)) => self.end(TurnEnd::Failed(failure.kind), out),
            (Purpose::Inquiry(index), Ok(answer)) => {
                let extracted = self
                    .batch
                    .pending(index)
                    .map(|pending| inquiry::extract(self.schema, &pending.id, &pending.question, answer.data.as_ref()));
                if let Some(extracted) = extracted {
                    self.inquired(index, extracted, out);
                }
            }
            (Purpose::Inquiry(index), Err(failure)) => {
                self.inquired(index, Err(InquiryError::Provider(retry::word(failure.kind))), out);
            }
        }
    }

    /// Stores a whole answer of the model, and runs its calls.
    fn answered(&mut self, answer: Answer, out: &mut Vec<Effect>) {
        if !answer.reasoning.is_empty() {
            self.stream.record(Event::ChatResponse(ChatResponse::Reasoning(answer.reasoning.into())), out);
        }
        if !answer.text.is_empty() {
            self.stream.record(Event::ChatResponse(ChatResponse::Message(answer.text.into())), out);
        }
        let calls: Vec<Call> = answer.calls.into_iter().map(|call| self.call(call)).collect();
        for call in &calls {
            let (id, name) = (call.id.clone(), call.name.clone());
            self.stream.record(Event::ToolCallRequest { id, name, arguments: call.arguments.clone() }, out);
        }
        if calls.is_empty() {
            self.end(TurnEnd::Completed, out);
        } else {
            self.execute(calls, out);
        }
    }

    pub(super) fn end(&mut self, how: TurnEnd, out: &mut Vec<Effect>) {
        self.phase = Phase::Idle;
        out.push(Effect::Turn(Turn::Ended(how)));
    }
}
