//! The card of a question, below the message that asks it. The card is a pure widget: an act leads from a state to the
//! next state or to an outcome, and every state has a drawing.
//!
//! ```text
//! Colour                      the header, if there is one
//! Which colour?
//!   [x] Red                   an option; the box only if several may be picked
//!       warm                  its description
//! > [ ] Blue                  the option with the focus
//!   Your own answer: gre      the input, if an answer may be typed
//!   [Send] [Reject]
//! ```
//!
//! A settled card shows the question and its answer, and takes no keys (DC-61).

use crate::model::json::Value;

use super::{question::Question, texts::Texts};
use crate::{
    model::{Key, text::harmless},
    system::{Act, Offers, Prompt, Typing},
};

/// The outcome of an act.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Pressed {
    /// The card is still open, and may have changed.
    Open,
    /// The card offers no such act.
    NotOffered,
    /// An answer.
    Answered(Given),
    /// The user rejects the question.
    Rejected,
}

/// An answer, as the user gave it.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Given {
    /// The labels that were picked, in the order of the clicks (DC-48).
    pub labels: Vec<String>,
    /// The typed text.
    pub custom: Option<String>,
}

impl Given {
    /// The answer as one text: each label on a line, then the typed text (DC-37 to DC-40).
    pub fn text(&self) -> String {
        self.labels.iter().chain(&self.custom).map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// What has the focus.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Focus {
    Input,
    Choice(usize),
}

/// A card on the screen.
#[derive(Clone, Debug, Hash)]
pub struct Card {
    question: Question,
    rejects: bool,
    /// The picked options, in the order of the clicks.
    picked: Vec<usize>,
    typed: String,
    focus: Focus,
}

impl Card {
    /// The card of a question. `rejects` says whether the user may reject it. If there is an input, it has the focus
    /// (DC-62).
    pub fn new(question: Question, rejects: bool) -> Self {
        let focus = if question.custom { Focus::Input } else { Focus::Choice(0) };
        Self { question, rejects, picked: Vec::new(), typed: String::new(), focus }
    }

    /// The question.
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// Takes what the user does.
    pub fn act(&mut self, act: Act) -> Pressed {
        match act {
            Act::Key(key) => self.press(key),
            Act::Paste(text) if self.focus == Focus::Input => {
                self.typed.push_str(&text);
                Pressed::Open
            }
            Act::Choose(label) => self.click(&label),
            Act::Submit => self.submit(),
            Act::Answer(value) => {
                let Some(keys) = self.keys_for(&value) else { return Pressed::NotOffered };
                let mut last = Pressed::Open;
                for key in keys {
                    last = self.press(key);
                }
                last
            }
            Act::Reject if self.rejects => Pressed::Rejected,
            Act::Paste(_) | Act::Reject | Act::Remember(_) | Act::Cancel | Act::Eof | Act::Broken => {
                Pressed::NotOffered
            }
        }
    }

    fn press(&mut self, key: Key) -> Pressed {
        let last = self.question.options.len().saturating_sub(1);
        match (self.focus, key) {
            (_, Key::CtrlEnter) if self.question.multiple => return self.submit(),
            (Focus::Input, Key::Enter) if !self.question.multiple => return self.submit(),
            (Focus::Input, Key::Char(c)) => self.typed.push(c),
            (Focus::Input, Key::Backspace) => drop(self.typed.pop()),
            (Focus::Input, Key::Tab | Key::Down) => self.focus = Focus::Choice(0),
            (Focus::Choice(at), Key::Enter | Key::Char(' ')) if !self.question.multiple => return self.pick(at),
            (Focus::Choice(at), Key::Char(' ')) => return self.pick(at),
            (Focus::Choice(at), Key::Down) => self.focus = Focus::Choice((at + 1).min(last)),
            (Focus::Choice(at), Key::Up) => self.focus = Focus::Choice(at.saturating_sub(1)),
            (Focus::Choice(_), Key::Tab) if self.question.custom => self.focus = Focus::Input,
            _ => return Pressed::NotOffered,
        }
        Pressed::Open
    }

    /// A click on an option. If several options have the label, the click is on the first one that changes anything.
    fn click(&mut self, label: &str) -> Pressed {
        let of_that_label =
            |index: &usize| self.question.options.get(*index).is_some_and(|option| option.label == label);
        let mut all = (0..self.question.options.len()).filter(of_that_label);
        let fresh = all.clone().find(|index| !self.picked.contains(index));
        match fresh.or_else(|| all.next()) {
            Some(index) => self.pick(index),
            None => Pressed::NotOffered,
        }
    }

    /// Picks an option. A single choice is the answer; in a set, the option is added or removed (DC-75, DC-76).
    fn pick(&mut self, index: usize) -> Pressed {
        if !self.question.multiple {
            let labels = vec![self.question.options[index].label.clone()];
            return Pressed::Answered(Given { labels, custom: None });
        }
        match self.picked.iter().position(|picked| *picked == index) {
            Some(position) => drop(self.picked.remove(position)),
            None => self.picked.push(index),
        }
        Pressed::Open
    }

    /// Sends the picked and typed answer. An empty or blank answer is not sent.
    fn submit(&mut self) -> Pressed {
        let custom = Some(self.typed.clone()).filter(|text| self.question.custom && !text.trim().is_empty());
        let labels: Vec<String> = self.picked.iter().map(|index| self.question.options[*index].label.clone()).collect();
        if labels.is_empty() && custom.is_none() {
            return Pressed::Open;
        }
        Pressed::Answered(Given { labels, custom })
    }

