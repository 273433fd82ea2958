//! The batch: the calls of one answer of the model, executed together, each asked what it asks for.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{
    Jp,
    asked::Purpose,
    builtin,
    config::Tool,
    inquiry,
    outcome::Outcome,
    persisted::{CancellationReason, Event, InquiryResponse, InquirySource},
    question::Question,
    recording,
    routing::{self, Route, Situation},
    texts::{self, InquiryError},
};
use crate::{
    model::Op,
    system::{Effect, ToolCall, ToolEvent, Why},
};

/// A call of the batch.
#[derive(Clone, Debug)]
pub struct Call {
    pub id: String,
    pub name: String,
    pub arguments: Map<String, Value>,
    /// By question id; the latest wins (EXE-20).
    answers: Map<String, Value>,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Queued,
    Running(Op),
    Asking(Pending),
    Done(String, bool),
}

/// A question that is being asked, with the id of its inquiry: minted once and carried along.
#[derive(Clone, Debug)]
pub struct Pending {
    pub id: String,
    pub question: Question,
}

impl Call {
    pub fn new(id: String, name: String, arguments: Map<String, Value>) -> Self {
        Self { id, name, arguments, answers: Map::new(), state: State::Queued }
    }

    /// A call whose arguments are no JSON object: it is answered without being executed.
    pub fn unreadable(id: String, name: String) -> Self {
        let message = format!("The arguments of `{name}` are not a JSON object. Repeat the call with valid JSON.");
        Self { state: State::Done(message, true), ..Self::new(id, name, Map::new()) }
    }
}

/// The calls of one answer, in its order.
#[derive(Clone, Debug, Default)]
pub struct Batch(Vec<Call>);

impl Batch {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The executions under way.
    pub fn running(&self) -> impl Iterator<Item = Op> {
        self.0.iter().filter_map(|call| match call.state {
            State::Running(op) => Some(op),
            State::Queued | State::Asking(_) | State::Done(..) => None,
        })
    }

    /// The question that call `index` is asking.
    pub fn pending(&self, index: usize) -> Option<&Pending> {
        match &self.0.get(index)?.state {
            State::Asking(pending) => Some(pending),
            State::Queued | State::Running(_) | State::Done(..) => None,
        }
    }

    fn is_done(&self) -> bool {
        self.0.iter().all(|call| matches!(call.state, State::Done(..)))
    }

    /// The results, in the order of the calls; the batch is empty after it.
    pub fn take_responses(&mut self) -> Vec<Event> {
        let calls = std::mem::take(&mut self.0);
        let response = |call: Call| match call.state {
            State::Done(content, is_error) => Some(Event::ToolCallResponse { id: call.id, content, is_error }),
            State::Queued | State::Running(_) | State::Asking(_) => None,
        };
        calls.into_iter().filter_map(response).collect()
    }
}

impl Jp {
    pub(super) fn execute(&mut self, calls: Vec<Call>, out: &mut Vec<Effect>) {
        self.batch = Batch(calls);
        for index in 0..self.batch.0.len() {
            // The last call may finish the batch, and a finished batch is gone.
            if self.batch.0.get(index).is_some_and(|call| matches!(call.state, State::Queued)) {
                self.run(index, out);
            }
        }
        if !self.batch.is_empty() && self.batch.is_done() {
            self.batch_done(out);
        }
    }

    /// Executes a call, with the answers so far.
    fn run(&mut self, index: usize, out: &mut Vec<Effect>) {
        let call = &mut self.batch.0[index];
        let is_builtin = self.config.tool(&call.name).map(Tool::is_builtin);
        match (is_builtin, builtin::named(&call.name)) {
            (Some(true), Some(builtin)) => match (builtin.execute)(&call.arguments, &call.answers) {
                Outcome::Success(content) => self.complete(index, content, false, out),
                Outcome::Error(message) => self.complete(index, message, true, out),
                Outcome::NeedsInput(question) => {
                    let source = (builtin.source)(&call.name);
                    self.ask_question(index, source, *question, out);
                }
            },
            (Some(false), _) => {
                let op = self.mint.next(Op::Call);
                call.state = State::Running(op);
                let (id, name, answers) = (call.id.clone(), call.name.clone(), call.answers.clone());
                let arguments = Value::Object(call.arguments.clone());
                out.push(Effect::Call(op, ToolCall { id, name, arguments, answers }));
            }
            (None, _) | (Some(true), None) => {
                let message = texts::not_found(&call.name);
                self.complete(index, message, true, out);
            }
        }
    }

