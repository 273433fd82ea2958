//! The offers of the form in its current state. The keys have the order of the key line, and include keys that the line
//! leaves out.
//!
//! Other is not among the choices. The offer to type a text stands for Other.

use super::{Dialog, Entry, Form, list};
use crate::{
    model::Key,
    system::{Offers, Typing},
};

const DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

impl Form {
    pub(super) fn offers(&self) -> Offers {
        let yes_or_no = [Key::Char('y'), Key::Char('n'), Key::Enter, Key::Esc];
        match (self.dialog, self.entries.get(self.at)) {
            (Some(Dialog::Discard | Dialog::Long), _) => Offers { keys: yes_or_no.into(), ..Offers::default() },
            (None, entry) => {
                let mut keys = Vec::new();
                if self.has_tabs() {
                    keys.extend([Key::Tab, Key::Left, Key::Right]);
                }
                match entry {
                    Some(entry) => entry.offers(keys),
                    None => {
                        keys.extend((self.answered() == self.entries.len()).then_some(Key::Enter));
                        keys.push(Key::Esc);
                        Offers { keys, ..Offers::default() }
                    }
                }
            }
        }
    }
}

impl Entry {
    fn offers(&self, mut keys: Vec<Key>) -> Offers {
        let question = &self.question;
        let typing = Some(Typing::Echoed);
        if self.draft.types(question) {
            keys.extend([Key::Enter, Key::Esc]);
            return Offers { keys, typing, ..Offers::default() };
        }
        keys.extend([Key::Up, Key::Down]);
        if question.several {
            keys.push(Key::Char(' '));
        } else {
            keys.extend(DIGITS.into_iter().filter(|digit| list::row_of(question, *digit).is_some()).map(Key::Char));
        }
        keys.extend(list::is_long(question).then_some(Key::Char('0')));
        keys.extend([Key::Enter, Key::Esc]);
        let choices = question.labels().map(str::to_owned).collect();
        Offers { keys, choices, several: question.several, typing, reject: false }
    }
}

#[cfg(test)]
#[path = "offers_tests.rs"]
mod tests;
