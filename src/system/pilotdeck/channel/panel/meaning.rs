//! The keys for an act with a meaning, from any state of the panel.

use std::collections::BTreeSet;

use crate::model::json::{Name, Value};

use super::{DIGITS_MAX, Given, OTHER, Panel, Question};
use crate::model::{Key, KeyRun};

impl Panel {
    /// The keys for answers by question text, or for the answer to the only question. `None` if the panel offers no way
    /// to give them.
    pub fn keys_for(&self, answer: &Value) -> Option<Vec<KeyRun>> {
        let mut keys: Vec<KeyRun> = self.keys_to_leave().collect();
        let Value::Object(answers) = answer else {
            let question = self.questions.first().filter(|_| self.questions.len() == 1)?;
            keys.extend(self.keys_at(0, question, Some(answer))?);
            return Some(keys);
        };
        let is_asked = |text: &Name| self.questions.iter().any(|question| question.text == text.as_str());
        if !answers.keys().all(is_asked) {
            return None;
        }
        for (at, question) in self.questions.iter().enumerate() {
            let answer = answers.get(&question.text);
            if at < self.at {
                // A question that was passed cannot be answered again.
                let wanted = answer.map_or(Some(Given::default()), |answer| wanted(question, answer))?;
                (wanted == self.given[at]).then_some(())?;
            } else {
                keys.extend(self.keys_at(at, question, answer)?);
            }
        }
        Some(keys)
    }

    /// The keys for a click on an option of the question that is shown.
    pub fn keys_for_choice(&self, label: &str) -> Option<Vec<KeyRun>> {
        let picked = self.questions.get(self.at)?.labels().position(|known| known == label)?;
        Some(self.keys_to_leave().chain([digit(picked)?]).collect())
    }

    /// The keys that delete the typed text.
    pub fn keys_to_leave(&self) -> impl Iterator<Item = KeyRun> + use<> {
        let typed = self.typing.as_ref().map(|typed| typed.chars().count());
        typed.into_iter().flat_map(|typed| [KeyRun::Times(Key::Backspace, typed), Key::Enter.into()])
    }

    /// The keys that answer question `at`, and go on.
    fn keys_at(&self, at: usize, question: &Question, answer: Option<&Value>) -> Option<Vec<KeyRun>> {
        let mut given = self.given.get(at)?.clone();
        if at == self.at && self.typing.is_some() {
            // If the text is left empty, there is no other answer.
            given.other = None;
        }
        let wanted = answer.map_or(Some(Given::default()), |answer| wanted(question, answer))?;
        if !question.several {
            return match (wanted.picks.first(), wanted.other) {
                (Some(pick), _) => Some(vec![digit(*pick)?]),
                (None, Some(other)) => Some(typing(&other)),
                (None, None) => (given == Given::default()).then(|| vec![Key::Enter.into()]),
            };
        }
        let changed: Option<Vec<KeyRun>> =
            given.picks.symmetric_difference(&wanted.picks).map(|pick| digit(*pick)).collect();
        let mut keys = changed?;
        if given.other != wanted.other {
            keys.extend(typing(&wanted.other.unwrap_or_default()));
        }
        keys.push(Key::Enter.into());
        Some(keys)
    }
}

/// The picks and the text that make `answer`: options by their labels, and at most one other text.
fn wanted(question: &Question, answer: &Value) -> Option<Given> {
    let texts: Vec<&str> = match answer {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    let mut given = Given { picks: BTreeSet::new(), other: None };
    for text in &texts {
        match question.labels().position(|label| label == *text) {
            Some(pick) => drop(given.picks.insert(pick)),
            None if given.other.is_none() && !text.is_empty() => given.other = Some((*text).to_owned()),
            None => return None,
        }
    }
    (question.several || texts.len() <= 1).then_some(given)
}

fn digit(pick: usize) -> Option<KeyRun> {
    let digit = u32::try_from(pick + 1).ok().filter(|_| pick < DIGITS_MAX)?;
    char::from_digit(digit, 10).map(|digit| Key::Char(digit).into())
}

fn typing(text: &str) -> Vec<KeyRun> {
    vec![Key::Char(OTHER).into(), KeyRun::Text(text.to_owned()), Key::Enter.into()]
}
