//! The rule of jp that holds each prompt against the questions that are recorded.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    model::json::{member, text_of},
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, Record},
};

pub static OWN_CONTEXT: Rule = Rule {
    name: "own-context",
    about: "a prompt has the context of its own question, and of no other",
    requirements: &["ARG-32", "PRM-03"],
    lanes: &[Lane::Prompt, Lane::Record],
    premises: &[],
    only_simulated: false,
    make: || Box::<OwnContext>::default(),
};

/// A shorter text may stand in a prompt by chance.
const CONTEXT_MIN: usize = 8;

/// The text and the context of each question that is recorded since the last start.
#[derive(Default)]
struct OwnContext(BTreeSet<(String, Option<String>)>);

impl Check for OwnContext {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => self.0.clear(),
            What::Effect(Effect::Record(Record(record))) if text_of(record, "type") == Some("inquiry_request") => {
                let question = member(record, "question");
                let of = |name: &str| question.and_then(|question| text_of(question, name)).map(str::to_owned);
                if let Some(text) = of("text").filter(|text| !text.is_empty()) {
                    self.0.insert((text, of("context")));
                }
            }
            What::Effect(Effect::Show(op, prompt)) => {
                let is_shown = |text: &str| prompt.text.contains(text);
                let shown =
                    self.0.iter().filter_map(context).filter(|text| text.len() >= CONTEXT_MIN && is_shown(text));
                let shown: Vec<&str> = shown.collect();
                // A text may be a part of another, so any question whose text is shown may be the one that is asked.
                let may_ask = |(text, own): &&(String, Option<String>)| {
                    let is_own =
                        |other: &&str| text.contains(other) || own.as_ref().is_some_and(|own| own.contains(other));
                    shown.iter().all(is_own)
                };
                let asked: Vec<_> = self.0.iter().filter(|(text, _)| is_shown(text)).collect();
                demand(asked.is_empty() || asked.iter().any(may_ask), || {
                    let asked: Vec<&str> = asked.iter().map(|(text, _)| text.as_str()).collect();
                    format!("{op} asks {}, and has the contexts {}", Value::from(asked), Value::from(shown.clone()))
                })?;
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}

fn context((_, context): &(String, Option<String>)) -> Option<&str> {
    context.as_deref()
}
