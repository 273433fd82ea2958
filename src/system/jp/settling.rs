//! How the machine goes on when a prompt is settled.

use super::{
    Jp,
    batch::Response,
    persisted::CancellationReason,
    prompts::{Asks, Settled},
    texts,
};
use crate::{
    model::Op,
    system::{Act, Effect},
};

impl Jp {
    /// The user acts at a prompt. When the act settles the prompt, the next prompt is shown.
    pub(super) fn person(&mut self, op: Op, act: Act, out: &mut Vec<Effect>) {
        let Some((asks, how)) = self.prompts.act(op, act, &self.mint, out) else { return };
        match asks {
            Asks::Question(index) => self.settle_question(index, how, out),
            Asks::Permission(index) => self.permitted(index, how, out),
            Asks::Reason(index) => self.reasoned(index, how, out),
            Asks::Arguments(index) => self.edited(index, how, out),
            Asks::Delivery(index) => self.delivered(index, how, out),
            Asks::Content(index) => self.rewritten(index, how, out),
            Asks::Menu => self.chosen(how, out),
            Asks::Message => self.message(how, out),
        }
        self.prompts.show_next(&mut self.mint, out);
    }

    fn settle_question(&mut self, index: usize, how: Settled, out: &mut Vec<Effect>) {
        match how {
            Settled::Answered(value, remember) => {
                if remember && let Some(pending) = self.batch.pending(index) {
                    self.memory.answers.remember(&self.batch.call(index).name, &pending.question, &value);
                }
                self.answer(index, value, out);
            }
            Settled::Cancelled => {
                self.give_up(index, CancellationReason::User, Response::plain(texts::CANCELLED_BY_USER), out);
            }
            Settled::Broken => {
                self.give_up(index, CancellationReason::BackendError, Response::error(texts::PROMPT_FAILED), out);
            }
        }
    }
}
