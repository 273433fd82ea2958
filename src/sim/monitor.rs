//! Whoever looks on: keeps the ledger, asks every rule after each step, chains the stream, and counts what was met.

use serde_json::Value;

use super::{
    coverage_points::Met,
    fault::Faults,
    generator::SystemGenerator,
    rules::{Check, Rule},
    run_state::RunState,
    stream_hash::{StreamHash, StreamHasher},
    workload::Workload,
};
use crate::{
    model::{Millis, Op},
    stage::{End, Observation, What, stream::Log},
};

/// As many observations as most runs have.
const EXPECTED: usize = 128;

/// A rule that a run breaks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Violation {
    /// The rule's name.
    pub rule: &'static str,
    /// The requirements that it stands for.
    pub requirements: &'static [&'static str],
    /// What happened, and what should have.
    pub message: String,
    /// The number of the observation that shows it.
    pub seq: u64,
}

impl Violation {
    /// `rule` is broken.
    pub const fn of(rule: &'static Rule, message: String, seq: u64) -> Self {
        Self { rule: rule.name, requirements: rule.requirements, message, seq }
    }
}

/// Who looks on.
pub struct Monitor<'a> {
    run_state: RunState<'a>,
    generator: &'a SystemGenerator,
    rules: Vec<(&'static Rule, Box<dyn Check>)>,
    linker: StreamHasher,
    /// What was met.
    pub met: Met,
    log: Log,
    seen: u64,
    /// The first rule that is broken.
    pub violation: Option<Violation>,
}

/// What came of looking on.
pub struct Seen {
    /// The chain over the stream.
    pub chain: StreamHash,
    /// What was met.
    pub met: Met,
    /// How many observations there were.
    pub events: u64,
    /// The stream.
    pub stream: Vec<Observation>,
    /// The first rule that is broken.
    pub violation: Option<Violation>,
}

impl<'a> Monitor<'a> {
    /// Looks on with the rules of `world`.
    pub fn new(workload: &'a Workload, faults: Faults, generator: &'a SystemGenerator) -> Self {
        Self {
            run_state: RunState::new(workload, faults),
            rules: generator.rules().into_iter().map(|rule| (rule, (rule.make)())).collect(),
            generator,
            linker: StreamHasher::default(),
            met: Met::default(),
            log: Log::with_capacity(EXPECTED),
            seen: 0,
            violation: None,
        }
    }

    /// Something happened.
    pub fn see(&mut self, at: Millis, what: What) {
        self.seen += 1;
        self.linker.link(at, &what);
        self.met.see(&what);
        self.run_state.take(at, &what);
        if let Some(point) = (self.generator.point)(&self.run_state, &what) {
            self.met.own(point);
        }
        self.ask(|check, run_state| check.see(run_state, &what));
        self.log.push(at, what);
    }

    /// The subject is parked.
    pub fn parked(&mut self, open: &[Op]) {
        self.ask(|check, run_state| check.parked(run_state, open));
        self.run_state.park(open);
    }

    /// What the subject has stored so far.
    pub fn recorded(&self) -> impl Iterator<Item = &Value> {
        self.log.recorded()
    }

    /// The run is over.
    pub fn over(mut self, end: End) -> Seen {
        let stream = std::mem::take(&mut self.log).finish();
        self.ask(|check, run_state| check.over(run_state, &stream, end));
        self.met.end(end);
        Seen { chain: self.linker.chain(), met: self.met, events: self.seen, stream, violation: self.violation }
    }

    /// Whether a rule is broken.
    pub const fn has_seen_enough(&self) -> bool {
        self.violation.is_some()
    }

    fn ask(&mut self, ask: impl Fn(&mut dyn Check, &RunState<'_>) -> Result<(), String>) {
        if self.violation.is_some() {
            return;
        }
        for (rule, check) in &mut self.rules {
            if let Err(message) = ask(check.as_mut(), &self.run_state) {
                self.violation = Some(Violation::of(rule, message, self.seen));
                return;
            }
        }
    }
}
