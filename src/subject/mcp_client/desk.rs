//! The host around a client under test: the loop around the scripted model is ours, and so is the user. The program under test opens
//! the connection to the server, calls, shows what is asked, and answers.
//!
//! | hotseat writes | the program writes |
//! |---|---|
//! | `{"begin": {"server": [...], "version", "capabilities"}}` | `{"ready": {"tools": [...]}}`, or `{"failed": {"why"}}` |
//! | `{"call": {"id", "name", "arguments"}}` | `{"result": {"id", "text", "isError"}}` |
//! | `{"cancel": {"id"}}` | `{"ask": {"id", "params"}}` |
//! | `{"answer": {"id", "action", "content"}}` | `{"withdrawn": {"id"}}`, or `{"refused": {"id"}}` |
//!
//! Over HTTP, `begin` has a `url` in the place of `server`.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::Text;

use crate::{
    model::{
        Op,
        json::{Value, json},
        op::Mint,
        rpc::text,
    },
    system::{Act, Effect, ModelEvent, Prompt, Why, chat::CallResult, elicitation::Mode, mcp::turns::Turns},
};

/// What the program shows to the user.
struct Ask {
    id: Value,
    mode: Mode,
    params: Value,
}

/// The host.
#[derive(Default)]
pub struct Desk {
    turns: Turns,
    prompts: Mint,
    /// The calls that await their results, by their ids for the program.
    calls: BTreeMap<String, usize>,
    called: usize,
    /// The calls that were given up, and have no result yet.
    given_up: BTreeSet<String>,
    asks: BTreeMap<Op, Ask>,
    /// What the user has acted at.
    answered: BTreeMap<Op, Ask>,
    /// What the program has taken away. An act of the user may have been under way then.
    withdrawn: BTreeMap<Op, Ask>,
    shown: Vec<Op>,
    /// Why the program does not open the connection.
    failed: Option<String>,
    /// A call of which the program tells a result although it has ended.
    twice: Option<String>,
}

impl Desk {
    /// The open operations.
    pub fn open(&self) -> Vec<Op> {
        let mut open: Vec<Op> = self.turns.open().chain(self.asks.keys().copied()).collect();
        open.sort_unstable();
        open
    }

    /// Whether the program owes the end of its opening, or of a call.
    pub fn is_owed(&self) -> bool {
        !self.turns.is_closed() && (!self.is_ready() || !self.calls.is_empty())
    }

    /// Whether the program has opened the connection.
    pub const fn is_ready(&self) -> bool {
        self.turns.is_ready()
    }

    /// Whether something is asked.
    pub fn is_asking(&self) -> bool {
        !self.asks.is_empty()
    }

    /// Whether the model is asked, or the user has not spoken yet.
    pub const fn is_elsewhere(&self) -> bool {
        self.turns.is_elsewhere()
    }

    /// Why the program does not open the connection, if it says so.
    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// A call of which the program tells a result although it has ended, or that was never made.
    pub fn told_twice(&self) -> Option<&str> {
        self.twice.as_deref()
    }

    /// The id that the model gave the only call under way with this tool and these arguments that has none yet at the server.
    pub fn call_of(&self, tool: &str, arguments: &Value, taken: &[Text]) -> Option<Text> {
        let own = self.calls.values().filter_map(|index| self.turns.call(*index));
        let mut fits = own.filter(|call| call.name == tool && !taken.contains(&call.id));
        let all: Vec<_> = fits.by_ref().collect();
        let same = all.iter().find(|call| call.arguments == *arguments).or(all.first());
        same.map(|call| call.id.clone())
    }

    /// Takes a message of the user.
    pub fn says(&mut self, said: Text, out: &mut Vec<Effect>) {
        self.turns.says(said, out);
    }

    /// Takes a piece of the model's reply.
    pub fn model(&mut self, op: Op, event: ModelEvent, lines: &mut Vec<Value>, out: &mut Vec<Effect>) {
        let Some(calls) = self.turns.model(op, event, out) else { return };
        for index in 0..calls {
            let Some(call) = self.turns.call_to_make(index) else { continue };
            self.called += 1;
            let id = self.called.to_string();
            lines.push(json!({"call": {"id": id, "name": call.name, "arguments": call.arguments}}));
            self.calls.insert(id, index);
        }
        self.turns.go_on(out);
    }

