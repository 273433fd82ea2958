//! The form: all questions of a call, on one screen. This is a pure widget: an act changes the state or ends the form, and
//! the state is drawn as text.
//!
//! A question is a list, or a text if it has no options. Several questions have a tab each, and one more tab submits the
//! answers (PI-41). A confirmation takes the whole screen while it waits.
//!
//! | key | what it does |
//! |---|---|
//! | up, down | move in the list, and stop at its ends (PI-42) |
//! | `1` to `9` | picks an option by its number, and moves the cursor there; only if one option may be picked (PI-43) |
//! | `0` | goes to Other, in a long list (PI-45) |
//! | Space | picks an option or puts it back, if several may be picked (PI-42) |
//! | Tab, right, left | go to the next tab or to the one before, and stop at the ends (PI-42) |
//! | Enter | confirms an answer (PI-42); on the last tab, submits all answers once none is missing (PI-48) |
//! | Esc | leaves the editor of Other; elsewhere cancels, and asks first if answers would be lost (PI-30 to PI-33) |
//! | Ctrl-C | twice in a row, ends the program, and the call gets no result (PI-36); once, does nothing |
//!
//! **Absent here:** a time limit (PI-35), and a check of the answers (PI-19). No state outlives the form (PI-36).

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
    model::{Key, KeyRun},
    system::{Act, Prompt},
};

/// A typed text with at least this many characters is long (PI-38).
pub const LONG: usize = 2001;

/// The questions of a call, on the screen.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Form {
    entries: Vec<Entry>,
    /// The index of the question that is shown. One more than the last is the tab that submits.
    at: usize,
    dialog: Option<Dialog>,
    /// Whether the last key was Ctrl-C.
    interrupted: bool,
}

/// A question with its draft and its answer.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Entry {
    question: Question,
    draft: Draft,
    /// The answer, once confirmed.
    given: Option<Given>,
}

/// The consequence of an act.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Acted {
    /// An answer to each question, in their order (PI-21).
    Answered(Vec<Answer>),
    /// The user declines to answer (PI-30, PI-90).
    Cancelled,
    /// The form has failed, for this reason.
    Failed(&'static str),
    /// The user ends the program by two Ctrl-C (PI-36).
    Quit,
    /// The form is still open, and may look different.
    Open,
    /// The act is not possible here, and nothing has changed.
    NotOffered,
}

impl Form {
    /// A form that shows the first question. The arguments of a call have at least one question.
    pub fn new(questions: Vec<Question>) -> Self {
        let entry = |question| Entry { question, draft: Draft::default(), given: None };
        Self { entries: questions.into_iter().map(entry).collect(), at: 0, dialog: None, interrupted: false }
    }

    /// Takes an act of the user. An act with a meaning is turned into keys.
    pub fn act(&mut self, act: &Act) -> Acted {
        let keys = match act {
            Act::Key(key) => return self.press(*key),
            Act::Paste(text) => self.types().then(|| vec![KeyRun::Text(text.to_string())]),
            Act::Answer(answer) => self.keys_for(answer),
            Act::Choose(label) => self.keys_for_choice(label),
            Act::Submit => self.keys_to_submit(),
            Act::Cancel => Some(self.keys_to_cancel()),
            Act::Eof => return Acted::Cancelled,
            Act::Broken => return Acted::Failed("The form's terminal failed before it was submitted."),
            Act::Reject | Act::Remember(_) => None,
        };
        let mut last = Acted::NotOffered;
        for run in keys.into_iter().flatten() {
            let pressed = match &run {
                KeyRun::Text(text) => self.enter(text),
                run => self.press_each(run.keys()),
            };
            // An empty run presses nothing.
            let Some(acted) = pressed else { continue };
            last = acted;
            if last != Acted::Open {
                break;
            }
        }
        last
    }

    /// Presses keys as long as the form is open. `None` without a key.
    fn press_each(&mut self, keys: impl Iterator<Item = Key>) -> Option<Acted> {
        let mut last = None;
        for key in keys {
            last = Some(self.press(key));
            if last != Some(Acted::Open) {
                break;
            }
        }
        last
    }

    /// Types a text. It is the same as to press each character, and faster. `None` without a character.
    fn enter(&mut self, text: &str) -> Option<Acted> {
        let mut last = None;
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            last = Some(self.press(Key::Char(c)));
            if last != Some(Acted::Open) {
                break;
            }
            if self.types()
                && let Some(entry) = self.entries.get_mut(self.at)
            {
                entry.draft.typed.push_str(chars.as_str());
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
                // The key line changes, because it no longer speaks of Ctrl-C.
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

    /// The screen, and what it offers.
    pub fn draw(&self) -> Prompt {
        Prompt { text: self.text(), offers: self.offers(), request: None }
    }

    /// Takes the draft as the answer, and shows the next tab. Without tabs, submits the answer.
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

    /// Submits the answers if none is missing (PI-48).
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

    /// Whether keys type a text now.
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
