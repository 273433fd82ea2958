//! The server of an agent's session: it offers the tools of the scenario, holds each call, and asks what a tool asks.
//!
//! A call stays open while its tool asks. Each message of the server waits for its client, which fetches one at a time by `GET`.

use std::collections::{BTreeMap, VecDeque};

use serde_json::from_slice;
use tokio::sync::oneshot;

use super::{CALLED_FROM, STARTED, STARTED_OTHERWISE, VERSIONS};
use crate::{
    llm::{Plan, serve::Arrival},
    model::{
        Op, ToolDefinition,
        json::{Value, json},
        op::Mint,
        rpc::{self, Message, members, text},
    },
    system::{ToolEvent, ToolQuestion},
};

/// What a request to the server comes to.
#[derive(Debug, PartialEq)]
pub enum Taken {
    /// It is answered, or waits for a message of the server.
    Nothing,
    /// A tool is called. The call waits.
    Called {
        /// The operation.
        op: Op,
        /// The tool.
        name: String,
        /// Its arguments.
        arguments: Value,
        /// The folder from which it is called, if that is told.
        folder: Option<String>,
    },
    /// A question of a tool is answered.
    Settled(Settled),
    /// A call is given up.
    GivenUp(Op),
}

/// What became of a question of a tool. Its call goes on as another operation.
#[derive(Debug, PartialEq)]
pub struct Settled {
    /// The operation in which the tool has asked.
    pub asked: Op,
    /// The operation in which it goes on.
    pub op: Op,
    /// The id of the question.
    pub question: String,
    /// What the tool is told.
    pub answer: Value,
}

/// The servers of a session: each offers tools of its own, and what holds of one holds of all.
#[derive(Debug, Default)]
pub struct Server {
    tools: Vec<ToolDefinition>,
    /// The path of the first of them. Another one has its name below it.
    path: String,
    /// The tools of each other one, by its name.
    others: BTreeMap<String, Vec<String>>,
    /// What a program tells of its start that carries the messages of a client, if it was started as it should be.
    start: Option<Value>,
    /// The calls that are under way.
    calls: BTreeMap<Op, Call>,
    /// Each client, by the path of its connection.
    clients: BTreeMap<String, Client>,
}

/// A client, and what waits for it.
#[derive(Debug, Default)]
struct Client {
    /// What it has declared under `elicitation`.
    elicitation: Value,
    /// What the program that carries its messages tells of its start.
    start: Option<Value>,
    /// The number of questions so far.
    questions: u64,
    /// The messages that it has not fetched.
    messages: VecDeque<Value>,
    /// Its request for the next one.
    fetches: Option<oneshot::Sender<Plan>>,
}

/// A call that waits for its tool, or asks.
#[derive(Debug)]
struct Call {
    /// The path of the connection, and the id of the request there.
    from: (String, Value),
    reply: oneshot::Sender<Plan>,
    /// The id of the request for what it asks, and the question.
    asks: Option<(Value, ToolQuestion)>,
}

impl Client {
    /// Whether it has declared a mode. An empty object stands for forms.
    fn has_declared(&self, mode: &str) -> bool {
        let Some(modes) = self.elicitation.as_object() else { return false };
        self.elicitation.get(mode).is_some_and(Value::is_object) || (modes.is_empty() && mode == "form")
    }

    fn send(&mut self, message: Value) {
        self.messages.push_back(message);
        self.deliver();
    }

    /// Answers the request for the next message, if both are there.
    fn deliver(&mut self) {
        let Some(message) = self.messages.front() else { return };
        if let Some(fetches) = self.fetches.take()
            && fetches.send(Plan::json(200, Some(message))).is_ok()
        {
            self.messages.pop_front();
        }
    }
}

impl Server {
    /// Servers of these tools: the one at `path`, and others, each with the names of its tools.
    pub fn new(tools: Vec<ToolDefinition>, path: &str, others: BTreeMap<String, Vec<String>>) -> Self {
        Self { tools, path: path.to_owned(), others, ..Self::default() }
    }

    /// The same, if a call counts only of a program that tells this of its start.
    pub fn started_as(self, start: Option<Value>) -> Self {
        Self { start, ..self }
    }

