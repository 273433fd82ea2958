//! The rule that an answer stays what was said, to the letter.

use std::collections::{BTreeMap, BTreeSet};

use super::Moment::{Done, Heard};
use crate::model::json::Value;
use crate::system::{EffectKind, InputKind};

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
    looks_at: &[
        Heard(InputKind::Begin),
        Heard(InputKind::Model),
        Heard(InputKind::Person),
        Heard(InputKind::Client),
        Done(EffectKind::Request),
        Done(EffectKind::Call),
        Done(EffectKind::Show),
        Done(EffectKind::Record),
    ],
    make: || Box::<Verbatim>::default(),
};

/// The words in which each answer was given.
#[derive(Default, Hash)]
struct Verbatim {
    given: BTreeMap<ProvenanceMarker, BTreeSet<String>>,
    /// The answers whose words are not known: some of those that were typed key by key.
    unknown: BTreeSet<ProvenanceMarker>,
    /// What is typed at each prompt.
    typed: BTreeMap<Op, Typed>,
    is_begun: bool,
}

/// What a person types at a prompt.
#[derive(Debug, Default, Hash)]
enum Typed {
    /// Nothing: the prompt, as it is drawn, takes no text.
    #[default]
    Closed,
    /// A text, to its end.
    Text(String),
    /// A text that other acts than typing may have changed.
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

    /// Takes in an act, and returns the text that it confirms.
    fn act(&mut self, act: &Act) -> Option<String> {
        let Self::Text(text) = self else { return None };
        match act {
            Act::Key(Key::Char(char)) => text.push(*char),
            Act::Paste(pasted) => text.push_str(pasted),
            Act::Key(Key::Backspace) => drop(text.pop()),
            Act::Key(Key::Enter) => {
                let text = std::mem::take(text);
                *self = Self::Closed;
                return Some(text);
            }
            _ => *self = Self::Unsure,
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

    /// Takes in what a person does.
    fn act(&mut self, run_state: &RunState<'_>, op: Op, act: &Act) {
        match act {
            Act::Answer(value) | Act::Remember(value) => self.give_all(value),
            Act::Choose(text) | Act::Paste(text) => self.give(text),
            _ => {}
        }
        let typed = self.typed.entry(op).or_default();
        if let Some(text) = typed.act(act) {
            self.give(&text);
        } else if matches!(typed, Typed::Unsure) {
            let at_prompt = run_state.prompts.get(&op).filter(|_| matches!(act, Act::Key(_)));
            self.unknown.extend(at_prompt.into_iter().flat_map(|facts| marks(facts.typed())));
        }
    }

    /// The words of all texts that stand in the workload.
    fn begin(&mut self, workload: &Workload) {
        workload.texts(&mut |text| self.give(text));
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
            let stands = |words: &String| text == words || has_piece(text, words) || has_piece(text, &as_json(words));
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
            What::Input(Input::Person(op, act)) => self.act(run_state, *op, act),
            What::Effect(Effect::Show(op, prompt)) => {
                self.typed.entry(*op).or_default().draw(&prompt.offers);
            }
            What::Input(Input::Client(ClientEvent::Line(line))) => self.give_all(line),
            What::Input(Input::Client(ClientEvent::Written(written))) => self.unknown.extend(marks(written)),
            What::Input(Input::Model(_, ModelEvent::Data(data))) => self.give_all(data),
            What::Effect(Effect::Record(Record(record))) => {
                return self.check_all(record).or_else(|breach| if is_failure(record) { Ok(()) } else { Err(breach) });
            }
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

#[cfg(test)]
mod tests {
    use crate::model::json::json;
    use rstest::rstest;

    use super::Typed;
    use crate::{
        model::Key,
        system::{Act, Offers, Typing},
    };

    fn keys(keys: &[&str]) -> Vec<Act> {
        keys.iter().map(|key| Act::Key(crate::model::json::from_value::<Key>(json!(key)).unwrap())).collect()
    }

    #[rstest]
    #[case::typed(keys(&["a", "b", "Enter"]), Some("ab"))]
    #[case::a_slip(keys(&["a", "😀", "Backspace", "b", "Enter"]), Some("ab"))]
    #[case::pasted(vec![Act::Paste("a\tb".into()), Act::Key(Key::Enter)], Some("a\tb"))]
    #[case::the_cursor_was_moved(keys(&["a", "Left", "b", "Enter"]), None)]
    #[case::answered_in_between([keys(&["a"]), vec![Act::Answer(json!("x"))], keys(&["b", "Enter"])].concat(), None)]
    #[case::not_confirmed(keys(&["a", "b"]), None)]
    fn a_text_is_known_if_nothing_but_typing_has_changed_it(#[case] acts: Vec<Act>, #[case] expected: Option<&str>) {
        let mut typed = Typed::default();
        typed.draw(&Offers { typing: Some(Typing::Echoed), ..Offers::default() });
        let given: Vec<String> = acts.iter().filter_map(|act| typed.act(act)).collect();
        assert_eq!(given.first().map(String::as_str), expected);
    }

    #[test]
    fn beside_choices_a_key_may_be_a_shortcut() {
        let mut typed = Typed::default();
        typed.draw(&Offers { typing: Some(Typing::Echoed), choices: vec!["a".into()], ..Offers::default() });
        assert!(keys(&["a", "Enter"]).iter().all(|act| typed.act(act).is_none()));
    }
}
