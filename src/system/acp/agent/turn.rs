//! A session and its turns: the user's message, the model's replies, the calls, and how a turn ends.

use std::collections::BTreeMap;

use crate::model::json::Text;

use super::{Agent, asks::Ask};
use crate::{
    model::{
        Op, ToolDefinition,
        json::{Value, json},
        rpc::{self, error, notification, result},
    },
    system::{
        Answer, Effect, ModelEvent, ReplyEnd, ToolEvent, ToolQuestion,
        acp::{config::FOLDER, errors::RequestError, tools},
        chat::{CallResult, Chat, ChatCall, ChatProgress, Place},
    },
};

/// The result of a call that the user has cancelled with its turn.
const CANCELLED: &str = "The turn was cancelled before this call was done.";

/// A session.
#[derive(Clone, Debug, Default, Hash)]
pub struct Session {
    pub chat: Chat,
    /// The tools of its MCP servers, and those of them that may run only with the user's permission.
    pub tools: Vec<Text>,
    pub permission: Vec<Text>,
    /// The id of the client's prompt that is under way.
    pub prompt: Option<Value>,
    /// What waits for the user, each by the text of the request's id.
    pub asks: BTreeMap<String, Ask>,
    /// The ids that the tool calls have on this wire, by the call's place in the reply.
    pub call_ids: Vec<String>,
    /// Where the model's conversation stood before the latest turn.
    before: Place,
    /// Every id of a tool call in this session.
    used_ids: Vec<String>,
    /// The calls that the user permits, or refuses, from now on: tool and arguments.
    pub always: Vec<(String, Value, bool)>,
}

impl Session {
    /// A session in a folder, with these tools of its servers.
    pub fn new(folder: &str, tools: &[ToolDefinition], permission: &[String]) -> Self {
        let names = tools.iter().map(|tool| tool.name.as_str().into()).collect();
        let mut session =
            Self { tools: names, permission: permission.iter().map(Text::from).collect(), ..Self::default() };
        session.chat.folder = (folder != FOLDER).then(|| folder.to_owned());
        session.chat.offer(tools::definitions().into_iter().chain(tools.iter().cloned()).collect());
        session
    }

    /// An id for a tool call: the model's own, unless the session has had it.
    fn call_id(&mut self, wanted: &str) -> String {
        let numbered = (1..).map(|n| if n == 1 { wanted.to_owned() } else { format!("{wanted}-{n}") });
        let id = numbered.into_iter().find(|id| !self.used_ids.contains(id)).unwrap_or_default();
        self.used_ids.push(id.clone());
        id
    }

    /// The open operations. A call whose tool asks is not among them: the agent waits for its user, not for the tool.
    pub fn open(&self) -> Vec<Op> {
        let asking: Vec<Op> = self.asks.values().filter_map(Ask::asking).collect();
        self.chat.open().into_iter().filter(|op| !asking.contains(op)).collect()
    }

    /// Takes what the user says at the beginning of a turn.
    pub fn begin_turn(&mut self, said: impl Into<Text>) {
        self.before = self.chat.place();
        self.chat.user(said);
    }

    /// The model's conversation becomes what it was before this turn.
    pub fn forget_turn(&mut self) {
        self.chat.go_back(self.before);
        self.call_ids.clear();
    }

    /// Takes a call of an earlier process.
    pub fn restore(&mut self, call_id: &str, call: ChatCall) {
        self.chat.restore(call);
        self.call_ids.push(call_id.to_owned());
        self.used_ids.push(call_id.to_owned());
    }

    /// Settles a call by the id that it has on this wire.
    pub fn settle(&mut self, call_id: &str, result: CallResult) {
        if let Some(index) = self.call_ids.iter().position(|id| id == call_id) {
            self.chat.settle(index, result);
        }
    }

    /// Whether one of the calls has a result.
    pub fn has_results(&self) -> bool {
        self.chat.calls().iter().any(|call| call.result().is_some())
    }

    /// The ids of the calls that have no result.
    pub fn open_calls(&self) -> Vec<String> {
        let calls = self.chat.calls().iter().zip(&self.call_ids);
        calls.filter(|(call, _)| call.result().is_none()).map(|(_, call_id)| call_id.clone()).collect()
    }

