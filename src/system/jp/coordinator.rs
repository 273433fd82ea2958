//! The coordinator: executes the calls of a batch, and routes the questions that they ask.

use std::sync::Arc;

use crate::model::json::Value;

use super::{
    Jp,
    batch::{Batch, Call, Pending, Response, State},
    builtin,
    config::{Source, Tool},
    execution_outcome::ExecutionOutcome,
    inquiry,
    outcome::Outcome,
    persisted::{CancellationReason, Event, InquiryResponse, InquirySource},
    prompter::Prompter,
    prompts::Asks,
    question::Question,
    recording,
    requests::Purpose,
    routing::{self, Route, RouteInput},
    texts::{self, InquiryError},
};
use crate::{
    model::{ModelRequest, Op, json::read_arguments},
    system::{AnswerCall, Effect, ToolCall, ToolEvent, Why},
};

impl Jp {
    pub(super) fn call(&self, made: AnswerCall) -> Call {
        let AnswerCall { id, name, arguments } = made;
        match read_arguments(&arguments) {
            Ok(mut arguments) => {
                if let Some(tool) = self.config.tool(&name) {
                    tool.parameters().coerce(&mut arguments);
                }
                Call::new(id.clone(), name.clone(), arguments)
            }
            Err(_) => Call::unreadable(id.clone(), name.clone()),
        }
    }

    pub(super) fn execute(&mut self, calls: Vec<Call>, out: &mut Vec<Effect>) {
        self.batch = Batch::of(calls);
        self.begin_calls(out);
    }

    /// Begins every queued call.
    pub(super) fn begin_calls(&mut self, out: &mut Vec<Effect>) {
        for index in 0..self.batch.len() {
            // The last call may finish the batch. A finished batch is empty.
            if matches!(self.batch.state(index), Some(State::Queued)) {
                self.permit(index, out);
            }
        }
        if !self.batch.is_empty() && self.batch.is_done() {
            self.batch_done(out);
        }
    }

    /// Executes a call with the answers so far.
    pub(super) fn run(&mut self, index: usize, out: &mut Vec<Effect>) {
        let Call { id, name, arguments, answers, .. } = self.batch.call(index);
        match (self.config.tool(name).map(Tool::source), builtin::named(name)) {
            (Some(Source::Builtin), Some(builtin)) => match (builtin.execute)(&self.config, arguments, answers) {
                Outcome::Success(content) => self.deliver(index, Response::plain(content), out),
                Outcome::Error(message) => self.deliver(index, Response::error(message), out),
                Outcome::NeedsInput(question) => {
                    let source = (builtin.source)(name);
                    self.ask_question(index, source, *question, out);
                }
            },
            (Some(Source::Local | Source::Mcp), _) => {
                let (id, name, answers) = (id.clone(), name.clone(), answers.clone());
                let arguments = Value::Object(arguments.clone());
                let op = self.mint.next(Op::Call);
                self.batch.set(index, State::Running(op));
                out.push(Effect::Call(op, ToolCall { id, name, arguments, answers, folder: None }));
            }
            (None, _) | (Some(Source::Builtin), None) => {
                let response = Response::error(texts::not_found(name));
                self.complete(index, response, out);
            }
        }
    }

    /// Takes an event of an execution.
    pub(super) fn tool(&mut self, op: Op, event: ToolEvent, out: &mut Vec<Effect>) {
        let Some(index) = self.batch.owner(op) else {
            if !self.mint.knows(op) {
                out.push(Effect::Refuse(Why::Foreign));
            }
            return;
        };
        match event {
            // The execution was cancelled, so its result does not count.
            ToolEvent::Done(_) | ToolEvent::Error(_) | ToolEvent::Panicked
                if self.batch.outcome != ExecutionOutcome::Completed =>
            {
                self.complete(index, Response::error(texts::INTERRUPTED), out);
            }
            ToolEvent::Done(content) => self.deliver(index, Response::plain(content), out),
            ToolEvent::Error(message) => self.deliver(index, Response::error(message), out),
            ToolEvent::Panicked => self.deliver(index, Response::error("The tool ended without a result."), out),
            ToolEvent::Asks(raw) => match Question::read(raw) {
                Ok(question) if question.is_secret() && self.is_mcp(index) => {
                    self.complete(index, Response::error(texts::MCP_SECRET), out);
                }
                Ok(question) => {
                    let name = self.batch.call(index).name.clone();
                    self.ask_question(index, InquirySource::Tool { name }, question, out);
                }
                Err(error) => self.complete(index, Response::error(error.to_string()), out),
            },
        }
    }

