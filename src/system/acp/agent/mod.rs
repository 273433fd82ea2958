//! The reference's agent: it serves sessions over the protocol, and asks its user through its client.
//!
//! **Absent here:** anything of the client but its lines.

mod asks;
mod kept;
mod turn;

use std::hash::{Hash, Hasher};

use indexmap::IndexMap;

pub use self::kept::session_of;
use self::{kept::Kept, turn::Session};
use super::errors::RequestError;
use crate::{
    model::{
        Op, ToolDefinition,
        json::{Map, Value, json},
        op::Mint,
        rpc::{self, Message, error, result, text},
    },
    system::{Effect, ModelEvent, ToolEvent, Why},
};

/// The agent.
#[derive(Clone, Debug, Default)]
pub struct Agent {
    mint: Mint,
    /// The tools of the next session: those of its MCP servers.
    tools: Vec<ToolDefinition>,
    /// Those of them that may run only with the user's permission.
    permission: Vec<String>,
    /// Whether the client can show a form, and a page.
    forms: bool,
    urls: bool,
    sessions: IndexMap<String, Session>,
    kept: Kept,
    /// The number of sessions so far, and of requests of the agent.
    session_count: u64,
    ids: u64,
    is_closed: bool,
}

impl Hash for Agent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { mint, tools, permission, forms, urls, sessions, kept, session_count, ids, is_closed } = self;
        (mint, tools, permission, forms, urls, sessions.as_slice()).hash(state);
        (kept, session_count, ids, is_closed).hash(state);
    }
}

/// Whether the client offers a mode: only an object does.
fn offers(params: &Value, mode: &str) -> bool {
    params.pointer(&format!("/clientCapabilities/elicitation/{mode}")).is_some_and(Value::is_object)
}

impl Agent {
    /// Sets the tools of the sessions that begin from now on, and which of them need a permission.
    pub fn offer(&mut self, tools: Vec<ToolDefinition>, permission: Vec<String>) {
        (self.tools, self.permission) = (tools, permission);
    }

    /// Sets whether the agent keeps its sessions, and what earlier processes have stored of theirs.
    pub fn keep(&mut self, is_kept: bool, stored: Vec<Value>) {
        self.kept = Kept::new(is_kept, stored);
        self.session_count = self.kept.session_count();
    }

    /// What the agent can do as the client of a session's server: it asks its user in the modes that its own client has.
    pub fn capabilities_for_servers(&self) -> Value {
        let modes = [("form", self.forms), ("url", self.urls)].into_iter().filter(|(_, is_there)| *is_there);
        let modes: Map = modes.map(|(mode, _)| (mode.to_owned(), json!({}))).collect();
        if modes.is_empty() { json!({}) } else { json!({"elicitation": modes}) }
    }

    /// The open operations: requests to the model, and calls whose tools do not ask.
    pub fn open(&self) -> Vec<Op> {
        self.sessions.values().flat_map(Session::open).collect()
    }

    /// Takes a text that the client has written: one line.
    pub fn hear_text(&mut self, text: &str, out: &mut Vec<Effect>) {
        match serde_json::from_str(text) {
            Ok(line) => self.hear(&line, out),
            Err(_) => out.push(Effect::Client(error(&Value::Null, rpc::PARSE_ERROR, "the line is no JSON"))),
        }
    }

    /// Takes a line of the client.
    pub fn hear(&mut self, line: &Value, out: &mut Vec<Effect>) {
        if self.is_closed {
            return;
        }
        match Message::read(line) {
            Some(Message::Request { id, method, params }) => self.asked(&id, &method, &params, out),
            Some(Message::Notification { method, params }) => self.notified(&method, &params, out),
            Some(Message::Response { id, result }) => self.answered(&id, result.as_ref(), out),
            None => {
                let why = "the line is no request, notification or response";
                out.push(Effect::Client(error(&Value::Null, rpc::INVALID_REQUEST, why)));
            }
        }
    }

    fn asked(&mut self, id: &Value, method: &str, params: &Value, out: &mut Vec<Effect>) {
        let answer = match method {
            "initialize" => self.initialize(params),
            "session/new" => self.new_session(params),
            "session/prompt" => match self.prompt(id, params, out) {
                Ok(()) => return,
                Err(why) => Err(why),
            },
            "session/load" => self.load_session(params, out),
            "session/close" => self.close_session(params, out),
            _ => Err(RequestError::Method(method.to_owned())),
        };
        out.push(Effect::Client(match answer {
            Ok(found) => result(id, found),
            Err(why) => error(id, why.code(), &why.to_string()),
        }));
    }

