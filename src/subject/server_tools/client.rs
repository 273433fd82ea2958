//! The reference's end: the servers of its sessions, each a process.

use std::{collections::BTreeMap, ffi::OsStr, io, path::Path, time::Duration};

use super::{VERSIONS, bridge::result_text};
use crate::{
    model::{
        Op, ToolDefinition,
        json::{Map, Value, from_value, json},
        rpc::{self, Message, members, text},
    },
    subject::pipe::{PipeProcess, Said},
    system::{ToolEvent, UNDECLARED},
};

/// How long a server may take to end once its stdin is closed.
const GRACE: Duration = Duration::from_secs(2);

/// The servers of all sessions.
#[derive(Default)]
pub struct Servers {
    /// Each by its number.
    servers: Vec<Server>,
    /// What they ask, each by the id that the question has for the agent.
    questions: BTreeMap<String, Question>,
}

/// A question of a server that is not answered.
struct Question {
    /// The number of the server.
    server: usize,
    /// The id of the request for the call in which it is asked.
    call: u64,
    /// The id of the request that asks it.
    asked: Value,
}

struct Server {
    process: PipeProcess,
    /// The number of requests so far; their ids are the numbers.
    requests: u64,
    /// The calls that await their results, each by the id of its request.
    calls: BTreeMap<u64, Op>,
    /// What it offers, once it has said so.
    tools: Option<Vec<ToolDefinition>>,
    is_over: bool,
}

/// What comes of a line of a server.
#[derive(Debug)]
pub enum ServerEvent {
    /// Nothing to act upon.
    Nothing,
    /// Its tools are known, or it is gone and has none.
    Ready,
    /// Calls ended, or ask.
    Calls(Vec<(Op, ToolEvent)>),
}

impl Servers {
    /// Starts the servers that a new session names, in this folder, as a client that can do this. `tell` is called with what each
    /// says. Returns their numbers.
    ///
    /// # Errors
    /// If one cannot be started: its name, and why.
    pub fn start(
        &mut self,
        params: &Value,
        capabilities: &Value,
        tell: impl Fn(usize, Said) -> bool + Clone + Send + 'static,
    ) -> Result<Vec<usize>, (String, io::Error)> {
        let folder = text(params, "cwd").map(Path::new).filter(|folder| folder.is_dir());
        let servers = params["mcpServers"].as_array().into_iter().flatten();
        servers.map(|server| self.start_one(server, capabilities, folder, tell.clone())).collect()
    }

