//! Rules for the answers that the model and the tools are told.

use std::collections::BTreeSet;

use super::Moment::{AnyEffect, Done};
use super::{Breach, Check, Rule, demand};
use crate::system::EffectKind;
use crate::{
    sim::{
        run_state::RunState,
        texts,
        workload::{ProvenanceMarker, marks, marks_in},
    },
    stage::{Lane, What},
    system::{Effect, ToolCall},
};

/// I-3, for results.
pub static ATTRIBUTION: Rule = Rule {
    name: "attribution",
    about: "an answer is in the result of the call that asked, and of no other call",
    requirements: &["I-3"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Request)],
    make: || Box::new(Attribution),
};

/// The answers in the results that a request adds. Errors do not count, because an error may list the options. So nothing
/// counts if errors cannot be told from answers.
fn told_answers<'w>(run_state: &RunState<'_>, what: &'w What) -> impl Iterator<Item = (&'w str, ProvenanceMarker)> {
    let request = match what {
        What::Effect(Effect::Request(_, request)) if run_state.marks_errors => Some(request),
        _ => None,
    };
    let results = request.into_iter().flat_map(|request| request.last_results());
    let results = results.filter(|(_, _, is_error)| !is_error);
    let told = results.flat_map(|(id, content, _)| marks(content).map(move |mark| (id, mark)));
    told.filter(|(_, (_, which))| *which > 0)
}

#[derive(Hash)]
struct Attribution;

impl Check for Attribution {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        for (id, (number, _)) in told_answers(run_state, what) {
            demand(!run_state.is_made_once(id) || run_state.may_answer(id, number), || {
                let askers: Vec<&str> = run_state.askers(number).collect();
                format!("the result of {id} has an answer to question {number}, which {} asks", askers.join(", "))
            })?;
        }
        Ok(())
    }
}

/// I-5.
pub static GIVEN_BY_SOMEBODY: Rule = Rule {
    name: "given-by-somebody",
    about: "the model is told only answers that some party gave",
    requirements: &["I-5"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Request)],
    make: || Box::new(GivenBySomebody),
};

#[derive(Hash)]
struct GivenBySomebody;

impl Check for GivenBySomebody {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        for (id, mark) in told_answers(run_state, what) {
            let is_asked = run_state.workload.asks.contains_key(&mark.0);
            demand(!is_asked || run_state.given.contains(&mark), || {
                format!("the result of {id} has the answer [{}.{}], which no party gave", mark.0, mark.1)
            })?;
        }
        Ok(())
    }
}

/// I-6.
pub static CANCEL_IS_NO_ANSWER: Rule = Rule {
    name: "cancel-is-no-answer",
    about: "the model is told no answer to a question that was cancelled",
    requirements: &["I-5", "I-6"],
    lanes: &[Lane::Model, Lane::Prompt],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Request)],
    make: || Box::<CancelIsNoAnswer>::default(),
};

/// The results with answers that earlier requests already had.
#[derive(Default, Hash)]
struct CancelIsNoAnswer(BTreeSet<(String, ProvenanceMarker)>);

impl Check for CancelIsNoAnswer {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        for (id, mark) in told_answers(run_state, what) {
            // Where two calls ask the same, one may be cancelled and the other answered.
            let is_of_one = run_state.askers(mark.0).count() < 2 && !run_state.has_strayed(mark.0);
            let is_told_apart = is_of_one && run_state.is_made_once(id);
            if self.0.insert((id.to_owned(), mark)) && is_told_apart && run_state.cancelled.contains(&mark.0) {
                return Err(Breach::new(format!(
                    "question {} was cancelled, and the result of {id} has an answer to it",
                    mark.0
                )));
            }
        }
        Ok(())
    }
}

/// I-8.
pub static SIBLINGS: Rule = Rule {
    name: "siblings",
    about: "a tool is given the answers to its own questions only",
    requirements: &["I-8"],
    lanes: &[Lane::Tool],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Call)],
    make: || Box::new(Siblings),
};

#[derive(Hash)]
struct Siblings;

impl Check for Siblings {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Call(_, ToolCall { id, answers, .. })) = what else { return Ok(()) };
        if !run_state.is_made_once(id) {
            return Ok(());
        }
        for answer in answers.values() {
            for (number, _) in marks_in(answer) {
                demand(run_state.may_answer(id, number), || {
                    let askers: Vec<&str> = run_state.askers(number).collect();
                    format!("{id} is executed with an answer to question {number}, which {} asks", askers.join(", "))
                })?;
            }
        }
        Ok(())
    }
}

/// REC-25.
pub static SECRET_NOWHERE: Rule = Rule {
    name: "secret-nowhere",
    about: "the value of a secret is told only to the tool that asked for it, and is not stored",
    requirements: &["REC-25"],
    lanes: &[],
    premises: &[],
    only_simulated: true,
    looks_at: &[AnyEffect],
    make: || Box::<SecretNowhere>::default(),
};

/// Whether the workload has a secret, once that is known.
#[derive(Default, Hash)]
struct SecretNowhere(Option<bool>);

impl Check for SecretNowhere {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(effect) = what else { return Ok(()) };
        let asks = &run_state.workload.asks;
        let has_secret = *self.0.get_or_insert_with(|| asks.values().any(|ask| ask.is_secret));
        if !has_secret || matches!(effect, Effect::Call(..)) {
            return Ok(());
        }
        let is_secret =
            |(number, which): ProvenanceMarker| which > 0 && asks.get(&number).is_some_and(|ask| ask.is_secret);
        let mut is_shown = false;
        texts::of_effect(effect, run_state.shared, &mut |text| is_shown |= marks(text).any(is_secret));
        demand(!is_shown, || "the value of a secret is told or stored".to_owned())
    }
}
