//! What the model is told of a call, held against what is recorded as its result, or against what it was told before.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Breach, Check, demand};
use crate::{
    sim::run_state::RunState,
    stage::What,
    system::{Effect, Input, ModelEvent, Record},
};

/// The result of a call that a record has.
pub struct Recorded {
    /// The id of the call.
    pub call: String,
    /// The content, if it is one text.
    pub content: Option<String>,
    /// Whether it is an error, if the record says that.
    pub is_error: Option<bool>,
}

/// Every result in a request is the one that is recorded for its call, whatever the turn. A call whose id occurs twice
/// is left out.
pub struct ToldAsRecorded {
    read: fn(&Value) -> Option<Recorded>,
    recorded: BTreeMap<String, Recorded>,
    twice: BTreeSet<String>,
}

impl ToldAsRecorded {
    /// A check that reads records with `read`.
    pub const fn new(read: fn(&Value) -> Option<Recorded>) -> Self {
        Self { read, recorded: BTreeMap::new(), twice: BTreeSet::new() }
    }

    fn take(&mut self, record: &Value) {
        if let Some(found) = (self.read)(record) {
            let call = found.call.clone();
            if self.recorded.insert(call.clone(), found).is_some() {
                self.twice.insert(call);
            }
        }
    }
}

impl Check for ToldAsRecorded {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            // What another run has recorded may be told in the subject's own words.
            What::Input(Input::Begin(_)) => *self = Self::new(self.read),
            What::Input(Input::Model(_, ModelEvent::Call { id, .. })) if self.recorded.contains_key(id) => {
                self.twice.insert(id.clone());
            }
            What::Effect(Effect::Record(Record(record))) => self.take(record),
            What::Effect(Effect::Request(op, request)) => {
                let called = |id: &str| request.calls().filter(|(call, ..)| *call == id).count();
                for (id, content, is_error) in request.results() {
                    let is_one = !self.twice.contains(id) && called(id) < 2;
                    let Some(recorded) = self.recorded.get(id).filter(|_| is_one) else { continue };
                    let is_same = recorded.content.as_deref().is_none_or(|recorded| recorded == content);
                    demand(is_same, || {
                        format!("{op} has the result {content:?} of {id}, and {:?} is recorded", recorded.content)
                    })?;
                    let is_flagged = recorded.is_error.is_none_or(|recorded| recorded == is_error);
                    demand(is_flagged || !run_state.marks_errors, || {
                        format!("{op} says of {id} that it is an error: {is_error}, and {:?} is recorded", !is_error)
                    })?;
                }
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}

/// A result that a request has once is the same in every later request. A call whose id occurs twice is left out.
#[derive(Default)]
pub struct ToldAgain(BTreeMap<String, String>);

impl Check for ToldAgain {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => self.0.clear(),
            What::Effect(Effect::Request(op, request)) => {
                let called = |id: &str| request.calls().filter(|(call, ..)| *call == id).count();
                for (id, content, _) in request.results() {
                    if called(id) > 1 || run_state.calls.get(id).is_some_and(|times| *times > 1) {
                        continue;
                    }
                    let first = self.0.entry(id.to_owned()).or_insert_with(|| content.to_owned());
                    demand(first == content, || {
                        format!("{op} has the result {content:?} of {id}, and the model was told {first:?} before")
                    })?;
                }
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
