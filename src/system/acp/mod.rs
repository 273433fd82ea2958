//! The Agent Client Protocol: an agent asks its user through the client that hosts it, over lines of JSON-RPC.
//!
//! Both ends are here as values. The [`client`] is hotseat's own end: it shows what the agent asks as prompts, and turns the
//! user's acts into answers. The [`Agent`] is the reference, with tools of its own that ask by a form and by a page, and tools
//! of the session's server, some of which need a permission. Every line of the agent stands in the stream.
//!
//! | you look for | file |
//! |---|---|
//! | the reference's tools | [`tools`] |
//! | a turn, its updates and its stop reasons | `agent/turn` |
//! | permissions, forms and pages, and what the model is told | `agent/asks` |
//! | what is stored of a session, and how it is loaded | `agent/kept` |
//! | what a tool of a server asks, and what it is told | [`server_elicitation`] |
//! | how the client answers | [`client`] |
//! | how the client draws what is asked | `drawing` |
//! | the client's capabilities | `config` |
//! | what cannot be served or asked | `errors` |
//!
//! **Absent here:** a process and its pipes.

mod agent;
pub mod client;
pub mod config;
mod drawing;
mod errors;
pub mod server_elicitation;
pub mod tools;

pub use self::agent::Agent;
use self::{
    client::{Client, Outbox},
    config::Config,
};
use super::{AskingCall, ClientEvent, Effect, Input, Machine, Setup, Signal, Why};
use crate::model::{Millis, Op, json::Value};

/// A client and an agent, as values.
#[derive(Clone, Debug, Default, Hash)]
pub struct Acp {
    client: Client,
    agent: Agent,
    /// What the client has written of a line that has no end yet.
    written: String,
    is_over: bool,
}

/// A call of the reference's own tool with one question and these options.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    AskingCall::plain(tools::ASK, question, labels)
}

impl Machine for Acp {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        let mut lines = Outbox::new();
        match input {
            Input::Begin(setup) => self.begin(*setup, &mut lines, out),
            Input::Says(_) | Input::Person(..) if self.is_over => out.push(Effect::Refuse(Why::Idle)),
            Input::Says(text) => self.client.says(text.0, &mut lines, out),
            Input::Person(op, act) => self.client.person(op, act, &mut lines, out),
            Input::Model(op, event) => self.of_agent(|agent, made| agent.model(op, event, made), &mut lines, out),
            Input::Tool(op, event) => self.of_agent(|agent, made| agent.tool(op, event, made), &mut lines, out),
            Input::Client(ClientEvent::Line(line)) => self.client.write(line, &mut lines, out),
            Input::Client(ClientEvent::Written(text)) => self.write(&text, &mut lines, out),
            Input::Client(ClientEvent::Attached) => {}
            Input::Client(ClientEvent::Gone) => self.close(0, &mut lines, out),
            Input::Signal(Signal::Interrupt) => self.client.cancel(&mut lines, out),
            Input::Signal(Signal::Terminate) => self.close(128 + 15, &mut lines, out),
            Input::Signal(Signal::Quit) => self.close(128 + 3, &mut lines, out),
            Input::File(..) | Input::Fired(_) => out.push(Effect::Refuse(Why::Foreign)),
        }
        while let Some(line) = lines.pop_front() {
            self.of_agent(|agent, made| agent.hear(&line, made), &mut lines, out);
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open = self.agent.open();
        open.extend(self.client.open());
        open.sort_unstable();
        open
    }

    fn reads_time(&self) -> bool {
        false
    }
}

impl Acp {
    fn begin(&mut self, setup: Setup, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match Config::read(&setup.config) {
            Ok(config) => {
                self.agent.offer(setup.tools, config.permission.clone());
                // Each start is a connection of its own.
                self.client = Client::after_a_death(agent::session_of(&setup.stored));
                self.agent.keep(config.load_session, setup.stored);
                self.client.begin(config, Vec::new(), lines);
            }
            Err(why) => {
                self.is_over = true;
                out.extend(Effect::misconfigured(&why.to_string()));
            }
        }
    }

    /// Lets the agent act, and shows the client each of its lines.
    fn of_agent(&mut self, act: impl FnOnce(&mut Agent, &mut Vec<Effect>), lines: &mut Outbox, out: &mut Vec<Effect>) {
        let mut made = Vec::new();
        act(&mut self.agent, &mut made);
        for effect in made {
            let line: Option<Value> = match &effect {
                Effect::Client(line) => Some(line.clone()),
                _ => None,
            };
            out.push(effect);
            if let Some(line) = line {
                self.client.hear(&line, lines, out);
            }
        }
    }

    /// The client writes a text that may be no line.
    fn write(&mut self, text: &str, lines: &mut Outbox, out: &mut Vec<Effect>) {
        self.written.push_str(text);
        while let Some(end) = self.written.find('\n') {
            let line: String = self.written.drain(..=end).collect();
            match serde_json::from_str(&line) {
                Ok(line) => self.client.write(line, lines, out),
                Err(_) => self.of_agent(|agent, made| agent.hear_text(&line, made), lines, out),
            }
        }
    }

    /// The connection ends, and so does the process.
    fn close(&mut self, status: u8, lines: &mut Outbox, out: &mut Vec<Effect>) {
        self.is_over = true;
        self.client.close();
        self.of_agent(Agent::close, lines, out);
        out.push(Effect::Exit(status));
    }
}

#[cfg(test)]
#[path = "machine_tests.rs"]
mod tests;
