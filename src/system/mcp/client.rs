//! The client's role: the host is the reference, and the server is the scenario's. Every line of the client stands in the stream.

use super::{Outbox, config::Config, host::Host, scripted::ScriptedServer};
use crate::{
    model::{Millis, Op},
    system::{ClientEvent, Effect, Input, Machine, Setup, Signal, Why},
};

/// A host and the server of a scenario, as values.
#[derive(Clone, Debug, Default, Hash)]
pub struct McpClient {
    host: Host,
    server: ScriptedServer,
    is_over: bool,
}

impl Machine for McpClient {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        // What the client writes, and what the server does.
        let (mut lines, mut said) = (Outbox::new(), Outbox::new());
        match input {
            Input::Begin(setup) => self.begin(*setup, &mut lines, out),
            Input::Says(_) | Input::Person(..) if self.is_over => out.push(Effect::Refuse(Why::Idle)),
            Input::Says(text) => self.host.says(text.0, out),
            Input::Person(op, act) => self.host.person(op, act, &mut lines, out),
            Input::Model(op, event) => self.host.model(op, event, &mut lines, out),
            Input::Tool(op, event) => self.server.tool(op, &event, &mut said, out),
            Input::Client(ClientEvent::Line(line)) => self.server.write(line, &mut said, out),
            Input::Client(ClientEvent::Attached) => {
                self.server.dies(out);
                self.host.reconnects(out);
            }
            Input::Client(ClientEvent::Written(_)) => out.push(Effect::Refuse(Why::Foreign)),
            Input::Client(ClientEvent::Gone) => self.close(0, out),
            Input::Signal(Signal::Interrupt) => self.host.cancel(&mut lines, out),
            Input::Signal(Signal::Terminate) => self.close(128 + 15, out),
            Input::Signal(Signal::Quit) => self.close(128 + 3, out),
            Input::File(..) | Input::Fired(_) => out.push(Effect::Refuse(Why::Foreign)),
        }
        loop {
            if let Some(line) = lines.pop_front() {
                out.push(Effect::Client(line.clone()));
                let call = self.host.call_of(&line);
                self.server.hear(&line, call, &mut said, out);
            } else if let Some(line) = said.pop_front() {
                self.host.hear(&line, &mut lines, out);
            } else {
                return;
            }
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open: Vec<Op> = self.host.open().into_iter().chain(self.server.open()).collect();
        open.sort_unstable();
        open
    }

    fn reads_time(&self) -> bool {
        false
    }
}

impl McpClient {
    fn begin(&mut self, setup: Setup, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match Config::read(&setup.profile, &setup.config) {
            Ok(mut config) => {
                if !setup.terminal {
                    // Nobody could be asked, so nothing is declared (MCP-052).
                    config.capabilities = None;
                }
                self.server = ScriptedServer::new(config.era, config.server.clone(), setup.tools);
                self.host = Host::strict();
                self.host.begin(config, lines);
            }
            Err(why) => {
                self.is_over = true;
                out.extend(Effect::misconfigured(&why.to_string()));
            }
        }
    }

    /// The host's process ends.
    fn close(&mut self, status: u8, out: &mut Vec<Effect>) {
        self.is_over = true;
        self.host.close(out);
        self.server.close(out);
        out.push(Effect::Exit(status));
    }
}
