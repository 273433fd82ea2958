//! The keys for an act with a meaning, from any state of the form.
//!
//! | meaning | its keys |
//! |---|---|
//! | an answer | the text or texts of an only question; else the answers to all questions, in order or by question text |
//! | yes or no, `true` or `false` | `y` or `n`, at a confirmation |
//! | a choice | the keys to a row of the list that is shown, Other included |
//! | submit | the key that confirms the picks or the text; not in a list where one option may be picked |
//! | cancel | the keys up to the end, with a yes if answers would be lost |
//!
//! A text that is no label is typed; if there are options, into Other. A long text is confirmed. Some answers have no
//! keys: an empty text, no text at all, two texts that are no labels, too few or too many answers.

use std::collections::BTreeSet;

use crate::model::json::Value;

use super::{
    Dialog, Draft, Entry, Form, Given, LONG,
    list::{OTHER, is_set, other_row},
};
use crate::{
    model::{Key, KeyRun},
    system::pi::arguments::Question,
};

impl Form {
    /// The keys for an answer to all questions, or to a confirmation.
    pub fn keys_for(&self, answer: &Value) -> Option<Vec<KeyRun>> {
        if let Value::Bool(is_yes) = answer {
            return self.dialog.map(|_| vec![KeyRun::One(Key::Char(if *is_yes { 'y' } else { 'n' }))]);
        }
        let wanted = self.wanted(answer)?;
        let mut keys = self.keys_to_come_back();
        if self.has_tabs() {
            keys.push(KeyRun::Times(Key::Left, self.at));
        }
        for (at, (entry, wanted)) in self.entries.iter().zip(wanted).enumerate() {
            let mut draft = entry.draft.clone();
            if let Some(given) = entry.given.as_ref().filter(|_| at > 0 || self.at > 0) {
                draft.restore(&entry.question, given);
            }
            Walk { question: &entry.question, draft, keys: &mut keys }.to(&wanted);
            keys.extend((wanted.length() >= LONG).then_some(KeyRun::One(Key::Char('y'))));
        }
        keys.extend(self.has_tabs().then_some(KeyRun::One(Key::Enter)));
        Some(keys)
    }

    /// The keys for a click on a row. If several rows have the label, the click is on the first one that is not picked.
    pub fn keys_for_choice(&self, label: &str) -> Option<Vec<KeyRun>> {
        let Entry { question, draft, .. } = self.entries.get(self.at).filter(|_| self.dialog.is_none())?;
        if draft.types(question) {
            return None;
        }
        let labels = question.labels().chain([OTHER]).enumerate();
        let rows: Vec<usize> = labels.filter(|(_, known)| *known == label).map(|(row, _)| row).collect();
        let is_fresh = |row: &&usize| !draft.picks.contains(row);
        let row = *rows.iter().find(is_fresh).or(rows.first())?;
        let mut keys = Vec::new();
        let mut walk = Walk { question, draft: draft.clone(), keys: &mut keys };
        walk.go_to(row);
        walk.press(if question.several { Key::Char(' ') } else { Key::Enter });
        Some(keys)
    }

    /// The keys that submit the picks or the text.
    pub fn keys_to_submit(&self) -> Option<Vec<KeyRun>> {
        let entry = self.entries.get(self.at);
        match (self.dialog, entry) {
            (Some(Dialog::Discard), _) => None,
            (None, Some(Entry { question, draft, .. })) if !draft.types(question) => {
                let mut keys = Vec::new();
                let mut walk = Walk { question, draft: draft.clone(), keys: &mut keys };
                question.several.then(|| walk.confirm_set())?;
                Some(keys)
            }
            (Some(Dialog::Long) | None, _) => Some(vec![KeyRun::One(Key::Enter)]),
        }
    }

    /// The keys that cancel.
    pub fn keys_to_cancel(&self) -> Vec<KeyRun> {
        if let Some(Dialog::Discard) = self.dialog {
            return vec![KeyRun::One(Key::Char('y'))];
        }
        let mut keys = self.keys_to_come_back();
        let is_editing = self.entries.get(self.at).is_some_and(|entry| entry.draft.editing);
        keys.extend(is_editing.then_some(KeyRun::One(Key::Esc)));
        keys.push(KeyRun::One(Key::Esc));
        keys.extend((self.has_tabs() && self.answered() > 0).then_some(KeyRun::One(Key::Char('y'))));
        keys
    }

