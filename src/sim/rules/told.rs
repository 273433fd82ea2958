//! What the model is told of a call, held against what is recorded as its result. Each system says how a record is read.

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
            What::Input(Input::Begin(setup)) => {
                *self = Self::new(self.read);
                setup.stored.iter().for_each(|record| self.take(record));
            }
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
