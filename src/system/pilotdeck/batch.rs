//! The batch of calls in an answer: when each call begins, and its one result.
//!
//! **Absent here:** how the user is asked, which is in `asks`.

use super::{
    PilotDeck, Profile,
    config::RunKind,
    errors::{self, ToolError},
    persisted,
    pipeline::{self, Context, Output, Step},
    turn::Phase,
};
use crate::{
    model::Op,
    system::{Effect, Record, ToolEvent, TurnEnd, chat::CallResult},
};

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
        !self.is_question(name) && self.config.unsafe_tools.iter().any(|tool| name == tool)
    }

    /// Begins the next waiting call once no other call runs. Once every call has its result, asks the model again.
    pub(super) fn go_on(&mut self, out: &mut Vec<Effect>) {
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
                Step::Asks(_) if self.config.run == RunKind::Cron => {
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

    /// Settles call `index`, and stores its result. A tool of the host that ran is settled by [`Self::tool`].
    pub(super) fn settle(&mut self, index: usize, result: Result<Output, ToolError>, out: &mut Vec<Effect>) {
        let call = &self.chat.calls()[index];
        let tool = self.tool_named(&call.name);
        let (record, told) = match result {
            Ok(output) => (persisted::answered(&call.id, &output), CallResult::plain(output.text)),
            Err(error) => (
                persisted::failed(&call.id, &tool, &error),
                CallResult::error(error.text_for_model(&tool, self.profile)),
            ),
        };
        out.push(Effect::Record(Record(record)));
        self.chat.settle(index, told);
    }

    /// Takes an event of a host's tool.
    pub(super) fn tool(&mut self, op: Op, event: ToolEvent, out: &mut Vec<Effect>) {
        let Some(index) = self.chat.tool(op, event, out) else { return };
        let call = &self.chat.calls()[index];
        if let Some(CallResult { content, is_error }) = call.result() {
            let record = if *is_error {
                let error = ToolError::new(errors::EXECUTION_FAILED, content.as_str());
                persisted::failed(&call.id, &call.name, &error)
            } else {
                persisted::done(&call.id, &call.name, content)
            };
            out.push(Effect::Record(Record(record)));
        }
        self.go_on(out);
    }
}
