//! The host: a plain loop around a model, whose tools are those of the server. It shows what the server asks, and answers.
//!
//! It reads strictly, and never judges: a line that breaks the protocol stands in the stream for a `Then` to find.

mod ending;
mod forms;
mod rounds;
mod tasks;

use std::collections::{BTreeMap, BTreeSet};

use self::{
    forms::{can_show, may_be_sent, with_defaults},
    rounds::Round,
    tasks::{task_tools, with_task},
};
use crate::model::json::Text;

use super::{Outbox, config::Config, turns::Turns};
use crate::{
    model::{
        Op,
        json::{Value, json},
        op::Mint,
        rpc::{self, Message, error, notification, request, result, text},
    },
    system::{Act, Effect, ModelEvent, Prompt, Why, chat::CallResult, elicitation::Mode},
};

/// How many pages of a list of tools are read.
const PAGES_MAX: usize = 100;

/// How much is asked at once. The user is not to be flooded (MCP-072).
const ASKS_MAX: usize = 16;

/// Something that the server asks the user.
#[derive(Clone, Debug, Hash)]
struct Ask {
    of: Asker,
    mode: Mode,
    params: Value,
}

/// What asks.
#[derive(Clone, Debug, Hash)]
enum Asker {
    /// A request of the server, by its id.
    Request(Value),
    /// An entry of a round, by the place of its call and its key.
    Round(usize, String),
}

/// What a request of the host is for.
#[derive(Clone, Debug, Hash, PartialEq)]
enum Sent {
    Opening,
    Tools,
    /// A call of the model, by its place in the model's reply.
    Call(usize),
    /// A request that the scenario has written itself.
    Written,
}

/// The host.
#[derive(Clone, Debug, Default, Hash)]
pub struct Host {
    config: Config,
    turns: Turns,
    prompts: Mint,
    ids: u64,
    /// The requests that await a response, each by the text of its id.
    sent: BTreeMap<String, Sent>,
    /// The tools on the pages of their list so far, and the number of the pages.
    tools: Vec<Value>,
    pages: usize,
    is_refused: bool,
    /// Whether a call was given up.
    has_given_up: bool,
    asks: BTreeMap<Op, Ask>,
    rounds: BTreeMap<usize, Round>,
    /// The tools that are tasks, and the ids of the tasks of calls.
    task_tools: BTreeSet<Text>,
    tasks: BTreeMap<usize, Value>,
    /// How often each call of the model's reply was repeated.
    repeated: BTreeMap<usize, usize>,
    /// Whether it shows only forms of the protocol, and sends only what fits them. Of a server under test it shows whatever there is.
    is_strict: bool,
    /// Who the server says that it is.
    server: String,
    shown: Vec<Op>,
}

impl Host {
    /// A host that is under test itself.
    pub fn strict() -> Self {
        Self { is_strict: true, ..Self::default() }
    }

    /// Opens the connection.
    pub fn begin(&mut self, config: Config, lines: &mut Outbox) {
        self.config = config;
        if self.config.era.has_rounds() {
            return self.send(Sent::Opening, "server/discover", json!({}), lines);
        }
        let mut params = json!({"protocolVersion": self.config.era.version(), "clientInfo": info()});
        // Without a word about them, a client of these eras has none.
        params["capabilities"] = self.config.capabilities.clone().unwrap_or_else(|| json!({}));
        self.send(Sent::Opening, "initialize", params, lines);
    }

    /// Sends a request. In the last era, each says how it is to be served.
    fn send(&mut self, what: Sent, method: &str, params: Value, lines: &mut Outbox) {
        let id = Value::from(self.ids);
        self.ids += 1;
        self.send_as(id, what, method, params, lines);
    }