    /// Whether call `index` is of an MCP server's tool. Such a tool may not ask for a secret.
    fn is_mcp(&self, index: usize) -> bool {
        let tool = self.config.tool(&self.batch.call(index).name);
        tool.is_some_and(|tool| tool.source() == Source::Mcp)
    }

    /// Records the request (REC-02), and then routes the question.
    fn ask_question(&mut self, index: usize, source: InquirySource, question: Question, out: &mut Vec<Effect>) {
        let Call { id: call_id, name: tool, .. } = self.batch.call(index);
        let (call_id, tool) = (call_id.clone(), tool.clone());
        let attempt = self.memory.attempt(&call_id, &question.id);
        let id = recording::inquiry_id(&call_id, &question.id, attempt);
        self.stream
            .record(Event::InquiryRequest { id: id.clone(), source, question: recording::stored(&question) }, out);
        self.batch.set(index, State::Asking(Pending { id: id.clone(), question: question.clone() }));
        let configured = self.config.question(&tool, &question.id);
        let route = routing::route(RouteInput {
            question: &question,
            cached: self.memory.answers.get(&tool, &question),
            static_answer: configured.answer.as_ref(),
            target: configured.who(),
            terminal: self.terminal,
        });
        match route {
            // The batch was stopped before, so no answer is needed (INT-11).
            Route::Inquire if self.batch.outcome != ExecutionOutcome::Completed => {
                self.inquired(index, Err(InquiryError::Cancelled), out);
            }
            _ if self.batch.outcome != ExecutionOutcome::Completed => {
                self.give_up(index, CancellationReason::User, Response::plain(texts::CANCELLED_BY_USER), out);
            }
            Route::Cached(value) | Route::Static(value) => self.answer(index, value, out),
            Route::Prompt => {
                let prompter = Prompter::new(&question, configured.prompt_label);
                self.prompts.enqueue(Asks::Question(index), prompter, &mut self.mint, out);
            }
            Route::Inquire => {
                let schema = inquiry::schema(self.schema, &id, &question);
                let assistant = self.config.inquired(&configured);
                let request = ModelRequest {
                    model: assistant.model.id.clone(),
                    system: assistant.system(),
                    tools: Arc::clone(&self.config.definitions),
                    ..inquiry::request(&self.stream, &call_id, &tool, &question, schema)
                };
                self.requests.ask(Purpose::Inquiry(index), request, &mut self.mint, out);
            }
            Route::Fail(reason) => {
                let response = Response::error(texts::denied(&tool, &question, &reason));
                self.give_up(index, reason, response, out);
            }
        }
    }

    /// Takes the answer to the question of call `index`: records it, and executes the call again (EXE-11, INQ-14).
    pub(super) fn answer(&mut self, index: usize, value: Value, out: &mut Vec<Effect>) {
        let Some(Pending { id, question }) = self.batch.pending(index).cloned() else { return };
        let response = if question.is_secret() {
            InquiryResponse::Redacted { id }
        } else {
            InquiryResponse::Answered { id, answer: value.clone() }
        };
        self.stream.record(Event::InquiryResponse(response), out);
        self.batch.call_mut(index).answers.insert(question.id, value);
        self.run(index, out);
    }

    /// The question of call `index` gets no answer. Records the reason, and completes the call without executing it
    /// again (RTE-16).
    pub(super) fn give_up(
        &mut self,
        index: usize,
        reason: CancellationReason,
        response: Response,
        out: &mut Vec<Effect>,
    ) {
        let Some(pending) = self.batch.pending(index) else { return };
        let cancelled = InquiryResponse::Cancelled { id: pending.id.clone(), reason };
        self.stream.record(Event::InquiryResponse(cancelled), out);
        self.complete(index, response, out);
    }

    /// Takes the end of an inquiry. The kind of the error, and not its text, says whether the inquiry was cancelled or
    /// failed (CAN-10, CAN-11).
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
        let message = texts::inquiry_failed(&self.batch.call(index).name, &pending.question, &error);
        self.give_up(index, reason, Response::error(message), out);
    }

    /// Completes call `index`. In a stopped batch, the result of the stop replaces `response`.
    pub(super) fn complete(&mut self, index: usize, response: Response, out: &mut Vec<Effect>) {
        let response = self.stopped(index).unwrap_or(response);
        self.batch.set(index, State::Done(response));
        if self.batch.is_done() {
            self.batch_done(out);
        }
    }
}
