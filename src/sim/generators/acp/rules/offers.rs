//! What the agent may ask of a client: what it offers, of the call's own session, and of pages that it was sent.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::message;
use crate::{
    model::{
        json::Value,
        rpc::{Message, text},
    },
    sim::{
        rules::{Breach, Check, demand},
        run_state::RunState,
    },
    stage::What,
    system::{ClientEvent, Input, acp::config::Config},
};

/// What the client has offered. A scenario's own `initialize` says it anew.
#[derive(Default, Hash)]
pub struct Offered {
    own: Option<Value>,
}

impl Offered {
    /// The capabilities. `None` if they cannot be read.
    fn capabilities(&self, run_state: &RunState<'_>) -> Option<Value> {
        let configured = || Some(Config::read(&run_state.workload.setup.config).ok()?.capabilities.unwrap_or_default());
        self.own.clone().or_else(configured)
    }
}

impl Check for Offered {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            _ if is_start(what) => self.own = None,
            What::Input(Input::Client(ClientEvent::Line(line))) if text(line, "method") == Some("initialize") => {
                self.own = Some(line.pointer("/params/clientCapabilities").cloned().unwrap_or_default());
            }
            _ => {}
        }
        let Some(Message::Request { method, params, .. }) = message(what) else { return Ok(()) };
        let asked = match method.as_str() {
            "elicitation/create" => text(&params, "mode").filter(|mode| matches!(*mode, "form" | "url")),
            _ => asked_of_the_machine(&method),
        };
        let (Some(asked), Some(capabilities)) = (asked, self.capabilities(run_state)) else { return Ok(()) };
        let requirement = match asked {
            "form" | "url" => not_asked_in(&capabilities, asked),
            _ => not_served(&capabilities, asked),
        };
        requirement.map_or(Ok(()), |requirement| {
            Err(Breach::new(format!("`{method}`, and the client offers {capabilities}"))
                .of(vec![requirement.to_owned()]))
        })
    }
}

/// Where the offer for a method stands that is about the client's machine.
fn asked_of_the_machine(method: &str) -> Option<&'static str> {
    match method {
        "fs/read_text_file" => Some("/fs/readTextFile"),
        "fs/write_text_file" => Some("/fs/writeTextFile"),
        _ => method.starts_with("terminal/").then_some("/terminal"),
    }
}

/// The requirement that forbids an elicitation in this mode. An offer of a wrong shape is for ACP-022 to judge.
fn not_asked_in(capabilities: &Value, mode: &str) -> Option<&'static str> {
    let offers = |mode: &str| !capabilities["elicitation"][mode].is_null();
    let modes = &capabilities["elicitation"];
    let has_shape = modes.is_null() || modes.is_object();
    match (modes.is_null(), offers("form"), offers("url")) {
        _ if !has_shape || offers(mode) => None,
        (true, ..) => Some("ACP-018"),
        (_, true, _) => Some("ACP-020"),
        (_, _, true) => Some("ACP-021"),
        _ => Some("ACP-019"),
    }
}

/// The requirement that forbids to ask for what has its offer at this place.
fn not_served(capabilities: &Value, place: &str) -> Option<&'static str> {
    let offer = capabilities.pointer(place).unwrap_or(&Value::Null);
    let requirement = if place == "/terminal" { "ACP-026" } else { "ACP-025" };
    (offer.is_null() || offer.as_bool() == Some(false)).then_some(requirement)
}

/// The page that is told as completed.
fn completed(message: &Message) -> Option<&Value> {
    match message {
        Message::Notification { method, params } if method == "elicitation/complete" => Some(&params["elicitationId"]),
        _ => None,
    }
}

/// Whether the agent is started: on its new connection it may use ids again that it had before.
fn is_start(what: &What) -> bool {
    matches!(what, What::Input(Input::Begin(_)))
}

/// The pages that the user was asked to open, on this connection.
#[derive(Default, Hash)]
pub struct Completed(BTreeSet<String>);

impl Check for Completed {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if is_start(what) {
            self.0.clear();
        }
        let Some(message) = message(what) else { return Ok(()) };
        if let Message::Request { params, .. } = &message {
            self.0.extend(text(params, "elicitationId").map(str::to_owned));
        }
        let Some(id) = completed(&message) else { return Ok(()) };
        demand(id.as_str().is_some_and(|id| self.0.contains(id)), || format!("the page {id}, which was not asked for"))
    }
}

/// The pages that were told as completed, on this connection.
#[derive(Default, Hash)]
pub struct CompletedOnce(BTreeSet<String>);

impl Check for CompletedOnce {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if is_start(what) {
            self.0.clear();
        }
        let message = message(what);
        let Some(id) = message.as_ref().and_then(completed) else { return Ok(()) };
        demand(self.0.insert(id.to_string()), || format!("the page {id} for the second time"))
    }
}

/// The sessions in which each tool call was told, on this connection.
#[derive(Default, Hash)]
pub struct OwnCalls(BTreeMap<String, BTreeSet<String>>);

impl Check for OwnCalls {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if is_start(what) {
            self.0.clear();
        }
        let (method, params) = match message(what) {
            Some(Message::Request { method, params, .. } | Message::Notification { method, params }) => {
                (method, params)
            }
            _ => return Ok(()),
        };
        let Some(session) = text(&params, "sessionId") else { return Ok(()) };
        let told = text(&params["update"], "toolCallId").or_else(|| text(&params["toolCall"], "toolCallId"));
        if let Some(call) = told {
            self.0.entry(call.to_owned()).or_default().insert(session.to_owned());
        }
        let asking = text(&params, "toolCallId").filter(|_| method == "elicitation/create");
        let foreign = asking.filter(|call| self.0.get(*call).is_some_and(|sessions| !sessions.contains(session)));
        demand(foreign.is_none(), || format!("the call {:?} is none of {session:?}", foreign.unwrap_or_default()))
    }
}

#[cfg(test)]
#[path = "offers_tests.rs"]
mod tests;
