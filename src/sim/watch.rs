//! Whoever looks on: keeps the ledger, asks every rule after each step, chains the stream, and counts what was met.

use serde_json::Value;

use super::{
    chain::{Chain, Linker},
    fault::Faults,
    ledger::Ledger,
    points::Met,
    rules::{Check, Rule},
    situation::Situation,
    world::World,
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
    pub story: String,
    /// The number of the observation that shows it.
    pub seq: u64,
}

impl Violation {
    /// `rule` is broken.
    pub const fn of(rule: &'static Rule, story: String, seq: u64) -> Self {
        Self { rule: rule.name, requirements: rule.requirements, story, seq }
    }
}

/// Who looks on.
pub struct Watch<'a> {
    ledger: Ledger<'a>,
    world: &'a World,
    rules: Vec<(&'static Rule, Box<dyn Check>)>,
    linker: Linker,
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
    pub chain: Chain,
    /// What was met.
    pub met: Met,
    /// How many observations there were.
    pub events: u64,
    /// The stream.
    pub stream: Vec<Observation>,
    /// The first rule that is broken.
    pub violation: Option<Violation>,
}

impl<'a> Watch<'a> {
    /// Looks on with the rules of `world`.
    pub fn new(situation: &'a Situation, faults: Faults, world: &'a World) -> Self {
        Self {
            ledger: Ledger::new(situation, faults),
            rules: world.rules().into_iter().map(|rule| (rule, (rule.make)())).collect(),
            world,
            linker: Linker::default(),
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
        self.ledger.take(at, &what);
        if let Some(point) = (self.world.point)(&self.ledger, &what) {
            self.met.own(point);
        }
        self.ask(|check, ledger| check.see(ledger, &what));
        self.log.push(at, what);
    }

    /// The subject is parked.
    pub fn parked(&mut self, open: &[Op]) {
        self.ask(|check, ledger| check.parked(ledger, open));
        self.ledger.park(open);
    }

    /// What the subject has stored so far.
    pub fn recorded(&self) -> impl Iterator<Item = &Value> {
        self.log.recorded()
    }

    /// The run is over.
    pub fn over(mut self, end: End) -> Seen {
        let stream = std::mem::take(&mut self.log).finish(&[]);
        self.ask(|check, ledger| check.over(ledger, &stream, end));
        self.met.end(end);
        Seen { chain: self.linker.chain(), met: self.met, events: self.seen, stream, violation: self.violation }
    }

    /// Whether a rule is broken.
    pub const fn has_seen_enough(&self) -> bool {
        self.violation.is_some()
    }

    fn ask(&mut self, ask: impl Fn(&mut dyn Check, &Ledger<'_>) -> Result<(), String>) {
        if self.violation.is_some() {
            return;
        }
        for (rule, check) in &mut self.rules {
            if let Err(story) = ask(check.as_mut(), &self.ledger) {
                self.violation = Some(Violation::of(rule, story, self.seen));
                return;
            }
        }
    }
}