    /// Gives up the turn without a word to the client. Nothing that waits for the user is executed.
    pub fn give_up(&mut self, out: &mut Vec<Effect>) {
        self.asks.clear();
        self.prompt = None;
        self.chat.abort(&CallResult::error(CANCELLED), out);
    }
}

/// An update of a session.
fn update(session: &str, update: Value) -> Effect {
    Effect::Client(notification("session/update", json!({"sessionId": session, "update": update})))
}

pub(super) fn chunk(session: &str, kind: &str, text: &str) -> Effect {
    update(session, json!({"sessionUpdate": kind, "content": {"type": "text", "text": text}}))
}

/// A tool call, before anything has become of it.
pub(super) fn announced(session: &str, call_id: &str, call: &ChatCall) -> Effect {
    update(
        session,
        json!({
            "sessionUpdate": "tool_call", "toolCallId": call_id, "title": call.name, "kind": "other",
            "status": "pending", "rawInput": call.arguments,
        }),
    )
}

/// The end of a tool call.
pub(super) fn ended(session: &str, call_id: &str, CallResult { content, is_error }: &CallResult) -> Effect {
    progress(session, call_id, if *is_error { "failed" } else { "completed" }, Some(content))
}

/// The state of a tool call, with what it tells.
pub(super) fn progress(session: &str, call: &str, status: &str, told: Option<&str>) -> Effect {
    let mut told_update = json!({"sessionUpdate": "tool_call_update", "toolCallId": call, "status": status});
    if let Some(told) = told {
        told_update["content"] = json!([{"type": "content", "content": {"type": "text", "text": told}}]);
    }
    update(session, told_update)
}

impl Agent {
    /// Begins a turn with a message of the user.
    pub(super) fn prompt(&mut self, id: &Value, params: &Value, out: &mut Vec<Effect>) -> Result<(), RequestError> {
        let session = self.session_of(params)?;
        let blocks = params["prompt"].as_array();
        let blocks = blocks.ok_or(RequestError::Prompt)?;
        let texts: Vec<&str> = blocks.iter().filter_map(|block| rpc::text(block, "text")).collect();
        if self.sessions.get(&session).is_some_and(|session| session.prompt.is_some()) {
            return Err(RequestError::Busy);
        }
        let said = texts.join("\n");
        self.kept.store(&session, json!({"user": said}), out);
        self.with(&session, |session| {
            session.prompt = Some(id.clone());
            session.begin_turn(said);
            session.chat.ask(out);
        });
        Ok(())
    }

    /// Takes a piece of the model's reply.
    pub(super) fn replied(&mut self, id: &str, op: Op, event: ModelEvent, out: &mut Vec<Effect>) {
        let Some(progress) = self.with(id, |session| session.chat.model(op, event, out)) else { return };
        match progress {
            ChatProgress::Nothing => {}
            ChatProgress::Failed(_) => self.fail(id, out),
            ChatProgress::Answer(answer) => self.reply_is_whole(id, &answer, out),
        }
    }

    fn reply_is_whole(&mut self, id: &str, answer: &Answer, out: &mut Vec<Effect>) {
        if !answer.reasoning.is_empty() {
            out.push(chunk(id, "agent_thought_chunk", &answer.reasoning));
        }
        if !answer.text.is_empty() {
            out.push(chunk(id, "agent_message_chunk", &answer.text));
            self.kept.store(id, json!({"says": answer.text}), out);
        }
        match answer.end {
            ReplyEnd::Refused => return self.refused(id, out),
            ReplyEnd::CutOff if answer.calls.is_empty() => return self.end(id, "max_tokens", out),
            ReplyEnd::Whole if answer.calls.is_empty() => return self.end(id, "end_turn", out),
            ReplyEnd::CutOff | ReplyEnd::Whole => {}
        }
        let calls = self.sessions.get(id).map(|session| session.chat.calls().to_vec()).unwrap_or_default();
        let Some(session) = self.sessions.get_mut(id) else { return };
        session.call_ids = calls.iter().map(|call| session.call_id(&call.id)).collect();
        for (call, call_id) in calls.iter().zip(session.call_ids.clone()) {
            out.push(announced(id, &call_id, call));
            let stored = json!({"id": call.id, "name": call.name, "arguments": call.text});
            self.kept.store(id, json!({"toolCallId": call_id, "call": stored}), out);
        }
        for index in 0..calls.len() {
            self.begin_call(id, index, out);
        }
        self.go_on(id, out);
    }