    /// Why a client's calls do not count, if they do not: a program was started otherwise, be it the client's or another one.
    fn started_otherwise(&self, path: &str) -> Option<String> {
        let expected = self.start.as_ref()?;
        let own = self.clients.get(path).and_then(|client| client.start.as_ref());
        let all = self.clients.values().filter_map(|client| client.start.as_ref());
        let mut told = [own].into_iter().chain(all.map(Some));
        let started = told.find(|started| *started != Some(expected))?;
        let found = started.map_or_else(|| "nothing of it".to_owned(), ToString::to_string);
        Some(format!("{STARTED_OTHERWISE}: expected {expected}, found {found}"))
    }

    /// The tools of the server to which a client is connected.
    fn tools_of(&self, path: &str) -> impl Iterator<Item = &ToolDefinition> {
        let below = path.strip_prefix(&self.path).and_then(|path| path.strip_prefix('/'));
        let name = below.and_then(|path| path.split('/').next()).filter(|name| self.others.contains_key(*name));
        let is_of = move |tool: &&ToolDefinition| match name {
            Some(name) => self.others[name].contains(&tool.name),
            None => !self.others.values().any(|tools| tools.contains(&tool.name)),
        };
        self.tools.iter().filter(is_of)
    }

    /// The calls that wait for their tools. A call whose tool asks waits for its client.
    pub fn open(&self) -> impl Iterator<Item = Op> {
        self.calls.iter().filter(|(_, call)| call.asks.is_none()).map(|(op, _)| *op)
    }

    /// Whether no call is under way.
    pub fn is_idle(&self) -> bool {
        self.calls.is_empty()
    }

    /// Takes a message of a client, or its request for the next message.
    pub fn take(&mut self, Arrival { request, reply, .. }: Arrival, mint: &mut Mint) -> Taken {
        if request.method == "GET" {
            let client = self.clients.entry(request.path).or_default();
            client.fetches = Some(reply);
            client.deliver();
            return Taken::Nothing;
        }
        let line: Value = from_slice(&request.body).unwrap_or_default();
        let (answer, taken) = match Message::read(&line) {
            Some(Message::Request { id, method, params }) if method == "tools/call" => {
                let name = text(&params, "name").unwrap_or_default().to_owned();
                let otherwise = self.started_otherwise(&request.path);
                if otherwise.is_none() && self.tools.iter().any(|tool| tool.name == name) {
                    let op = mint.next(Op::Call);
                    self.calls.insert(op, Call { from: (request.path, id), reply, asks: None });
                    let arguments = Value::Object(members(&params["arguments"]));
                    let folder = text(&params["_meta"], CALLED_FROM).map(str::to_owned);
                    return Taken::Called { op, name, arguments, folder };
                }
                // An agent tells its model the text of a result, and not always that of an error.
                let answer = match otherwise {
                    Some(why) => tool_result(&id, &why, true),
                    None => rpc::error(&id, rpc::INVALID_PARAMS, &format!("there is no tool {name:?}")),
                };
                (Plan::json(200, Some(&answer)), Taken::Nothing)
            }
            Some(Message::Request { id, method, params }) => {
                if method == "initialize" {
                    let declared = params["capabilities"]["elicitation"].clone();
                    self.clients.entry(request.path.clone()).or_default().elicitation = declared;
                }
                (Plan::json(200, Some(&self.reply(&request.path, &id, &method, &params))), Taken::Nothing)
            }
            Some(Message::Notification { method, params }) if method == STARTED => {
                self.clients.entry(request.path).or_default().start = Some(params);
                (Plan::json(202, None), Taken::Nothing)
            }
            Some(Message::Notification { method, params }) => {
                let from = (request.path, params["requestId"].clone());
                let found =
                    self.calls.iter().find(|(_, call)| method == "notifications/cancelled" && call.from == from);
                let given_up = found.map(|(op, _)| *op);
                let taken = given_up.inspect(|op| drop(self.calls.remove(op))).map_or(Taken::Nothing, Taken::GivenUp);
                (Plan::json(202, None), taken)
            }
            Some(Message::Response { id, .. }) => {
                let settled = self.answered(&request.path, &id, &line, mint);
                (Plan::json(202, None), settled.map_or(Taken::Nothing, Taken::Settled))
            }
            None => {
                let why = "the body is no message of JSON-RPC 2.0";
                (Plan::json(400, Some(&rpc::error(&Value::Null, rpc::INVALID_REQUEST, why))), Taken::Nothing)
            }
        };
        drop(reply.send(answer));
        taken
    }