    fn initialize(&mut self, params: &Value) -> Result<Value, RequestError> {
        if !params["protocolVersion"].is_u64() {
            return Err(RequestError::Version);
        }
        (self.forms, self.urls) = (offers(params, "form"), offers(params, "url"));
        Ok(json!({
            "protocolVersion": 1,
            "agentCapabilities": {"loadSession": self.kept.is_on(), "sessionCapabilities": {"close": {}}},
            "authMethods": [],
            "agentInfo": {"name": "hotseat-reference", "title": "Hotseat's reference", "version": "1"},
        }))
    }

    fn new_session(&mut self, params: &Value) -> Result<Value, RequestError> {
        let folder = folder_of(params)?;
        self.session_count += 1;
        let id = format!("sess_{}", self.session_count);
        self.sessions.insert(id.clone(), Session::new(folder, &self.tools, &self.permission));
        Ok(json!({"sessionId": id}))
    }

    /// Begins a session that an earlier process had, and replays it.
    fn load_session(&mut self, params: &Value, out: &mut Vec<Effect>) -> Result<Value, RequestError> {
        let folder = folder_of(params)?;
        let id = text(params, "sessionId").filter(|id| self.kept.has(id) && !self.sessions.contains_key(*id));
        let id = id.ok_or(RequestError::Session)?.to_owned();
        let mut session = Session::new(folder, &self.tools, &self.permission);
        self.kept.replay(&id, &mut session, out);
        self.sessions.insert(id, session);
        Ok(json!({}))
    }

    /// The id of the session that the params name.
    fn session_of(&self, params: &Value) -> Result<String, RequestError> {
        let named = text(params, "sessionId").filter(|id| self.sessions.contains_key(*id));
        named.map(str::to_owned).ok_or(RequestError::Session)
    }

    fn close_session(&mut self, params: &Value, out: &mut Vec<Effect>) -> Result<Value, RequestError> {
        let id = self.session_of(params)?;
        self.cancel(&id, out);
        self.sessions.shift_remove(&id);
        Ok(json!({}))
    }

    fn notified(&mut self, method: &str, params: &Value, out: &mut Vec<Effect>) {
        match method {
            "session/cancel" => {
                if let Ok(id) = self.session_of(params) {
                    self.cancel(&id, out);
                }
            }
            "$/cancel_request" => {
                let asked = &params["requestId"];
                let found = self.sessions.iter().find(|(_, session)| session.prompt.as_ref() == Some(asked));
                if let Some(id) = found.map(|(id, _)| id.clone()) {
                    self.cancel(&id, out);
                }
            }
            _ => {}
        }
    }

    /// Takes a piece of the model's reply.
    pub fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) {
        match self.session_with(op) {
            Some(id) => self.replied(&id, op, event, out),
            None if self.mint.knows(op) => {}
            None => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    /// Takes what becomes of a tool.
    pub fn tool(&mut self, op: Op, event: ToolEvent, out: &mut Vec<Effect>) {
        match self.session_with(op) {
            Some(id) => self.executed(&id, op, event, out),
            None => out.push(Effect::Refuse(if self.mint.knows(op) { Why::Late } else { Why::Foreign })),
        }
    }

    /// The session to which an open operation belongs.
    pub fn session_with(&self, op: Op) -> Option<String> {
        self.sessions.iter().find(|(_, session)| session.chat.open().contains(&op)).map(|(id, _)| id.clone())
    }

    /// Stdin is closed: nothing that waits for the user is executed, and the process ends.
    pub fn close(&mut self, out: &mut Vec<Effect>) {
        self.is_closed = true;
        for session in self.sessions.values_mut() {
            session.give_up(out);
        }
    }

    /// The id of the agent's next request.
    fn next_id(&mut self) -> Value {
        self.ids += 1;
        Value::from(format!("agent-{}", self.ids))
    }

    /// Does something with a session, which mints its operations with the others.
    fn with<T>(&mut self, id: &str, act: impl FnOnce(&mut Session) -> T) -> Option<T> {
        let session = self.sessions.get_mut(id)?;
        std::mem::swap(&mut self.mint, &mut session.chat.mint);
        let done = act(session);
        std::mem::swap(&mut self.mint, &mut session.chat.mint);
        Some(done)
    }
}

/// The folder of the session that begins with these params.
fn folder_of(params: &Value) -> Result<&str, RequestError> {
    text(params, "cwd").filter(|_| params["mcpServers"].is_array()).ok_or(RequestError::NewSession)
}
