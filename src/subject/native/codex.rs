//! `codex app-server`: requests and notifications of JSON-RPC, without its version, in both directions.

use std::collections::BTreeMap;

use super::{
    Dialect,
    seat::{self, Decision, Seat, accepted, chosen, form, is_cancelled, property},
};
use crate::model::{
    json::{Map, Value, json},
    rpc::{INTERNAL, text},
};

/// The ids of our requests.
const CONNECT: &str = "connect";
const BEGIN: &str = "begin";
const PROMPT: &str = "prompt";
const INTERRUPT: &str = "interrupt";

/// A client of codex.
#[derive(Default)]
pub struct Codex {
    thread: Value,
    /// The turn that runs.
    turn: Value,
    /// Whether the turn was cancelled before it had an id.
    is_to_be_stopped: bool,
    /// What it asks, by the text of the id: the method and the params.
    asks: BTreeMap<String, (String, Value)>,
}

impl Codex {
    fn asked(&mut self, id: &Value, method: &str, params: &Value, seat: &mut Seat) {
        let call = text(params, "itemId");
        match method {
            "item/commandExecution/requestApproval" | "item/fileChange/requestApproval" => {
                let title = params.get("command").or_else(|| params.get("reason"));
                let about = json!({"toolCallId": call, "title": title, "rawInput": {"command": title}});
                let offered = decisions(params);
                let offered: Vec<(&str, Decision)> =
                    offered.iter().filter_map(|decision| Some((name_of(decision)?, kind_of(decision)?))).collect();
                seat.asks_which(id, about, &offered);
            }
            "item/tool/requestUserInput" => {
                let questions = params["questions"].as_array().into_iter().flatten();
                let properties = questions.clone().filter_map(|question| {
                    let labels = question["options"].as_array().into_iter().flatten();
                    let labels: Vec<Value> = labels.filter_map(|option| option.get("label")).cloned().collect();
                    let title = text(question, "question").unwrap_or_default();
                    Some((text(question, "id")?.to_owned(), property(title, &labels)))
                });
                let message: Vec<&str> = questions.clone().filter_map(|question| text(question, "question")).collect();
                seat.asks_by_form(id, &message.join("\n"), form(properties.collect()), call);
            }
            "mcpServer/elicitation/request" if is_approval(params) => {
                let about = json!({"toolCallId": id.to_string(), "title": params["message"]});
                seat.asks_permission(id, about, &[Decision::Allow, Decision::Reject]);
            }
            "mcpServer/elicitation/request" => {
                let mut asked = json!({});
                for member in ["mode", "message", "requestedSchema", "url", "elicitationId"] {
                    if let Some(value) = params.get(member) {
                        asked[member] = value.clone();
                    }
                }
                seat.asks(id, "elicitation/create", asked);
            }
            _ => return seat.asks_unknown(method),
        }
        self.asks.insert(id.to_string(), (method.to_owned(), params.clone()));
    }

    /// A request of ours was answered.
    fn answered(&mut self, id: &Value, line: &Value, seat: &mut Seat) {
        if let Some(error) = line.get("error").filter(|_| *id != INTERRUPT) {
            return seat.fails(text(error, "message").unwrap_or("it gives no reason"));
        }
        let found = &line["result"];
        if *id == CONNECT {
            seat.write(json!({"method": "initialized"}));
            let who = text(found, "userAgent").and_then(|agent| agent.split(' ').next());
            seat.connected(who.and_then(|who| who.split_once('/')).map(|(_, version)| ("codex", version)));
        } else if *id == BEGIN {
            self.thread = found["thread"]["id"].clone();
            seat.begun(self.thread.as_str().unwrap_or_default());
        } else if *id == PROMPT {
            self.turn_began(&found["turn"], seat);
        }
    }

    /// The turn has an id. If it was to be stopped, it can be now.
    fn turn_began(&mut self, turn: &Value, seat: &mut Seat) {
        self.turn = turn["id"].clone();
        if std::mem::take(&mut self.is_to_be_stopped) {
            self.cancel(seat);
        }
    }

    fn told(&mut self, method: &str, params: &Value, seat: &mut Seat) {
        // What happens in the thread of an agent below it is not for the user.
        if params.get("threadId").is_some_and(|thread| *thread != self.thread) {
            return;
        }
        match method {
            "turn/started" => self.turn_began(&params["turn"], seat),
            "item/agentMessage/delta" => seat.says(text(params, "delta").unwrap_or_default()),
            "item/started" => begun(&params["item"], seat),
            "item/completed" => ended(&params["item"], seat),
            "serverRequest/resolved" => {
                self.asks.remove(&params["requestId"].to_string());
                seat.gives_up(&params["requestId"]);
            }
            "turn/completed" if self.turn.is_null() || params["turn"].get("id").is_none_or(|id| *id == self.turn) => {
                self.turn = Value::Null;
                match text(&params["turn"], "status") {
                    Some("interrupted") => seat.ends("cancelled"),
                    Some("failed") => {
                        let why = text(&params["turn"]["error"], "message");
                        seat.fails(why.unwrap_or("it gives no reason"));
                    }
                    _ => seat.ends("end_turn"),
                }
            }
            _ => {}
        }
    }
}

/// Whether a server's question is really codex's own: whether a tool of the server may be called.
fn is_approval(params: &Value) -> bool {
    params.pointer("/_meta/codex_approval_kind").is_some_and(|kind| kind == "mcp_tool_call")
}

