//! The queue of prompts: one is shown, the others wait in the order in which they were asked (PRM-16).

use std::collections::VecDeque;

use serde_json::Value;

use super::{
    Jp,
    batch::Response,
    persisted::CancellationReason,
    prompter::{Pressed, Prompter},
    question::Question,
    texts,
};
use crate::{
    model::{Key, Op},
    system::{Act, Effect, Why},
};

/// The prompt that is shown, and those that wait.
#[derive(Clone, Debug, Default)]
pub struct Prompts {
    active: Option<(Op, Asks, Prompter)>,
    queue: VecDeque<(Asks, Prompter)>,
}

/// What a prompt is about; calls by their index in the batch.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Asks {
    /// The question of a call.
    Question(usize),
    /// Whether a call may run.
    Permission(usize),
    /// Why a call may not run.
    Reason(usize),
    /// What the arguments of a call are to be.
    Arguments(usize),
    /// Whether the result of a call may go to the model.
    Delivery(usize),
    /// What the result of a call is to be.
    Content(usize),
    /// What an interrupt is to do.
    Menu,
    /// What the model is to be told of a stop.
    Message,
}

/// How a prompt ends.
pub enum Settled {
    /// With this answer, and whether it is to be remembered.
    Answered(Value, bool),
    Cancelled,
    Broken,
}

impl Prompts {
    /// The prompt that is shown.
    pub fn shown(&self) -> Option<Op> {
        self.active.as_ref().map(|(op, ..)| *op)
    }

    /// What it is about.
    pub fn asks(&self) -> Option<Asks> {
        self.active.as_ref().map(|(_, asks, _)| *asks)
    }

    /// Takes away the prompt that is shown.
    pub fn take_shown(&mut self) -> Option<(Op, Asks)> {
        self.active.take().map(|(op, asks, _)| (op, asks))
    }

    /// Takes away those that wait.
    pub fn take_queued(&mut self) -> Vec<Asks> {
        self.queue.drain(..).map(|(asks, _)| asks).collect()
    }
}

/// Presses the keys of a text that is pasted, as far as they go.
fn paste(prompter: &mut Prompter, text: &str) -> Pressed {
    let mut last = Pressed::Open;
    for key in Key::typing(text) {
        last = prompter.press(key);
        if !matches!(last, Pressed::Open) {
            break;
        }
    }
    last
}

impl Jp {
    /// Queues the prompt of call `index`'s question.
    pub(super) fn prompt(&mut self, index: usize, question: &Question, label: Option<String>, out: &mut Vec<Effect>) {
        self.enqueue(Asks::Question(index), Prompter::new(question, label), out);
    }

    pub(super) fn enqueue(&mut self, asks: Asks, prompter: Prompter, out: &mut Vec<Effect>) {
        self.prompts.queue.push_back((asks, prompter));
        self.show_next(out);
    }

    /// Shows a prompt before all those that wait.
    pub(super) fn jump_in(&mut self, asks: Asks, prompter: Prompter, out: &mut Vec<Effect>) {
        self.prompts.queue.push_front((asks, prompter));
        self.show_next(out);
    }

    fn show_next(&mut self, out: &mut Vec<Effect>) {
        if self.prompts.active.is_some() {
            return;
        }
        if let Some((asks, prompter)) = self.prompts.queue.pop_front() {
            let op = self.mint.next(Op::Prompt);
            out.push(Effect::Show(op, prompter.draw()));
            self.prompts.active = Some((op, asks, prompter));
        }
    }

    pub(super) fn person(&mut self, op: Op, act: Act, out: &mut Vec<Effect>) {
        let Some((_, _, prompter)) = self.prompts.active.as_mut().filter(|(active, ..)| *active == op) else {
            let why = if self.mint.knows(op) { Why::Late } else { Why::Foreign };
            out.push(Effect::Refuse(why));
            return;
        };
        let pressed = match act {
            Act::Key(key) => Some(prompter.press(key)),
            Act::Paste(text) => prompter.draw().offers.typing.map(|_| paste(prompter, &text)),
            Act::Answer(value) => prompter.give(value, false),
            Act::Remember(value) => prompter.give(value, true),
            Act::Choose(choice) => prompter.give(choice.into(), false),
            Act::Cancel => Some(prompter.press(Key::Esc)),
            Act::Eof => return self.settled(Settled::Cancelled, out),
            Act::Broken => return self.settled(Settled::Broken, out),
            Act::Reject | Act::Submit => None,
        };
        match pressed {
            Some(Pressed::Answered { value, remember }) => self.settled(Settled::Answered(value, remember), out),
            Some(Pressed::Cancelled) => self.settled(Settled::Cancelled, out),
            Some(Pressed::Open) => out.push(Effect::Show(op, prompter.draw())),
            Some(Pressed::NotOffered) => {
                out.extend([Effect::Refuse(Why::NotOffered), Effect::Show(op, prompter.draw())]);
            }
            None => out.push(Effect::Refuse(Why::NotOffered)),
        }
    }

    /// The prompt that is shown is settled; then the next one is shown.
    fn settled(&mut self, how: Settled, out: &mut Vec<Effect>) {
        let Some((_, asks)) = self.prompts.take_shown() else { return };
        match (asks, how) {
            (Asks::Question(index), how) => self.settle_question(index, how, out),
            (Asks::Permission(index), how) => self.permitted(index, how, out),
            (Asks::Reason(index), how) => self.reasoned(index, how, out),
            (Asks::Arguments(index), how) => self.edited(index, how, out),
            (Asks::Delivery(index), how) => self.delivered(index, how, out),
            (Asks::Content(index), how) => self.rewritten(index, how, out),
            (Asks::Menu, how) => self.chosen(how, out),
            (Asks::Message, how) => self.message(how, out),
        }
        self.show_next(out);
    }

    fn settle_question(&mut self, index: usize, how: Settled, out: &mut Vec<Effect>) {
        match how {
            Settled::Answered(value, remember) => {
                if remember && let Some(pending) = self.batch.pending(index) {
                    self.cache.remember(&self.batch.call(index).name, &pending.question, &value);
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
