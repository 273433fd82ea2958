//! The reference's server: it serves every era, and asks the user through its client.
//!
//! **Absent here:** anything of the client but its lines.

pub mod answer;
mod request;
mod state;
mod tasks;
pub mod tools;

use std::collections::BTreeSet;

use self::{
    answer::{Ended, Outcome},
    request::{Opening, RequestError, Served},
    state::State,
    tasks::Tasks,
    tools::Tool,
};
use super::{Outbox, era::Era};
use crate::model::{
    json::{Map, Value, json},
    rpc::{Message, error, notification, request, result, text},
};

/// The server.
#[derive(Clone, Debug, Default, Hash)]
pub struct Server {
    /// The handshake, once there was one.
    opening: Option<Opening>,
    /// The number of requests so far; their ids are the numbers.
    ids: u64,
    calls: Vec<Call>,
    tasks: Tasks,
    /// The number of calls that have asked by rounds, and those of them that have ended.
    begun: u64,
    used: BTreeSet<u64>,
    /// The number of deployments.
    deployed: u64,
}

/// A call that waits for its user, in an era in which the server asks by requests.
#[derive(Clone, Debug, Hash)]
struct Call {
    /// The id of its request.
    id: Value,
    tool: Tool,
    arguments: Value,
    /// What is asked, by the id of the request that asks it: its key, and its params.
    asked: Vec<(Value, &'static str, Value)>,
    answers: Map,
}

impl Server {
    /// Takes a line of the client.
    pub fn hear(&mut self, line: &Value, out: &mut Outbox) {
        match Message::read(line) {
            Some(Message::Request { id, method, params }) => {
                if let Err(why) = self.asked(&id, &method, &params, out) {
                    out.push_back(why.told(&id));
                }
            }
            Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                self.given_up(&params["requestId"], out);
            }
            Some(Message::Response { id, result }) => self.answered(&id, result.as_ref(), out),
            Some(Message::Notification { .. }) => {}
            None => out.push_back(RequestError::NoMessage.told(&Value::Null)),
        }
    }

    fn asked(&mut self, id: &Value, method: &str, params: &Value, out: &mut Outbox) -> Result<(), RequestError> {
        if method == "initialize" {
            let opening = Opening::read(params)?;
            out.push_back(result(id, opening.answer()));
            self.opening = Some(opening);
            return Ok(());
        }
        let served = Served::of(params, self.opening.as_ref())?;
        let era = served.era;
        let found = match method {
            "ping" if !era.has_rounds() => json!({}),
            "server/discover" if era.has_rounds() => request::discovery(),
            "tools/list" => {
                let is_offered = |tool: &Tool| *tool != Tool::Job || served.has_tasks();
                let tools = Tool::ALL.into_iter().filter(is_offered).map(Tool::definition);
                let mut listed = json!({"tools": tools.collect::<Vec<Value>>()});
                if era.has_rounds() {
                    request::make_complete(&mut listed);
                    (listed["ttlMs"], listed["cacheScope"]) = (0.into(), "private".into());
                }
                listed
            }
            "tools/call" => return self.call(id, &served, params, out),
            "tasks/get" if served.has_tasks() => self.tasks.get(params)?,
            "tasks/cancel" if served.has_tasks() => self.tasks.cancel(params, out)?,
            "tasks/result" if served.has_tasks() => {
                let ids = &mut self.ids;
                return self.tasks.await_result(id, params, || next(ids), out);
            }
            _ => return Err(RequestError::Method(method.to_owned())),
        };
        out.push_back(result(id, found));
        Ok(())
    }

