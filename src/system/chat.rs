//! The plain agent loop around an asking tool: one conversation, one request at a time, and the calls of an answer,
//! each with one result. What a call of the asking tool does, and when it is settled, is its system's.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Answer, AnswerCall, Effect, Failure, ModelEvent, Progress, ToolCall, ToolEvent, Why};
use crate::model::{ModelRequest, Op, Part, Role, ToolDefinition, json::read_arguments, op::Mint};

/// A conversation with a model, and the calls of its last answer.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    /// Mints every operation of the run.
    pub mint: Mint,
    history: ModelRequest,
    request: Option<(Op, Answer)>,
    calls: Vec<ChatCall>,
    running: BTreeMap<Op, usize>,
}

/// A call of the model.
#[derive(Clone, Debug)]
pub struct ChatCall {
    /// The model's id of it.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The text of the arguments, JSON or not.
    pub text: String,
    /// The arguments as the model is shown them again: an object, empty where the text is none.
    pub arguments: Value,
    result: Option<CallResult>,
}

/// What the model is told of a call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CallResult {
    /// The words.
    pub content: String,
    /// Whether they are flagged as an error.
    pub is_error: bool,
}

impl CallResult {
    /// A result that is not flagged.
    pub fn plain(content: impl Into<String>) -> Self {
        Self { content: content.into(), is_error: false }
    }

    /// A result that is flagged as an error.
    pub fn error(content: impl Into<String>) -> Self {
        Self { content: content.into(), is_error: true }
    }
}

impl ChatCall {
    /// A call as the model made it.
    pub fn new(id: String, name: String, text: String) -> Self {
        let arguments = Value::Object(read_arguments(&text).unwrap_or_default());
        Self { id, name, text, arguments, result: None }
    }

    /// It has its result. A second one changes nothing.
    pub fn settle(&mut self, result: CallResult) {
        self.result.get_or_insert(result);
    }

    /// What the model is told of it, once that is known.
    pub const fn result(&self) -> Option<&CallResult> {
        self.result.as_ref()
    }
}

/// What a piece of an answer comes to.
pub enum ChatProgress {
    /// More is to come, or it comes too late to matter.
    Nothing,
    /// The answer is whole. Its calls are under [`Chat::calls`].
    Answer(Answer),
    /// The model could not be reached.
    Failed(Failure),
}

impl Chat {
    /// The tools that every request offers.
    pub fn offer(&mut self, tools: Vec<ToolDefinition>) {
        self.history.tools = tools.into();
    }

    /// Whether a request offers the tool `name`.
    pub fn offers(&self, name: &str) -> bool {
        self.history.tools.iter().any(|tool| tool.name == name)
    }

    /// The conversation begins anew, with the same tools.
    pub fn forget(&mut self) {
        self.history.messages.clear();
        self.calls.clear();
    }

    /// The user's words join the conversation.
    pub fn user(&mut self, text: impl Into<String>) {
        self.history.push(Role::User, Part::Text(text.into()));
    }

    /// What the model said joins the conversation.
    pub fn assistant(&mut self, part: Part) {
        self.history.push(Role::Assistant, part);
    }

    /// A result joins the conversation.
    pub fn tell(&mut self, id: String, result: CallResult) {
        let CallResult { content, is_error } = result;
        self.history.push(Role::User, Part::Result { id, content, is_error });
    }

    /// The conversation as the next request has it.
    pub const fn history(&self) -> &ModelRequest {
        &self.history
    }

    /// Asks the model.
    pub fn ask(&mut self, out: &mut Vec<Effect>) {
        self.ask_with(self.history.clone(), out);
    }

    /// Asks the model this.
    pub fn ask_with(&mut self, request: ModelRequest, out: &mut Vec<Effect>) {
        let op = self.mint.next(Op::Request);
        self.request = Some((op, Answer::default()));
        out.push(Effect::Request(op, Box::new(request)));
    }

    /// Whether the model is asked.
    pub const fn is_asking(&self) -> bool {
        self.request.is_some()
    }

    /// The operations under way.
    pub fn open(&self) -> Vec<Op> {
        self.request.iter().map(|(op, _)| *op).chain(self.running.keys().copied()).collect()
    }

    /// Takes a piece of the model's answer. One that is whole joins the conversation, and its calls wait to be settled.
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
            self.assistant(Part::Reasoning(answer.reasoning.clone()));
        }
        if !answer.text.is_empty() {
            self.assistant(Part::Text(answer.text.clone()));
        }
        self.calls.clear();
        for AnswerCall { id, name, arguments } in answer.calls.clone() {
            self.restore(ChatCall::new(id, name, arguments));
        }
    }

    /// A call joins the conversation, and waits to be settled where it has no result.
    pub fn restore(&mut self, call: ChatCall) {
        let ChatCall { id, name, arguments, .. } = call.clone();
        self.assistant(Part::Call { id, name, arguments });
        self.wait_for(call);
    }

    /// A call that the conversation has already waits to be settled.
    pub fn wait_for(&mut self, call: ChatCall) {
        self.calls.push(call);
    }

    /// The calls of the last answer, until their results have joined the conversation.
    pub fn calls(&self) -> &[ChatCall] {
        &self.calls
    }

    /// Executes a tool of the host.
    pub fn execute(&mut self, index: usize, out: &mut Vec<Effect>) {
        let ChatCall { id, name, arguments, .. } = self.calls[index].clone();
        let op = self.mint.next(Op::Call);
        self.running.insert(op, index);
        out.push(Effect::Call(op, ToolCall { id, name, arguments, answers: Default::default() }));
    }

    /// Takes what a tool of the host says of an execution; yields the call that it settles. A tool that asks is told
    /// nothing: none of these systems has questions of tools.
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

    /// Whether a tool of the host runs.
    pub fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// Call `index` has its result. A second one changes nothing.
    pub fn settle(&mut self, index: usize, result: CallResult) {
        self.calls[index].settle(result);
    }

    /// Once every call has its result, all of them join the conversation, in the order of the calls; yields whether
    /// they do.
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

    /// Gives up what is under way: the request, and every execution. Calls without a result get `result`, and all
    /// results join the conversation, so that it can go on.
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
