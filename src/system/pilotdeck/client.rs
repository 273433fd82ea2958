//! The lines that a client sends: replies over the gateway, chat messages, and requests for the tool's definition.
//!
//! A line without a known meaning is refused, and changes nothing.
//!
//! | line | its effect |
//! |---|---|
//! | `{"type": "describe_tool", "name"}` | `tool_definition`, by name or alias |
//! | `{"type": "elicitation_respond", "sessionKey", "requestId", "answer"}` | `elicitation_response` (PD-60) |
//! | `{"type": "message", "text"}` | the reply to what a chat asks (PD-70) |
//! | `{"type": "end_turn"}` | the turn and its questions end (PD-62) |

use crate::model::json::Value;

use super::{
    PilotDeck,
    channel::{
        Open,
        gateway::{Respond, SESSION},
    },
    config::ChannelKind,
    definition,
    turn::Phase,
};
use crate::{
    model::Op,
    system::{ClientEvent, Effect, TurnEnd, Why},
};

impl PilotDeck {
    pub(super) fn client(&mut self, event: ClientEvent, out: &mut Vec<Effect>) {
        match event {
            ClientEvent::Line(line) => self.line(&line, out),
            ClientEvent::Written(_) => out.push(Effect::Refuse(Why::NotOffered)),
            ClientEvent::Attached => self.attached(out),
            // Waiting requests stay open for a client that attaches later.
            ClientEvent::Gone => {}
        }
    }

    /// A client attaches. It receives the waiting requests, and nothing else (PD-63).
    fn attached(&self, out: &mut Vec<Effect>) {
        let waiting = self.asks.values().filter_map(|ask| match &ask.open {
            Open::Gateway(pending) => Some(Effect::Client(pending.event.clone())),
            Open::Host(_) | Open::Panel(_) | Open::Text(_) => None,
        });
        out.extend(waiting);
    }

    fn line(&mut self, line: &Value, out: &mut Vec<Effect>) {
        match line["type"].as_str() {
            Some("describe_tool") if line["name"].as_str().is_some_and(definition::is_named) => {
                out.push(Effect::Client(definition::whole()));
            }
            Some("elicitation_respond") => self.respond(Respond::read(line), out),
            Some("message") => self.message(line["text"].as_str(), out),
            // The turn of another session does not concern this run.
            Some("end_turn") if line.get("sessionKey").is_some_and(|key| key != SESSION) => {
                out.push(Effect::Refuse(Why::Foreign));
            }
            Some("end_turn") if self.phase == Phase::Running => self.reject("turn_ended", TurnEnd::Interrupted, out),
            Some("end_turn") => out.push(Effect::Refuse(Why::Idle)),
            _ => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    /// Takes a reply. The first reply to a request counts, and any later one changes nothing (PD-60).
    fn respond(&mut self, respond: Respond, out: &mut Vec<Effect>) {
        let is_meant = |open: &Open| matches!(open, Open::Gateway(pending) if respond.id == pending.id.as_str());
        let op = self.asks.iter().find(|(_, ask)| is_meant(&ask.open)).map(|(op, _)| *op);
        let delivered = op.zip(respond.reply.clone());
        out.push(Effect::Client(respond.confirmation(delivered.is_some())));
        if let Some((op, reply)) = delivered {
            self.end_ask(op, Ok(reply), out);
        }
    }

    /// Takes a chat message. It replies to the first waiting question.
    fn message(&mut self, text: Option<&str>, out: &mut Vec<Effect>) {
        let Some(text) = text else { return out.push(Effect::Refuse(Why::NotOffered)) };
        let Some(op) = self.talking() else {
            let was_asked = self.config.channel == ChannelKind::Text && self.chat.mint.knows(Op::Prompt(1));
            return out.push(Effect::Refuse(if was_asked { Why::Late } else { Why::Foreign }));
        };
        let Some(Open::Text(talk)) = self.asks.get_mut(&op).map(|ask| &mut ask.open) else { return };
        match talk.take_reply(text) {
            Some(reply) => self.end_ask(op, Ok(reply), out),
            None => out.push(Effect::Client(talk.message())),
        }
    }
}
