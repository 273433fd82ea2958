//! The client's end of the connection: it starts a session, sends the user's messages, shows what the agent asks as prompts,
//! and answers.
//!
//! It reads strictly, and never judges: a line that breaks the protocol stands in the stream for a `Then` to find.

use crate::model::json::Text;

use std::collections::{BTreeMap, VecDeque};

use super::{config::Config, drawing};
use crate::{
    model::{
        Op,
        json::{Map, Value, json},
        op::Mint,
        rpc::{self, Message, error, notification, request, result},
    },
    system::{Act, Effect, FailureKind, Prompt, Turn, TurnEnd, Why, elicitation::Mode},
};

/// Where the agent says, as it answers `initialize`, whether it loads the sessions of earlier processes.
pub const LOADS: &str = "/agentCapabilities/loadSession";

/// Where it says whether it closes sessions.
pub const CLOSES: &str = "/agentCapabilities/sessionCapabilities/close";

/// Something that the agent asks the user.
#[derive(Clone, Debug, Hash)]
struct Ask {
    /// The id of its request.
    id: Value,
    /// What is asked.
    kind: Kind,
    /// The params of its request.
    params: Value,
}

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Kind {
    Permission,
    Elicitation(Mode),
}

/// What a request of the client is for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Sent {
    Initialize,
    NewSession,
    /// The session of an earlier process goes on.
    LoadSession,
    /// The user's message.
    Prompt,
    /// A message of the user that the scenario has written itself.
    WrittenPrompt,
    /// Another request that the scenario has written itself.
    Written,
}

/// The client.
#[derive(Clone, Debug, Default, Hash)]
pub struct Client {
    config: Config,
    mint: Mint,
    ids: u64,
    /// The requests that await a response, each by the text of its id.
    sent: BTreeMap<String, Sent>,
    session: Option<Value>,
    /// The session of an earlier process of the agent.
    former: Option<Value>,
    /// The MCP servers of its session.
    servers: Vec<Value>,
    /// The user's message that waits for the session.
    waiting: Option<String>,
    /// The number of prompts under way.
    turns: usize,
    asks: BTreeMap<Op, Ask>,
    /// What the agent has told of each tool call, by its id.
    calls: BTreeMap<String, Map>,
    /// The ids of the prompts that were shown.
    shown: Vec<Op>,
    is_closed: bool,
    /// Whether the agent has refused to begin a session.
    is_refused: bool,
    /// Whether the turn was cancelled.
    is_cancelled: bool,
    /// Whether a line of the scenario has cancelled the turn, or closed its session.
    is_stopped_by_line: bool,
    /// The params with which it has connected.
    connecting: Option<Value>,
    /// The agent's line that has answered them.
    greeting: Option<Value>,
    /// Whether the user has decided something for later calls, too.
    has_decided_for_later: bool,
}

/// Where the client's lines go.
pub type Outbox = VecDeque<Value>;

impl Client {
    /// A client of an agent that has died, which loads the session that it had.
    pub fn after_a_death(session: Option<Value>) -> Self {
        Self { former: session, ..Self::default() }
    }

    /// How it is configured.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The id of its session.
    pub const fn session(&self) -> Option<&Value> {
        self.session.as_ref()
    }

    /// Connects, and begins a session with these MCP servers, as the protocol writes them.
    pub fn begin(&mut self, config: Config, servers: Vec<Value>, lines: &mut Outbox) {
        let is_connected = self.greeting_as(&config).is_some();
        (self.config, self.servers) = (config, servers);
        if is_connected {
            return self.new_session(lines);
        }
        let params = connecting(&self.config);
        self.connecting = Some(params.clone());
        self.send(Sent::Initialize, "initialize", params, lines);
    }

    /// What the agent has answered when the client connected, if it has done so as this configuration says.
    pub fn greeting_as(&self, config: &Config) -> Option<&Value> {
        self.greeting.as_ref().filter(|_| self.connecting.as_ref() == Some(&connecting(config)))
    }

