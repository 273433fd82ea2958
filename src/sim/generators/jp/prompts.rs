//! The rule of jp that holds each prompt against the questions that are recorded.

use std::collections::BTreeSet;

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
                // The longest text is that of the question; a shorter one may be a part of it.
                let asked = self.0.iter().filter(|(text, _)| prompt.text.contains(text.as_str()));
                let Some(longest) = asked.map(|(text, _)| text).max_by_key(|text| text.len()) else { return Ok(()) };
                let own: Vec<&str> = self.0.iter().filter(|(text, _)| text == longest).filter_map(context).collect();
                for other in self.0.iter().filter_map(context).filter(|other| other.len() >= CONTEXT_MIN) {
                    let is_own = longest.contains(other) || own.iter().any(|own| own.contains(other));
                    demand(is_own || !prompt.text.contains(other), || {
                        format!("{op} asks {longest:?}, and has {other:?}, the context of another question")
                    })?;
                }
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}

fn context((_, context): &(String, Option<String>)) -> Option<&str> {
    context.as_deref()
}
