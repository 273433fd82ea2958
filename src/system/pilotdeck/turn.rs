//! A turn: the user's message, the model's answers, the time limit, and how the turn is stopped.
//!
//! **Absent here:** a message of the user that answers a question. A running turn takes no message.

use crate::model::json::Text;

use super::{
    PilotDeck, compaction,
    errors::{EXECUTION_FAILED, ToolError},
    persisted,
};
use crate::{
    model::{Millis, Op},
    system::{
        Answer, Effect, ModelEvent, Record, Turn, TurnEnd, Why,
        chat::{CallResult, ChatProgress},
    },
};

/// Where the machine stands.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Phase {
    /// No turn is running.
    #[default]
    Idle,
    /// A turn is running.
    Running,
    /// The setup cannot be read.
    Closed,
}

impl PilotDeck {
    pub(super) fn says(&mut self, text: Text, out: &mut Vec<Effect>) {
        match self.phase {
            Phase::Running => return out.push(Effect::Refuse(Why::Busy)),
            Phase::Closed => return out.push(Effect::Refuse(Why::Idle)),
            Phase::Idle => self.phase = Phase::Running,
        }
        self.turns += 1;
        self.messages += 1;
        out.push(Effect::Turn(Turn::Began));
        out.push(Effect::Record(Record(persisted::user(self.messages, &text))));
        self.chat.user(text);
        if let Some(limit) = self.config.turn_timeout_ms {
            let timer = self.chat.mint.next(Op::Timer);
            out.push(Effect::Timer(timer, Millis(limit)));
            self.timer = Some(timer);
        }
        self.ask_model(out);
    }

    /// Asks the model. Older results are cleared as configured (PD-69).
    pub(super) fn ask_model(&mut self, out: &mut Vec<Effect>) {
        let mut request = self.chat.history().clone();
        if let Some(keep) = self.config.micro_compact_keep {
            compaction::compact(&mut request, keep);
        }
        self.chat.ask_with(request, out);
    }

    pub(super) fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) {
        match self.chat.model(op, event, out) {
            ChatProgress::Nothing => {}
            ChatProgress::Failed(failure) => self.end(TurnEnd::Failed(failure.kind), out),
            ChatProgress::Answer(Answer { reasoning, text, calls, .. }) => {
                let shown = self.chat.calls().iter().map(|call| call.arguments.clone());
                let calls: Vec<_> = calls.into_iter().zip(shown).collect();
                self.messages += 1;
                out.push(Effect::Record(Record(persisted::assistant(self.messages, &reasoning, &text, &calls))));
                if calls.is_empty() {
                    self.end(TurnEnd::Completed, out);
                } else {
                    self.run_calls(out);
                }
            }
        }
    }

    /// A signal stops the turn (PD-61).
    pub(super) fn signal(&mut self, out: &mut Vec<Effect>) {
        if self.phase == Phase::Running {
            self.stop(&ToolError::aborted(), "aborted", TurnEnd::Interrupted, out);
        } else {
            out.push(Effect::Refuse(Why::Idle));
        }
    }

    /// The time of the turn is up (PD-62).
    pub(super) fn fired(&mut self, op: Op, out: &mut Vec<Effect>) {
        if self.timer == Some(op) {
            self.timer = None;
            self.reject("turn_timeout", TurnEnd::TimedOut, out);
        } else if !self.chat.mint.knows(op) {
            out.push(Effect::Refuse(Why::Foreign));
        }
    }

    /// Stops the turn. Waiting questions fail with `reason`.
    pub(super) fn reject(&mut self, reason: &str, how: TurnEnd, out: &mut Vec<Effect>) {
        self.stop(&ToolError::new(EXECUTION_FAILED, reason), reason, how, out);
    }

    /// Stops the turn. Waiting and running calls are given up, and each call has its result.
    pub(super) fn stop(&mut self, error: &ToolError, reason: &str, how: TurnEnd, out: &mut Vec<Effect>) {
        self.withdraw(error, reason, out);
        self.alone.clear();
        for index in 0..self.chat.calls().len() {
            if self.chat.calls()[index].result().is_none() {
                self.settle(index, Err(ToolError::aborted()), out);
            }
        }
        // By now every call has its result.
        self.chat.abort(&CallResult::error(String::new()), out);
        self.end(how, out);
    }

    fn end(&mut self, how: TurnEnd, out: &mut Vec<Effect>) {
        self.phase = Phase::Idle;
        out.extend(self.timer.take().map(|timer| Effect::Cancel(timer, Why::Superseded)));
        out.push(Effect::Turn(Turn::Ended(how)));
    }
}
