//! Later starts of a run: a scenario may begin with what a subject has stored.

use std::collections::BTreeMap;

use super::{Timing, Unscripted, retold};
use crate::{
    model::{Millis, json::Value},
    stage::{
        Observation, Scenario, What,
        party::Files,
        scenario::{Deed, OperatorRule, When},
    },
    system::{Effect, Input},
};

/// What is stored at some moment of a run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Kept {
    /// The records.
    stored: Vec<Value>,
    /// The files: their paths and contents.
    files: BTreeMap<String, String>,
}

impl Kept {
    /// What is stored before the observation with this index, in the run of a scenario.
    fn before(index: usize, events: &[Observation], scenario: &Scenario) -> Self {
        let mut stored = scenario.stored.clone();
        let mut files = Files::new(&scenario.files, BTreeMap::new());
        for event in &events[..index] {
            stored.extend(event.stored().cloned());
            if let What::Effect(Effect::File(op, file)) = &event.what {
                files.settle(*op, file);
            }
        }
        Self { stored, files: files.contents() }
    }
}

/// What the parties do after the last start in `events`, which are a run of `scenario`. It begins with what is stored there in
/// `right`, another run of it. `None` if they do not have the same starts.
pub fn from_last_start(
    scenario: &Scenario,
    right: &[Observation],
    events: &[Observation],
    timing: Timing,
) -> Option<Result<Scenario, Unscripted>> {
    let (of_right, of_events) = (starts(right), starts(events));
    let last = *of_events.last()?;
    if of_right.len() != of_events.len() {
        return None;
    }
    let Kept { stored, files } = Kept::before(*of_right.last()?, right, scenario);
    let mut later = events[last..].to_vec();
    let since = events[last].at_ms;
    for event in &mut later {
        event.at_ms = Millis(event.at_ms.0.saturating_sub(since.0));
    }
    Some(retold(&scenario.system, &files, &later, timing).map(|told| Scenario { stored, ..told }))
}

/// The indices of the starts after the first one.
fn starts(events: &[Observation]) -> Vec<usize> {
    let is_start = |event: &Observation| matches!(event.what, What::Input(Input::Begin(_)));
    events.iter().enumerate().skip(1).filter(|(_, event)| is_start(event)).map(|(index, _)| index).collect()
}

/// The same scripts, but all begins with what is stored after some record of `right`, a run of `scenario`, and the user says
/// one message more. There is one for each record.
pub fn resumed(scenario: &Scenario, right: &[Observation]) -> Vec<Scenario> {
    let records = right.iter().enumerate().filter(|(_, event)| event.stored().is_some()).map(|(index, _)| index);
    let resumed = records.map(|index| {
        let Kept { stored, files } = Kept::before(index + 1, right, scenario);
        let does = Deed::Says("go on".to_owned());
        let operator = vec![OperatorRule { when: When::Start, after_ms: 0, too: false, optional: false, does }];
        Scenario { stored, files, operator, ..scenario.clone() }
    });
    resumed.collect()
}
