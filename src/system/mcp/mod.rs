//! The Model Context Protocol, as far as a server's tool asks the user: a host with a model, and a server that it calls.
//!
//! Both ends are here as values. The `host` is hotseat's own end: a plain loop around the scripted model, which calls the tools
//! of the server, shows what the server asks as prompts, and turns the user's acts into answers. The `server` is the reference,
//! with tools of its own. Every line of the server stands in the stream.
//!
//! | you look for | file |
//! |---|---|
//! | the versions, and in which modes a client may be asked | `era` |
//! | how the host opens the connection, calls, asks and answers | `host` |
//! | the loop around the model | `turns` |
//! | the reference's tools | `server/tools` |
//! | the server: its answers to requests, and its calls | `server` |
//! | what is said of answers that do not fit, and which content fits a form | `server/answer` |
//! | the state that a client sends back | `server/state` |
//! | calls that are tasks | `server/tasks`, and the host's side in `host/tasks` |
//! | what the client declares, and what the server of a scenario is | `config` |
//! | the other role: the host is under test, and the server is the scenario's | `client` |
//! | the server of a scenario, whose tools ask what the scenario lets them ask | `scripted` |
//!
//! **Absent here:** a process and its pipes.

mod client;
pub mod config;
pub mod era;
mod formats;
pub mod host;
pub mod scripted;
mod server;
pub mod turns;

use std::collections::VecDeque;

pub use self::client::McpClient;
pub use self::server::{
    Server,
    answer::{Misfit, fits},
    tools::{ASK, Tool},
};
use self::{config::Config, host::Host};
use super::{AskingCall, ClientEvent, Effect, Input, Machine, Setup, Signal, Why};
use crate::model::{
    Millis, Op,
    json::{Value, json},
};

/// The member of `_meta` that says to which task a message belongs.
pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// Where the host's lines go.
pub type Outbox = VecDeque<Value>;

/// A host and a server, as values.
#[derive(Clone, Debug, Default, Hash)]
pub struct Mcp {
    host: Host,
    server: Server,
    is_over: bool,
}

/// A call of a tool of the scenario's server, which asks by a form with one property.
pub fn asking_by_server(_: &str, question: &str, labels: &[String]) -> AskingCall {
    let mut way = json!({"type": "string"});
    if !labels.is_empty() {
        way["enum"] = json!(labels);
    }
    let schema = json!({"type": "object", "properties": {"way": way}, "required": ["way"]});
    let asked = json!({"id": "way", "message": question, "requestedSchema": schema});
    AskingCall { tool: ASK.to_owned(), arguments: json!({}), question: Some(asked) }
}

/// A call of the reference's tool that asks one question, with these labels.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    AskingCall::plain(ASK, question, labels)
}

impl Machine for Mcp {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        let mut lines = Outbox::new();
        match input {
            Input::Begin(setup) => self.begin(*setup, &mut lines, out),
            Input::Says(_) | Input::Person(..) if self.is_over => out.push(Effect::Refuse(Why::Idle)),
            Input::Says(text) => self.host.says(text.0, out),
            Input::Person(op, act) => self.host.person(op, act, &mut lines, out),
            Input::Model(op, event) => self.host.model(op, event, &mut lines, out),
            Input::Client(ClientEvent::Line(line)) => self.host.write(line, &mut lines, out),
            Input::Client(ClientEvent::Attached) => {
                // The process at the new connection knows nothing of the one before.
                self.server = Server::default();
                self.host.reconnects(out);
            }
            Input::Client(ClientEvent::Written(_)) => out.push(Effect::Refuse(Why::Foreign)),
            Input::Client(ClientEvent::Gone) => self.close(0, out),
            Input::Signal(Signal::Interrupt) => self.host.cancel(&mut lines, out),
            Input::Signal(Signal::Terminate) => self.close(128 + 15, out),
            Input::Signal(Signal::Quit) => self.close(128 + 3, out),
            Input::Tool(..) | Input::File(..) | Input::Fired(_) => out.push(Effect::Refuse(Why::Foreign)),
        }
        while let Some(line) = lines.pop_front() {
            let mut said = Outbox::new();
            self.server.hear(&line, &mut said);
            for line in said {
                out.push(Effect::Client(line.clone()));
                self.host.hear(&line, &mut lines, out);
            }
        }
    }

    fn open(&self) -> Vec<Op> {
        self.host.open()
    }

    fn reads_time(&self) -> bool {
        false
    }
}

impl Mcp {
    fn begin(&mut self, setup: Setup, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match Config::read(&setup.profile, &setup.config) {
            Ok(config) => self.host.begin(config, lines),
            Err(why) => {
                self.is_over = true;
                out.extend(Effect::misconfigured(&why.to_string()));
            }
        }
    }

    /// The connection ends, and so does the server's process.
    fn close(&mut self, status: u8, out: &mut Vec<Effect>) {
        self.is_over = true;
        self.host.close(out);
        out.push(Effect::Exit(status));
    }
}
