//! What every native client must know of a process, and the words of ACP in which it says what the agent says.

use std::collections::{BTreeSet, VecDeque};

use thiserror::Error;

use crate::model::{
    json::{Map, Value, json},
    rpc::{INTERNAL, error, notification, request, result, text},
};

/// The version of ACP that is spoken to the client.
const VERSION: u8 = 1;

/// What follows from a line: lines for the agent in its own protocol, and lines for the client in ACP.
#[derive(Debug, Default, PartialEq)]
pub struct Traffic {
    /// For the agent.
    pub to_agent: VecDeque<Value>,
    /// For the client.
    pub to_client: VecDeque<Value>,
    /// What the agent asks that cannot be said in ACP. Nothing that follows can be judged.
    pub unknown: Option<UnknownAsk>,
}

/// What an agent asks that cannot be said in ACP: the name of its request.
#[derive(Debug, Error, PartialEq)]
#[error("the agent asks `{0}`, and hotseat's client of its protocol cannot show that yet")]
pub struct UnknownAsk(pub String);

/// What the user may decide when the agent asks whether a call may run.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Decision {
    /// This call may run.
    Allow,
    /// This call and later equal ones may run.
    AllowAlways,
    /// It may not run.
    Reject,
    /// The user decides nothing.
    Cancel,
}

impl Decision {
    /// The kind of its option in ACP. A cancel has none.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Allow => "allow_once",
            Self::AllowAlways => "allow_always",
            Self::Reject => "reject_once",
            Self::Cancel => "cancelled",
        }
    }

    /// What an answer of ACP decides, where the id of each option is its kind. `None` for an error, and for an answer that says
    /// nothing of the kind.
    pub fn of(answer: Option<&Value>) -> Option<Self> {
        if is_cancelled(answer) {
            return Some(Self::Cancel);
        }
        let chosen = chosen(answer)?;
        [Self::Allow, Self::AllowAlways, Self::Reject].into_iter().find(|decision| decision.kind() == chosen)
    }
}

/// Whether a permission is answered by no decision.
pub fn is_cancelled(answer: Option<&Value>) -> bool {
    answer.is_some_and(|answer| answer["outcome"]["outcome"] == "cancelled")
}

/// The id of the option with which a permission is answered.
pub fn chosen(answer: Option<&Value>) -> Option<&str> {
    answer?["outcome"]["optionId"].as_str()
}

/// What is remembered of a process, and what is to be sent.
#[derive(Debug, Default)]
pub struct Seat {
    /// The id of the request that connects, until it is answered.
    pub connecting: Option<Value>,
    /// The id of the request that begins the session, until it is answered.
    pub beginning: Option<Value>,
    /// The id of the prompt that runs.
    pub prompt: Option<Value>,
    /// Whether it was cancelled.
    pub is_cancelled: bool,
    session: Value,
    /// The texts of the ids of what the agent asks.
    asks: BTreeSet<String>,
    out: Traffic,
}

impl Seat {
    /// What was to be sent since the last time.
    pub fn traffic(&mut self) -> Traffic {
        std::mem::take(&mut self.out)
    }

    /// Sends the agent a line.
    pub fn write(&mut self, line: Value) {
        self.out.to_agent.push_back(line);
    }

    /// Sends the client a line.
    pub fn tell(&mut self, line: Value) {
        self.out.to_client.push_back(line);
    }

    /// The agent is there. It may have said its name and its version.
    pub fn connected(&mut self, who: Option<(&str, &str)>) {
        let Some(id) = self.connecting.take() else { return };
        let mut answer = json!({"protocolVersion": VERSION, "agentCapabilities": {}});
        if let Some((name, version)) = who {
            answer["agentInfo"] = json!({"name": name, "version": version});
        }
        self.tell(result(&id, answer));
    }

    /// The session has begun under this id.
    pub fn begun(&mut self, session: &str) {
        let Some(id) = self.beginning.take() else { return };
        self.session = session.into();
        self.tell(result(&id, json!({"sessionId": session})));
    }

    /// Whatever waits for an answer has failed.
    pub fn fails(&mut self, why: &str) {
        let waiting = [self.prompt.take(), self.beginning.take(), self.connecting.take()];
        for id in waiting.into_iter().flatten() {
            self.tell(error(&id, INTERNAL, why));
        }
    }

    /// The turn has ended for this reason, as ACP names it.
    pub fn ends(&mut self, reason: &str) {
        if let Some(id) = self.prompt.take() {
            self.tell(result(&id, json!({"stopReason": reason})));
        }
    }