    /// Begins a call, or goes on with it.
    fn call(&mut self, id: &Value, served: &Served, params: &Value, out: &mut Outbox) -> Result<(), RequestError> {
        let tool = text(params, "name").and_then(Tool::named).ok_or(RequestError::Tool)?;
        let arguments = params.get("arguments").cloned().unwrap_or_else(|| json!({}));
        if tool == Tool::Job {
            let is_task = served.has_tasks() && params["task"].is_object();
            return if is_task {
                self.tasks.begin(id, tool, arguments, served, out)
            } else {
                Err(RequestError::NoTask)
            };
        }
        let end = match tool.asks(&arguments, served.era) {
            Err(why) => Some(ended(served.era, why)),
            Ok(asks) if served.era.has_rounds() => Some(self.round(served, tool, arguments, params, asks)?),
            Ok(asks) if asks.is_empty() => Some(self.done(served.era, tool, &arguments, &Map::new())),
            Ok(asks) if asks.iter().any(|(_, params)| !served.may_ask(params)) => {
                Some(ended(served.era, Ended::Undeclared))
            }
            Ok(asks) => {
                self.ask(Call { id: id.clone(), tool, arguments, asked: Vec::new(), answers: Map::new() }, asks, out);
                None
            }
        };
        out.extend(end.map(|end| result(id, end)));
        Ok(())
    }

