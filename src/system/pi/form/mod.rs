//! The form: every question of a call, on one screen. A pure widget, state and act to state or outcome, and state to
//! text.
//!
//! One question is a list, or a text where it has no options; several stand behind tabs, with one more to submit them
//! (PI-41). A confirmation takes the screen while it waits.
//!
//! | key | what it does |
//! |---|---|
//! | up, down | move in a list, up to its ends (PI-42) |
//! | `1` to `9` | picks by number, the cursor with it; not where several may be picked (PI-43) |
//! | `0` | goes to Other, where there are many options (PI-45) |
//! | Space | takes an option or puts it back, where several may be picked (PI-42) |
//! | Tab, right, left | the next question, the one before, up to the ends; only with tabs (PI-42) |
//! | Enter | confirms (PI-42); on the last tab, submits everything, once it is answered (PI-48) |
//! | Esc | leaves the editor of Other; else cancels, and asks first where answers would be lost (PI-30 to PI-33) |
//! | Ctrl-C | twice in a row, ends the program, and the call has no result (PI-36); once, nothing |
//!
//! **Absent here:** how long anybody waits (PI-35), and any judgement on what is said (PI-19). Nothing of a form outlives
//! it (PI-36).

mod dialog;
mod draft;
mod draw;
mod list;
mod meaning;
mod offers;
mod row;
mod tabs;

use self::{
    dialog::Dialog,
    draft::{Draft, Given, Pressed},
};
pub use self::{draw::long, list::OTHER};
use super::{answers::Answer, arguments::Question};
use crate::{
    model::Key,
    system::{Act, Prompt},
};

/// From this many characters on what is typed is long (PI-38).
pub const LONG: usize = 2001;

/// A call's questions on the screen.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Form {
    entries: Vec<Entry>,
    /// The question that is shown; behind the last, the tab that submits.
    at: usize,
    dialog: Option<Dialog>,
    /// Whether the last key was Ctrl-C.
    interrupted: bool,
}

/// A question, and what is said to it.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Entry {
    question: Question,
    draft: Draft,
    /// The answer, once it was confirmed.
    given: Option<Given>,
}

/// What came of an act.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Acted {
    /// An answer to each question, in their order (PI-21).
    Answered(Vec<Answer>),
    /// The user answers none of them (PI-30, PI-90).
    Cancelled,
    /// The form can not go on, and why.
    Failed(&'static str),
    /// The user interrupts the program: Ctrl-C twice (PI-36).
    Quit,
    /// The form is still open, perhaps drawn anew.
    Open,
    /// There is no such thing to do, and nothing changed.
    NotOffered,
}

impl Form {
    /// The form, at the first question. There is one at least, as a call's arguments have it.
    pub fn new(questions: Vec<Question>) -> Self {
        let entry = |question| Entry { question, draft: Draft::default(), given: None };
        Self { entries: questions.into_iter().map(entry).collect(), at: 0, dialog: None, interrupted: false }
    }

    /// Takes what the user does: a key, or a meaning that is turned into keys.
    pub fn act(&mut self, act: &Act) -> Acted {
        let keys = match act {
            Act::Key(key) => Some(vec![*key]),
            Act::Paste(text) => self.types().then(|| Key::typing(text).collect()),
            Act::Answer(answer) => self.keys_for(answer),
            Act::Choose(label) => self.keys_for_choice(label),
            Act::Submit => self.keys_to_submit(),
            Act::Cancel => Some(self.keys_to_cancel()),
            Act::Eof => return Acted::Cancelled,
            Act::Broken => return Acted::Failed("The form's terminal failed before it was submitted."),
            Act::Reject | Act::Remember(_) => None,
        };
        let mut last = Acted::NotOffered;
        for key in keys.into_iter().flatten() {
            last = self.press(key);
            if last != Acted::Open {
                break;
            }
        }
        last
    }

    /// Takes a key.
    pub fn press(&mut self, key: Key) -> Acted {
        let was_interrupted = std::mem::replace(&mut self.interrupted, key == Key::CtrlC);
        match (key, was_interrupted) {
            (Key::CtrlC, true) => Acted::Quit,
            (Key::CtrlC, false) => Acted::Open,
            _ => match self.press_on(key) {
                // The key line is another one again.
                Acted::NotOffered if was_interrupted => Acted::Open,
                acted => acted,
            },
        }
    }

    fn press_on(&mut self, key: Key) -> Acted {
        if let Some(dialog) = self.dialog {
            return self.press_in(dialog, key);
        }
        if self.has_tabs() && self.switch(key) {
            return Acted::Open;
        }
        let Some(entry) = self.entries.get_mut(self.at) else { return self.press_at_submit(key) };
        match entry.draft.press(&entry.question, key) {
            Pressed::Open => Acted::Open,
            Pressed::NotOffered => Acted::NotOffered,
            Pressed::Leaves => self.leave(),
            Pressed::Confirms if entry.draft.given(&entry.question).length() >= LONG => {
                self.dialog = Some(Dialog::Long);
                Acted::Open
            }
            Pressed::Confirms => self.confirm(),
        }
    }

    /// What is on the screen.
    pub fn draw(&self) -> Prompt {
        Prompt { text: self.text(), offers: self.offers(), request: None }
    }

    /// The draft is the answer; what comes next is shown, or everything is answered.
    fn confirm(&mut self) -> Acted {
        if let Some(entry) = self.entries.get_mut(self.at) {
            entry.given = Some(entry.draft.given(&entry.question));
        }
        if !self.has_tabs() {
            return self.submit();
        }
        self.arrive(self.at + 1);
        Acted::Open
    }

    /// Every answer, where none is missing (PI-48).
    fn submit(&self) -> Acted {
        let answers: Option<Vec<Answer>> = self.entries.iter().map(Entry::answer).collect();
        answers.filter(|answers| !answers.is_empty()).map_or(Acted::Open, Acted::Answered)
    }

    fn leave(&mut self) -> Acted {
        if self.has_tabs() && self.answered() > 0 {
            self.dialog = Some(Dialog::Discard);
            return Acted::Open;
        }
        Acted::Cancelled
    }

    /// Whether a text is being typed.
    fn types(&self) -> bool {
        let entry = self.entries.get(self.at).filter(|_| self.dialog.is_none());
        entry.is_some_and(|entry| entry.draft.types(&entry.question))
    }

    const fn has_tabs(&self) -> bool {
        self.entries.len() != 1
    }

    fn answered(&self) -> usize {
        self.entries.iter().filter(|entry| entry.given.is_some()).count()
    }
}

impl Entry {
    fn answer(&self) -> Option<Answer> {
        self.given.as_ref().map(|given| given.answer(&self.question))
    }
}

#[cfg(test)]
mod drawing_tests;
#[cfg(test)]
mod meaning_tests;
#[cfg(test)]
mod state_tests;
#[cfg(test)]
mod tests;
