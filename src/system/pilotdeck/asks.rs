//! The waiting questions: how the user is asked, and how each question ends.
//!
//! **Absent here:** a queue. Several calls may wait at once, each with a prompt of its own. Only a chat takes them one
//! after another, because its replies name no question.

use super::{
    PilotDeck,
    channel::{
        Acted, Open, Replied, Reply, Request, Thrown, automatic, gateway::Pending, host::Host, panel::Panel, text::Talk,
    },
    config::ChannelKind,
    errors::{self, ToolError},
    pipeline,
};
use crate::{
    model::Op,
    system::{Act, Effect, Why},
};

/// The waiting questions of one call.
#[derive(Clone, Debug, Hash)]
pub struct Ask {
    /// The index of the call in the answer.
    pub index: usize,
    /// The request.
    pub request: Request,
    /// The channel, and its state.
    pub open: Open,
}

impl PilotDeck {
    /// Asks the questions of call `index` over the configured channel.
    pub(super) fn ask_user(&mut self, index: usize, request: Request, out: &mut Vec<Effect>) {
        let open = match self.config.channel {
            ChannelKind::Host => Open::Host(Box::new(Host::new(&request))),
            ChannelKind::Panel => Open::Panel(Box::new(Panel::new(&request))),
            ChannelKind::Gateway => {
                self.requests += 1;
                let (pending, told, _) = Pending::open(self.requests, &request, false);
                out.extend(told.into_iter().map(Effect::Client));
                Open::Gateway(pending)
            }
            ChannelKind::Text => {
                let talk = Talk::new(request.asked());
                if self.talking().is_none() {
                    out.push(Effect::Client(talk.message()));
                }
                Open::Text(talk)
            }
            ChannelKind::Auto => {
                let reply = automatic::first(&request.asked());
                return self.replied(index, &request, Ok(reply), out);
            }
            ChannelKind::Scripted => {
                let replied = automatic::scripted(&request.asked(), &self.config.scripted);
                return self.replied(index, &request, replied, out);
            }
        };
        let op = self.chat.mint.next(Op::Prompt);
        out.extend(open.draw().map(|prompt| Effect::Show(op, prompt)));
        self.asks.insert(op, Ask { index, request, open });
    }

    /// The question that the next chat message replies to: the first that waits in the chat.
    pub(super) fn talking(&self) -> Option<Op> {
        self.asks.iter().find(|(_, ask)| matches!(ask.open, Open::Text(_))).map(|(op, _)| *op)
    }

    /// Takes an act of the person at a prompt.
    pub(super) fn person(&mut self, op: Op, act: Act, out: &mut Vec<Effect>) {
        let Some(ask) = self.asks.get_mut(&op) else {
            out.push(Effect::Refuse(if self.chat.mint.knows(op) { Why::Late } else { Why::Foreign }));
            return;
        };
        let acted = match &mut ask.open {
            Open::Host(host) => host.act(act),
            Open::Panel(panel) => panel.act(&act),
            Open::Gateway(_) | Open::Text(_) => Acted::NotOffered,
        };
        match acted {
            Acted::Replied(replied) => self.end_ask(op, replied, out),
            Acted::Open => out.extend(ask.open.draw().map(|prompt| Effect::Show(op, prompt))),
            Acted::NotOffered => out.push(Effect::Refuse(Why::NotOffered)),
        }
    }

    /// Ends a waiting question.
    pub(super) fn end_ask(&mut self, op: Op, replied: Replied, out: &mut Vec<Effect>) {
        let Some(Ask { index, request, open }) = self.asks.remove(&op) else { return };
        self.replied(index, &request, replied, out);
        // The chat goes on to the next waiting question.
        if let (Open::Text(_), Some(Open::Text(talk))) = (open, self.talking().map(|op| &self.asks[&op].open)) {
            out.push(Effect::Client(talk.message()));
        }
        self.go_on(out);
    }

    fn replied(&mut self, index: usize, request: &Request, replied: Replied, out: &mut Vec<Effect>) {
        let result = pipeline::finish(&request.questions, replied, self.config.order);
        self.settle(index, result, out);
    }

    /// Ends every waiting question when the run stops. The prompts are withdrawn, and the calls fail with `error`; on a
    /// channel that is told of an abort they count as declined (PD-61, PD-62).
    pub(super) fn withdraw(&mut self, error: &ToolError, reason: &str, out: &mut Vec<Effect>) {
        let talking = self.talking();
        for (op, Ask { index, request, open }) in std::mem::take(&mut self.asks) {
            match &open {
                Open::Host(_) | Open::Panel(_) => out.push(Effect::Cancel(op, Why::Interrupted)),
                Open::Gateway(pending) => out.push(Effect::Client(pending.cancelled(reason))),
                // The chat has not seen the questions behind the first.
                Open::Text(_) if talking == Some(op) => out.push(Effect::Client(Talk::withdrawn())),
                Open::Text(_) => {}
            }
            let replied = match error.code.as_str() {
                errors::ABORTED => Ok(Reply::cancelled(reason)),
                _ => Err(Thrown(error.message.clone())),
            };
            self.replied(index, &request, replied, out);
        }
    }
}
