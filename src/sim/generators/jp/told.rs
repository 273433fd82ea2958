//! The rules of jp that hold what the model is told of a call against what is recorded of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Text, Value};
use crate::sim::rules::Moment::{Done, Heard, Parked, Recorded};
use crate::system::{EffectKind, InputKind};

use crate::{
    model::{
        Op,
        json::{member, text_of},
    },
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
    looks_at: &[
        Heard(InputKind::Begin),
        Heard(InputKind::Model),
        Done(EffectKind::Request),
        Recorded("tool_call_response"),
    ],
    make: || Box::<AsRecorded>::default(),
};

/// The responses that are recorded since the last start. A call whose id occurs twice is left out.
#[derive(Default, Hash)]
struct AsRecorded {
    /// The record of each call.
    recorded: BTreeMap<Text, Value>,
    twice: BTreeSet<Text>,
}

impl Check for AsRecorded {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            // What another run has recorded may be told in the subject's own words.
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Input(Input::Model(_, ModelEvent::Call { id, .. })) if self.recorded.contains_key(id.as_str()) => {
                self.twice.insert(id.into());
            }
            What::Effect(Effect::Record(Record(record))) if text_of(record, "type") == Some("tool_call_response") => {
                let id = Text::from(text_of(record, "id").unwrap_or_default());
                if self.recorded.insert(id.clone(), record.clone()).is_some() {
                    self.twice.insert(id);
                }
            }
            What::Effect(Effect::Request(op, request)) => {
                for (id, content, is_error) in request.results() {
                    let Some(record) = self.recorded.get(id) else { continue };
                    if self.twice.contains(id) || !is_one_call(request, id) {
                        continue;
                    }
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

pub static WITHOUT_RECORD: Rule = Rule {
    name: "nothing-without-a-record",
    about: "in every request of a turn, a call without a recorded response has failed",
    requirements: &["REC-36", "I-10"],
    lanes: &[Lane::Model, Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[
        Heard(InputKind::Begin),
        Done(EffectKind::Request),
        Recorded("tool_call_request"),
        Recorded("tool_call_response"),
        Parked,
    ],
    make: || Box::<WithoutRecord>::default(),
};

#[derive(Default, Hash)]
struct WithoutRecord {
    /// The calls with a response that is recorded, in the stored conversation or since the start.
    recorded: BTreeSet<Text>,
    /// The calls that are recorded.
    calls: BTreeSet<Text>,
    /// What the requests since the subject was last parked have told as successes, by call. The order of records and
    /// requests is not looked at.
    told: BTreeMap<String, String>,
}

impl WithoutRecord {
    fn take(&mut self, record: &Value) {
        let ids = match text_of(record, "type") {
            Some("tool_call_request") => &mut self.calls,
            Some("tool_call_response") => &mut self.recorded,
            _ => return,
        };
        ids.extend(text_of(record, "id").map(Text::from));
    }
}

impl Check for WithoutRecord {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(setup)) => {
                *self = Self::default();
                setup.stored.iter().for_each(|record| self.take(record));
            }
            What::Effect(Effect::Record(Record(record))) => self.take(record),
            // An inquiry is about calls that are not over.
            What::Effect(Effect::Request(_, request)) if request.schema.is_none() && run_state.marks_errors => {
                let told = request.results().filter(|(id, content, is_error)| {
                    !is_error && !self.recorded.contains(*id) && !content.to_lowercase().contains("interrupt")
                });
                self.told.extend(told.map(|(id, content, _)| (id.to_owned(), content.to_owned())));
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }

    fn parked(&mut self, _: &RunState<'_>, _: &[Op]) -> Result<(), Breach> {
        let told = std::mem::take(&mut self.told);
        let left = told.iter().find(|(id, _)| self.calls.contains(id.as_str()) && !self.recorded.contains(id.as_str()));
        left.map_or(Ok(()), |(id, content)| {
            Err(Breach::new(format!("{content:?} is told as the success of {id}, and no response of it is recorded")))
        })
    }
}
