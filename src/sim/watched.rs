//! Holds a run to rules: as it goes on, or when it is finished.

use std::{
    hash::{Hash, Hasher},
    iter,
};

use super::{
    fault::Faults,
    rules::{Breach, Check, Rule},
    run_state::RunState,
    workload::Workload,
};
use crate::{
    model::{Millis, Op},
    stage::{End, Observation, Played, What},
};

/// A rule with its check, until the run breaks it.
pub struct Watched {
    /// The rule.
    pub rule: &'static Rule,
    check: Box<dyn Check>,
    /// The breach, with the number of the observation at which it shows.
    pub breach: Option<(u64, Breach)>,
}

impl Watched {
    /// A rule that nothing has broken yet.
    pub fn new(rule: &'static Rule) -> Self {
        Self { rule, check: (rule.make)(), breach: None }
    }

    /// Whether the rule is asked of the whole stream, at the end of the run.
    pub fn reads_stream(&self) -> bool {
        self.check.reads_stream()
    }
}

/// Holds a run to rules as it goes on.
pub struct Watcher<'a> {
    run_state: RunState<'a>,
    /// The rules.
    pub watched: Vec<Watched>,
    /// The number of the last observation.
    last: u64,
}

impl<'a> Watcher<'a> {
    /// Holds a run to `rules`. What is known of the run besides what it shows stands in `workload`.
    pub fn new(rules: impl IntoIterator<Item = &'static Rule>, workload: &'a Workload) -> Self {
        let watched = rules.into_iter().map(Watched::new).collect();
        Self { run_state: RunState::new(workload, Faults::default()), watched, last: 0 }
    }

    /// The number of the last observation.
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// Shows it an observation.
    pub fn see(&mut self, at: Millis, seq: u64, what: &What) {
        self.last = seq;
        self.run_state.take(at, what);
        ask(&mut self.watched, seq, |check| check.see(&self.run_state, what));
    }

    /// The subject is parked, with these operations open.
    pub fn parked(&mut self, open: &[Op]) {
        ask(&mut self.watched, self.last, |check| check.parked(&self.run_state, open));
        self.run_state.park(open);
    }

    /// The run is over.
    pub fn over(&mut self, stream: &[Observation], end: End) {
        ask(&mut self.watched, self.last, |check| check.over(&self.run_state, stream, end));
    }

    /// Adds what the rules know of the run to a fingerprint. A rule that is broken is asked no more.
    pub fn fingerprint(&self, mut into: &mut dyn Hasher) {
        self.run_state.hash(&mut into);
        for Watched { check, breach, .. } in &self.watched {
            breach.is_some().hash(&mut into);
            if breach.is_none() {
                check.fingerprint(into);
            }
        }
    }
}

/// Shows a finished run to every check. What is known of it besides stands in `workload`.
pub fn watch(watched: &mut Vec<Watched>, workload: &Workload, played: &Played) {
    let mut watcher = Watcher::new([], workload);
    watcher.watched = std::mem::take(watched);
    watcher.run_state.marks_errors = played.marks_errors;
    let mut parks = played.parks.iter().peekable();
    for (index, event) in played.events.iter().enumerate() {
        for (_, open) in iter::from_fn(|| parks.next_if(|(seen, _)| *seen <= index)) {
            watcher.parked(open);
        }
        watcher.see(event.at_ms, event.seq, &event.what);
    }
    parks.for_each(|(_, open)| watcher.parked(open));
    watcher.over(&played.events, played.end);
    *watched = watcher.watched;
}

/// Asks every check whose rule is still kept.
fn ask(watched: &mut [Watched], seq: u64, ask: impl Fn(&mut dyn Check) -> Result<(), Breach>) {
    for one in watched.iter_mut().filter(|one| one.breach.is_none()) {
        one.breach = ask(one.check.as_mut()).err().map(|breach| (seq, breach));
    }
}
