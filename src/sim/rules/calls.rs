//! Rules for the conversation that the model is sent.

use std::collections::BTreeSet;

use super::Moment::Done;
use super::{Breach, Check, Rule, demand};
use crate::system::EffectKind;
use crate::{
    model::{Part, Role},
    sim::run_state::RunState,
    stage::{Lane, What},
    system::Effect,
};

/// I-1, for calls and results.
pub static ANSWERED_ONCE: Rule = Rule {
    name: "answered-once",
    about: "in every request, the message after a call has exactly one result of the call, and no result is without its call",
    requirements: &["I-1"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Request)],
    make: || Box::new(AnsweredOnce),
};

#[derive(Hash)]
struct AnsweredOnce;

impl Check for AnsweredOnce {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Request(op, request)) = what else { return Ok(()) };
        if run_state.calls.values().any(|times| *times > 1) {
            return Ok(());
        }
        // What the request shares with the one before was looked at there. Its last message may have calls.
        let shared = run_state.shared.messages;
        let last = shared.checked_sub(1).and_then(|last| request.messages.get(last));
        let mut called: BTreeSet<&str> =
            last.iter().flat_map(|message| &message.parts).filter_map(Part::call_id).collect();
        for message in request.messages.iter().skip(shared) {
            let mut calls = BTreeSet::new();
            for part in &message.parts {
                match part {
                    Part::Call { id, .. } => {
                        demand(calls.insert(id.as_str()), || format!("{op} has two calls with the id {id}"))?;
                    }
                    Part::Result { id, .. } => {
                        demand(called.remove(id.as_str()), || {
                            format!("{op} has a result of {id} without a call before it")
                        })?;
                    }
                    Part::Text(_) | Part::Reasoning(_) => {}
                }
            }
            let left = called.first().copied();
            demand(left.is_none() || message.role == Role::Assistant && calls.is_empty(), || {
                format!("{op} has no result of {} in the message after it", left.unwrap_or_default())
            })?;
            called.append(&mut calls);
        }
        let left = called.first();
        demand(left.is_none(), || format!("{op} has no result of {}", left.copied().unwrap_or_default()))
    }
}
