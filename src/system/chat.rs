//! The plain agent loop around an asking tool: one conversation, one request at a time, and one result for each call of
//! an answer. Each system decides what a call of its asking tool does, and when the call is settled.

use std::{collections::BTreeMap, sync::Arc};

use crate::model::json::{Map, Text, Value};

use super::{Answer, AnswerCall, Effect, Failure, ModelEvent, Progress, ToolCall, ToolEvent, Why};
use crate::model::{ModelRequest, Op, Part, Role, ToolDefinition, json::read_arguments, op::Mint};

/// A conversation with a model, and the calls of its last answer.
#[derive(Clone, Debug, Default, Hash)]
pub struct Chat {
    /// Mints every operation of the run.
    pub mint: Mint,
    /// The folder in which the host's tools run, where that is told.
    pub folder: Option<String>,
    history: ModelRequest,
    request: Option<(Op, Answer)>,
    calls: Vec<ChatCall>,
    running: BTreeMap<Op, usize>,
}

/// A place in a conversation.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Place {
    messages: usize,
    /// The parts of the last message.
    parts: usize,
}

/// A call of the model.
#[derive(Clone, Debug, Hash)]
pub struct ChatCall {
    /// The id that the model gave the call.
    pub id: Text,
    /// The tool.
    pub name: Text,
    /// The text of the arguments, JSON or not.
    pub text: String,
    /// The arguments in the history: an object, which is empty if the text is not a JSON object.
    pub arguments: Value,
    /// What its tool has been answered so far, by the question's id.
    answers: Map,
    result: Option<CallResult>,
}

/// The result of a call, for the model.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct CallResult {
    /// The text.
    pub content: Text,
    /// Whether the result is marked as an error.
    pub is_error: bool,
}

impl CallResult {
    /// A result that is not an error.
    pub fn plain(content: impl Into<Text>) -> Self {
        Self { content: content.into(), is_error: false }
    }

    /// A result that is an error.
    pub fn error(content: impl Into<Text>) -> Self {
        Self { content: content.into(), is_error: true }
    }
}

impl ChatCall {
    /// A call as the model made it.
    pub fn new(id: Text, name: Text, text: String) -> Self {
        let arguments = Value::Object(read_arguments(&text).unwrap_or_default());
        Self { id, name, text, arguments, answers: Map::new(), result: None }
    }

    /// Sets the result. A second result changes nothing.
    pub fn settle(&mut self, result: CallResult) {
        self.result.get_or_insert(result);
    }

    /// The result, once the call has one.
    pub const fn result(&self) -> Option<&CallResult> {
        self.result.as_ref()
    }
}

/// The effect of a piece of an answer.
pub enum ChatProgress {
    /// The answer is not complete yet, or the piece came after the request had ended.
    Nothing,
    /// The answer is complete. [`Chat::calls`] has its calls.
    Answer(Answer),
    /// The request to the model has failed.
    Failed(Failure),
}

impl Chat {
    /// Sets the tools that every request offers.
    pub fn offer(&mut self, tools: Vec<ToolDefinition>) {
        self.history.tools = tools.into();
    }

    /// Whether every request offers the tool `name`.
    pub fn offers(&self, name: &str) -> bool {
        self.history.tools.iter().any(|tool| tool.name == name)
    }

    /// Clears the conversation, and keeps the tools.
    pub fn forget(&mut self) {
        self.history.messages.clear();
        self.calls.clear();
    }

    /// Adds the user's words to the conversation.
    pub fn user(&mut self, text: impl Into<Text>) {
        self.history.push(Role::User, Part::Text(text.into()));
    }

    /// Where the conversation stands.
    pub fn place(&self) -> Place {
        let messages = &self.history.messages;
        Place { messages: messages.len(), parts: messages.last().map_or(0, |message| message.parts.len()) }
    }

    /// Takes back what was added since. The calls of the last answer are none.
    pub fn go_back(&mut self, place: Place) {
        self.history.messages.truncate(place.messages);
        if let Some(last) = self.history.messages.back_mut() {
            Arc::make_mut(last).parts.truncate(place.parts);
        }
        self.calls.clear();
    }

    /// Adds a part of the model's answer to the conversation.
    pub fn assistant(&mut self, part: Part) {
        self.history.push(Role::Assistant, part);
    }

    /// Adds the result of the call `id` to the conversation.
    pub fn tell(&mut self, id: Text, result: CallResult) {
        let CallResult { content, is_error } = result;
        self.history.push(Role::User, Part::Result { id, content, is_error });
    }

    /// The conversation, as the next request will have it.
    pub const fn history(&self) -> &ModelRequest {
        &self.history
    }

    /// Sends the conversation to the model.
    pub fn ask(&mut self, out: &mut Vec<Effect>) {
        self.ask_with(self.history.clone(), out);
    }

    /// Sends `request` to the model.
    pub fn ask_with(&mut self, request: ModelRequest, out: &mut Vec<Effect>) {
        let op = self.mint.next(Op::Request);
        self.request = Some((op, Answer::default()));
        out.push(Effect::Request(op, Box::new(request)));
    }