    fn start_one(
        &mut self,
        server: &Value,
        capabilities: &Value,
        folder: Option<&Path>,
        tell: impl Fn(usize, Said) -> bool + Send + 'static,
    ) -> Result<usize, (String, io::Error)> {
        let words = server["args"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let command: Vec<String> = text(server, "command").into_iter().chain(words).map(str::to_owned).collect();
        let variables = server["env"].as_array().into_iter().flatten();
        let environment: Vec<(&str, &OsStr)> = variables
            .filter_map(|variable| Some((text(variable, "name")?, OsStr::new(text(variable, "value")?))))
            .collect();
        let number = self.servers.len();
        let process = PipeProcess::start_in(&command, folder, &environment, move |said| tell(number, said))
            .map_err(|error| (text(server, "name").unwrap_or_default().to_owned(), error))?;
        let mut server = Server { process, requests: 0, calls: BTreeMap::new(), tools: None, is_over: false };
        let client = json!({"name": "hotseat-reference", "version": "1"});
        let params = json!({"protocolVersion": VERSIONS[0], "capabilities": capabilities, "clientInfo": client});
        server.request("initialize", params);
        server.notify("notifications/initialized", json!({}));
        server.request("tools/list", json!({}));
        self.servers.push(server);
        Ok(number)
    }

    /// Takes what a server says.
    pub fn take(&mut self, number: usize, said: Said) -> ServerEvent {
        let Some(server) = self.servers.get_mut(number) else { return ServerEvent::Nothing };
        let Ok(line) = said else {
            server.is_over = true;
            let lost = std::mem::take(&mut server.calls).into_values();
            let ended: Vec<(Op, ToolEvent)> = lost.map(|op| (op, ToolEvent::Panicked)).collect();
            return if server.tools.is_none() { ServerEvent::Ready } else { ServerEvent::Calls(ended) };
        };
        let line: Value = serde_json::from_str(&line).unwrap_or_default();
        let (id, result) = match Message::read(&line) {
            Some(Message::Response { id, result }) => (id, result),
            Some(Message::Request { id, method, params }) => return self.asked(number, &id, &method, &params),
            Some(Message::Notification { .. }) | None => return ServerEvent::Nothing,
        };
        let Some(id) = id.as_u64() else { return ServerEvent::Nothing };
        if id == TOOLS_LIST {
            let listed =
                result.and_then(|result| result["tools"].as_array().map(|tools| tools.to_vec())).unwrap_or_default();
            server.tools = Some(listed.iter().filter_map(definition).collect());
            return ServerEvent::Ready;
        }
        let Some(op) = server.calls.remove(&id) else { return ServerEvent::Nothing };
        let event = match result {
            Some(result) if result["isError"] == true => ToolEvent::Error(result_text(&result).into()),
            Some(result) => ToolEvent::Done(result_text(&result).into()),
            None => ToolEvent::Panicked,
        };
        ServerEvent::Calls(vec![(op, event)])
    }

    /// A server asks. What it asks is asked in the oldest of its calls that does not ask yet: on these streams, a question does not
    /// say to which call it belongs.
    fn asked(&mut self, number: usize, id: &Value, method: &str, params: &Value) -> ServerEvent {
        let server = &self.servers[number];
        let asks = |call: u64| self.questions.values().any(|known| (known.server, known.call) == (number, call));
        let call = server.calls.iter().find(|(call, _)| !asks(**call)).map(|(call, op)| (*call, *op));
        match (method, call) {
            ("elicitation/create", Some((call, op))) => {
                let key = format!("{number}-{id}");
                let mut question = members(params);
                question.insert("id".to_owned(), key.as_str().into());
                // A question in a mode that was not declared is answered by the agent.
                question.insert(UNDECLARED.to_owned(), true.into());
                self.questions.insert(key, Question { server: number, call, asked: id.clone() });
                return ServerEvent::Calls(vec![(op, ToolEvent::Asks(question.into()))]);
            }
            ("elicitation/create", None) => {
                server.write(&rpc::error(id, rpc::INVALID_REQUEST, "no call is under way"));
            }
            ("ping", _) => server.write(&rpc::result(id, json!({}))),
            _ => server.write(&rpc::error(id, rpc::UNKNOWN_METHOD, "this client has no such method")),
        }
        ServerEvent::Nothing
    }

    /// Answers the question that is among these answers, whose call goes on as the operation `op`. False if none is.
    pub fn answer(&mut self, op: Op, answers: &Map) -> bool {
        let found = answers.iter().find_map(|(key, answer)| Some((self.questions.remove(key.as_str())?, answer)));
        let Some((Question { server, call, asked }, answer)) = found else { return false };
        let server = &mut self.servers[server];
        server.calls.insert(call, op);
        server.write(&match answer.get("error") {
            Some(error) => json!({"jsonrpc": "2.0", "id": asked, "error": error}),
            None => rpc::result(&asked, answer.clone()),
        });
        true
    }

    /// Whether all of these have said what they offer, or are gone.
    pub fn are_ready(&self, numbers: &[usize]) -> bool {
        numbers.iter().all(|number| self.servers[*number].tools.is_some() || self.servers[*number].is_over)
    }

    /// The tools of these.
    pub fn tools(&self, numbers: &[usize]) -> Vec<ToolDefinition> {
        numbers.iter().flat_map(|number| self.servers[*number].tools.iter().flatten().cloned()).collect()
    }

    /// Calls a tool of the first of these that offers it. False if none does.
    pub fn call(&mut self, numbers: &[usize], op: Op, tool: &str, arguments: &Value) -> bool {
        let offers = |server: &Server| server.tools.iter().flatten().any(|known| known.name == tool) && !server.is_over;
        let Some(number) = numbers.iter().find(|number| offers(&self.servers[**number])) else { return false };
        let server = &mut self.servers[*number];
        let id = server.request("tools/call", json!({"name": tool, "arguments": arguments}));
        server.calls.insert(id, op);
        true
    }

    /// Gives up a call, and with it what is asked in it.
    pub fn give_up(&mut self, op: Op) {
        for (number, server) in self.servers.iter_mut().enumerate() {
            let found = server.calls.iter().find(|(_, call)| **call == op).map(|(id, _)| *id);
            if let Some(id) = found {
                server.calls.remove(&id);
                self.questions.retain(|_, question| (question.server, question.call) != (number, id));
                server.notify("notifications/cancelled", json!({"requestId": id}));
            }
        }
    }
}

/// The id of the request for the list of tools: the second of each server.
const TOOLS_LIST: u64 = 2;

/// A tool as its server describes it.
fn definition(tool: &Value) -> Option<ToolDefinition> {
    let description = text(tool, "description").unwrap_or_default();
    from_value(&json!({"name": text(tool, "name")?, "description": description, "parameters": tool["inputSchema"]}))
        .ok()
}

impl Server {
    fn write(&self, message: &Value) {
        self.process.write(format!("{message}\n").into_bytes());
    }

    fn request(&mut self, method: &str, params: Value) -> u64 {
        self.requests += 1;
        self.write(&rpc::request(&self.requests.into(), method, params));
        self.requests
    }

    fn notify(&self, method: &str, params: Value) {
        self.write(&rpc::notification(method, params));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // What a server leaves behind is stopped, and is nothing that the agent could tell.
        drop(self.process.end(GRACE));
    }
}
