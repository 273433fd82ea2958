//! Agents by their own protocols, without a bridge to the Agent Client Protocol in between: small clients that say in the words of
//! that protocol what an agent says, and hand it what the client says.
//!
//! ```text
//!   client of ACP ── Message ──▶ Native ── lines ──▶ agent's stdin
//!                 ◀── lines ───        ◀── lines ── agent's stdout
//! ```
//!
//! So what a bridge does wrongly can be told from what the agent behind it does. They only translate: they know no process, no
//! scenario and no time. What the Agent Client Protocol demands of its own lines says nothing about an agent that is seated so,
//! since the lines are ours.

mod claude;
mod codex;
mod pi;
mod seat;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::seat::{Traffic, UnknownAsk};
use self::{claude::Claude, codex::Codex, pi::Pi, seat::Seat};
use crate::model::{
    json::Value,
    rpc::{self, Message, text},
};

/// The protocol that an agent speaks over its stdin and stdout.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The Agent Client Protocol.
    #[default]
    Acp,
    /// The messages of claude with `--input-format stream-json --output-format stream-json`.
    ClaudeStreamJson,
    /// The requests of `codex app-server`.
    CodexAppServer,
    /// The commands and events of pi with `--mode rpc`.
    PiRpc,
}

impl Protocol {
    /// Its name in manifests.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Acp => "acp",
            Self::ClaudeStreamJson => "claude-stream-json",
            Self::CodexAppServer => "codex-app-server",
            Self::PiRpc => "pi-rpc",
        }
    }
}

/// A client of one of these protocols.
trait Dialect: Send {
    /// The client connects. Whoever is ready answers by [`Seat::connected`].
    fn connect(&mut self, seat: &mut Seat);
    /// A session begins in a folder, with these MCP servers as ACP writes them. It is answered by [`Seat::begun`].
    fn begin(&mut self, folder: &str, servers: &[Value], seat: &mut Seat);
    /// The user's message. It is answered by [`Seat::ends`] or [`Seat::fails`].
    fn prompt(&mut self, text: &str, seat: &mut Seat);
    /// The user stops the turn.
    fn cancel(&mut self, seat: &mut Seat);
    /// What the agent has asked is answered as ACP says it. `None` for an error.
    fn answer(&mut self, id: &Value, answer: Option<&Value>, seat: &mut Seat);
    /// A line of the agent.
    fn hear(&mut self, line: &Value, seat: &mut Seat);
}

/// A client of an agent's own protocol, with what it must remember of one process.
pub struct Native {
    dialect: Box<dyn Dialect>,
    seat: Seat,
}

impl Native {
    /// A client of that protocol. `None` for the Agent Client Protocol, which needs none.
    pub fn of(protocol: Protocol) -> Option<Self> {
        let dialect: Box<dyn Dialect> = match protocol {
            Protocol::Acp => return None,
            Protocol::ClaudeStreamJson => Box::<Claude>::default(),
            Protocol::CodexAppServer => Box::<Codex>::default(),
            Protocol::PiRpc => Box::<Pi>::default(),
        };
        Some(Self { dialect, seat: Seat::default() })
    }

    /// Takes a line of the client of ACP. One that has no counterpart is answered with an error, or is passed over.
    pub fn send(&mut self, line: &Value) -> Traffic {
        let (dialect, seat) = (&mut self.dialect, &mut self.seat);
        match Message::read(line) {
            Some(Message::Request { id, method, params }) => match method.as_str() {
                "initialize" => {
                    seat.connecting = Some(id);
                    dialect.connect(seat);
                }
                "session/new" => {
                    seat.beginning = Some(id);
                    let servers = params["mcpServers"].as_array().map_or(&[][..], |items| &items[..]);
                    dialect.begin(text(&params, "cwd").unwrap_or_default(), servers, seat);
                }
                "session/prompt" if seat.prompt.is_none() => {
                    (seat.prompt, seat.is_cancelled) = (Some(id), false);
                    let parts = params["prompt"].as_array().into_iter().flatten();
                    let said: Vec<&str> = parts.filter_map(|part| text(part, "text")).collect();
                    dialect.prompt(&said.join("\n"), seat);
                }
                _ => seat.tell(rpc::error(&id, rpc::UNKNOWN_METHOD, "this seat has no such method")),
            },
            Some(Message::Notification { method, .. }) if method == "session/cancel" && seat.prompt.is_some() => {
                seat.is_cancelled = true;
                dialect.cancel(seat);
            }
            Some(Message::Response { id, result }) => {
                if seat.settled(&id) {
                    dialect.answer(&id, result.as_ref(), seat);
                }
            }
            Some(Message::Notification { .. }) | None => {}
        }
        seat.traffic()
    }

    /// Takes a line of the agent.
    pub fn hear(&mut self, line: &Value) -> Traffic {
        self.dialect.hear(line, &mut self.seat);
        self.seat.traffic()
    }
}

#[cfg(test)]
mod tests;