    fn keys_to_come_back(&self) -> Vec<KeyRun> {
        self.dialog.map(|_| KeyRun::One(Key::Char('n'))).into_iter().collect()
    }

    /// The answer to each question, from `answer`.
    fn wanted(&self, answer: &Value) -> Option<Vec<Given>> {
        if let [Entry { question, .. }] = &self.entries[..]
            && let Some(given) = wanted(question, answer)
        {
            return Some(vec![given]);
        }
        let questions = || self.entries.iter().map(|entry| &entry.question);
        match answer {
            Value::Array(answers) if answers.len() == self.entries.len() => {
                questions().zip(answers).map(|(question, answer)| wanted(question, answer)).collect()
            }
            Value::Object(answers) => {
                let texts: BTreeSet<&str> = questions().map(|question| question.text.as_str()).collect();
                let is_asked = answers.keys().all(|text| texts.contains(text.as_str()));
                is_asked.then_some(())?;
                questions().map(|question| wanted(question, answers.get(&question.text)?)).collect()
            }
            _ => None,
        }
    }
}

/// The answer to a question, from `answer`: options by their labels, and at most one other text.
fn wanted(question: &Question, answer: &Value) -> Option<Given> {
    let texts: Vec<&str> = match answer {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    let mut given = Given::default();
    for text in &texts {
        let mut rows = question.labels().enumerate().filter(|(_, label)| label == text).map(|(row, _)| row);
        match rows.find(|row| !given.picks.contains(row)) {
            Some(row) => drop(given.picks.insert(row)),
            None if given.typed.is_none() && !text.is_empty() => given.typed = Some((*text).to_owned()),
            None => return None,
        }
    }
    let most = if is_set(question) { usize::MAX } else { 1 };
    (1..=most).contains(&texts.len()).then_some(given)
}

/// A sequence of keys in the making, and the draft that they lead to.
struct Walk<'walk> {
    question: &'walk Question,
    draft: Draft,
    keys: &'walk mut Vec<KeyRun>,
}

impl Walk<'_> {
    /// Adds the keys for the wanted answer, up to the key that confirms it.
    fn to(&mut self, wanted: &Given) {
        let question = self.question;
        if self.draft.editing {
            self.press(Key::Esc);
        }
        if is_set(question) {
            let changed: Vec<usize> = self.draft.picks.symmetric_difference(&wanted.picks).copied().collect();
            for row in changed {
                self.go_to(row);
                self.press(Key::Char(' '));
            }
            let given = Some(&self.draft.typed).filter(|_| self.draft.other);
            if given != wanted.typed.as_ref() {
                self.go_to(other_row(question));
                if self.draft.other {
                    self.press(Key::Char(' '));
                }
                if let Some(text) = &wanted.typed {
                    self.press(Key::Char(' '));
                    self.type_over(text);
                    self.press(Key::Enter);
                }
            }
            return self.confirm_set();
        }
        if let Some(text) = &wanted.typed {
            if !question.options.is_empty() {
                self.go_to(other_row(question));
                self.press(Key::Enter);
            }
            self.type_over(text);
        } else if let Some(row) = wanted.picks.first() {
            self.go_to(*row);
        }
        self.press(Key::Enter);
    }

    /// Adds the keys that confirm a set. With an empty set, Enter on Other would open its editor.
    fn confirm_set(&mut self) {
        let is_empty = self.draft.picks.is_empty() && !self.draft.other;
        if is_empty && self.draft.cursor == other_row(self.question) {
            self.press(Key::Up);
        }
        self.press(Key::Enter);
    }

    fn go_to(&mut self, row: usize) {
        let key = if row < self.draft.cursor { Key::Up } else { Key::Down };
        for _ in 0..self.draft.cursor.abs_diff(row) {
            self.press(key);
        }
    }

    /// Adds the keys that replace the typed text. Every character is typed as it is, so the draft can be set at once.
    fn type_over(&mut self, text: &str) {
        self.keys.push(KeyRun::Times(Key::Backspace, self.draft.typed.chars().count()));
        self.keys.push(KeyRun::Text(text.to_owned()));
        text.clone_into(&mut self.draft.typed);
    }

    fn press(&mut self, key: Key) {
        self.draft.press(self.question, key);
        self.keys.push(KeyRun::One(key));
    }
}