    /// Takes a line of the program. False if it is none of the six.
    pub fn hear(&mut self, line: &Value, out: &mut Vec<Effect>) -> bool {
        let Some((word, said)) = line.as_object().and_then(|members| members.iter().next()) else { return false };
        match word.as_str() {
            "ready" => {
                self.turns.offer(said["tools"].as_array().into_iter().flatten(), out);
            }
            "failed" => self.failed = Some(text(said, "why").unwrap_or("it does not say why").to_owned()),
            "ask" => {
                let params = said["params"].clone();
                let mode = if text(&params, "mode") == Some("url") { Mode::Page } else { Mode::Form };
                let op = self.prompts.next(Op::Prompt);
                out.push(Effect::Show(op, Prompt { request: Some(params.clone()), ..mode.drawn(&params) }));
                self.asks.insert(op, Ask { id: said["id"].clone(), mode, params });
                self.shown.push(op);
            }
            "withdrawn" => {
                let found = self.asks.iter().find(|(_, ask)| ask.id == said["id"]).map(|(op, _)| *op);
                if let Some((op, ask)) = found.and_then(|op| Some((op, self.asks.remove(&op)?))) {
                    self.withdrawn.insert(op, ask);
                    out.push(Effect::Cancel(op, Why::Interrupted));
                }
            }
            "refused" => {
                let found = self.answered.iter().find(|(_, ask)| ask.id == said["id"]).map(|(op, _)| *op);
                if let Some((op, ask)) = found.and_then(|op| Some((op, self.answered.remove(&op)?))) {
                    self.asks.insert(op, ask);
                    out.push(Effect::Refuse(Why::NotOffered));
                }
            }
            "result" => {
                let id = text(said, "id").unwrap_or_default();
                if let Some(index) = self.calls.remove(id) {
                    let content = text(said, "text").unwrap_or_default().to_owned();
                    self.turns.settle(
                        index,
                        CallResult { content: content.into(), is_error: said["isError"] == true },
                        out,
                    );
                } else if !self.given_up.remove(id) {
                    // One that comes after its turn was stopped is nobody's.
                    self.twice = Some(id.to_owned());
                }
            }
            _ => return false,
        }
        true
    }

    /// The user acts at what the program shows.
    pub fn person(&mut self, op: Op, act: Act, lines: &mut Vec<Value>, out: &mut Vec<Effect>) {
        let Some(ask) = self.asks.get(&op) else {
            // What the program has taken away, it is told of all the same: to do nothing then is its part.
            if let Some(ask) = self.withdrawn.remove(&op)
                && let Some(mut answer) = ask.mode.reply(&ask.params, act)
            {
                answer["id"] = ask.id;
                lines.push(json!({"answer": answer}));
            }
            let why = if self.shown.contains(&op) { Why::Late } else { Why::Foreign };
            return out.push(Effect::Refuse(why));
        };
        let Some(mut answer) = ask.mode.reply(&ask.params, act) else {
            return out.push(Effect::Refuse(Why::NotOffered));
        };
        answer["id"] = ask.id.clone();
        self.answered.extend(self.asks.remove_entry(&op));
        lines.push(json!({"answer": answer}));
    }

    /// The user stops the turn. What is still shown is the program's to take away.
    pub fn cancel(&mut self, lines: &mut Vec<Value>, out: &mut Vec<Effect>) {
        if !self.turns.is_busy() {
            return out.push(Effect::Refuse(Why::Idle));
        }
        let given_up = std::mem::take(&mut self.calls).into_keys();
        for id in given_up {
            lines.push(json!({"cancel": {"id": id}}));
            self.given_up.insert(id);
        }
        self.turns.stop(out);
    }

    /// The program goes away.
    pub fn close(&mut self, out: &mut Vec<Effect>) {
        self.calls.clear();
        out.extend(std::mem::take(&mut self.asks).into_keys().map(|op| Effect::Cancel(op, Why::Interrupted)));
        self.turns.close(out);
    }
}
