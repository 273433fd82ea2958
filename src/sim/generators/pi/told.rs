//! The rules of pi for answers on their way to the model: in the result of the call, and in the summary of a
//! conversation.

use std::collections::BTreeMap;

use super::entries::{entry, result};
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};
use crate::{
    model::{Part, text::has_piece},
    sim::{
        rules::{Breach, Check, Rule, demand, told::is_one_call},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{
        Effect, Input,
        pi::{Said, StoredOutcome},
    },
};

pub static TOLD_ANSWERS: Rule = Rule {
    name: "told-answers",
    about: "the model is told each answer that is stored of a call, whole",
    requirements: &["PI-21", "PI-26", "PI-39"],
    lanes: &[Lane::Record, Lane::Model],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Request), Done(EffectKind::Record)],
    make: || Box::<ToldAnswers>::default(),
};

/// The texts of the answers that are stored of each call.
#[derive(Default, Hash)]
struct ToldAnswers(BTreeMap<String, Vec<String>>);

impl Check for ToldAnswers {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => self.0.clear(),
            What::Effect(Effect::Request(op, request)) => {
                for (id, content, _) in request.results() {
                    let Some(answers) = self.0.get(id) else { continue };
                    if !is_one_call(request, id) || !run_state.is_made_once(id) {
                        continue;
                    }
                    demand_each(answers, content, || format!("{op} has the result of {id}"))?;
                }
            }
            What::Effect(_) => {
                if let Some((call, message)) = result(run_state, what)
                    && let Some(details) = &message.details
                {
                    self.0.insert(call.to_owned(), texts(&details.outcome));
                }
            }
            What::Input(_) => {}
        }
        Ok(())
    }
}

pub static SUMMARY: Rule = Rule {
    name: "summary",
    about: "after a summary that the agent has written, the next request has each answer that was stored since the last one",
    requirements: &["PI-76", "PI-111"],
    lanes: &[Lane::Record, Lane::Model],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::Says), Done(EffectKind::Request), Done(EffectKind::Record)],
    make: || Box::<Summary>::default(),
};

#[derive(Default, Hash)]
struct Summary {
    /// The texts of the answers since the last summary. `None` after a way back, from where on not everything belongs to
    /// the conversation.
    answers: Option<Vec<String>>,
    /// The texts of the answers that the next request has, in the summary or as they were told.
    summed_up: Vec<String>,
    /// Whether the model was asked since the user's last words. It may have written the summary.
    is_asked: bool,
}

impl Check for Summary {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => *self = Self { answers: Some(Vec::new()), ..Self::default() },
            What::Input(Input::Says(said)) => {
                self.is_asked = false;
                if said.0.starts_with("/tree") {
                    *self = Self::default();
                }
            }
            What::Effect(Effect::Request(op, request)) => {
                self.is_asked = true;
                let summed_up = std::mem::take(&mut self.summed_up);
                if summed_up.is_empty() {
                    return Ok(());
                }
                let parts = request.messages.iter().flat_map(|message| &message.parts);
                let told = parts.filter_map(|part| match part {
                    Part::Text(text) | Part::Result { content: text, .. } => Some(text.as_str()),
                    Part::Reasoning(_) | Part::Call { .. } => None,
                });
                // A summary may stand in the system prompt, too.
                let told = told.chain(request.system.as_deref());
                demand_each(&summed_up, &told.collect::<Vec<_>>().join("\n"), || format!("{op} has"))?;
            }
            What::Effect(Effect::Record(_)) => {
                let (Some(answers), Some(stored)) = (&mut self.answers, entry(run_state, what)) else {
                    return Ok(());
                };
                if stored.summary.is_some() {
                    let before = std::mem::take(answers);
                    self.summed_up = if self.is_asked { Vec::new() } else { before };
                }
                answers.extend(stored.details().map(|details| texts(&details.outcome)).unwrap_or_default());
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}

/// A longer text may be told in another way.
const LONG: usize = 2_000;

/// The texts of all answers. One of blanks only may be left out.
fn texts(outcome: &StoredOutcome) -> Vec<String> {
    let said = outcome.known_answers().flat_map(|answer| match &answer.said {
        Said::One(text) => std::slice::from_ref(text),
        Said::Several(texts) => texts.as_slice(),
    });
    said.filter(|text| !text.trim().is_empty() && text.len() <= LONG).map(ToString::to_string).collect()
}

fn demand_each(answers: &[String], told: &str, what: impl Fn() -> String) -> Result<(), Breach> {
    let missing = answers.iter().find(|answer| !has_piece(told, answer));
    demand(missing.is_none(), || {
        format!("{} {told:?}, without the answer {:?}", what(), missing.map_or("", String::as_str))
    })
}
