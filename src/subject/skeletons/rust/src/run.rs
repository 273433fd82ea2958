//! The messages that an agent can send in a run, and the counts that `idle` needs. Change this only to add the messages
//! of a capability: timers, lines to the client, files. `hotseat protocol` describes them.

use std::{collections::BTreeMap, sync::mpsc::Sender};

use serde_json::{json, Value};

use crate::{
    model::{Address, Request},
    rpc, Heard,
};

pub struct Run {
    scenario: String,
    address: Address,
    tell: Sender<Heard>,
    /// The number of deliveries so far.
    pub heard: u64,
    /// The names of prompts that wait, and of tools that run.
    open: Vec<String>,
    sent: u64,
    /// The requests that wait for their reply, by number.
    requests: BTreeMap<u64, Request>,
}

impl Run {
    pub fn new(scenario: String, model: &Value, tell: Sender<Heard>) -> Self {
        let address = Address::of(model);
        Self { scenario, address, tell, heard: 0, open: Vec::new(), sent: 0, requests: BTreeMap::new() }
    }

    /// Says `idle`: the agent has done everything that follows from the delivery.
    pub fn idle(&self) {
        let requests = json!({"sent": self.sent, "open": self.requests.len()});
        let (scenario, heard, open) = (&self.scenario, self.heard, &self.open);
        self.say("idle", json!({"scenario": scenario, "heard": heard, "open": open, "requests": requests}));
    }

    pub fn say(&self, method: &str, params: Value) {
        rpc::send(json!({"method": method, "params": params}));
    }

    /// Shows a prompt, or draws it again. The prompt is open until it is settled or withdrawn.
    pub fn show(&mut self, op: &str, prompt: &Value) {
        if !self.open.iter().any(|open| open == op) {
            self.open.push(op.to_owned());
        }
        self.say("prompt/show", json!({"op": op, "prompt": prompt}));
    }

    pub fn withdraw(&mut self, op: &str, why: &str) {
        self.settle(op);
        self.say("prompt/withdraw", json!({"op": op, "why": why}));
    }

    /// Has a tool of the host executed. The execution is open until it is settled or cancelled.
    pub fn call_tool(&mut self, op: &str, call: &Value) {
        self.open.push(op.to_owned());
        self.say("tool/call", json!({"op": op, "call": call}));
    }

    pub fn cancel_tool(&mut self, op: &str, why: &str) {
        self.settle(op);
        self.say("tool/cancel", json!({"op": op, "why": why}));
    }

    /// Closes a prompt that was answered, or an execution that has ended.
    pub fn settle(&mut self, op: &str) {
        self.open.retain(|open| open != op);
    }

    /// Sends a request. When its reply was read, or has failed, that is a delivery: `Agent::replied`.
    pub fn ask_model(&mut self, body: Value) {
        self.sent += 1;
        let (number, tell) = (self.sent, self.tell.clone());
        let request = Request::send(&self.address, body, move |reply| {
            let _ = tell.send(Heard::Reply(number, reply));
        });
        self.requests.insert(number, request);
    }

    /// Removes a request that has ended. Returns whether it was not given up before.
    pub fn takes(&mut self, number: u64) -> bool {
        self.requests.remove(&number).is_some()
    }

    /// Gives up all requests. None of them is a delivery afterwards.
    pub fn give_up(&mut self) {
        while let Some((_, request)) = self.requests.pop_first() {
            request.give_up();
        }
    }
}
