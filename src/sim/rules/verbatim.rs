//! The rule that an answer stays what was said, to the letter.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Breach, Check, Rule, demand};
use crate::{
    model::{
        Key, Op,
        text::{as_json, has_piece},
    },
    sim::{
        run_state::RunState,
        texts,
        workload::{ProvenanceMarker, Workload, marks},
    },
    stage::{Lane, What},
    system::{Act, ClientEvent, Effect, Input, ModelEvent, Offers, Record},
};

/// I-5: an answer with other words is an answer that nobody gave.
pub static VERBATIM: Rule = Rule {
    name: "verbatim",
    about: "an answer that is stored, told to the model or given to a tool has the words in which it was given",
    requirements: &["I-5"],
    lanes: &[Lane::Model, Lane::Record, Lane::Tool],
    premises: &[],
    only_simulated: true,
    make: || Box::<Verbatim>::default(),
};

/// The words in which each answer was given.
#[derive(Default)]
struct Verbatim {
    given: BTreeMap<ProvenanceMarker, BTreeSet<String>>,
    /// The answers whose words are not known: some of those that were typed key by key.
    unknown: BTreeSet<ProvenanceMarker>,
    /// What is typed at each prompt.
    typed: BTreeMap<Op, Typed>,
    is_begun: bool,
}

/// What a person types at a prompt.
#[derive(Debug, Default)]
enum Typed {
    /// Nothing: a key has another meaning there, as far as it was drawn.
    #[default]
    Closed,
    /// A text, to its end.
    Text(String),
    /// A text in which other keys than those of its characters have moved about.
    Unsure,
}

impl Typed {
    /// Takes in what the prompt offers, as it is drawn now. Beside choices, a character may be a shortcut.
    fn draw(&mut self, offers: &Offers) {
        match self {
            _ if offers.typing.is_none() => *self = Self::Closed,
            _ if !offers.choices.is_empty() => *self = Self::Unsure,
            Self::Closed => *self = Self::Text(String::new()),
            Self::Text(_) | Self::Unsure => {}
        }
    }

    /// Takes in a key, and returns the text that it confirms.
    fn press(&mut self, key: Key) -> Option<String> {
        match (&mut *self, key) {
            (Self::Text(text), Key::Char(char)) => text.push(char),
            (Self::Text(text), Key::Backspace) => drop(text.pop()),
            (Self::Text(text), Key::Enter) => {
                let text = std::mem::take(text);
                *self = Self::Closed;
                return Some(text);
            }
            (Self::Text(_), _) => *self = Self::Unsure,
            (Self::Closed | Self::Unsure, _) => {}
        }
        None
    }
}

/// A longer text may be told shortened.
const LONG: usize = 2_000;

impl Verbatim {
    /// Takes in the words of a text that a party gave.
    fn give(&mut self, text: &str) {
        for mark in marks(text).filter(|(_, which)| *which > 0) {
            if text.len() > LONG || text.chars().any(|piece| piece.is_control() && piece != '\t') {
                self.unknown.insert(mark);
            } else {
                self.given.entry(mark).or_default().insert(text.to_owned());
            }
        }
    }

    fn give_all(&mut self, value: &Value) {
        texts::of_value(value, &mut |text| self.give(text));
    }

    /// The words of all texts that stand in the workload.
    fn begin(&mut self, workload: &Workload) {
        let parts = serde_json::to_value((&workload.turns, &workload.tools, &workload.setup)).unwrap_or_default();
        self.give_all(&parts);
        let written = workload.files.values().chain(&workload.setup.argv);
        for value in written.filter_map(|text| serde_json::from_str::<Value>(text).ok()) {
            self.give_all(&value);
        }
    }

    /// Checks a text of the subject's.
    fn check(&self, text: &str) -> Result<(), Breach> {
        for mark in marks(text) {
            let Some(given) = self.given.get(&mark).filter(|_| !self.unknown.contains(&mark)) else { continue };
            // A text may be JSON in JSON.
            let stands = |words: &String| has_piece(text, words) || has_piece(text, &as_json(words));
            demand(given.iter().any(stands), || {
                let given: Vec<&str> = given.iter().map(String::as_str).collect();
                format!("{text:?} has the answer [{}.{}], which was given as {}", mark.0, mark.1, Value::from(given))
            })?;
        }
        Ok(())
    }

    fn check_all(&self, value: &Value) -> Result<(), Breach> {
        let mut checked = Ok(());
        texts::of_value(value, &mut |text| {
            if checked.is_ok() {
                checked = self.check(text);
            }
        });
        checked
    }
}

/// Whether a record is of a failure, in which texts may be cut.
fn is_failure(record: &Value) -> bool {
    match record {
        Value::Object(members) => members
            .iter()
            .any(|(key, value)| matches!(key.as_str(), "is_error" | "isError") && *value == true || is_failure(value)),
        Value::Array(items) => items.iter().any(is_failure),
        _ => false,
    }
}

impl Check for Verbatim {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.begin(run_state.workload);
        }
        if matches!(what, What::Input(Input::Begin(_))) {
            self.typed.clear();
        }
        match what {
            What::Input(Input::Person(_, Act::Answer(value) | Act::Remember(value))) => self.give_all(value),
            What::Input(Input::Person(_, Act::Choose(text))) => self.give(text),
            What::Input(Input::Person(op, Act::Paste(text))) => {
                self.give(text);
                if let Some(Typed::Text(typed)) = self.typed.get_mut(op) {
                    typed.push_str(text);
                }
            }
            What::Input(Input::Person(op, Act::Key(key))) => {
                let typed = self.typed.entry(*op).or_default();
                if let Some(text) = typed.press(*key) {
                    self.give(&text);
                } else if matches!(typed, Typed::Unsure) {
                    let at_prompt = run_state.prompts.get(op);
                    self.unknown.extend(at_prompt.into_iter().flat_map(|facts| marks(facts.typed())));
                }
            }
            What::Effect(Effect::Show(op, prompt)) => {
                self.typed.entry(*op).or_default().draw(&prompt.offers);
            }
            What::Input(Input::Client(ClientEvent::Line(line))) => self.give_all(line),
            What::Input(Input::Client(ClientEvent::Written(written))) => self.unknown.extend(marks(written)),
            What::Input(Input::Model(_, ModelEvent::Data(data))) => self.give_all(data),
            What::Effect(Effect::Record(Record(record))) if !is_failure(record) => return self.check_all(record),
            What::Effect(Effect::Call(_, call)) => {
                return call.answers.values().try_for_each(|answer| self.check_all(answer));
            }
            What::Effect(Effect::Request(_, request)) if run_state.marks_errors => {
                let mut told = request.last_results().filter(|(_, _, is_error)| !is_error);
                return told.try_for_each(|(_, content, _)| self.check(content));
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