    /// The agent says a text, or a piece of one.
    pub fn says(&mut self, text: &str) {
        self.update("agent_message_chunk", json!({"content": {"type": "text", "text": text}}));
    }

    /// The model makes a call.
    pub fn call_begins(&mut self, id: &str, title: &str, input: &Value) {
        let call = json!({"toolCallId": id, "title": title, "status": "pending", "rawInput": input});
        self.update("tool_call", call);
    }

    /// A call has come to its end, with this text.
    pub fn call_ends(&mut self, id: &str, is_error: bool, said: &str) {
        let status = if is_error { "failed" } else { "completed" };
        let content = json!([{"type": "content", "content": {"type": "text", "text": said}}]);
        self.update("tool_call_update", json!({"toolCallId": id, "status": status, "content": content}));
    }

    fn update(&mut self, kind: &str, members: Value) {
        let mut update = json!({"sessionUpdate": kind});
        if let (Some(update), Value::Object(members)) = (update.as_object_mut(), members) {
            update.extend(members);
        }
        let session = self.session.clone();
        self.tell(notification("session/update", json!({"sessionId": session, "update": update})));
    }

    /// The agent asks whether a call may run.
    pub fn asks_permission(&mut self, id: &Value, call: Value, offered: &[Decision]) {
        let offered: Vec<(&str, Decision)> = offered.iter().map(|decision| (decision.kind(), *decision)).collect();
        self.asks_which(id, call, &offered);
    }

    /// The same, with options that have ids of the agent's own.
    pub fn asks_which(&mut self, id: &Value, call: Value, offered: &[(&str, Decision)]) {
        let option = |(id, decision): &(&str, Decision)| {
            let kind = decision.kind();
            json!({"optionId": id, "name": kind.replace('_', " "), "kind": kind})
        };
        let options: Vec<Value> = offered.iter().map(option).collect();
        self.asks(id, "session/request_permission", json!({"toolCall": call, "options": options}));
    }

    /// The agent asks the user something by a form. `call` is the id of the tool call that asks, if that is known.
    pub fn asks_by_form(&mut self, id: &Value, message: &str, schema: Value, call: Option<&str>) {
        let mut params = json!({"mode": "form", "message": message, "requestedSchema": schema});
        if let Some(call) = call {
            params["toolCallId"] = call.into();
        }
        self.asks(id, "elicitation/create", params);
    }

    /// The agent asks something: these are the params without the session.
    pub fn asks(&mut self, id: &Value, method: &str, mut params: Value) {
        self.asks.insert(id.to_string());
        params["sessionId"] = self.session.clone();
        self.tell(request(id, method, params));
    }

    /// The agent asks something that cannot be said in ACP.
    pub fn asks_unknown(&mut self, what: &str) {
        self.out.unknown = Some(UnknownAsk(what.to_owned()));
    }

    /// What was asked under this id is answered now. `false` if it is open no more.
    pub fn settled(&mut self, id: &Value) -> bool {
        self.asks.remove(&id.to_string())
    }

    /// The agent gives up what it has asked, unless it was answered.
    pub fn gives_up(&mut self, id: &Value) {
        if self.settled(id) {
            self.tell(notification("$/cancel_request", json!({"requestId": id})));
        }
    }
}

/// A property of a form: any of these texts.
pub fn several(title: &str, options: &[Value]) -> Value {
    json!({"type": "array", "title": title, "items": {"type": "string", "enum": options}})
}

/// A property of a form: a text, one of these if there are some.
pub fn property(title: &str, options: &[Value]) -> Value {
    let mut property = json!({"type": "string", "title": title});
    if !options.is_empty() {
        property["enum"] = options.into();
    }
    property
}

/// A form with these properties, each of which is required.
pub fn form(properties: Map) -> Value {
    let required: Vec<&str> = properties.iter().map(|(name, _)| name.as_str()).collect();
    json!({"type": "object", "required": required, "properties": properties})
}

/// What the user has filled in, if the form was accepted.
pub fn accepted(answer: Option<&Value>) -> Option<&Value> {
    answer.filter(|answer| answer["action"] == "accept").map(|answer| &answer["content"])
}

/// The MCP servers that ACP writes as a list, by their names.
pub fn servers(listed: &[Value]) -> Map {
    let server = |server: &Value| {
        let variables = server["env"].as_array().into_iter().flatten();
        let env: Map =
            variables.filter_map(|one| Some((text(one, "name")?.to_owned(), one["value"].clone()))).collect();
        let started = json!({"command": server["command"], "args": server["args"], "env": env});
        Some((text(server, "name")?.to_owned(), started))
    };
    listed.iter().filter_map(server).collect()
}
