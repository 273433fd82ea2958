//! The questions that wait: how each is put to the user, and how it ends.
//!
//! **Absent here:** a queue. Several may wait at once, each with a prompt of its own; only a chat, whose replies name
//! nothing, has them one after another.

use super::{
    PilotDeck,
    channel::{
        Acted, Open, Replied, Reply, Request, Thrown, automatic, gateway::Pending, host::Host, panel::Panel, text::Talk,
    },
    config::Kind,
    errors::{self, ToolError},
    pipeline,
};
use crate::{
    model::Op,
    system::{Act, Effect, Why},
};

/// A question that waits.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The call, by its place in the answer.
    pub index: usize,
    /// What was asked.
    pub request: Request,
    /// Where it waits.
    pub open: Open,
}

impl PilotDeck {
    /// Puts the questions of call `index` to the user, over the channel that is configured.
    pub(super) fn ask_user(&mut self, index: usize, request: Request, out: &mut Vec<Effect>) {
        let open = match self.config.channel {
            Kind::Host => Open::Host(Box::new(Host::new(&request))),
            Kind::Panel => Open::Panel(Box::new(Panel::new(&request))),
            Kind::Gateway => {
                self.requests += 1;
                let (pending, told, _) = Pending::open(self.requests, &request, false);
                out.extend(told.into_iter().map(Effect::Client));
                Open::Gateway(pending)
            }
            Kind::Text => {
                let talk = Talk::new(request.asked());
                if self.talking().is_none() {
                    out.push(Effect::Client(talk.message()));
                }
                Open::Text(talk)
            }
            Kind::Auto => {
                let reply = automatic::first(&request.asked());
                return self.replied(index, &request, Ok(reply), out);
            }
            Kind::Scripted => {
                let replied = automatic::scripted(&request.asked(), &self.config.scripted);
                return self.replied(index, &request, replied, out);
            }
        };
        let op = self.chat.mint.next(Op::Prompt);
        out.extend(open.draw().map(|prompt| Effect::Show(op, prompt)));
        self.asks.insert(op, Ask { index, request, open });
    }

    /// The question that a chat is about: the first that waits there.
    pub(super) fn talking(&self) -> Option<Op> {
        self.asks.iter().find(|(_, ask)| matches!(ask.open, Open::Text(_))).map(|(op, _)| *op)
    }

    /// What the person does at a prompt.
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

    /// A question that waits comes to its end.
    pub(super) fn end_ask(&mut self, op: Op, replied: Replied, out: &mut Vec<Effect>) {
        let Some(Ask { index, request, open }) = self.asks.remove(&op) else { return };
        self.replied(index, &request, replied, out);
        // A chat goes on to the next question that waits there.
        if let (Open::Text(_), Some(Open::Text(talk))) = (open, self.talking().map(|op| &self.asks[&op].open)) {
            out.push(Effect::Client(talk.message()));
        }
        self.go_on(out);
    }

    fn replied(&mut self, index: usize, request: &Request, replied: Replied, out: &mut Vec<Effect>) {
        let result = pipeline::finish(&request.questions, replied, self.config.order);
        self.settle(index, result, out);
    }

    /// Ends every question that waits, since the run does not wait any more: the user is shown none of them, and the
    /// calls fail with `error`, or as declined where the channel is told of an abort (PD-61, PD-62).
    pub(super) fn withdraw(&mut self, error: &ToolError, reason: &str, out: &mut Vec<Effect>) {
        let talking = self.talking();
        for (op, Ask { index, request, open }) in std::mem::take(&mut self.asks) {
            match &open {
                Open::Host(_) | Open::Panel(_) => out.push(Effect::Cancel(op, Why::Interrupted)),
                Open::Gateway(pending) => out.push(Effect::Client(pending.cancelled(reason))),
                // Of those that wait behind it, the chat knows nothing.
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