    /// Executes a tool of the session's server.
    pub(super) fn execute(&mut self, id: &str, index: usize, out: &mut Vec<Effect>) {
        self.with(id, |session| {
            out.push(progress(id, &session.call_ids[index], "in_progress", None));
            session.chat.execute(index, out);
        });
    }

    /// Takes what becomes of a tool of the session's server.
    pub(super) fn executed(&mut self, id: &str, op: Op, event: ToolEvent, out: &mut Vec<Effect>) {
        if let ToolEvent::Asks(asked) = &event
            && let Some(question) = ToolQuestion::read(asked)
        {
            return self.ask_for_tool(id, op, question, out);
        }
        let settled = self.with(id, |session| {
            let index = session.chat.tool(op, event, out)?;
            let result = session.chat.calls()[index].result().cloned()?;
            Some((session.call_ids[index].clone(), result))
        });
        if let Some((call, result)) = settled.flatten() {
            self.is_settled(id, &call, &result, out);
            self.go_on(id, out);
        }
    }

    /// Ends a call with a result that no tool gave.
    pub(super) fn settle(&mut self, id: &str, index: usize, result: CallResult, out: &mut Vec<Effect>) {
        let call = self.with(id, |session| {
            session.chat.settle(index, result.clone());
            session.call_ids[index].clone()
        });
        if let Some(call) = call {
            self.is_settled(id, &call, &result, out);
        }
    }

    /// Tells the client of a call's result, and stores it.
    fn is_settled(&self, id: &str, call: &str, result: &CallResult, out: &mut Vec<Effect>) {
        out.push(ended(id, call, result));
        let stored = json!({"toolCallId": call, "result": result.content, "isError": result.is_error});
        self.kept.store(id, stored, out);
    }

    /// Asks the model again once every call has its result.
    pub(super) fn go_on(&mut self, id: &str, out: &mut Vec<Effect>) {
        self.with(id, |session| {
            if session.prompt.is_some() && session.chat.conclude() {
                session.chat.ask(out);
            }
        });
    }

    /// Ends a turn that the model refuses. What the user said in it, and what followed, is shown to no model again
    /// (ACP-038).
    fn refused(&mut self, id: &str, out: &mut Vec<Effect>) {
        self.kept.store(id, json!({"refused": true}), out);
        self.with(id, Session::forget_turn);
        self.end(id, "refusal", out);
    }

    fn end(&mut self, id: &str, reason: &str, out: &mut Vec<Effect>) {
        let prompt = self.sessions.get_mut(id).and_then(|session| session.prompt.take());
        out.extend(prompt.map(|prompt| Effect::Client(result(&prompt, json!({"stopReason": reason})))));
    }

    fn fail(&mut self, id: &str, out: &mut Vec<Effect>) {
        let prompt = self.sessions.get_mut(id).and_then(|session| session.prompt.take());
        out.extend(prompt.map(|prompt| Effect::Client(error(&prompt, rpc::INTERNAL, "the model has failed"))));
    }

    /// Stops the turn of a session, if one is under way. What waits for the user is withdrawn.
    pub(super) fn cancel(&mut self, id: &str, out: &mut Vec<Effect>) {
        let stopped = self.with(id, |session| {
            let prompt = session.prompt.take()?;
            for (_, ask) in std::mem::take(&mut session.asks) {
                out.push(Effect::Client(notification("$/cancel_request", json!({"requestId": ask.id}))));
            }
            out.extend(session.open_calls().iter().map(|call| progress(id, call, "failed", Some(CANCELLED))));
            session.chat.abort(&CallResult::error(CANCELLED), out);
            Some(prompt)
        });
        if let Some(Some(prompt)) = stopped {
            out.push(Effect::Client(result(&prompt, json!({"stopReason": "cancelled"}))));
        }
    }
}
