//! The queue of prompts. One prompt is shown, and the others wait in the order in which they were asked (PRM-16).

use std::collections::VecDeque;

use crate::model::json::Value;

use super::prompter::{Pressed, Prompter};
use crate::{
    model::{Key, Op, op::Mint},
    system::{Act, Effect, Why},
};

/// The shown prompt, and the waiting ones.
#[derive(Clone, Debug, Default, Hash)]
pub struct Prompts {
    shown: Option<(Op, Asks, Prompter)>,
    waiting: VecDeque<(Asks, Prompter)>,
}

/// What a prompt asks. A number is the index of a call in the batch.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Asks {
    /// The question of a call.
    Question(usize),
    /// Whether a call may run.
    Permission(usize),
    /// The reason why a call may not run.
    Reason(usize),
    /// The edited arguments of a call.
    Arguments(usize),
    /// Whether the model may have the result of a call.
    Delivery(usize),
    /// The edited result of a call.
    Content(usize),
    /// What an interrupt does.
    Menu,
    /// The message to the model with which the tools are stopped.
    Message,
}

/// How a prompt ends.
#[derive(Hash)]
pub enum Settled {
    /// The user answers. The flag says whether the answer is to be remembered.
    Answered(Value, bool),
    /// The user cancels.
    Cancelled,
    /// The terminal fails.
    Broken,
}

impl Prompts {
    /// The prompt that is shown.
    pub fn shown(&self) -> Option<Op> {
        self.shown.as_ref().map(|(op, ..)| *op)
    }

    /// Whether an interrupt's menu or message is shown.
    pub fn shows_an_interrupt(&self) -> bool {
        self.shown.as_ref().is_some_and(|(_, asks, _)| matches!(asks, Asks::Menu | Asks::Message))
    }

    /// Adds a prompt behind those that wait.
    pub fn enqueue(&mut self, asks: Asks, prompter: Prompter, mint: &mut Mint, out: &mut Vec<Effect>) {
        self.waiting.push_back((asks, prompter));
        self.show_next(mint, out);
    }

    /// Adds a prompt before those that wait.
    pub fn jump_in(&mut self, asks: Asks, prompter: Prompter, mint: &mut Mint, out: &mut Vec<Effect>) {
        self.waiting.push_front((asks, prompter));
        self.show_next(mint, out);
    }

    /// Shows the next prompt, unless one is shown.
    pub fn show_next(&mut self, mint: &mut Mint, out: &mut Vec<Effect>) {
        if self.shown.is_some() {
            return;
        }
        if let Some((asks, prompter)) = self.waiting.pop_front() {
            let op = mint.next(Op::Prompt);
            out.push(Effect::Show(op, prompter.draw()));
            self.shown = Some((op, asks, prompter));
        }
    }

    /// Takes an act of the user. Yields what the prompt asked, once the act settles the prompt.
    pub fn act(&mut self, op: Op, act: Act, mint: &Mint, out: &mut Vec<Effect>) -> Option<(Asks, Settled)> {
        let Some((_, asks, prompter)) = self.shown.as_mut().filter(|(shown, ..)| *shown == op) else {
            let why = if mint.knows(op) { Why::Late } else { Why::Foreign };
            out.push(Effect::Refuse(why));
            return None;
        };
        let pressed = match act {
            Act::Key(key) => Some(prompter.press(key)),
            Act::Paste(text) => prompter.draw().offers.typing.map(|_| paste(prompter, &text)),
            Act::Answer(value) => prompter.give(value, false),
            Act::Remember(value) => prompter.give(value, true),
            Act::Choose(choice) => prompter.give(choice.into(), false),
            Act::Cancel => Some(prompter.press(Key::Esc)),
            Act::Eof => Some(Pressed::Cancelled),
            Act::Broken => {
                let settled = (*asks, Settled::Broken);
                self.shown = None;
                return Some(settled);
            }
            Act::Reject | Act::Submit => None,
        };
        let how = match pressed {
            Some(Pressed::Answered { value, remember }) => Settled::Answered(value, remember),
            Some(Pressed::Cancelled) => Settled::Cancelled,
            Some(Pressed::Open) => {
                out.push(Effect::Show(op, prompter.draw()));
                return None;
            }
            Some(Pressed::NotOffered) => {
                out.extend([Effect::Refuse(Why::NotOffered), Effect::Show(op, prompter.draw())]);
                return None;
            }
            None => {
                out.push(Effect::Refuse(Why::NotOffered));
                return None;
            }
        };
        let settled = (*asks, how);
        self.shown = None;
        Some(settled)
    }

    /// Withdraws all prompts. Yields what they asked, the shown prompt first.
    pub fn withdraw(&mut self, out: &mut Vec<Effect>) -> Vec<Asks> {
        let shown = self.withdraw_shown(Why::Interrupted, out);
        shown.into_iter().chain(self.waiting.drain(..).map(|(asks, _)| asks)).collect()
    }

    /// Withdraws the shown prompt.
    pub fn withdraw_shown(&mut self, why: Why, out: &mut Vec<Effect>) -> Option<Asks> {
        let (op, asks, _) = self.shown.take()?;
        out.push(Effect::Cancel(op, why));
        Some(asks)
    }
}

/// Presses the keys of a pasted text, until the prompt is settled.
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