    /// The reply to a request that no tool must answer.
    fn reply(&self, path: &str, id: &Value, method: &str, params: &Value) -> Value {
        match method {
            "initialize" => {
                let wanted = text(params, "protocolVersion");
                let version = VERSIONS.into_iter().find(|version| Some(*version) == wanted).unwrap_or(VERSIONS[0]);
                let server = json!({"name": "hotseat", "title": "Hotseat", "version": "1"});
                rpc::result(
                    id,
                    json!({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": server}),
                )
            }
            "ping" => rpc::result(id, json!({})),
            "tools/list" => {
                let tool = |ToolDefinition { name, description, parameters }: &ToolDefinition| json!({"name": name, "description": description, "inputSchema": **parameters});
                rpc::result(id, json!({"tools": self.tools_of(path).map(tool).collect::<Vec<Value>>()}))
            }
            _ => rpc::error(id, rpc::UNKNOWN_METHOD, "this server has no such method"),
        }
    }

    /// Takes what a client answers to a question. An answer to no question changes nothing.
    fn answered(&mut self, path: &str, id: &Value, line: &Value, mint: &mut Mint) -> Option<Settled> {
        let is_asked = |call: &Call| call.from.0 == path && call.asks.as_ref().is_some_and(|(asked, _)| asked == id);
        let asked = self.calls.iter().find(|(_, call)| is_asked(call)).map(|(op, _)| *op)?;
        let answer = line.get("result").cloned().unwrap_or_else(|| json!({"error": line["error"]}));
        self.settle(asked, answer, mint)
    }

    /// The tool of a call goes on with what it is told of its question.
    fn settle(&mut self, asked: Op, answer: Value, mint: &mut Mint) -> Option<Settled> {
        let mut call = self.calls.remove(&asked)?;
        let (_, question) = call.asks.take()?;
        let op = mint.next(Op::Call);
        self.calls.insert(op, call);
        Some(Settled { asked, op, question: question.id, answer })
    }

    /// Takes what becomes of the tool of a call. If it asks what may not be asked, it goes on at once. A tool whose client no
    /// longer waits has nobody to tell.
    pub fn end(&mut self, op: Op, event: &ToolEvent, mint: &mut Mint) -> Option<Settled> {
        if let ToolEvent::Asks(asked) = event
            && let Some(question) = ToolQuestion::read(asked)
        {
            return self.ask(op, question, mint);
        }
        let Call { from: (_, id), reply, .. } = self.calls.remove(&op)?;
        let answer = match event {
            ToolEvent::Done(text) => tool_result(&id, text, false),
            ToolEvent::Error(text) => tool_result(&id, text, true),
            ToolEvent::Asks(_) | ToolEvent::Panicked => {
                rpc::error(&id, rpc::INTERNAL, "the tool ended without a result")
            }
        };
        drop(reply.send(Plan::json(200, Some(&answer))));
        None
    }

    /// Asks a client what the tool of its call asks.
    fn ask(&mut self, op: Op, question: ToolQuestion, mint: &mut Mint) -> Option<Settled> {
        let call = self.calls.get_mut(&op)?;
        let client = self.clients.entry(call.from.0.clone()).or_default();
        client.questions += 1;
        // A client may keep the ids that it has seen, and a tool may ask the same question again.
        let id = Value::from(format!("{}-{}", question.id, client.questions));
        let may_be_asked = question.is_insistent || client.has_declared(question.mode());
        let (params, undeclared) = (question.params.clone(), question.undeclared());
        call.asks = Some((id.clone(), question));
        if !may_be_asked {
            return self.settle(op, undeclared, mint);
        }
        client.send(rpc::request(&id, "elicitation/create", params.into()));
        None
    }

    /// Gives up the calls whose clients have closed their connections.
    pub fn give_up_closed(&mut self) -> Vec<Op> {
        let closed: Vec<Op> = self.calls.iter().filter(|(_, call)| call.reply.is_closed()).map(|(op, _)| *op).collect();
        for op in &closed {
            self.calls.remove(op);
        }
        closed
    }
}

/// The result of a tool.
fn tool_result(id: &Value, text: &str, is_error: bool) -> Value {
    rpc::result(id, json!({"content": [{"type": "text", "text": text}], "isError": is_error}))
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