    /// A client that begins another session on the same connection.
    pub fn on_the_same_connection(&self) -> Self {
        let Self { connecting, greeting, .. } = self.clone();
        // Only requests that await an answer need different ids, so those of every session are the same.
        let ids = u64::from(greeting.is_some());
        Self { ids, connecting, greeting, ..Self::default() }
    }

    /// The same client on the connection of another process.
    pub fn on_another_connection(&self) -> Self {
        Self::after_a_death(self.former.clone())
    }

    /// The id of the session, if nothing of it is open, and nothing of it can be seen in another session.
    pub fn finished_session(&self) -> Option<Value> {
        let is_open = self.is_closed || self.awaits() || !self.asks.is_empty() || self.has_decided_for_later;
        self.session.clone().filter(|_| !is_open)
    }

    fn new_session(&mut self, lines: &mut Outbox) {
        let params = json!({"cwd": self.config.session_folder(), "mcpServers": self.servers});
        self.send(Sent::NewSession, "session/new", params, lines);
    }

    /// Begins a session, or goes on with that of an earlier process, if the agent offers to load it.
    fn begin_session(&mut self, connected: &Value, lines: &mut Outbox) {
        match self.former.clone().filter(|_| connected.pointer(LOADS) == Some(&true.into())) {
            Some(session) => {
                let params =
                    json!({"sessionId": session, "cwd": self.config.session_folder(), "mcpServers": self.servers});
                self.send(Sent::LoadSession, "session/load", params, lines);
            }
            None => self.new_session(lines),
        }
    }

    /// The prompts that wait for the user.
    pub fn open(&self) -> impl Iterator<Item = Op> {
        self.asks.keys().copied()
    }

    fn send(&mut self, what: Sent, method: &str, params: Value, lines: &mut Outbox) {
        let id = Value::from(self.ids);
        self.ids += 1;
        self.sent.insert(id.to_string(), what);
        lines.push_back(request(&id, method, params));
    }

    /// Sends a message of the user.
    pub fn says(&mut self, text: Text, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let is_busy = self.waiting.is_some() || self.sent.values().any(|sent| *sent == Sent::Prompt);
        if self.is_closed || is_busy {
            return out.push(Effect::Refuse(if self.is_closed { Why::Idle } else { Why::Busy }));
        }
        self.turn_begins(out);
        self.waiting = Some(text.to_string());
        self.prompt(lines);
    }

    /// Sends the message that waits, once there is a session.
    fn prompt(&mut self, lines: &mut Outbox) {
        let Some(session) = self.session.clone() else { return };
        if let Some(text) = self.waiting.take() {
            let params = json!({"sessionId": session, "prompt": [{"type": "text", "text": text}]});
            (self.is_cancelled, self.is_stopped_by_line) = (false, false);
            self.send(Sent::Prompt, "session/prompt", params, lines);
        }
    }

    fn turn_begins(&mut self, out: &mut Vec<Effect>) {
        self.turns += 1;
        if self.turns == 1 {
            out.push(Effect::Turn(Turn::Began));
        }
    }

    fn turn_ends(&mut self, how: TurnEnd, out: &mut Vec<Effect>) {
        self.turns = self.turns.saturating_sub(1);
        if self.turns == 0 {
            out.push(Effect::Turn(Turn::Ended(how)));
        }
    }

    /// Takes a line of the agent.
    pub fn hear(&mut self, line: &Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match Message::read(line) {
            Some(Message::Request { id, method, params }) => self.asked(id, &method, params, lines, out),
            Some(Message::Notification { method, params }) if method == "$/cancel_request" => {
                self.withdrawn(&params["requestId"], lines, out);
            }
            Some(Message::Response { id, result }) => {
                if self.sent.get(&id.to_string()) == Some(&Sent::Initialize) {
                    self.greeting = Some(line.clone());
                }
                self.answered(&id, result.as_ref(), lines, out);
            }
            Some(Message::Notification { method, params }) if method == "session/update" => {
                self.updated(&params["update"]);
            }
            Some(Message::Notification { .. }) | None => {}
        }
    }

