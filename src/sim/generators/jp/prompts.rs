//! The rule of jp that holds each prompt against the questions that are recorded.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Value, json};
use crate::sim::rules::Moment::{Done, Heard, Recorded};
use crate::system::{EffectKind, InputKind};

use crate::{
    model::{
        Op,
        json::{member, text_of},
    },
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, Offers, Record},
};

pub static OWN_CONTEXT: Rule = Rule {
    name: "own-context",
    about: "a prompt has the context of its own question, and of no other; drawn again, it keeps its context and its label",
    requirements: &["ARG-32", "PRM-01", "PRM-03"],
    lanes: &[Lane::Prompt, Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Show), Recorded("inquiry_request")],
    make: || Box::<OwnContext>::default(),
};

/// A shorter context, in bytes, may stand in a prompt by chance.
const CONTEXT_MIN: usize = 8;
/// A shorter label, in characters, may stand in a prompt by chance.
const LABEL_MIN: usize = 3;

#[derive(Default, Hash)]
struct OwnContext {
    /// The text and the context of each question that is recorded since the last start.
    questions: BTreeSet<(String, Option<String>)>,
    /// The labels that are configured.
    labels: Vec<String>,
    /// The contexts and the labels above the question in the first drawing of each prompt.
    drawn: BTreeMap<Op, Vec<String>>,
}

impl Check for OwnContext {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(setup)) => {
                *self = Self::default();
                setup.config.iter().for_each(|layer| add_labels(&layer.value, &mut self.labels));
            }
            What::Effect(Effect::Record(Record(record))) if text_of(record, "type") == Some("inquiry_request") => {
                let question = member(record, "question");
                let of = |name: &str| question.and_then(|question| text_of(question, name)).map(str::to_owned);
                if let Some(text) = of("text").filter(|text| !text.is_empty()) {
                    self.questions.insert((text, of("context")));
                }
            }
            What::Effect(Effect::Show(op, prompt)) => {
                let is_shown = |text: &str| prompt.text.contains(text);
                let shown = self
                    .questions
                    .iter()
                    .filter_map(context)
                    .filter(|text| text.len() >= CONTEXT_MIN && is_shown(text));
                let shown: Vec<&str> = shown.collect();
                // A text may be a part of another, so any question whose text is shown may be the one that is asked.
                let may_ask = |(text, own): &&(String, Option<String>)| {
                    let is_own =
                        |other: &&str| text.contains(other) || own.as_ref().is_some_and(|own| own.contains(other));
                    shown.iter().all(is_own)
                };
                let asked: Vec<_> = self.questions.iter().filter(|(text, _)| is_shown(text)).collect();
                demand(asked.is_empty() || asked.iter().any(may_ask), || {
                    let asked: Vec<&str> = asked.iter().map(|(text, _)| text.as_str()).collect();
                    format!("{op} asks {}, and has the contexts {}", Value::from(asked), Value::from(shown.clone()))
                })?;
                // Help may be drawn in the place of the question, and what is settled in fewer words.
                if prompt.offers == Offers::default() || asked.is_empty() {
                    return Ok(());
                }
                // What stands below the question may be an option or a text that is typed.
                let place = asked.iter().filter_map(|(text, _)| prompt.text.find(text)).max().unwrap_or_default();
                let labels = self.labels.iter().map(String::as_str);
                let above = shown.into_iter().chain(labels).filter(|piece| prompt.text[..place].contains(piece));
                let above = above.map(str::to_owned).collect();
                let first = self.drawn.entry(*op).or_insert(above);
                let lost = first.iter().find(|piece| !is_shown(piece));
                demand(lost.is_none(), || {
                    format!("{op} is drawn again without {}, with which it was drawn first", json!(lost))
                })?;
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}

/// Adds the labels in a layer of configuration.
fn add_labels(config: &Value, labels: &mut Vec<String>) {
    let members = config.as_object().into_iter().flatten();
    for (key, value) in members {
        match value.as_str() {
            Some(label) if key == "prompt_label" && label.chars().count() >= LABEL_MIN => labels.push(label.to_owned()),
            _ => add_labels(value, labels),
        }
    }
}

fn context((_, context): &(String, Option<String>)) -> Option<&str> {
    context.as_deref()
}
