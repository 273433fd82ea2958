//! The human at the terminal, in the place of a scenario's person.
//!
//! A prompt does not get the keys that were typed before it was shown, since they were meant for something else. Ctrl-C
//! among them stops the run. If the terminal is gone, each prompt is told once that the input has ended.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Terminal, TerminalEvent,
    layout::{Anchor, View},
    meaning::{Meaning, has_input_line, hints, line, meaning},
};
use crate::{
    model::{Millis, Op},
    stage::{InteractivePerson, Move, What},
    system::{Act, Effect, Input, Prompt, Typing},
};

/// The number of SIGINT. Ctrl-C counts as that signal.
const SIGINT: i32 = 2;

/// Why the human left a run before its end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Stop {
    /// This signal came. Ctrl-C counts as SIGINT.
    Signal(i32),
    /// The terminal is gone.
    Gone,
}

/// The human at the terminal.
pub struct Person<'a> {
    terminal: &'a mut dyn Terminal,
    /// The scenario, in a few words.
    name: String,
    now: Millis,
    shown: BTreeMap<Op, Prompt>,
    /// The prompt that is drawn.
    at: Option<Op>,
    /// The text on the input line.
    entry: String,
    /// The result of the last act.
    message: Option<String>,
    scrolled: isize,
    /// Set once the terminal is gone: the prompts that were told so.
    gone: Option<BTreeSet<Op>>,
    stop: Option<Stop>,
}

impl InteractivePerson for Person<'_> {
    fn see(&mut self, at: Millis, what: &What) {
        self.now = at;
        match what {
            // A subject that begins counts its operations from 1.
            What::Input(Input::Begin(_)) => {
                self.shown.clear();
                self.at = None;
                self.gone = self.gone.take().map(|_| BTreeSet::new());
            }
            What::Input(Input::Person(..)) => self.message = None,
            What::Effect(Effect::Show(op, prompt)) => {
                self.shown.insert(*op, prompt.clone());
                if self.at == Some(*op) {
                    self.scrolled = 0;
                }
            }
            What::Effect(Effect::Refuse(why)) => {
                let why = crate::model::json::to_value(why).unwrap_or_default();
                self.message = Some(format!("refused: {}", why.as_str().unwrap_or_default().replace('_', " ")));
            }
            What::Effect(Effect::Notice(text)) => self.message = Some(text.clone()),
            _ => {}
        }
    }

    fn act(&mut self, open: &[Op], timer: Option<Millis>) -> Move {
        let shown: Vec<Op> = open.iter().copied().filter(|op| self.shown.contains_key(op)).collect();
        let Some(op) = self.at.filter(|at| shown.contains(at)).or_else(|| shown.first().copied()) else {
            return Move::Waits;
        };
        if self.at != Some(op) {
            self.turn_to(op);
            if self.gone.is_none() && self.terminal.discard_typed() {
                return self.leave(Stop::Signal(SIGINT));
            }
        }
        self.ask(op, &shown, timer)
    }
}

impl<'a> Person<'a> {
    /// The human at `terminal`, who plays the scenario `name`.
    pub fn new(terminal: &'a mut dyn Terminal, name: String) -> Self {
        Self {
            terminal,
            name,
            now: Millis::default(),
            shown: BTreeMap::new(),
            at: None,
            entry: String::new(),
            message: None,
            scrolled: 0,
            gone: None,
            stop: None,
        }
    }

    /// Why the human left before the end of the run, if they did.
    pub const fn stop(&self) -> Option<Stop> {
        self.stop
    }

    fn leave(&mut self, why: Stop) -> Move {
        self.stop = Some(why);
        Move::Leaves
    }

    fn turn_to(&mut self, op: Op) {
        self.at = Some(op);
        self.entry.clear();
        self.scrolled = 0;
    }

    /// Draws `op` and waits until the human acts, there or at another of the prompts `shown`.
    fn ask(&mut self, mut op: Op, shown: &[Op], timer: Option<Millis>) -> Move {
        loop {
            if let Some(told) = &mut self.gone {
                return if told.insert(op) { Move::Acts(op, Act::Eof) } else { self.leave(Stop::Gone) };
            }
            let Some(prompt) = self.shown.get(&op).cloned() else { return Move::Waits };
            self.draw(op, &prompt, shown.len() - 1, timer);
            let stroke = match self.terminal.next_event() {
                TerminalEvent::Stroke(stroke) => stroke,
                TerminalEvent::Resized => continue,
                TerminalEvent::Gone => {
                    self.gone = Some(BTreeSet::new());
                    continue;
                }
                TerminalEvent::Signal(signal) => return self.leave(Stop::Signal(signal)),
            };
            match meaning(stroke, &prompt) {
                Meaning::Acts(act) => return Move::Acts(op, act),
                Meaning::Stops => return self.leave(Stop::Signal(SIGINT)),
                Meaning::Types(text) => self.entry.push_str(&text),
                Meaning::Erases => drop(self.entry.pop()),
                Meaning::Enters => match line(&self.entry, &prompt) {
                    Some(act) => {
                        self.entry.clear();
                        return Move::Acts(op, act);
                    }
                    None => self.message = Some("that is not offered here".to_owned()),
                },
                Meaning::Waits if timer.is_some() => return Move::Waits,
                Meaning::NextPrompt => {
                    let next = shown.iter().position(|known| *known == op).map_or(0, |at| (at + 1) % shown.len());
                    op = shown[next];
                    self.turn_to(op);
                }
                Meaning::Scrolls(way) => {
                    let (_, height) = self.terminal.size();
                    self.scrolled += way * (height / 2).max(1).cast_signed();
                }
                Meaning::Waits | Meaning::Nothing => {}
            }
        }
    }

    fn draw(&mut self, op: Op, prompt: &Prompt, others: usize, timer: Option<Millis>) {
        let has_input_line = has_input_line(prompt);
        let hidden = prompt.offers.typing == Some(Typing::Hidden);
        let entry = if hidden { "*".repeat(self.entry.chars().count()) } else { self.entry.clone() };
        let request = || prompt.request.as_ref().map(|request| format!("{request:#}"));
        let mut view = View {
            title: format!("{}  {}  {op}", self.name, self.now),
            text: Some(prompt.text.clone()).filter(|text| !text.is_empty()).or_else(request).unwrap_or_default(),
            entry: has_input_line.then_some(entry),
            message: self.message.clone(),
            hints: hints(prompt, timer, others),
            anchor: match prompt.offers.choices.is_empty() {
                _ if has_input_line => Anchor::Begin,
                false => Anchor::Cursor,
                true => Anchor::End,
            },
            scrolled: self.scrolled,
        };
        let rows = view.rows(self.terminal.size());
        self.scrolled = view.scrolled;
        if self.terminal.draw(&rows).is_err() {
            self.gone = Some(BTreeSet::new());
        }
    }
}

#[cfg(test)]
#[path = "person_tests.rs"]
mod tests;