    /// A tool settles an execution; what comes from one that was cancelled is too late to matter.
    pub(super) fn tool(&mut self, op: Op, event: ToolEvent, out: &mut Vec<Effect>) {
        let running = |call: &Call| matches!(call.state, State::Running(running) if running == op);
        let Some(index) = self.batch.0.iter().position(running) else {
            if !self.mint.knows(op) {
                out.push(Effect::Refuse(Why::Foreign));
            }
            return;
        };
        match event {
            ToolEvent::Done(content) => self.complete(index, content, false, out),
            ToolEvent::Error(message) => self.complete(index, message, true, out),
            ToolEvent::Panicked => self.complete(index, "The tool ended without a result.".to_owned(), true, out),
            ToolEvent::Asks(raw) => match Question::read(raw) {
                Ok(question) => {
                    let name = self.batch.0[index].name.clone();
                    self.ask_question(index, InquirySource::Tool { name }, question, out);
                }
                Err(message) => self.complete(index, message, true, out),
            },
        }
    }

    /// Records the request before anything is decided (REC-02), then routes the question.
    fn ask_question(&mut self, index: usize, source: InquirySource, question: Question, out: &mut Vec<Effect>) {
        let call = &self.batch.0[index];
        let attempt = self.attempts.entry((call.id.clone(), question.id.clone())).or_default();
        *attempt += 1;
        let id = recording::inquiry_id(&call.id, &question.id, *attempt);
        let (tool, call_id) = (call.name.clone(), call.id.clone());
        self.record(Event::InquiryRequest { id: id.clone(), source, question: recording::stored(&question) }, out);

        let configured = self.config.question(&tool, &question.id);
        let route = routing::route(Situation {
            question: &question,
            cached: self.cache.get(&tool, &question),
            static_answer: configured.answer.as_ref(),
            target: configured.target(),
            terminal: self.terminal,
        });
        self.batch.0[index].state = State::Asking(Pending { id: id.clone(), question: question.clone() });
        match route {
            Route::Cached(value) | Route::Static(value) => self.answer(index, value, out),
            Route::Prompt => self.prompt(index, &question, configured.prompt_label, out),
            Route::Inquire => {
                let schema = inquiry::schema(self.schema, &id, &question);
                let tools = Arc::clone(&self.tools);
                let request = inquiry::request(&self.stream, &call_id, &tool, &question, schema, tools);
                self.ask(Purpose::Inquiry(index), request, out);
            }
            Route::Fail(reason) => {
                let message = texts::denied(&tool, &question, &reason);
                self.give_up(index, reason, message, true, out);
            }
        }
    }

    /// The question of call `index` is answered: records it, and executes the call again (EXE-11, INQ-14).
    pub(super) fn answer(&mut self, index: usize, value: Value, out: &mut Vec<Effect>) {
        let Some(Pending { id, question }) = self.batch.pending(index).cloned() else { return };
        let response = if question.is_secret() {
            InquiryResponse::Redacted { id }
        } else {
            InquiryResponse::Answered { id, answer: value.clone() }
        };
        self.record(Event::InquiryResponse(response), out);
        self.batch.0[index].answers.insert(question.id, value);
        self.run(index, out);
    }

    /// The question of call `index` is answered by nobody: records why, and completes the call without executing
    /// it again (RTE-16).
    pub(super) fn give_up(
        &mut self,
        index: usize,
        reason: CancellationReason,
        message: String,
        is_error: bool,
        out: &mut Vec<Effect>,
    ) {
        let Some(pending) = self.batch.pending(index) else { return };
        let response = InquiryResponse::Cancelled { id: pending.id.clone(), reason };
        self.record(Event::InquiryResponse(response), out);
        self.complete(index, message, is_error, out);
    }

    /// An inquiry ended. Whether it was cancelled or failed is told by the error's kind, not its text (CAN-10, CAN-11).
    pub(super) fn inquired(&mut self, index: usize, answer: Result<Value, InquiryError>, out: &mut Vec<Effect>) {
        let error = match answer {
            Ok(value) => return self.answer(index, value, out),
            Err(error) => error,
        };
        let reason = match error {
            InquiryError::Cancelled => CancellationReason::User,
            InquiryError::Provider(_) | InquiryError::MissingStructuredData | InquiryError::AnswerExtraction(_) => {
                CancellationReason::BackendError
            }
        };
        let Some(pending) = self.batch.pending(index) else { return };
        let message = texts::inquiry_failed(&self.batch.0[index].name, &pending.question, &error);
        self.give_up(index, reason, message, true, out);
    }

    /// The name of the tool that call `index` calls.
    pub(super) fn tool_name(&self, index: usize) -> &str {
        self.batch.0.get(index).map_or("", |call| &call.name)
    }

    /// Cancels the executions that are still under way.
    pub(super) fn abandon_executions(&mut self, out: &mut Vec<Effect>) {
        let running: Vec<Op> = self.batch.running().collect();
        for op in running {
            out.push(Effect::Cancel(op, Why::Interrupted));
            self.tool(op, ToolEvent::Error(texts::INTERRUPTED.to_owned()), out);
        }
    }

    fn complete(&mut self, index: usize, content: String, is_error: bool, out: &mut Vec<Effect>) {
        self.batch.0[index].state = State::Done(content, is_error);
        if self.batch.is_done() {
            self.batch_done(out);
        }
    }
}
