//! The rules of pi for the calls of a session that was interrupted.

use std::collections::BTreeSet;

use crate::model::json::Value;
use crate::sim::rules::Moment::{AnyInput, Done, Heard};
use crate::system::{EffectKind, InputKind};

use super::entries::{ASK_USER, result};
use crate::{
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{
        Effect, Input, Offers, Signal,
        pi::{Message, StoredEntry},
    },
};

pub static ASKED_AGAIN: Rule = Rule {
    name: "asked-again",
    about: "after a restart, the questions of a valid call without a result are asked again, and those of no other call",
    requirements: &["PI-37", "I-1", "I-10"],
    lanes: &[Lane::Record, Lane::Prompt],
    premises: &[],
    only_simulated: true,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Show), Done(EffectKind::Record)],
    make: || Box::<AskedAgain>::default(),
};

#[derive(Default, Hash)]
struct AskedAgain {
    /// The calls that had a result when the subject was started.
    ended: BTreeSet<String>,
    /// The calls that had none, if the user is asked again.
    left: BTreeSet<String>,
    /// The calls whose questions were shown since the start.
    shown: BTreeSet<String>,
}

/// Words of the command line with which nobody is asked, or which may not fit.
const NOT_ASKED: [&str; 5] = ["-p", "--print", "--answers", "--mode", "--wrong"];

impl Check for AskedAgain {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(setup)) => {
                *self = Self::default();
                self.ended.extend(setup.stored.iter().filter_map(StoredEntry::read_result).map(|(call, _)| call));
                let is_asked = !setup.argv.iter().any(|word| NOT_ASKED.contains(&word.as_str()));
                // A leaf may leave the call behind.
                let goes_on = setup.config.iter().all(|layer| layer.value.get("leaf").is_none());
                if run_state.starts > 1 && setup.terminal && is_asked && goes_on {
                    let called = setup.stored.iter().flat_map(calls_with_questions);
                    self.left = called.filter(|call| !self.ended.contains(call)).collect();
                }
            }
            What::Effect(Effect::Record(_)) => {
                let Some((call, Message { is_error, .. })) = result(run_state, what) else { return Ok(()) };
                let mut asks = run_state.asked_in(call).peekable();
                let is_valid = asks.peek().is_some() && asks.all(|ask| ask.is_valid);
                let is_one = run_state.calls.get(call) == Some(&1);
                let is_left = is_valid && is_one && self.left.contains(call) && !self.shown.contains(call);
                demand(!is_left || *is_error != Some(true), || {
                    format!("{call} had no result, and ends with an error in the place of its questions")
                })?;
            }
            What::Effect(Effect::Show(op, prompt)) if prompt.offers != Offers::default() => {
                let Some(asks) = run_state.prompts.get(op).and_then(|facts| facts.asks) else { return Ok(()) };
                let askers: Vec<&str> = run_state.askers(asks).collect();
                self.shown.extend(askers.iter().map(|call| (*call).to_owned()));
                // One of several calls that ask the same may still have no result.
                let has_ended = |call: &&str| run_state.calls.get(*call) == Some(&1) && self.ended.contains(*call);
                demand(askers.is_empty() || !askers.iter().all(has_ended), || {
                    format!("{op} asks the questions of {} again, which has a result", askers.join(", "))
                })?;
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}

pub static LEFT_OPEN: Rule = Rule {
    name: "left-open",
    about: "when a signal ends the program, or when time passes at a question without a limit, no call is stored as cancelled",
    requirements: &["PI-36", "PI-35"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[AnyInput, Done(EffectKind::Record)],
    make: || Box::<LeftOpen>::default(),
};

#[derive(Default, Hash)]
struct LeftOpen {
    /// Whether a question may have a time limit.
    is_limited: bool,
    /// Whether somebody but the model has acted since the model did. The agent may take its time to follow.
    is_touched: bool,
    /// The requirement that forbids that a call is cancelled now, and what has happened.
    forbidden: Option<(&'static str, &'static str)>,
}

impl Check for LeftOpen {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if let What::Input(input) = what {
            if let Input::Begin(setup) = input {
                self.is_limited = setup.profile == "pi-rpc";
            }
            let touches = matches!(input, Input::Person(..) | Input::Client(_) | Input::Signal(Signal::Interrupt));
            self.is_touched = touches || self.is_touched && !matches!(input, Input::Model(..));
            self.forbidden = match input {
                _ if self.is_touched => None,
                Input::Signal(Signal::Terminate | Signal::Quit) => Some(("PI-36", "the program is ended")),
                Input::Fired(_) if !self.is_limited => Some(("PI-35", "a timer ends")),
                _ => None,
            };
            return Ok(());
        }
        let (Some((requirement, when)), Some((call, message))) = (self.forbidden, result(run_state, what)) else {
            return Ok(());
        };
        let is_cancelled = message.details.as_ref().is_some_and(|details| details.outcome.cancelled);
        demand(!is_cancelled, || format!("{call} is stored as cancelled when {when}"))
            .map_err(|breach| breach.of(vec![requirement.to_owned()]))
    }
}

/// The ids of the calls in a stored entry whose questions must be asked. A call may be spoilt on its way, and one with an
/// empty header may be refused (PI-09).
fn calls_with_questions(entry: &Value) -> impl Iterator<Item = String> {
    let parts = entry["message"]["content"].as_array().into_iter().flatten();
    let with_questions = parts.filter(|part| {
        let asked = part["arguments"]["questions"].as_array().map(|asked| &asked[..]).unwrap_or_default();
        part["name"] == ASK_USER && !asked.is_empty() && asked.iter().all(|question| question["header"] != "")
    });
    with_questions.filter_map(|part| part["id"].as_str().map(str::to_owned))
}
