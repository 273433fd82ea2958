//! A turn: the user's message, the model's answers, the requests and their retries.

use std::sync::Arc;

use super::{
    Jp,
    batch::Call,
    inquiry,
    pending_request::{PendingRequest, Purpose},
    persisted::{ChatResponse, Event},
    retry,
    texts::InquiryError,
};
use crate::{
    model::{Millis, ModelRequest, Op, ToolChoice},
    system::{Answer, Effect, Failure, ModelEvent, Progress, Turn, TurnEnd, Why},
};

/// Where the machine stands.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Phase {
    /// No turn is running.
    #[default]
    Idle,
    /// A turn is running.
    Running,
    /// A turn is running, and ends when its batch is done (INT-03).
    Stopping,
    /// There is nothing to talk about: what the run began with can not be read, or asks for something else.
    Closed,
    /// The process has ended.
    Gone,
}

impl Jp {
    pub(super) fn says(&mut self, content: String, out: &mut Vec<Effect>) {
        if self.phase != Phase::Idle {
            let is_over = matches!(self.phase, Phase::Closed | Phase::Gone);
            out.push(Effect::Refuse(if is_over { Why::Idle } else { Why::Busy }));
            return;
        }
        self.phase = Phase::Running;
        self.called = false;
        self.cache.clear();
        self.permissions.clear();
        self.attempts.clear();
        out.push(Effect::Turn(Turn::Began));
        if let Some(delta) = self.config.take_delta() {
            self.record(Event::ConfigDelta { delta }, out);
        }
        self.record(Event::TurnStart {}, out);
        self.record(Event::said(content), out);
        self.ask_for_the_turn(out);
    }

    pub(super) fn ask_for_the_turn(&mut self, out: &mut Vec<Effect>) {
        let request = ModelRequest {
            model: self.config.assistant().model.id.clone(),
            system: self.system.clone(),
            messages: self.stream.history(),
            tools: Arc::clone(&self.config.definitions),
            choice: if self.called { ToolChoice::Auto } else { self.config.choice() },
            schema: None,
        };
        self.ask(Purpose::Turn, request, out);
    }

    pub(super) fn ask(&mut self, purpose: Purpose, request: ModelRequest, out: &mut Vec<Effect>) {
        self.send(Box::new(PendingRequest { purpose, request, retries: 0, answer: Answer::default() }), out);
    }

    fn send(&mut self, pending: Box<PendingRequest>, out: &mut Vec<Effect>) {
        let op = self.mint.next(Op::Request);
        out.push(Effect::Request(op, Box::new(pending.request.clone())));
        self.requests.insert(op, pending);
    }

    /// Takes a piece of an answer; pieces of a request that was cancelled come too late to matter.
    pub(super) fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) {
        let Some(pending) = self.requests.get_mut(&op) else {
            if !self.mint.knows(op) {
                out.push(Effect::Refuse(Why::Foreign));
            }
            return;
        };
        match pending.answer.take(event) {
            Progress::More => {}
            // An answer that is cut off is taken for what it says; arguments without their end are no JSON, and the
            // call says so.
            Progress::Whole => {
                if let Some(pending) = self.requests.remove(&op) {
                    self.finished(*pending, out);
                }
            }
            Progress::Failed(failure) => {
                if let Some(pending) = self.requests.remove(&op) {
                    self.failed(pending, &failure, out);
                }
            }
        }
    }

    fn finished(&mut self, request: PendingRequest, out: &mut Vec<Effect>) {
        match request.purpose {
            Purpose::Turn => self.answered(request.answer, out),
            Purpose::Inquiry(index) => {
                let answer = self.batch.pending(index).map(|pending| {
                    inquiry::extract(self.schema, &pending.id, &pending.question, request.answer.data.as_ref())
                });
                if let Some(answer) = answer {
                    self.inquired(index, answer, out);
                }
            }
        }
    }

    fn failed(&mut self, pending: Box<PendingRequest>, failure: &Failure, out: &mut Vec<Effect>) {
        if let Some(wait) = retry::wait(failure, pending.retries + 1) {
            self.retry_after(wait, pending, out);
            return;
        }
        match pending.purpose {
            Purpose::Turn => self.end(TurnEnd::Failed(failure.kind), out),
            Purpose::Inquiry(index) => {
                self.inquired(index, Err(InquiryError::Provider(retry::word(failure.kind))), out);
            }
        }
    }

    fn retry_after(&mut self, wait: Millis, mut pending: Box<PendingRequest>, out: &mut Vec<Effect>) {
        let timer = self.mint.next(Op::Timer);
        out.push(Effect::Timer(timer, wait));
        pending.retries += 1;
        pending.answer = Answer::default();
        self.waiting.insert(timer, pending);
    }

    pub(super) fn fired(&mut self, timer: Op, out: &mut Vec<Effect>) {
        match self.waiting.remove(&timer) {
            Some(pending) => self.send(pending, out),
            None if self.mint.knows(timer) => {}
            None => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    /// The model's answer is whole: stores it, and runs what it calls.
    fn answered(&mut self, answer: Answer, out: &mut Vec<Effect>) {
        if !answer.reasoning.is_empty() {
            self.record(Event::ChatResponse(ChatResponse::Reasoning(answer.reasoning)), out);
        }
        if !answer.text.is_empty() {
            self.record(Event::ChatResponse(ChatResponse::Message(answer.text)), out);
        }
        let calls: Vec<Call> = answer.calls.into_iter().map(|call| self.call(call)).collect();
        for call in &calls {
            let (id, name) = (call.id.clone(), call.name.clone());
            self.record(Event::ToolCallRequest { id, name, arguments: call.arguments.clone() }, out);
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
