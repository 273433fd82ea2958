//! The draft of an answer to one question, and the confirmed answer.
//!
//! **Absent here:** other questions, and confirmations.

use std::collections::BTreeSet;

use super::list::{follow, is_long, is_set, other_row, row_of};
use crate::{
    model::Key,
    system::pi::{answers::Answer, arguments::Question},
};

/// The state of the list and the text of a question.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Draft {
    /// The row that Enter confirms. The row behind the last option is Other.
    pub cursor: usize,
    /// The first row that is shown.
    pub top: usize,
    /// The rows of the options that are picked, if several may be.
    pub picks: BTreeSet<usize>,
    /// Whether the typed text is part of the answer, if several options may be picked.
    pub other: bool,
    /// Whether the editor of Other is open.
    pub editing: bool,
    /// The typed text. It stays when the user leaves the editor or puts Other back.
    pub typed: String,
}

/// A confirmed answer: the rows of the options, and a text.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Given {
    pub picks: BTreeSet<usize>,
    pub typed: Option<String>,
}

/// The consequence of a key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pressed {
    Open,
    NotOffered,
    /// The user confirms the draft.
    Confirms,
    /// The user wants to leave the question.
    Leaves,
}

impl Draft {
    /// Takes a key.
    pub fn press(&mut self, question: &Question, key: Key) -> Pressed {
        if self.types(question) {
            return self.type_on(question, key);
        }
        let several = question.several;
        match key {
            Key::Esc => return Pressed::Leaves,
            Key::Up => self.go_to(question, self.cursor.saturating_sub(1)),
            Key::Down => self.go_to(question, self.cursor + 1),
            Key::Char(' ') if several => self.toggle(question),
            Key::Enter if several => return self.confirm_set(question),
            Key::Enter => return self.pick(question),
            Key::Char('0') if is_long(question) => {
                self.go_to(question, other_row(question));
                self.editing = !self.other;
            }
            Key::Char(digit) if !several => match row_of(question, digit) {
                Some(row) => {
                    self.go_to(question, row);
                    return self.pick(question);
                }
                None => return Pressed::NotOffered,
            },
            _ => return Pressed::NotOffered,
        }
        Pressed::Open
    }

    /// Whether keys type a text: for a question without options (PI-16), or in the editor of Other.
    pub fn types(&self, question: &Question) -> bool {
        question.options.is_empty() || self.editing
    }

    /// The answer that the draft would be.
    pub fn given(&self, question: &Question) -> Given {
        let typed = Some(self.typed.clone());
        if is_set(question) {
            return Given { picks: self.picks.clone(), typed: typed.filter(|_| self.other) };
        }
        if self.types(question) {
            return Given { picks: BTreeSet::new(), typed };
        }
        Given { picks: [self.cursor].into(), typed: None }
    }

    /// Sets the draft to the confirmed answer, when the user comes back to the question. Unconfirmed changes are dropped.
    pub fn restore(&mut self, question: &Question, given: &Given) {
        self.editing = false;
        if let Some(typed) = &given.typed {
            self.typed.clone_from(typed);
        }
        if is_set(question) {
            self.picks.clone_from(&given.picks);
            self.other = given.typed.is_some();
        } else {
            self.go_to(question, given.picks.first().copied().unwrap_or_else(|| other_row(question)));
        }
    }

    fn go_to(&mut self, question: &Question, row: usize) {
        self.cursor = row.min(other_row(question));
        self.top = follow(self.top, self.cursor, question);
    }

    /// Picks the row of the cursor. For Other, the user types a text first.
    fn pick(&mut self, question: &Question) -> Pressed {
        if self.cursor < question.options.len() {
            return Pressed::Confirms;
        }
        self.editing = true;
        Pressed::Open
    }

    fn toggle(&mut self, question: &Question) {
        if self.cursor == other_row(question) {
            self.editing = !self.other;
            self.other = false;
        } else if !self.picks.remove(&self.cursor) {
            self.picks.insert(self.cursor);
        }
    }

    /// Confirms the picked options (PI-47). If there are none, Enter on Other opens its editor.
    fn confirm_set(&mut self, question: &Question) -> Pressed {
        if self.other || !self.picks.is_empty() {
            return Pressed::Confirms;
        }
        self.editing = self.cursor == other_row(question);
        Pressed::Open
    }

    fn type_on(&mut self, question: &Question, key: Key) -> Pressed {
        match key {
            Key::Char(c) => self.typed.push(c),
            Key::Backspace if self.typed.pop().is_some() => {}
            Key::Esc if self.editing => self.editing = false,
            Key::Esc => return Pressed::Leaves,
            Key::Enter if self.typed.is_empty() => {}
            // The text is one of several picks. The user confirms the set later.
            Key::Enter if self.editing && question.several => (self.editing, self.other) = (false, true),
            Key::Enter => return Pressed::Confirms,
            _ => return Pressed::NotOffered,
        }
        Pressed::Open
    }
}

impl Given {
    /// The answer, as the model is told (PI-22 to PI-26).
    pub fn answer(&self, question: &Question) -> Answer {
        let labels = self.labels(question).map(str::to_owned);
        match &self.typed {
            typed if is_set(question) => Answer::several(question, labels.collect(), typed.as_deref()),
            Some(text) => Answer::typed(question, text),
            None => Answer::picked(question, labels.last().as_deref().unwrap_or_default()),
        }
    }

    /// The labels in the order of the list, then the typed text.
    pub fn texts<'given>(&'given self, question: &'given Question) -> impl Iterator<Item = &'given str> {
        self.labels(question).chain(self.typed.as_deref())
    }

    /// The number of typed characters. A picked label does not count, however long it is (PI-38.o3).
    pub fn length(&self) -> usize {
        self.typed.as_deref().map_or(0, |typed| typed.chars().count())
    }

    fn labels<'given>(&'given self, question: &'given Question) -> impl Iterator<Item = &'given str> {
        self.picks.iter().filter_map(|pick| question.options.get(*pick)).map(|option| option.label.as_str())
    }
}
