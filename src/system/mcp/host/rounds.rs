//! What a call asks by its result: the entries of a round, or the pages of an error that wants them opened first.

use super::{Ask, Asker, Host, Sent};
use crate::{
    model::{
        Op,
        json::{Map, Value, json},
        rpc::text,
    },
    system::{Effect, Why, chat::CallResult, mcp::Outbox},
};

/// The error of a call that must wait until the user has opened pages.
const PAGES_FIRST: i64 = -32042;

/// How often a call is repeated. A server that asks in every round asks for ever.
const ROUNDS_MAX: usize = 10;

/// A round of a call: what it asks, and what was answered so far.
#[derive(Clone, Debug, Default, Hash)]
pub struct Round {
    keys: Vec<String>,
    answers: Map,
    state: Option<Value>,
    /// Whether an error has asked for it: then the call itself is repeated, once the user has agreed to everything.
    is_of_an_error: bool,
}

impl Round {
    pub fn answer(&mut self, key: String, answer: Value) {
        self.answers.insert(key, answer);
    }

    fn is_whole(&self) -> bool {
        self.keys.iter().all(|key| self.answers.contains_key(key.as_str()))
    }
}

impl Host {
    /// A round of a call: each of its entries is shown, and the call is repeated once all are answered.
    pub(super) fn round(&mut self, index: usize, found: &Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let asked = found["inputRequests"].as_object().cloned().unwrap_or_default();
        let state = found.get("requestState").cloned();
        if asked.is_empty() && state.is_none() {
            return self.fail(index, "The server asks, and says not what.", out);
        }
        let is_ask = |entry: &Value| text(entry, "method") == Some("elicitation/create");
        let entries = asked.iter().map(|(key, entry)| {
            (key.as_str().to_owned(), Some(entry).filter(|entry| is_ask(entry)).map(|entry| entry["params"].clone()))
        });
        self.ask_all(index, entries.collect(), Round { state, ..Round::default() }, lines, out);
    }

    /// The pages that a call wants opened first, if its error is that one, and the client has declared pages.
    pub(super) fn pages_first(&self, error: &Value) -> Option<Vec<Value>> {
        let is_meant = error["code"] == PAGES_FIRST && !self.config.era.has_rounds();
        let pages = error["data"]["elicitations"].as_array().filter(|pages| is_meant && !pages.is_empty())?;
        let is_page = |page: &Value| text(page, "mode") == Some("url") && self.mode(page).is_some();
        pages.iter().all(is_page).then(|| pages.to_vec())
    }

    /// Each page is shown, and the call is repeated once the user has agreed to open all.
    pub(super) fn open_first(&mut self, index: usize, pages: Vec<Value>, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let entries = pages.into_iter().enumerate().map(|(number, page)| (number.to_string(), Some(page)));
        self.ask_all(index, entries.collect(), Round { is_of_an_error: true, ..Round::default() }, lines, out);
    }

    /// Shows each entry: its key and its params.
    fn ask_all(
        &mut self,
        index: usize,
        entries: Vec<(String, Option<Value>)>,
        round: Round,
        lines: &mut Outbox,
        out: &mut Vec<Effect>,
    ) {
        let times = self.repeated.entry(index).or_default();
        *times += 1;
        if *times > ROUNDS_MAX {
            return self.fail(index, "The server asks for ever.", out);
        }
        let keys = entries.iter().map(|(key, _)| key.clone()).collect();
        self.rounds.insert(index, Round { keys, ..round });
        for (key, params) in entries {
            let asked = params.and_then(|params| Some((self.mode(&params).filter(|_| self.has_room())?, params)));
            match asked {
                Some((mode, params)) => self.show(Asker::Round(index, key), mode, &params, out),
                None => {
                    // What the client has not declared is asked of nobody, and the call fails (MCP-095).
                    self.end_round(index, Why::Interrupted, out);
                    return self.fail(index, "The server asks what this client cannot show.", out);
                }
            }
        }
        self.call_again(index, lines, out);
    }

    /// The call fails, and the model is told why.
    pub(super) fn fail(&mut self, index: usize, why: &str, out: &mut Vec<Effect>) {
        self.turns.settle(index, CallResult::error(why), out);
    }

    /// The round of a call is over. What it still shows is taken away.
    pub(super) fn end_round(&mut self, index: usize, why: Why, out: &mut Vec<Effect>) {
        self.rounds.remove(&index);
        let is_of_it = |ask: &Ask| matches!(ask.of, Asker::Round(of, _) if of == index);
        let shown: Vec<Op> = self.asks.iter().filter(|(_, ask)| is_of_it(ask)).map(|(op, _)| *op).collect();
        for op in shown {
            self.asks.remove(&op);
            out.push(Effect::Cancel(op, why));
        }
    }

    /// Repeats a call whose round is answered (MCP-084 to MCP-090). After an error it is repeated as it was, and only if the user
    /// has agreed to everything (MCP-070).
    pub(super) fn call_again(&mut self, index: usize, lines: &mut Outbox, out: &mut Vec<Effect>) {
        if !self.rounds.get(&index).is_some_and(Round::is_whole) {
            return;
        }
        let Some(Round { answers, state, is_of_an_error, .. }) = self.rounds.remove(&index) else { return };
        let has_agreed = answers.iter().all(|(_, answer)| text(answer, "action") == Some("accept"));
        if is_of_an_error && !has_agreed {
            return self.fail(index, "The user did not open what the server needs.", out);
        }
        let Some(call) = self.turns.call(index) else { return };
        let mut params = json!({"name": call.name, "arguments": call.arguments});
        if !answers.is_empty() && !is_of_an_error {
            params["inputResponses"] = answers.into();
        }
        if let Some(state) = state {
            params["requestState"] = state;
        }
        self.send(Sent::Call(index), "tools/call", params, lines);
    }
}