    /// Keeps what an update tells of a tool call: a permission may name the call by its id alone.
    fn updated(&mut self, update: &Value) {
        if let Some(id) = rpc::text(update, "toolCallId") {
            let known = self.calls.entry(id.to_owned()).or_default();
            known.extend(shown_of_call(update));
        }
    }

    fn asked(&mut self, id: Value, method: &str, params: Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let kind = match (method, rpc::text(&params, "mode")) {
            ("session/request_permission", _) => Kind::Permission,
            ("elicitation/create", Some("form")) if self.config.offers("form") => Kind::Elicitation(Mode::Form),
            ("elicitation/create", Some("url")) if self.config.offers("url") => Kind::Elicitation(Mode::Page),
            ("elicitation/create", _) => {
                return lines.push_back(error(&id, rpc::INVALID_PARAMS, "this mode was not offered"));
            }
            // Whoever seats the client has the files and the commands.
            _ if self.config.serves(method) => return,
            _ => return lines.push_back(error(&id, rpc::UNKNOWN_METHOD, "this client has no such method")),
        };
        let prompt = match kind {
            Kind::Permission => drawing::permission(&params, &self.call_of(&params["toolCall"])),
            Kind::Elicitation(mode) => mode.drawn(&params),
        };
        let op = self.mint.next(Op::Prompt);
        self.asks.insert(op, Ask { id, kind, params: params.clone() });
        self.shown.push(op);
        out.push(Effect::Show(op, Prompt { request: Some(params), ..prompt }));
    }

    /// What the agent has told of a tool call, in the permission and before.
    fn call_of(&self, call: &Value) -> Value {
        let known = rpc::text(call, "toolCallId").and_then(|id| self.calls.get(id)).cloned();
        let mut known = known.unwrap_or_default();
        known.extend(shown_of_call(call));
        known.into()
    }

    /// The agent gives up an ask.
    fn withdrawn(&mut self, id: &Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let found = self.asks.iter().find(|(_, ask)| ask.id == *id).map(|(op, _)| *op);
        if let Some(op) = found {
            self.asks.remove(&op);
            lines.push_back(error(id, rpc::CANCELLED, "given up"));
            out.push(Effect::Cancel(op, Why::Interrupted));
        }
    }

    /// The agent answers a request.
    fn answered(&mut self, id: &Value, result: Option<&Value>, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match (self.sent.remove(&id.to_string()), result) {
            (Some(Sent::Initialize), Some(found)) => self.begin_session(found, lines),
            (Some(Sent::NewSession), Some(found)) => {
                self.session = found.get("sessionId").cloned();
                self.prompt(lines);
            }
            (Some(Sent::LoadSession), Some(_)) => {
                self.session.clone_from(&self.former);
                self.prompt(lines);
            }
            (Some(Sent::LoadSession), None) => {
                self.is_closed = true;
                out.extend(Effect::misconfigured("the agent does not load its session"));
            }
            (Some(Sent::Prompt | Sent::WrittenPrompt), found) => {
                let end = match found.and_then(|found| rpc::text(found, "stopReason")) {
                    Some("cancelled") => TurnEnd::Interrupted,
                    Some(_) => TurnEnd::Completed,
                    None => TurnEnd::Failed(FailureKind::Server),
                };
                // A client closes what is still shown of a turn that is over.
                if let Some(session) = self.session.clone().filter(|_| self.turns <= 1) {
                    self.settle_all(&session, lines, out);
                }
                self.turn_ends(end, out);
            }
            (Some(sent @ (Sent::Initialize | Sent::NewSession)), None) => {
                self.is_closed = true;
                self.is_refused = sent == Sent::NewSession;
                out.extend(Effect::misconfigured("the agent begins no session"));
            }
            (Some(Sent::Written) | None, _) => {}
        }
    }