    /// The keys that give `value` from here. A value is a label, a typed text, or a list of labels that may end with a
    /// typed text. `None` if the card offers no way to give it.
    pub fn keys_for(&self, value: &Value) -> Option<Vec<Key>> {
        let wanted: Vec<&str> = match value {
            Value::String(text) => vec![text.as_str()],
            Value::Array(items) => items.iter().map(Value::as_str).collect::<Option<_>>()?,
            _ => return None,
        };
        if !self.question.multiple && wanted.len() != 1 {
            return None;
        }
        let mut walk = Walk { keys: Vec::new(), focus: self.focus, several: self.question.multiple };
        // Earlier picks are taken back.
        for index in &self.picked {
            walk.pick(*index);
        }
        let mut used: Vec<usize> = Vec::new();
        let mut own = None;
        for (position, label) in wanted.iter().enumerate() {
            let fits = |(index, _): &(usize, &str)| !used.contains(index);
            let mut options = self.question.options.iter().map(|option| option.label.as_str()).enumerate();
            match options.find(|option| fits(option) && option.1 == *label) {
                Some((index, _)) => {
                    used.push(index);
                    walk.pick(index);
                }
                None if position + 1 == wanted.len() && self.question.custom => own = Some(*label),
                None => return None,
            }
        }
        if self.question.custom && (own.is_some() || !self.typed.is_empty() && self.question.multiple) {
            walk.type_over(&self.typed, own.unwrap_or_default());
        }
        if self.question.multiple {
            walk.keys.push(Key::CtrlEnter);
        } else if own.is_some() {
            walk.keys.push(Key::Enter);
        }
        Some(walk.keys)
    }

    /// The drawing of an open card. Control characters in the model's texts are shown, not obeyed.
    pub fn draw(&self, texts: &Texts) -> Prompt {
        let mut lines = self.heading();
        for (index, option) in self.question.options.iter().enumerate() {
            let mark = if self.focus == Focus::Choice(index) { '>' } else { ' ' };
            let picked = if self.picked.contains(&index) { "[x] " } else { "[ ] " };
            let picked = if self.question.multiple { picked } else { "" };
            lines.push(format!("{mark} {picked}{}", option.label));
            lines.extend(option.description.iter().map(|description| format!("      {description}")));
        }
        if self.question.custom {
            let mark = if self.focus == Focus::Input { '>' } else { ' ' };
            lines.push(format!("{mark} {}: {}", texts.get("question.custom"), self.typed).trim_end().to_owned());
        }
        let sends = (self.question.multiple || self.question.custom).then_some("question.send");
        let rejects = self.rejects.then_some("question.reject");
        let buttons: Vec<String> =
            sends.into_iter().chain(rejects).map(|key| format!("[{}]", texts.get(key))).collect();
        if !buttons.is_empty() {
            lines.push(format!("  {}", buttons.join(" ")));
        }
        Prompt { text: harmless(&lines.join("\n")), offers: self.offers(), request: None }
    }

    /// The drawing of a card that was answered or rejected: the question and the answer (DC-61, DC-85).
    pub fn settled(&self, answer: Option<&str>, texts: &Texts) -> Prompt {
        let mut lines = self.heading();
        lines.push(match answer {
            Some(answer) => format!("{}: {answer}", texts.get("question.selected")),
            None => texts.get("question.rejected").to_owned(),
        });
        Prompt { text: harmless(&lines.join("\n")), ..Prompt::default() }
    }

    fn heading(&self) -> Vec<String> {
        self.question.header.iter().chain([&self.question.text]).cloned().collect()
    }

    fn offers(&self) -> Offers {
        let Question { options, multiple, custom, .. } = &self.question;
        let mut keys = vec![Key::Up, Key::Down, Key::Char(' ')];
        keys.extend(custom.then_some(Key::Tab));
        keys.push(if *multiple { Key::CtrlEnter } else { Key::Enter });
        Offers {
            keys,
            choices: options.iter().map(|option| option.label.clone()).collect(),
            several: *multiple,
            typing: custom.then_some(Typing::Echoed),
            reject: self.rejects,
        }
    }
}

/// A sequence of keys in the making, and the card that they lead to.
struct Walk {
    keys: Vec<Key>,
    focus: Focus,
    several: bool,
}

impl Walk {
    fn pick(&mut self, index: usize) {
        let at = match self.focus {
            Focus::Choice(at) => at,
            Focus::Input => {
                self.keys.push(Key::Tab);
                0
            }
        };
        let step = if index > at { Key::Down } else { Key::Up };
        self.keys.extend(std::iter::repeat_n(step, at.abs_diff(index)));
        self.keys.push(if self.several { Key::Char(' ') } else { Key::Enter });
        self.focus = Focus::Choice(index);
    }

    fn type_over(&mut self, before: &str, text: &str) {
        if self.focus != Focus::Input {
            self.keys.push(Key::Tab);
        }
        self.focus = Focus::Input;
        self.keys.extend(std::iter::repeat_n(Key::Backspace, before.chars().count()));
        self.keys.extend(Key::typing(text));
    }
}

#[cfg(test)]
#[path = "card_tests.rs"]
mod tests;