    fn send_as(&mut self, id: Value, what: Sent, method: &str, mut params: Value, lines: &mut Outbox) {
        if self.config.era.has_rounds() {
            let declared = self.config.capabilities.clone().unwrap_or_else(|| json!({}));
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.config.era.version(),
                "io.modelcontextprotocol/clientInfo": info(),
                "io.modelcontextprotocol/clientCapabilities": declared,
            });
        }
        self.sent.insert(id.to_string(), what);
        lines.push_back(request(&id, method, params));
    }

    /// The open operations.
    pub fn open(&self) -> Vec<Op> {
        let mut open: Vec<Op> = self.turns.open().chain(self.asks.keys().copied()).collect();
        open.sort_unstable();
        open
    }

    /// The id that the model gave the call for which this line is.
    pub fn call_of(&self, line: &Value) -> Option<Text> {
        match self.sent.get(&line.get("id")?.to_string())? {
            Sent::Call(index) if line.get("method").is_some() => Some(self.turns.call(*index)?.id.clone()),
            _ => None,
        }
    }

    /// Whether a response is awaited.
    pub fn is_owed(&self) -> bool {
        !self.sent.is_empty()
    }

    /// Whether the response with this id is awaited.
    pub fn awaits(&self, id: &Value) -> bool {
        self.sent.contains_key(&id.to_string())
    }

    /// Whether it knows the tools of the server.
    pub const fn is_ready(&self) -> bool {
        self.turns.is_ready()
    }

    /// Whether something is shown that the server asks.
    pub fn is_asking(&self) -> bool {
        !self.asks.is_empty()
    }

    /// Whether nothing may come of the server now, and something else goes on before the run ends: the model is asked, or the user has
    /// not spoken yet. Of a call that was given up, something may still come.
    pub fn is_elsewhere(&self) -> bool {
        self.turns.is_elsewhere() && !self.has_given_up && !self.is_owed() && !self.is_asking()
    }

    /// Whether the server did not let it open the connection.
    pub const fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Takes a message of the user.
    pub fn says(&mut self, text: Text, out: &mut Vec<Effect>) {
        self.turns.says(text, out);
    }

    /// Takes a piece of the model's reply.
    pub fn model(&mut self, op: Op, event: ModelEvent, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let Some(calls) = self.turns.model(op, event, out) else { return };
        self.repeated.clear();
        self.tasks.clear();
        for index in 0..calls {
            self.call(index, lines);
        }
        self.turns.go_on(out);
    }

    fn call(&mut self, index: usize, lines: &mut Outbox) {
        let Some(call) = self.turns.call_to_make(index) else { return };
        let mut params = json!({"name": call.name, "arguments": call.arguments});
        if self.task_tools.contains(&call.name) {
            params["task"] = json!({});
        }
        self.send(Sent::Call(index), "tools/call", params, lines);
    }

    /// Takes a line of the server.
    pub fn hear(&mut self, line: &Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match Message::read(line) {
            Some(Message::Request { id, method, params }) => self.asked(&id, &method, &params, lines, out),
            Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                self.take_back(&params["requestId"], Why::Interrupted, out);
            }
            Some(Message::Response { id, result }) => {
                self.answered(&id, result.as_ref(), &line["error"], lines, out);
            }
            Some(Message::Notification { .. }) | None => {}
        }
    }

    /// Takes a request of the server. In the last era it may send none, and a client drops what comes all the same.
    fn asked(&mut self, id: &Value, method: &str, params: &Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match (method, self.mode(params)) {
            _ if self.config.era.has_rounds() => {}
            ("ping", _) => lines.push_back(result(id, json!({}))),
            ("elicitation/create", Some(_)) if !self.has_room() => {
                lines.push_back(error(id, rpc::INTERNAL, "too much is asked at once"));
            }
            ("elicitation/create", Some(mode)) => self.show(Asker::Request(id.clone()), mode, params, out),
            ("elicitation/create", None) => {
                lines.push_back(error(id, rpc::INVALID_PARAMS, "this mode was not declared"));
            }
            _ => lines.push_back(error(id, rpc::UNKNOWN_METHOD, "this client has no such method")),
        }
    }

    /// The mode of an ask, if the client has declared it, and can show what is asked. One without a mode is a form (MCP-045).
    fn mode(&self, params: &Value) -> Option<Mode> {
        let word = text(params, "mode").unwrap_or("form");
        let mode = match word {
            "form" if !self.is_strict || can_show(&params["requestedSchema"]) => Mode::Form,
            "url" => Mode::Page,
            _ => return None,
        };
        let declared = self.config.capabilities.as_ref()?;
        self.config.era.may_ask(word, declared).then_some(mode)
    }

    /// Whether more may be asked at once.
    fn has_room(&self) -> bool {
        self.asks.len() < ASKS_MAX
    }

    fn show(&mut self, of: Asker, mode: Mode, params: &Value, out: &mut Vec<Effect>) {
        let op = self.prompts.next(Op::Prompt);
        self.asks.insert(op, Ask { of, mode, params: params.clone() });
        self.shown.push(op);
        let drawn = mode.drawn(params);
        let text = if self.server.is_empty() { drawn.text } else { format!("{} asks:\n{}", self.server, drawn.text) };
        out.push(Effect::Show(op, Prompt { request: Some(params.clone()), text, ..drawn }));
    }

    /// What the server has asked under this id is shown no more.
    fn take_back(&mut self, id: &Value, why: Why, out: &mut Vec<Effect>) {
        let is_meant = |ask: &Ask| matches!(&ask.of, Asker::Request(asked) if asked == id);
        let found = self.asks.iter().find(|(_, ask)| is_meant(ask)).map(|(op, _)| *op);
        if let Some(op) = found {
            self.asks.remove(&op);
            out.push(Effect::Cancel(op, why));
        }
    }

    /// The server answers a request.
    fn answered(
        &mut self,
        id: &Value,
        found: Option<&Value>,
        error: &Value,
        lines: &mut Outbox,
        out: &mut Vec<Effect>,
    ) {
        match (self.sent.remove(&id.to_string()), found) {
            (Some(Sent::Opening), Some(found)) => {
                let info = found.get("serverInfo").or(found["_meta"].get("io.modelcontextprotocol/serverInfo"));
                self.server = info.and_then(|info| text(info, "name")).unwrap_or_default().to_owned();
                if !self.config.era.has_rounds() {
                    lines.push_back(notification("notifications/initialized", json!({})));
                }
                self.send(Sent::Tools, "tools/list", json!({}), lines);
            }
            (Some(Sent::Tools), Some(found)) => {
                let tools = found["tools"].as_array().into_iter().flatten();
                self.tools.extend(tools.cloned());
                let declared = self.config.capabilities.clone().unwrap_or_default();
                self.task_tools.extend(task_tools(found, self.config.era.has_tasks(&declared)));
                self.pages += 1;
                if let Some(cursor) = text(found, "nextCursor").filter(|_| self.pages < PAGES_MAX) {
                    // The ids of calls do not hang on the number of pages.
                    let id = format!("tools-{}", self.pages).into();
                    return self.send_as(id, Sent::Tools, "tools/list", json!({"cursor": cursor}), lines);
                }
                self.turns.offer(&std::mem::take(&mut self.tools), out);
            }
            (Some(Sent::Opening | Sent::Tools), None) => {
                self.turns.cannot_begin();
                self.is_refused = true;
                out.extend(Effect::misconfigured("the server does not serve this client"));
            }
            (Some(Sent::Call(index)), Some(found)) if self.config.era.has_rounds() => match found.get("resultType") {
                Some(kind) if *kind == "input_required" => self.round(index, found, lines, out),
                Some(kind) if *kind != "complete" => {
                    self.fail(index, "The server's result is of a type that this client does not know.", out);
                }
                // A server of an earlier version says no type (MCP-094).
                Some(_) | None => self.call_ends(index, call_result(found), out),
            },
            (Some(Sent::Call(index)), Some(found)) => match self.task_of(index, found) {
                Some(task) => self.task(index, task, lines),
                None => self.call_ends(index, call_result(found), out),
            },
            (Some(Sent::Call(index)), None) => match self.pages_first(error) {
                Some(pages) => self.open_first(index, pages, lines, out),
                None => {
                    let why = text(error, "message").unwrap_or_default();
                    self.call_ends(index, CallResult::error(format!("The call failed: {why}")), out);
                }
            },
            (Some(Sent::Written) | None, _) => {}
        }
    }

    fn call_ends(&mut self, index: usize, result: CallResult, out: &mut Vec<Effect>) {
        self.turns.settle(index, result, out);
    }

    /// The user acts at a prompt. What does not fit the form is not sent: the form stays.
    pub fn person(&mut self, op: Op, act: Act, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let Some(ask) = self.asks.get(&op) else {
            let why = if self.shown.contains(&op) { Why::Late } else { Why::Foreign };
            return out.push(Effect::Refuse(why));
        };
        let mut reply = ask.mode.reply(&ask.params, act);
        if self.is_strict {
            reply =
                reply.map(|reply| with_defaults(&ask.params, reply)).filter(|reply| may_be_sent(&ask.params, reply));
        }
        let Some(reply) = reply else { return out.push(Effect::Refuse(Why::NotOffered)) };
        let params = ask.params.clone();
        match self.asks.remove(&op).map(|ask| ask.of) {
            Some(Asker::Request(id)) => lines.push_back(result(&id, with_task(&params, reply))),
            Some(Asker::Round(index, key)) => {
                if let Some(round) = self.rounds.get_mut(&index) {
                    round.answer(key, reply);
                }
                self.call_again(index, lines, out);
            }
            None => {}
        }
    }

    /// Sends a line that the scenario has written. What it answers, or gives up, is settled by these words.
    pub fn write(&mut self, line: Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match Message::read(&line) {
            Some(Message::Request { id, params, .. }) => {
                // It takes the place of what the host would send for the round.
                let is_for_a_round = params.get("requestState").or(params.get("inputResponses")).is_some();
                let round = self.rounds.keys().next().copied().filter(|_| is_for_a_round);
                if let Some(index) = round {
                    self.end_round(index, Why::Superseded, out);
                }
                self.sent.insert(id.to_string(), round.map_or(Sent::Written, Sent::Call));
            }
            Some(Message::Response { id, .. }) => self.take_back(&id, Why::Superseded, out),
            Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                let given_up = params["requestId"].to_string();
                self.has_given_up = true;
                if let Some(Sent::Call(index)) = self.sent.get(&given_up).cloned() {
                    self.sent.remove(&given_up);
                    self.turns.give_up(index, out);
                }
            }
            Some(Message::Notification { .. }) | None => {}
        }
        lines.push_back(line);
    }
}

/// Who the client says that it is.
fn info() -> Value {
    json!({"name": "hotseat", "title": "Hotseat", "version": "1"})
}

/// What the model is told of a call: its texts.
fn call_result(found: &Value) -> CallResult {
    let parts = found["content"].as_array().into_iter().flatten();
    let texts: Vec<&str> = parts.filter_map(|part| text(part, "text")).collect();
    CallResult { content: texts.join("\n").into(), is_error: found["isError"] == true }
}

#[cfg(test)]
mod tests;