    /// Whether the agent closes sessions.
    pub fn may_close(&self) -> bool {
        let close = self.greeting.as_ref().and_then(|line| line.pointer(&format!("/result{CLOSES}")));
        close.is_some_and(|close| !close.is_null())
    }

    /// What the agent tells of itself, as `agentInfo` has it.
    pub fn agent(&self) -> Option<&Value> {
        self.greeting.as_ref()?.pointer("/result/agentInfo")
    }

    /// Whether the agent has refused to begin a session.
    pub const fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Whether a request of the client awaits its answer.
    pub fn awaits(&self) -> bool {
        !self.sent.is_empty()
    }

    /// Whether the turn was cancelled, and the agent still owes its end. It needs nothing more for that.
    pub fn awaits_cancel(&self) -> bool {
        self.is_cancelled && self.sent.values().any(|sent| *sent == Sent::Prompt)
    }

    /// Whether the agent owes something that no open question need hold up: an answer to a request that the scenario has written, or
    /// the end of a turn that the scenario has stopped by a line.
    pub fn is_owed_more(&self) -> bool {
        let is_stopped = self.is_stopped_by_line && self.sent.values().any(|sent| *sent == Sent::Prompt);
        is_stopped || self.sent.values().any(|sent| *sent == Sent::Written)
    }

    /// The user acts at a prompt.
    pub fn person(&mut self, op: Op, act: Act, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let Some(ask) = self.asks.get(&op) else {
            let why = if self.shown.contains(&op) { Why::Late } else { Why::Foreign };
            return out.push(Effect::Refuse(why));
        };
        match reply(ask, act) {
            Some(reply) => {
                self.has_decided_for_later |= is_for_later(ask, &reply);
                lines.push_back(result(&ask.id, reply));
                self.asks.remove(&op);
            }
            None => out.push(Effect::Refuse(Why::NotOffered)),
        }
    }

    /// The user stops the turn: the agent is told, and what it asks is answered with a cancel.
    pub fn cancel(&mut self, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let is_running = self.sent.values().any(|sent| *sent == Sent::Prompt);
        let Some(session) = self.session.clone().filter(|_| is_running) else {
            return out.push(Effect::Refuse(Why::Idle));
        };
        lines.push_back(notification("session/cancel", json!({"sessionId": session})));
        self.is_cancelled = true;
        self.settle_all(&session, lines, out);
    }

    /// Nothing that the agent has asked in a session is needed any more: each is answered with a cancel.
    fn settle_all(&mut self, session: &Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let own: Vec<Op> =
            self.asks.iter().filter(|(_, ask)| ask.params["sessionId"] == *session).map(|(op, _)| *op).collect();
        for op in own {
            if let Some(ask) = self.asks.remove(&op) {
                let reply = match ask.kind {
                    Kind::Permission => cancelled(),
                    Kind::Elicitation(_) => json!({"action": "cancel"}),
                };
                lines.push_back(result(&ask.id, reply));
                out.push(Effect::Cancel(op, Why::Interrupted));
            }
        }
    }

    /// Sends a line that the scenario has written.
    pub fn write(&mut self, line: Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let stops = matches!(rpc::text(&line, "method"), Some("session/cancel" | "session/close"));
        let is_own = line.pointer("/params/sessionId").is_some_and(|session| Some(session) == self.session.as_ref());
        self.is_stopped_by_line |= stops && is_own;
        match Message::read(&line) {
            Some(Message::Request { id, method, .. }) if method == "session/prompt" => {
                self.turn_begins(out);
                self.sent.insert(id.to_string(), Sent::WrittenPrompt);
            }
            Some(Message::Request { id, .. }) => {
                self.sent.insert(id.to_string(), Sent::Written);
            }
            // The ask is settled by these words, so the prompt is no longer needed.
            Some(Message::Response { id, .. }) => {
                let found = self.asks.iter().find(|(_, ask)| ask.id == id).map(|(op, _)| *op);
                if let Some((op, ask)) = found.and_then(|op| self.asks.remove_entry(&op)) {
                    self.has_decided_for_later |= is_for_later(&ask, &line["result"]);
                    out.push(Effect::Cancel(op, Why::Superseded));
                }
            }
            _ => {}
        }
        lines.push_back(line);
    }

