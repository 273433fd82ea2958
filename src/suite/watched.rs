//! Holds a finished run to rules of the simulation.

use std::iter;

use crate::{
    sim::{
        fault::Faults,
        rules::{Breach, Check, Rule},
        run_state::RunState,
        workload::Workload,
    },
    stage::Played,
};

/// A rule with its check, until the run breaks it.
pub(super) struct Watched {
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
}

/// Shows the run to every check. What is known of it besides stands in `workload`.
pub(super) fn watch(watched: &mut [Watched], workload: &Workload, played: &Played) {
    let mut run_state = RunState::new(workload, Faults::default());
    run_state.marks_errors = played.marks_errors;
    let mut parks = played.parks.iter().peekable();
    let mut last = 0;
    for (index, event) in played.events.iter().enumerate() {
        for (_, open) in iter::from_fn(|| parks.next_if(|(seen, _)| *seen <= index)) {
            ask(watched, last, |check| check.parked(&run_state, open));
            run_state.park(open);
        }
        last = event.seq;
        run_state.take(event.at_ms, &event.what);
        ask(watched, last, |check| check.see(&run_state, &event.what));
    }
    for (_, open) in parks {
        ask(watched, last, |check| check.parked(&run_state, open));
        run_state.park(open);
    }
    ask(watched, last, |check| check.over(&run_state, &played.events, played.end));
}

/// Asks every check whose rule is still kept.
fn ask(watched: &mut [Watched], seq: u64, ask: impl Fn(&mut dyn Check) -> Result<(), Breach>) {
    for one in watched.iter_mut().filter(|one| one.breach.is_none()) {
        one.breach = ask(one.check.as_mut()).err().map(|breach| (seq, breach));
    }
}