    /// Asks all that a call needs, each by a request.
    fn ask(&mut self, mut call: Call, asks: Vec<(&'static str, Value)>, out: &mut Outbox) {
        for (key, mut params) in asks {
            let asked = next(&mut self.ids);
            if params["mode"] == "url" {
                params["elicitationId"] = format!("page-{}", self.ids).into();
            }
            out.push_back(request(&asked, "elicitation/create", params.clone()));
            call.asked.push((asked, key, params));
        }
        self.calls.push(call);
    }

    /// The client answers an ask. An answer to no ask, or a second one, changes nothing (MCP-080).
    fn answered(&mut self, asked: &Value, found: Option<&Value>, out: &mut Outbox) {
        let era = self.opening.as_ref().map_or(Era::default(), |opening| opening.era);
        if self.tasks.answered(asked, found, era, out) {
            return;
        }
        let Some(at) = self.calls.iter().position(|call| call.asked.iter().any(|(id, ..)| id == asked)) else { return };
        let call = &mut self.calls[at];
        let Some(place) = call.asked.iter().position(|(id, ..)| id == asked) else { return };
        let (_, key, params) = call.asked.remove(place);
        let outcome = found.map_or(Outcome::Ended(Ended::Failed), |found| Outcome::read(&params, found));
        let end = match outcome {
            Outcome::Accepted(content) => {
                call.answers.insert(key.to_owned(), content);
                if !call.asked.is_empty() {
                    return;
                }
                let Call { id, tool, arguments, answers, .. } = self.calls.remove(at);
                result(&id, self.done(era, tool, &arguments, &answers))
            }
            Outcome::Ended(why) => {
                let call = self.calls.remove(at);
                withdraw(&call, out);
                result(&call.id, ended(era, why))
            }
        };
        out.push_back(end);
    }

    /// The client gives up a call: it has no result, and what is asked in it is withdrawn (MCP-113, MCP-114).
    fn given_up(&mut self, id: &Value, out: &mut Outbox) {
        if let Some(at) = self.calls.iter().position(|call| call.id == *id) {
            withdraw(&self.calls.remove(at), out);
        }
    }

    /// Serves a round of a call, and returns its result.
    fn round(
        &mut self,
        served: &Served,
        tool: Tool,
        arguments: Value,
        params: &Value,
        asks: Vec<(&'static str, Value)>,
    ) -> Result<Value, RequestError> {
        let state = match params.get("requestState") {
            Some(sent) => Some(State::opened(sent).ok_or(RequestError::State)?),
            None => None,
        };
        if state.as_ref().is_some_and(|state| state.tool != tool.name() || state.arguments != arguments) {
            return Err(RequestError::OtherState);
        }
        if state.as_ref().is_some_and(|state| self.used.contains(&state.number)) {
            return Err(RequestError::UsedState);
        }
        // Answers to a question that was never put count for nothing (MCP-108).
        let sent = params.get("inputResponses").filter(|_| state.is_some()).cloned().unwrap_or_else(|| json!({}));
        let sent = sent.as_object().ok_or(RequestError::Responses)?;
        let number = state.as_ref().map(|state| state.number);
        let mut answers = state.map(|state| state.answers).unwrap_or_default();
        for (key, asked) in &asks {
            let Some(answer) = sent.get(key).filter(|_| !answers.contains_key(key)) else { continue };
            match Outcome::read(asked, answer) {
                Outcome::Accepted(content) => drop(answers.insert((*key).to_owned(), content)),
                Outcome::Ended(why) => {
                    self.used.extend(number);
                    return Ok(ended(served.era, why));
                }
            }
        }
        let missing: Vec<&(&str, Value)> = asks.iter().filter(|(key, _)| !answers.contains_key(key)).collect();
        if missing.is_empty() {
            self.used.extend(number);
            return Ok(self.done(served.era, tool, &arguments, &answers));
        }
        if let Some((_, params)) = missing.iter().find(|(_, params)| !served.may_ask(params)) {
            return Err(RequestError::Undeclared(text(params, "mode").unwrap_or("form").to_owned()));
        }
        let entry = |params: &Value| json!({"method": "elicitation/create", "params": params});
        let requests: Map = missing.into_iter().map(|(key, params)| ((*key).to_owned(), entry(params))).collect();
        // Every round of a call has one number, so whichever ends the call, the others do nothing any more.
        let number = number.unwrap_or_else(|| {
            self.begun += 1;
            self.begun
        });
        let state = State { number, tool: tool.name().to_owned(), arguments, answers };
        Ok(json!({"resultType": "input_required", "inputRequests": requests, "requestState": state.sealed()}))
    }

    /// The result of a call whose questions are all answered.
    fn done(&mut self, era: Era, tool: Tool, arguments: &Value, answers: &Map) -> Value {
        self.deployed += u64::from(tool == Tool::Deploy);
        told(era, &tool.does(arguments, answers, self.deployed), false)
    }
}

/// The next id of a request.
fn next(ids: &mut u64) -> Value {
    *ids += 1;
    Value::from(*ids)
}

/// What is asked in a call is taken back.
fn withdraw(call: &Call, out: &mut Outbox) {
    out.extend(call.asked.iter().map(|(id, ..)| withdrawn(id)));
}

/// The request with this id is taken back.
pub fn withdrawn(id: &Value) -> Value {
    notification("notifications/cancelled", json!({"requestId": id, "reason": "the call is over"}))
}

/// The result of a call that ends without having done anything.
fn ended(era: Era, why: impl ToString) -> Value {
    told(era, &why.to_string(), true)
}

fn told(era: Era, said: &str, is_error: bool) -> Value {
    let mut told = json!({"content": [{"type": "text", "text": said}], "isError": is_error});
    if era.has_rounds() {
        request::make_complete(&mut told);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::{Outbox, Server, Value, json};

    fn round(server: &mut Server, more: &Value) -> Value {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        });
        let mut params = json!({"_meta": meta, "name": "deploy", "arguments": {}});
        for (name, value) in more.as_object().into_iter().flatten() {
            params[name.as_str()] = value.clone();
        }
        let mut out = Outbox::new();
        server.hear(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}), &mut out);
        out.pop_front().unwrap()
    }

    /// MCP-104: a state of an earlier round of the same call is used with it.
    #[test]
    fn a_call_of_several_rounds_is_done_once() {
        let mut server = Server::default();
        let state = |line: &Value| line.pointer("/result/requestState").cloned().unwrap();
        let first = state(&round(&mut server, &json!({})));
        let second = state(&round(&mut server, &json!({"inputResponses": {}, "requestState": first})));
        let accept = json!({"place": {"action": "accept", "content": {"place": "staging"}}});
        let done = round(&mut server, &json!({"inputResponses": accept, "requestState": second}));
        assert_eq!(done.pointer("/result/isError"), Some(&false.into()));
        for used in [first, second] {
            let again = round(&mut server, &json!({"inputResponses": accept, "requestState": used}));
            assert_eq!(again.pointer("/error/code"), Some(&Value::from(-32602)), "{again}");
        }
        assert_eq!(server.deployed, 1);
    }
}
