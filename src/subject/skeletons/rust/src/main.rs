//! An adapter for Hotseat: it connects an agent to Hotseat over stdin and stdout.
//!
//! One channel brings everything, one thing at a time: a line from Hotseat, or a reply of the model. Most of them are
//! deliveries: the agent hears each, and `idle` follows. Nothing here waits for a clock.

mod agent;
mod model;
mod rpc;
mod run;

use std::sync::mpsc::{self, Sender};

use agent::Agent;
use rpc::{need, need_text, RpcError, UNKNOWN_METHOD};
use run::Run;
use serde_json::{json, Value};

/// The claims: those of the agent, and those that do not depend on the agent.
fn claims() -> Value {
    let mut claims = agent::claims();
    claims["protocol"] = json!(1);
    claims["wires"] = json!(["anthropic"]);
    claims["many"] = json!(true);
    claims
}

/// A thing that the loop hears.
pub enum Heard {
    /// A line of stdin.
    Line(Vec<u8>),
    /// The end of stdin.
    End,
    /// The reply to the request of that number.
    Reply(u64, model::Reply),
}

/// A delivery that was read from a message. `scenario/start` and replies of the model are deliveries, too.
enum Delivery {
    UserMessage(String),
    PromptAct(String, Value),
    ToolEvent(String, Value),
    Signal,
}

impl Delivery {
    /// Add `timer/fired` here when you claim `clock`, and `client/line`, `client/attached` and `client/gone` when you
    /// claim `client`.
    fn read(method: &str, params: &Value) -> Result<Option<Self>, RpcError> {
        Ok(Some(match method {
            "user/message" => Self::UserMessage(need_text(params, "text")?),
            "prompt/act" => Self::PromptAct(need_text(params, "op")?, need(params, "act")?.clone()),
            "tool/event" => Self::ToolEvent(need_text(params, "op")?, need(params, "event")?.clone()),
            "signal" => Self::Signal,
            _ => return Ok(None),
        }))
    }
}

/// The current run, and its agent.
struct Adapter {
    current: Option<(Run, Agent)>,
    tell: Sender<Heard>,
}

fn main() {
    let (tell, heard) = mpsc::channel();
    rpc::listen(tell.clone());
    let mut adapter = Adapter { current: None, tell };
    for what in heard {
        match what {
            Heard::Line(line) => {
                if adapter.line(&line) {
                    break;
                }
            }
            Heard::Reply(number, reply) => adapter.replied(number, reply),
            Heard::End => break,
        }
    }
    // The threads that read stdin and the replies end with the process.
}

impl Adapter {
    /// Handles one line. Returns whether it was the last one.
    fn line(&mut self, line: &[u8]) -> bool {
        let mut id = Value::Null;
        let taken = rpc::read(line).and_then(|message| {
            id = message["id"].clone();
            let method = message["method"].as_str().unwrap_or_default();
            self.message(method, &message["params"], &id).map(|()| method == "shutdown")
        });
        taken.unwrap_or_else(|RpcError(code, message)| {
            rpc::send(json!({"id": id, "error": {"code": code, "message": message}}));
            false
        })
    }

    fn message(&mut self, method: &str, params: &Value, id: &Value) -> Result<(), RpcError> {
        if let Some(delivery) = Delivery::read(method, params)? {
            self.deliver(|agent, run| match delivery {
                Delivery::UserMessage(text) => agent.user_message(run, &text),
                Delivery::PromptAct(op, act) => agent.prompt_act(run, &op, &act),
                Delivery::ToolEvent(op, event) => agent.tool_event(run, &op, &event),
                Delivery::Signal => agent.signal(run),
            });
            return Ok(());
        }
        match method {
            "initialize" => rpc::send(json!({"id": id, "result": claims()})),
            "scenario/start" => {
                let run = Run::new(need_text(params, "scenario")?, need(params, "model")?, self.tell.clone());
                let agent = Agent::new(params)?;
                self.stop();
                self.current = Some((run, agent));
                rpc::send(json!({"id": id, "result": {}})); // before any other message
                self.deliver(|agent, run| agent.start(run));
            }
            "scenario/stop" | "shutdown" => {
                self.stop();
                rpc::send(json!({"id": id, "result": {}}));
            }
            _ => return Err(RpcError(UNKNOWN_METHOD, format!("there is no method {method}"))),
        }
        Ok(())
    }

    fn replied(&mut self, number: u64, reply: model::Reply) {
        if self.current.as_mut().is_some_and(|(run, _)| run.takes(number)) {
            self.deliver(|agent, run| agent.replied(run, reply));
        }
    }

    fn deliver(&mut self, hear: impl FnOnce(&mut Agent, &mut Run)) {
        if let Some((run, agent)) = &mut self.current {
            run.heard += 1;
            hear(agent, run);
            run.idle();
        }
    }

    fn stop(&mut self) {
        if let Some((mut run, _)) = self.current.take() {
            run.give_up();
        }
    }
}