    /// Whether a request to the model is open.
    pub const fn is_asking(&self) -> bool {
        self.request.is_some()
    }

    /// The open operations.
    pub fn open(&self) -> Vec<Op> {
        self.request.iter().map(|(op, _)| *op).chain(self.running.keys().copied()).collect()
    }

    /// Takes a piece of the model's answer. A complete answer joins the conversation, and its calls wait for results.
    pub fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) -> ChatProgress {
        let Some((_, answer)) = self.request.as_mut().filter(|(asked, _)| *asked == op) else {
            if !self.mint.knows(op) {
                out.push(Effect::Refuse(Why::Foreign));
            }
            return ChatProgress::Nothing;
        };
        match answer.take(event) {
            Progress::More => ChatProgress::Nothing,
            Progress::Whole => {
                let answer = self.request.take().map(|(_, answer)| answer).unwrap_or_default();
                self.say(&answer);
                ChatProgress::Answer(answer)
            }
            Progress::Failed(failure) => {
                self.request = None;
                ChatProgress::Failed(failure)
            }
        }
    }

    fn say(&mut self, answer: &Answer) {
        if !answer.reasoning.is_empty() {
            self.assistant(Part::Reasoning(answer.reasoning.as_str().into()));
        }
        if !answer.text.is_empty() {
            self.assistant(Part::Text(answer.text.as_str().into()));
        }
        self.calls.clear();
        for AnswerCall { id, name, arguments } in answer.calls.clone() {
            self.restore(ChatCall::new(id, name, arguments));
        }
    }

    /// Adds a call to the conversation. The call waits for its result, unless it has one.
    pub fn restore(&mut self, call: ChatCall) {
        let ChatCall { id, name, arguments, .. } = call.clone();
        self.assistant(Part::Call { id, name, arguments });
        self.wait_for(call);
    }

    /// Lets a call wait for its result. The conversation has the call already.
    pub fn wait_for(&mut self, call: ChatCall) {
        self.calls.push(call);
    }

    /// The calls of the last answer, until their results have joined the conversation.
    pub fn calls(&self) -> &[ChatCall] {
        &self.calls
    }

    /// Executes a tool of the host.
    pub fn execute(&mut self, index: usize, out: &mut Vec<Effect>) {
        let ChatCall { id, name, arguments, answers, .. } = self.calls[index].clone();
        let op = self.mint.next(Op::Call);
        self.running.insert(op, index);
        let folder = self.folder.clone();
        out.push(Effect::Call(op, ToolCall { id, name, arguments, answers, folder }));
    }

    /// The call of an execution that is open.
    pub fn executes(&self, op: Op) -> Option<usize> {
        self.running.get(&op).copied()
    }

    /// Answers a question of a tool, whose execution `op` was kept open for it: the tool is executed again, with what it has
    /// been answered so far.
    pub fn answer(&mut self, op: Op, question: String, answer: Value, out: &mut Vec<Effect>) {
        if let Some(index) = self.running.remove(&op) {
            self.calls[index].answers.insert(question, answer);
            self.execute(index, out);
        }
    }

    /// Takes an event of a host's tool. Returns the index of the call that the event settles. A tool that asks a
    /// question fails, unless its system has taken the question before.
    pub fn tool(&mut self, op: Op, event: ToolEvent, out: &mut Vec<Effect>) -> Option<usize> {
        let Some(index) = self.running.remove(&op) else {
            out.push(Effect::Refuse(if self.mint.knows(op) { Why::Late } else { Why::Foreign }));
            return None;
        };
        let name = &self.calls[index].name;
        let result = match event {
            ToolEvent::Done(content) => CallResult::plain(content),
            ToolEvent::Error(message) => CallResult::error(message),
            ToolEvent::Asks(_) => {
                CallResult::error(format!("The tool `{name}` asks a question, and can not be asked."))
            }
            ToolEvent::Panicked => CallResult::error(format!("The tool `{name}` ended without a result.")),
        };
        self.settle(index, result);
        Some(index)
    }

    /// Whether a tool of the host is running.
    pub fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// Sets the result of call `index`. A second result changes nothing.
    pub fn settle(&mut self, index: usize, result: CallResult) {
        self.calls[index].settle(result);
    }

    /// Once every call has its result, adds all results to the conversation, in the order of the calls. Returns whether
    /// every call had its result.
    pub fn conclude(&mut self) -> bool {
        if self.calls.iter().any(|call| call.result.is_none()) {
            return false;
        }
        for call in std::mem::take(&mut self.calls) {
            if let Some(result) = call.result {
                self.tell(call.id, result);
            }
        }
        true
    }

    /// Cancels the request and every running tool. Calls without a result get `result`, and all results join the
    /// conversation, so that the next request is valid.
    pub fn abort(&mut self, result: &CallResult, out: &mut Vec<Effect>) {
        let request = self.request.take().map(|(op, _)| op);
        let running = std::mem::take(&mut self.running).into_keys();
        out.extend(request.into_iter().chain(running).map(|op| Effect::Cancel(op, Why::Interrupted)));
        for call in &mut self.calls {
            call.result.get_or_insert_with(|| result.clone());
        }
        self.conclude();
    }
}
