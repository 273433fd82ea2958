//! The calls of an answer: when each begins, the questions that wait, and the one result of each.
//!
//! **Absent here:** a queue of questions. Several may wait at once, each with a prompt of its own; only a chat, whose
//! replies name nothing, has them one after another.

use super::{
    PilotDeck, Profile, channel,
    channel::{Acted, Open, Replied, Request, automatic, gateway::Pending, host::Host, panel::Panel, text::Talk},
    config::{Kind, Run},
    errors::{self, ToolError},
    pipeline::{self, Context, Output, Step},
    records,
    turn::Phase,
};
use crate::{
    model::Op,
    system::{Act, Effect, Record, ToolEvent, TurnEnd, Why, chat::CallResult},
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
    /// Begins the calls of the last answer. Upstream, those that must run alone wait for the others (PD-68).
    pub(super) fn run_calls(&mut self, out: &mut Vec<Effect>) {
        let calls = 0..self.chat.calls().len();
        let is_alone = |index: &usize| self.profile == Profile::Upstream && self.is_unsafe(*index);
        let (alone, together): (Vec<usize>, Vec<usize>) = calls.partition(is_alone);
        self.alone = alone.into();
        for index in together {
            if self.phase == Phase::Running {
                self.start(index, out);
            }
        }
        self.go_on(out);
    }

    fn is_unsafe(&self, index: usize) -> bool {
        let name = &self.chat.calls()[index].name;
        !self.is_question(name) && self.config.unsafe_tools.contains(name)
    }

    /// Begins what waits once nothing else is under way. With all results, the model is asked again.
    fn go_on(&mut self, out: &mut Vec<Effect>) {
        while self.phase == Phase::Running && self.asks.is_empty() && !self.chat.is_running() {
            match self.alone.pop_front() {
                Some(index) => self.start(index, out),
                None if self.chat.conclude() => return self.ask_model(out),
                None => return,
            }
        }
    }

    fn start(&mut self, index: usize, out: &mut Vec<Effect>) {
        let call = self.chat.calls()[index].clone();
        if self.is_question(&call.name) {
            match pipeline::begin(&call.text, &self.context()) {
                Step::Done(output) => self.settle(index, Ok(output), out),
                Step::Failed(error) => self.settle(index, Err(error), out),
                Step::Asks(_) if self.config.run == Run::Cron => {
                    self.settle(index, Err(ToolError::cron()), out);
                    self.stop(&ToolError::aborted(), "aborted", TurnEnd::Interrupted, out);
                }
                Step::Asks(request) => self.ask_user(index, request, out),
            }
        } else if self.is_of_host(&call.name) {
            self.chat.execute(index, out);
        } else {
            self.settle(index, Err(ToolError::not_found(&call.name)), out);
        }
    }

    fn context(&self) -> Context {
        Context {
            profile: self.profile,
            prompts: self.config.prompts,
            channel: self.has_channel,
            order: self.config.order,
            turn: format!("turn_{}", self.turns),
        }
    }

    /// Puts the questions of call `index` to the user, over the channel that is configured.
    fn ask_user(&mut self, index: usize, request: Request, out: &mut Vec<Effect>) {
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

    /// Call `index`, not one of the host's that ran, has its result.
    pub(super) fn settle(&mut self, index: usize, result: Result<Output, ToolError>, out: &mut Vec<Effect>) {
        let call = &self.chat.calls()[index];
        let tool = self.tool_named(&call.name);
        let (record, told) = match result {
            Ok(output) => (records::answered(&call.id, &output), CallResult::plain(output.text)),
            Err(error) => {
                (records::failed(&call.id, &tool, &error), CallResult::error(error.told(&tool, self.profile)))
            }
        };
        out.push(Effect::Record(Record(record)));
        self.chat.settle(index, told);
    }

    /// What a tool of the host says.
    pub(super) fn tool(&mut self, op: Op, event: ToolEvent, out: &mut Vec<Effect>) {
        let Some(index) = self.chat.tool(op, event, out) else { return };
        let call = &self.chat.calls()[index];
        if let Some(CallResult { content, is_error }) = call.result() {
            let record = if *is_error {
                let error = ToolError::new(errors::EXECUTION_FAILED, content.as_str());
                records::failed(&call.id, &call.name, &error)
            } else {
                records::done(&call.id, &call.name, content)
            };
            out.push(Effect::Record(Record(record)));
        }
        self.go_on(out);
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
                errors::ABORTED => Ok(channel::Reply::cancelled(reason)),
                _ => Err(channel::Thrown(error.message.clone())),
            };
            self.replied(index, &request, replied, out);
        }
    }
}
