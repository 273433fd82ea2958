//! The rule of jp that holds what the model is told of a call against what is recorded of it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{
    model::json::{member, text_of},
    sim::{
        rules::{Breach, Check, Rule, demand, told::is_one_call},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, ModelEvent, Record},
};

pub static AS_RECORDED: Rule = Rule {
    name: "told-as-recorded",
    about: "in every request, the result of a call is the response that is recorded for it",
    requirements: &["REC-36", "RES-10", "EXE-12"],
    lanes: &[Lane::Model, Lane::Record],
    premises: &[],
    only_simulated: false,
    make: || Box::<AsRecorded>::default(),
};

/// The responses that are recorded since the last start. A call whose id occurs twice is left out.
#[derive(Default)]
struct AsRecorded {
    /// The record of each call.
    recorded: BTreeMap<String, Value>,
    twice: BTreeSet<String>,
}

impl Check for AsRecorded {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            // What another run has recorded may be told in the subject's own words.
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Input(Input::Model(_, ModelEvent::Call { id, .. })) if self.recorded.contains_key(id) => {
                self.twice.insert(id.clone());
            }
            What::Effect(Effect::Record(Record(record))) if text_of(record, "type") == Some("tool_call_response") => {
                let id = text_of(record, "id").unwrap_or_default().to_owned();
                if self.recorded.insert(id.clone(), record.clone()).is_some() {
                    self.twice.insert(id);
                }
            }
            What::Effect(Effect::Request(op, request)) => {
                for (id, content, is_error) in request.results() {
                    let is_one = !self.twice.contains(id) && is_one_call(request, id);
                    let Some(record) = self.recorded.get(id).filter(|_| is_one) else { continue };
                    let recorded = text_of(record, "content");
                    demand(recorded.is_none_or(|recorded| recorded == content), || {
                        format!(
                            "{op} has the result {content:?} of {id}, and {:?} is recorded",
                            recorded.unwrap_or_default()
                        )
                    })?;
                    let is_recorded = member(record, "is_error").and_then(Value::as_bool);
                    let is_same = is_recorded.is_none_or(|recorded| recorded == is_error);
                    let word = |is_error: bool| if is_error { "an error" } else { "a success" };
                    demand(is_same || !run_state.marks_errors, || {
                        format!(
                            "{op} has the result of {id} as {}, and {} is recorded",
                            word(is_error),
                            word(!is_error)
                        )
                    })?;
                }
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
