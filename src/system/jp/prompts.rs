//! The queue of prompts: one is shown, the others wait in the order in which they were asked (PRM-16).

use std::collections::VecDeque;

use serde_json::Value;

use super::{
    Jp,
    persisted::CancellationReason,
    prompter::{Pressed, Prompter},
    question::Question,
    texts,
};
use crate::{
    model::{Key, Op},
    system::{Act, Effect, Why},
};

/// The prompt that is shown, and those that wait; each for a call of the batch, by index.
#[derive(Clone, Debug, Default)]
pub struct Prompts {
    active: Option<(Op, usize, Prompter)>,
    queue: VecDeque<(usize, Prompter)>,
}

impl Prompts {
    /// The prompt that is shown.
    pub fn shown(&self) -> Option<Op> {
        self.active.as_ref().map(|(op, ..)| *op)
    }
}

impl Jp {
    /// Queues the prompt of call `index`'s question.
    pub(super) fn prompt(&mut self, index: usize, question: &Question, label: Option<String>, out: &mut Vec<Effect>) {
        self.prompts.queue.push_back((index, Prompter::new(question, label)));
        self.show_next(out);
    }

    fn show_next(&mut self, out: &mut Vec<Effect>) {
        if self.prompts.active.is_some() {
            return;
        }
        if let Some((index, prompter)) = self.prompts.queue.pop_front() {
            let op = self.mint.next(Op::Prompt);
            out.push(Effect::Show(op, prompter.draw()));
            self.prompts.active = Some((op, index, prompter));
        }
    }

    pub(super) fn person(&mut self, op: Op, act: Act, out: &mut Vec<Effect>) {
        let Some((_, _, prompter)) = self.prompts.active.as_mut().filter(|(active, ..)| *active == op) else {
            let why = if self.mint.knows(op) { Why::Late } else { Why::Foreign };
            out.push(Effect::Refuse(why));
            return;
        };
        let keys = match act {
            Act::Key(key) => Some(vec![key]),
            Act::Answer(value) => prompter.keys_for(&value, false),
            Act::Remember(value) => prompter.keys_for(&value, true),
            Act::Cancel => Some(vec![Key::Esc]),
            Act::Eof => return self.settled(Settled::Cancelled, out),
            Act::Broken => return self.settled(Settled::Broken, out),
            Act::Reject => None,
        };
        let Some(keys) = keys else {
            out.push(Effect::Refuse(Why::NotOffered));
            return;
        };
        let mut refused = false;
        for key in keys {
            match prompter.press(key) {
                Pressed::Open => {}
                Pressed::NotOffered => refused = true,
                Pressed::Answered { value, remember } => return self.settled(Settled::Answered(value, remember), out),
                Pressed::Cancelled => return self.settled(Settled::Cancelled, out),
            }
        }
        if refused {
            out.push(Effect::Refuse(Why::NotOffered));
        }
        out.push(Effect::Show(op, prompter.draw()));
    }

    /// The prompt that is shown is settled. The next one is shown before the call goes on, as the person sees it.
    fn settled(&mut self, how: Settled, out: &mut Vec<Effect>) {
        let Some((_, index, _)) = self.prompts.active.take() else { return };
        match how {
            Settled::Answered(value, remember) => {
                if remember && let Some(pending) = self.batch.pending(index) {
                    let question = pending.question.clone();
                    let tool = self.tool_name(index).to_owned();
                    self.cache.remember(&tool, &question, &value);
                }
                self.answer(index, value, out);
            }
            Settled::Cancelled => {
                let message = texts::CANCELLED_BY_USER.to_owned();
                self.give_up(index, CancellationReason::User, message, false, out);
            }
            Settled::Broken => {
                let message = texts::PROMPT_FAILED.to_owned();
                self.give_up(index, CancellationReason::BackendError, message, true, out);
            }
        }
        self.show_next(out);
    }

    /// Withdraws the prompt that is shown and those that wait, as if each had been cancelled.
    pub(super) fn abandon_prompts(&mut self, out: &mut Vec<Effect>) {
        let shown = self.prompts.active.take().map(|(op, index, _)| (Some(op), index));
        let queued = std::mem::take(&mut self.prompts.queue).into_iter().map(|(index, _)| (None, index));
        for (op, index) in shown.into_iter().chain(queued) {
            out.extend(op.map(|op| Effect::Cancel(op, Why::Interrupted)));
            let message = texts::CANCELLED_BY_USER.to_owned();
            self.give_up(index, CancellationReason::User, message, false, out);
        }
    }
}

enum Settled {
    /// With this answer, and whether it is to be remembered.
    Answered(Value, bool),
    Cancelled,
    Broken,
}
