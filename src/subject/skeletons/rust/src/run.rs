//! What an agent can do in a run, and the counting that `idle` needs. You need not change this, but to add what comes
//! with a capability: timers, lines to the client, files. `hotseat protocol` has their messages.

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
    /// How many deliveries were heard.
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

    /// The agent has done all that follows from what it heard.
    pub fn idle(&self) {
        let requests = json!({"sent": self.sent, "open": self.requests.len()});
        let (scenario, heard, open) = (&self.scenario, self.heard, &self.open);
        self.say("idle", json!({"scenario": scenario, "heard": heard, "open": open, "requests": requests}));
    }

    pub fn say(&self, method: &str, params: Value) {
        rpc::send(json!({"method": method, "params": params}));
    }

    /// Shows a prompt, or draws it again. It waits until it is settled or withdrawn.
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

    /// Has a tool of the host executed. It runs until it is settled or cancelled.
    pub fn call_tool(&mut self, op: &str, call: &Value) {
        self.open.push(op.to_owned());
        self.say("tool/call", json!({"op": op, "call": call}));
    }

    pub fn cancel_tool(&mut self, op: &str, why: &str) {
        self.settle(op);
        self.say("tool/cancel", json!({"op": op, "why": why}));
    }

    /// A prompt is answered, or a tool has ended.
    pub fn settle(&mut self, op: &str) {
        self.open.retain(|open| open != op);
    }

    /// Sends a request. That its reply was read, or has failed, is a delivery: `Agent::replied`.
    pub fn ask_model(&mut self, body: Value) {
        self.sent += 1;
        let (number, tell) = (self.sent, self.tell.clone());
        let request = Request::send(&self.address, body, move |reply| {
            let _ = tell.send(Heard::Reply(number, reply));
        });
        self.requests.insert(number, request);
    }

    /// Whether a request that has ended is still waited for, which it is no longer.
    pub fn takes(&mut self, number: u64) -> bool {
        self.requests.remove(&number).is_some()
    }

    /// Gives up all requests: nothing of them is left afterwards.
    pub fn give_up(&mut self) {
        while let Some((_, request)) = self.requests.pop_first() {
            request.give_up();
        }
    }
}
