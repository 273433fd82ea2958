//! What must hold between the lines of the agent.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    model::{
        Op,
        json::Value,
        rpc::{Message, text},
    },
    sim::{
        rules::{Breach, Check, demand},
        run_state::RunState,
    },
    stage::What,
    system::{ClientEvent, Effect, Input},
};

/// The updates that belong to a turn. Others tell of the session, such as its title, and may come at any time.
const OF_A_TURN: [&str; 5] = ["agent_message_chunk", "agent_thought_chunk", "tool_call", "tool_call_update", "plan"];

/// The message of the agent.
pub(super) fn message(what: &What) -> Option<Message> {
    match what {
        What::Effect(Effect::Client(line)) => Message::read(line),
        _ => None,
    }
}

/// The responses of the agent, each by the text of its id.
#[derive(Default, Hash)]
pub struct AnsweredOnce {
    /// How often the scenario's own lines have asked under each id.
    asked: BTreeMap<String, u32>,
    answered: BTreeMap<String, u32>,
}

impl Check for AnsweredOnce {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Input(Input::Client(ClientEvent::Line(line))) => {
                if let Some(Message::Request { id, .. }) = Message::read(line) {
                    *self.asked.entry(id.to_string()).or_default() += 1;
                }
            }
            _ => {}
        }
        let Some(Message::Response { id, .. }) = message(what) else { return Ok(()) };
        // An error without an id answers what could not be read.
        if id.is_null() {
            return Ok(());
        }
        let times = self.answered.entry(id.to_string()).or_default();
        *times += 1;
        // The client's own requests are numbered, and stand in no stream.
        let own = u32::from(id.as_u64().is_some());
        let asked = self.asked.get(&id.to_string()).copied().unwrap_or_default() + own;
        demand(*times <= asked, || format!("a second response to {id}"))
    }
}

/// What the agent asks the user, in the order in which it asks. Its lines and its prompts are in no order among each other, but the
/// first line that asks belongs to the first prompt, and so on.
#[derive(Default, Hash)]
struct Asks {
    /// The id of each, with its params.
    asked: Vec<(String, Value)>,
    shown: Vec<Op>,
    /// Those that are settled, by their places.
    settled: BTreeSet<usize>,
    /// Those that are settled by the client itself. The agent may give one up at the same moment.
    withdrawn: BTreeSet<usize>,
    /// The one at which the person acts. It stays open if the act is refused.
    acted: Option<usize>,
}

impl Asks {
    /// Takes in what happens. Yields the id and the params of a new request that asks the user.
    fn see(&mut self, what: &What) -> Option<(String, Value)> {
        if let What::Input(_) = what {
            self.settled.extend(self.acted.take());
        }
        match what {
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Input(Input::Person(op, _)) => self.acted = self.place(*op),
            What::Effect(Effect::Refuse(_)) => self.acted = None,
            What::Effect(Effect::Cancel(op, _)) => self.withdrawn.extend(self.place(*op)),
            What::Effect(Effect::Show(op, _)) if self.place(*op).is_none() => self.shown.push(*op),
            _ => {}
        }
        let Some(Message::Request { id, method, params }) = message(what) else { return None };
        let asks = matches!(method.as_str(), "session/request_permission" | "elicitation/create");
        asks.then(|| {
            let ask = (id.to_string(), params);
            self.asked.push(ask.clone());
            ask
        })
    }

    fn place(&self, op: Op) -> Option<usize> {
        self.shown.iter().position(|shown| *shown == op)
    }

    /// Those that may be open. Whether one is that the person acts at is not known yet.
    fn open(&self) -> impl Iterator<Item = &(String, Value)> {
        let places = (0..self.asked.len()).filter(|place| !self.settled.contains(place));
        places.map(|place| &self.asked[place])
    }

    /// Those that are certainly open.
    fn certainly_open(&self) -> impl Iterator<Item = &(String, Value)> {
        let is_open = |place: &usize| {
            !self.settled.contains(place) && !self.withdrawn.contains(place) && self.acted != Some(*place)
        };
        (0..self.asked.len()).filter(is_open).map(|place| &self.asked[place])
    }
}

#[derive(Default, Hash)]
pub struct OpenIds(Asks);

impl Check for OpenIds {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let open: Vec<String> = self.0.certainly_open().map(|(id, _)| id.clone()).collect();
        let Some((id, _)) = self.0.see(what) else { return Ok(()) };
        demand(!open.contains(&id), || format!("two open requests with the id {id}"))
    }
}

#[derive(Default, Hash)]
pub struct OpenPages(Asks);

impl Check for OpenPages {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let open: Vec<Value> = self.0.certainly_open().map(|(_, params)| params["elicitationId"].clone()).collect();
        let Some((_, params)) = self.0.see(what) else { return Ok(()) };
        let id = &params["elicitationId"];
        demand(id.is_null() || !open.contains(id), || format!("two open pages with the id {id}"))
    }
}

#[derive(Default, Hash)]
pub struct GivenUp(Asks);

