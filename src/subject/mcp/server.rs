//! The server of an agent's session: it offers the tools of the scenario, and holds each call.

use std::collections::BTreeMap;

use serde_json::from_slice;
use tokio::sync::oneshot;

use super::VERSIONS;
use crate::{
    llm::{Plan, serve::Arrival},
    model::{
        Op, ToolDefinition,
        json::{Value, json},
        op::Mint,
        rpc::{self, Message, members, text},
    },
    system::ToolEvent,
};

/// What a request to the server comes to.
#[derive(Debug, PartialEq)]
pub enum Taken {
    /// It is answered.
    Answered,
    /// A tool is called, with these arguments. The call waits.
    Called(Op, String, Value),
    /// A call is given up.
    GivenUp(Op),
}

/// The server.
#[derive(Debug, Default)]
pub struct Server {
    tools: Vec<ToolDefinition>,
    open: BTreeMap<Op, Call>,
}

/// A call that waits for its tool.
#[derive(Debug)]
struct Call {
    /// The path of the connection, and the id of the request there.
    from: (String, Value),
    reply: oneshot::Sender<Plan>,
}

impl Server {
    /// A server of these tools.
    pub fn new(tools: Vec<ToolDefinition>) -> Self {
        Self { tools, ..Self::default() }
    }

    /// The calls that wait.
    pub fn open(&self) -> impl Iterator<Item = Op> {
        self.open.keys().copied()
    }

    /// Takes a message of a client.
    pub fn take(&mut self, Arrival { request, reply, .. }: Arrival, mint: &mut Mint) -> Taken {
        let line: Value = from_slice(&request.body).unwrap_or_default();
        let (answer, taken) = match Message::read(&line) {
            Some(Message::Request { id, method, params }) if method == "tools/call" => {
                let name = text(&params, "name").unwrap_or_default().to_owned();
                if self.tools.iter().any(|tool| tool.name == name) {
                    let op = mint.next(Op::Call);
                    self.open.insert(op, Call { from: (request.path, id), reply });
                    return Taken::Called(op, name, Value::Object(members(&params["arguments"])));
                }
                let why = format!("there is no tool {name:?}");
                (Plan::json(200, Some(&rpc::error(&id, rpc::INVALID_PARAMS, &why))), Taken::Answered)
            }
            Some(Message::Request { id, method, params }) => {
                (Plan::json(200, Some(&self.reply(&id, &method, &params))), Taken::Answered)
            }
            Some(Message::Notification { method, params }) => {
                let from = (request.path, params["requestId"].clone());
                let found = self.open.iter().find(|(_, call)| method == "notifications/cancelled" && call.from == from);
                let given_up = found.map(|(op, _)| *op);
                let taken = given_up.inspect(|op| drop(self.open.remove(op))).map_or(Taken::Answered, Taken::GivenUp);
                (Plan::json(202, None), taken)
            }
            Some(Message::Response { .. }) => (Plan::json(202, None), Taken::Answered),
            None => {
                let why = "the body is no message of JSON-RPC 2.0";
                (Plan::json(400, Some(&rpc::error(&Value::Null, rpc::INVALID_REQUEST, why))), Taken::Answered)
            }
        };
        drop(reply.send(answer));
        taken
    }

    /// The reply to a request that no tool must answer.
    fn reply(&self, id: &Value, method: &str, params: &Value) -> Value {
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
                rpc::result(id, json!({"tools": self.tools.iter().map(tool).collect::<Vec<Value>>()}))
            }
            _ => rpc::error(id, rpc::UNKNOWN_METHOD, "this server has no such method"),
        }
    }

    /// Ends a call. False if its client no longer waits, or there is none.
    pub fn end(&mut self, op: Op, event: &ToolEvent) -> bool {
        let Some(Call { from: (_, id), reply }) = self.open.remove(&op) else { return false };
        let told = |text: &str, is_error: bool| {
            rpc::result(&id, json!({"content": [{"type": "text", "text": text}], "isError": is_error}))
        };
        let answer = match event {
            ToolEvent::Done(text) => told(text, false),
            ToolEvent::Error(text) => told(text, true),
            ToolEvent::Asks(_) | ToolEvent::Panicked => {
                rpc::error(&id, rpc::INTERNAL, "the tool ended without a result")
            }
        };
        reply.send(Plan::json(200, Some(&answer))).is_ok()
    }

    /// Gives up the calls whose clients have closed their connections.
    pub fn give_up_closed(&mut self) -> Vec<Op> {
        let closed: Vec<Op> = self.open.iter().filter(|(_, call)| call.reply.is_closed()).map(|(op, _)| *op).collect();
        for op in &closed {
            self.open.remove(op);
        }
        closed
    }
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
