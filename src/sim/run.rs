//! One seed.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    draws::{Decision, Draws},
    environment::{Replies, SimEnvironment},
    fault::FaultChoice,
    generator::SystemGenerator,
    monitor::{Monitor, Seen, Violation},
    rules,
    workload::Workload,
};
use crate::{
    model::text::pasteable,
    stage::{Culprit, End, Subject, run_loop},
};

/// What a seed's run follows from.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The system.
    pub system: String,
    /// Which faults there are.
    pub faults: FaultChoice,
    /// The mutant that sits in the hot seat; none for the sound reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutant: Option<String>,
}

impl Options {
    /// The command that runs one seed, as a shell takes it.
    pub fn command(&self, seed: u64) -> String {
        let Self { system, faults, mutant } = self;
        let (seed, faults) = (seed.to_string(), faults.to_string());
        let mut words = vec!["hotseat", "simulate", "--system", system, "--seeds", &seed, "--faults", &faults];
        if let Some(mutant) = mutant {
            words.extend(["--mutant", mutant]);
        }
        pasteable(&words)
    }
}

/// What came of a seed.
pub struct Simulated {
    /// What was seen.
    pub seen: Seen,
    /// How it ended.
    pub end: End,
    /// What was drawn, where that is kept.
    pub decisions: Vec<Decision>,
    /// What it was about.
    pub workload: Workload,
}

/// How to run a seed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct How {
    /// How replies of the model reach the subject.
    pub replies: Replies,
    /// Whether the decisions are kept.
    pub keeping: bool,
}

/// What a panic says.
fn told(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panics: {}", said.unwrap_or("without a word"))
}

/// Runs a seed.
pub fn simulate(
    generator: &SystemGenerator,
    faults: &FaultChoice,
    seed: u64,
    how: How,
    subject: &mut dyn Subject,
) -> Simulated {
    let mut draws = Draws::new(seed, how.keeping);
    let on = faults.draw(&mut draws);
    let workload = (generator.draw)(&mut draws, on);
    let monitor = Monitor::new(&workload, on, generator);
    let mut environment = SimEnvironment::new(&workload, generator, (draws, on), how.replies, monitor);
    let met = catch_unwind(AssertUnwindSafe(|| run_loop(&mut environment, subject)));
    let (draws, mut monitor) = environment.part();
    let (end, faults) = met.unwrap_or_else(|panic| {
        subject.kill();
        monitor.violation = Some(Violation::of(&rules::run::NO_PANIC, told(&*panic), 0));
        (End::Broken, Vec::new())
    });
    let mut seen = monitor.over(end);
    if let Some(fault) = faults.into_iter().next().filter(|_| seen.violation.is_none()) {
        let never_ends = fault.culprit != Culprit::Subject || matches!(end, End::Stuck | End::Endless);
        let rule = if never_ends { &rules::prompts::COMES_TO_AN_END } else { &rules::run::ORDER };
        seen.violation = Some(Violation::of(rule, fault.message, seen.events));
    }
    Simulated { seen, end, decisions: draws.into_decisions(), workload }
}