/// An item has begun. Only calls are told.
fn begun(item: &Value, seat: &mut Seat) {
    let id = text(item, "id").unwrap_or_default();
    match text(item, "type") {
        Some("commandExecution") => {
            let command = text(item, "command").unwrap_or_default();
            seat.call_begins(id, command, &json!({"command": command}));
        }
        Some("mcpToolCall" | "dynamicToolCall") => {
            seat.call_begins(id, text(item, "tool").unwrap_or_default(), &item["arguments"]);
        }
        _ => {}
    }
}

/// An item has come to its end.
fn ended(item: &Value, seat: &mut Seat) {
    let id = text(item, "id").unwrap_or_default();
    let is_error = item["status"] != "completed";
    match text(item, "type") {
        Some("commandExecution") => {
            seat.call_ends(id, is_error, text(item, "aggregatedOutput").unwrap_or_default());
        }
        Some("mcpToolCall" | "dynamicToolCall") => {
            let parts = item.pointer("/result/content").and_then(Value::as_array).into_iter().flatten();
            let said: String = parts.filter_map(|part| text(part, "text")).collect();
            seat.call_ends(id, is_error, &said);
        }
        _ => {}
    }
}

/// What may be decided about a command or a change, as codex offers it.
fn decisions(params: &Value) -> Vec<Value> {
    let usual = || ["accept", "acceptForSession", "decline", "cancel"].map(Value::from).into();
    params["availableDecisions"].as_array().map_or_else(usual, |offered| offered.to_vec())
}

/// The name of a decision: itself, or the only member that it has.
fn name_of(decision: &Value) -> Option<&str> {
    decision.as_str().or_else(|| decision.as_object()?.iter().next().map(|(name, _)| name.as_str()))
}

/// What a decision is to a user. `None`: it is none that a user is offered.
fn kind_of(decision: &Value) -> Option<Decision> {
    match name_of(decision)? {
        "accept" => Some(Decision::Allow),
        "acceptForSession" | "acceptWithExecpolicyAmendment" => Some(Decision::AllowAlways),
        "decline" | "cancel" => Some(Decision::Reject),
        _ => None,
    }
}

/// What codex is answered. `None`: with an error.
fn answer_to(method: &str, params: &Value, answer: Option<&Value>) -> Option<Value> {
    match method {
        "item/commandExecution/requestApproval" | "item/fileChange/requestApproval" => {
            let offered = decisions(params);
            let find = |name: &str| offered.iter().find(|decision| name_of(decision) == Some(name));
            let decision =
                if is_cancelled(answer) { find("cancel").or_else(|| find("decline")) } else { find(chosen(answer)?) };
            Some(json!({"decision": decision?}))
        }
        "item/tool/requestUserInput" => {
            if !["accept", "decline", "cancel"].contains(&answer?["action"].as_str()?) {
                return None;
            }
            let content = accepted(answer).and_then(Value::as_object).cloned().unwrap_or_default();
            let picked = content.iter().map(|(id, pick)| (id.to_string(), json!({"answers": [pick]})));
            Some(json!({"answers": picked.collect::<Map>()}))
        }
        _ if is_approval(params) => {
            let action = match Decision::of(answer)? {
                Decision::Allow | Decision::AllowAlways => "accept",
                Decision::Reject => "decline",
                Decision::Cancel => "cancel",
            };
            Some(json!({"action": action, "content": null, "_meta": null}))
        }
        _ => {
            let answer = answer?;
            Some(json!({"action": answer["action"], "content": answer["content"], "_meta": null}))
        }
    }
}

impl Dialect for Codex {
    fn connect(&mut self, seat: &mut Seat) {
        let who = json!({"name": "hotseat", "title": "Hotseat", "version": "1"});
        let params = json!({"clientInfo": who, "capabilities": {"experimentalApi": true}});
        seat.write(json!({"id": CONNECT, "method": "initialize", "params": params}));
    }

    fn begin(&mut self, folder: &str, servers: &[Value], seat: &mut Seat) {
        let params = json!({
            "cwd": folder, "config": {"mcp_servers": seat::servers(servers)},
        });
        seat.write(json!({"id": BEGIN, "method": "thread/start", "params": params}));
    }

    fn prompt(&mut self, text: &str, seat: &mut Seat) {
        let input = json!([{"type": "text", "text": text, "text_elements": []}]);
        let params = json!({"threadId": self.thread, "input": input});
        (self.is_to_be_stopped, self.turn) = (false, Value::Null);
        seat.write(json!({"id": PROMPT, "method": "turn/start", "params": params}));
    }

    fn cancel(&mut self, seat: &mut Seat) {
        self.is_to_be_stopped = self.turn.is_null();
        if !self.is_to_be_stopped {
            let params = json!({"threadId": self.thread, "turnId": self.turn});
            seat.write(json!({"id": INTERRUPT, "method": "turn/interrupt", "params": params}));
        }
    }

    fn answer(&mut self, id: &Value, answer: Option<&Value>, seat: &mut Seat) {
        let Some((method, params)) = self.asks.remove(&id.to_string()) else { return };
        seat.write(match answer_to(&method, &params, answer) {
            Some(result) => json!({"id": id, "result": result}),
            None => json!({"id": id, "error": {"code": INTERNAL, "message": "the client has failed"}}),
        });
    }

    fn hear(&mut self, line: &Value, seat: &mut Seat) {
        match (text(line, "method"), line.get("id")) {
            (Some(method), Some(id)) => self.asked(id, method, &line["params"], seat),
            (Some(method), None) => self.told(method, &line["params"], seat),
            (None, Some(id)) => self.answered(id, line, seat),
            (None, None) => {}
        }
    }
}
