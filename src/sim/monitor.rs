//! The monitor of a simulated run. It keeps the run state, asks every rule after each step, hashes the stream, and
//! counts the coverage points that are met.

use std::sync::Arc;

use crate::model::json::Value;

use super::{
    coverage_points::Met,
    fault::Faults,
    generator::SystemGenerator,
    rules::{Breach, Check, Rule, RuleSet},
    run_state::RunState,
    scope::Scope,
    stream_hash::{StreamHash, StreamHasher},
    workload::Workload,
};
use crate::{
    model::{Millis, Op},
    stage::{Culprit, End, Observation, What, stream::Log},
};

/// The number of observations for which a log reserves space. Most runs have fewer.
const LOG_CAPACITY: usize = 128;

/// A rule that a run breaks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Violation {
    /// The rule's name.
    pub rule: &'static str,
    /// The requirements that it stands for.
    pub requirements: Vec<String>,
    /// Whose fault it is.
    pub culprit: Culprit,
    /// How the rule is broken.
    pub message: String,
    /// The number of the observation at which it broke.
    pub seq: u64,
}

impl Violation {
    /// A violation of `rule`.
    pub fn of(rule: &'static Rule, message: String, seq: u64) -> Self {
        let requirements = rule.requirements.iter().map(|id| (*id).to_owned()).collect();
        Self { rule: rule.name, requirements, culprit: Culprit::Subject, message, seq }
    }
}

/// Watches one run.
pub struct Monitor<'a> {
    run_state: RunState<'a>,
    generator: &'a SystemGenerator,
    scope: &'a Scope,
    rules: Arc<RuleSet>,
    /// The check of each rule.
    checks: Vec<Box<dyn Check>>,
    hasher: StreamHasher,
    /// The coverage points that were met.
    pub met: Met,
    log: Log,
    seen: u64,
    /// The first rule that is broken.
    pub violation: Option<Violation>,
}

/// What the monitor saw of a run.
#[derive(Clone, Debug)]
pub struct MonitorOutcome {
    /// The hash of the stream.
    pub hash: StreamHash,
    /// The coverage points that were met.
    pub met: Met,
    /// How many observations there were.
    pub events: u64,
    /// The stream.
    pub stream: Vec<Observation>,
    /// The first rule that is broken.
    pub violation: Option<Violation>,
}

impl<'a> Monitor<'a> {
    /// A monitor with the rules of `generator`'s system that can be decided in this scope.
    pub fn new(workload: &'a Workload, faults: Faults, generator: &'a SystemGenerator, scope: &'a Scope) -> Self {
        let rules = scope.rules(generator.system, || generator.rules());
        Self {
            run_state: RunState::new(workload, faults),
            checks: rules.rules().iter().map(|rule| (rule.make)()).collect(),
            rules,
            generator,
            scope,
            hasher: StreamHasher::default(),
            met: Met::default(),
            log: Log::with_capacity(LOG_CAPACITY),
            seen: 0,
            violation: None,
        }
    }

    /// The state of the run so far.
    pub const fn run_state(&self) -> &RunState<'a> {
        &self.run_state
    }

    /// The results in requests do not say which of them are errors.
    pub const fn has_unmarked_errors(&mut self) {
        self.run_state.marks_errors = false;
    }

    /// Takes in one observation.
    pub fn see(&mut self, at: Millis, what: What) {
        self.seen += 1;
        self.hasher.add(at, &what);
        self.met.see(&what);
        self.run_state.take(at, &what);
        if let Some(point) = (self.generator.point)(&self.run_state, &what) {
            self.met.own(point);
        }
        self.ask(|rules| rules.at(&what), |check, run_state| check.see(run_state, &what));
        self.log.push(at, what);
    }

    /// The subject is parked, with these operations open.
    pub fn parked(&mut self, open: &[Op]) {
        self.ask(RuleSet::parked, |check, run_state| check.parked(run_state, open));
        self.run_state.park(open);
    }

    /// The records that the subject has stored so far.
    pub fn recorded(&self) -> impl Iterator<Item = &Value> {
        self.log.recorded()
    }

    /// Ends the watch. After a request that could not be answered, no rule is asked any more: the run was cut short.
    pub fn over(mut self, end: End, is_cut_short: bool) -> MonitorOutcome {
        let stream = std::mem::take(&mut self.log).finish();
        if !is_cut_short && !matches!(end, End::Broken | End::Hung) {
            self.ask(RuleSet::over, |check, run_state| check.over(run_state, &stream, end));
        }
        self.met.end(end);
        MonitorOutcome {
            hash: self.hasher.so_far(),
            met: self.met,
            events: self.seen,
            stream,
            violation: self.violation,
        }
    }

    /// Whether a rule is broken, so that the run can stop.
    pub const fn has_violation(&self) -> bool {
        self.violation.is_some()
    }

    /// Asks the checks that `looking` selects.
    fn ask(
        &mut self,
        looking: impl Fn(&RuleSet) -> &[usize],
        ask: impl Fn(&mut dyn Check, &RunState<'_>) -> Result<(), Breach>,
    ) {
        if self.violation.is_some() {
            return;
        }
        for index in looking(&self.rules) {
            if let Err(breach) = ask(self.checks[*index].as_mut(), &self.run_state) {
                let rule = self.rules.rules()[*index];
                let violation = Violation::of(rule, breach.to_string(), self.seen);
                let requirements = breach.requirements.unwrap_or_else(|| violation.requirements.clone());
                let requirements = self.scope.demanded(requirements);
                // A breach of what is not demanded of this subject is none.
                if !requirements.is_empty() || rule.requirements.is_empty() {
                    self.violation = Some(Violation { requirements, ..violation });
                    return;
                }
            }
        }
    }
}