    /// The client goes away.
    pub fn close(&mut self) {
        self.is_closed = true;
        self.asks.clear();
        self.sent.clear();
    }
}

/// The params with which a client of this configuration connects.
pub fn connecting(config: &Config) -> Value {
    let mut params = Map::new();
    params.insert("protocolVersion".to_owned(), config.version.clone());
    if let Some(capabilities) = &config.capabilities {
        params.insert("clientCapabilities".to_owned(), capabilities.clone());
    }
    params.insert("clientInfo".to_owned(), json!({"name": "hotseat", "title": "Hotseat", "version": "1"}));
    params.into()
}

/// Whether a reply to a permission decides about later calls, too.
fn is_for_later(ask: &Ask, reply: &Value) -> bool {
    let chosen = reply.pointer("/outcome/optionId");
    let options = ask.params["options"].as_array().into_iter().flatten();
    let mut chosen = options.filter(|option| chosen.is_some() && option.get("optionId") == chosen);
    chosen.any(|option| rpc::text(option, "kind").is_some_and(|kind| kind.ends_with("_always")))
}

/// What the client answers for an act of the user. `None` if the prompt does not offer the act.
fn reply(ask: &Ask, act: Act) -> Option<Value> {
    match (ask.kind, act) {
        (Kind::Permission, Act::Answer(wanted)) => {
            let options = ask.params["options"].as_array()?;
            let is_meant = |option: &&Value| {
                ["optionId", "name", "kind"].iter().any(|member| option.get(*member) == Some(&wanted))
            };
            let meant = options.iter().find(is_meant).or_else(|| of_kind(options, wanted.as_str()?));
            let is_no = wanted.as_str().is_some_and(|kind| kind.starts_with("reject_"));
            meant.map(selected).or_else(|| is_no.then(cancelled))
        }
        (Kind::Permission, Act::Reject) => {
            // Where no option rejects, only a cancel says no.
            let options = ask.params["options"].as_array().map(|options| &options[..]).unwrap_or_default();
            Some(of_kind(options, "reject_once").map_or_else(cancelled, selected))
        }
        (Kind::Permission, Act::Cancel) => Some(cancelled()),
        (Kind::Permission, _) => None,
        (Kind::Elicitation(mode), act) => mode.reply(&ask.params, act),
    }
}

/// The members of a tool call that a permission shows.
fn shown_of_call(call: &Value) -> impl Iterator<Item = (String, Value)> + '_ {
    let told = ["title", "rawInput"].into_iter();
    told.filter_map(|name| Some((name.to_owned(), call.get(name).filter(|told| !told.is_null())?.clone())))
}

/// The first option of a kind. Where none is for once, one for always is as good, and the other way round: an agent may offer one alone.
fn of_kind<'o>(options: &'o [Value], kind: &str) -> Option<&'o Value> {
    let first = |wanted: &str| options.iter().find(|option| rpc::text(option, "kind") == Some(wanted));
    let (does, how_long) = kind.rsplit_once('_')?;
    let other = if how_long == "once" { "always" } else { "once" };
    first(kind).or_else(|| first(&format!("{does}_{other}")))
}

/// How a permission is answered that nobody gives.
fn cancelled() -> Value {
    json!({"outcome": {"outcome": "cancelled"}})
}

fn selected(option: &Value) -> Value {
    json!({"outcome": {"outcome": "selected", "optionId": option["optionId"]}})
}