impl Check for GivenUp {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        self.0.see(what);
        let Some(Message::Notification { method, params }) = message(what) else { return Ok(()) };
        let id = params["requestId"].to_string();
        let is_own = method != "$/cancel_request" || self.0.open().any(|(open, _)| *open == id);
        demand(is_own, || format!("it gives up {id}, and no such request of its own is open"))
    }
}

/// The sessions that the agent has named in a result or announced. What it tells of a session that it is about to begin is of no
/// turn.
#[derive(Default, Hash)]
pub struct Sessions(BTreeSet<String>);

impl Check for Sessions {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match message(what) {
            Some(Message::Response { result: Some(result), .. }) => {
                self.0.extend(text(&result, "sessionId").map(str::to_owned));
                Ok(())
            }
            Some(Message::Request { method, params, .. } | Message::Notification { method, params })
                if !method.starts_with('_') =>
            {
                let is_early = |session: &&str| !self.0.contains(*session) && !is_of_no_turn(&params);
                let session = text(&params, "sessionId").filter(is_early);
                demand(session.is_none(), || {
                    format!("`{method}` names the session {:?}", session.unwrap_or_default())
                })?;
                texts(&params, &mut self.0);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Whether the params are those of an update that belongs to no turn.
fn is_of_no_turn(params: &Value) -> bool {
    text(&params["update"], "sessionUpdate").is_some_and(|kind| !OF_A_TURN.contains(&kind))
}

/// Every text of a value: one of them may be the id of a session that is announced.
fn texts(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.to_string())),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(members) => members.iter().for_each(|(_, member)| texts(member, found)),
        _ => {}
    }
}

#[derive(Default, Hash)]
pub struct Announced(BTreeSet<String>);

impl Check for Announced {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let Some(Message::Notification { params, .. } | Message::Request { params, .. }) = message(what) else {
            return Ok(());
        };
        let update = &params["update"];
        if text(update, "sessionUpdate") == Some("tool_call") {
            self.0.extend(text(update, "toolCallId").map(str::to_owned));
        }
        let named = [text(update, "toolCallId"), text(&params["toolCall"], "toolCallId"), text(&params, "toolCallId")];
        let early = named.into_iter().flatten().find(|id| !self.0.contains(*id));
        demand(early.is_none(), || format!("nothing has announced {:?}", early.unwrap_or_default()))
    }
}

/// The status that a call has until another one is told.
const FIRST_STATUS: &str = "pending";

/// The last status that was told of each tool call.
#[derive(Default, Hash)]
pub struct Pending(BTreeMap<String, String>);

impl Pending {
    /// Takes in what is told of a call.
    fn take(&mut self, call: &Value) {
        let is_new = text(call, "sessionUpdate") == Some("tool_call");
        let status = text(call, "status").or(is_new.then_some(FIRST_STATUS));
        if let (Some(id), Some(status)) = (text(call, "toolCallId"), status) {
            self.0.insert(id.to_owned(), status.to_owned());
        }
    }
}

impl Check for Pending {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match message(what) {
            Some(Message::Notification { params, .. }) => self.take(&params["update"]),
            Some(Message::Request { method, params, .. }) if method == "session/request_permission" => {
                let call = &params["toolCall"];
                self.take(call);
                let known = text(call, "toolCallId").and_then(|id| self.0.get(id));
                let status = known.map_or(FIRST_STATUS, String::as_str);
                demand(status == FIRST_STATUS, || format!("a permission for a call that is `{status}`"))?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// The turns. What comes before the first one of a session, such as a greeting, belongs to none.
#[derive(Default, Hash)]
pub struct AfterTheEnd {
    /// The session of the user: the first one that is begun.
    own: Option<String>,
    /// The sessions that had a prompt.
    prompted: BTreeSet<String>,
    /// The number of the prompts that are not answered.
    running: u32,
    has_ended: bool,
}

impl AfterTheEnd {
    fn prompted(&mut self, session: Option<String>) {
        self.running += 1;
        self.prompted.extend(session);
    }
}

impl Check for AfterTheEnd {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Input(Input::Says(_)) => self.prompted(self.own.clone()),
            What::Input(Input::Client(ClientEvent::Line(line))) if text(line, "method") == Some("session/prompt") => {
                self.prompted(text(&line["params"], "sessionId").map(str::to_owned));
            }
            _ => {}
        }
        match message(what) {
            Some(Message::Response { result: Some(result), .. }) => {
                if result.get("stopReason").is_some() {
                    self.running = self.running.saturating_sub(1);
                    self.has_ended = true;
                }
                self.own = self.own.take().or_else(|| text(&result, "sessionId").map(str::to_owned));
                Ok(())
            }
            Some(Message::Notification { method, params }) if method == "session/update" => {
                let kind = text(&params["update"], "sessionUpdate").unwrap_or_default();
                let is_prompted = text(&params, "sessionId").is_some_and(|session| self.prompted.contains(session));
                let is_late = OF_A_TURN.contains(&kind) && is_prompted && self.has_ended && self.running == 0;
                demand(!is_late, || format!("a `{kind}` after the end of the turn"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
