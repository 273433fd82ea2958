//! Runs one seed.

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
    monitor::{Monitor, MonitorOutcome, Violation},
    rules,
    workload::Workload,
};
use crate::{
    model::text::pasteable,
    stage::{Culprit, End, Subject, run_loop},
};

/// The options of a simulation. Together with a seed, they determine a run.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The system.
    pub system: String,
    /// Which fault classes may be on.
    pub faults: FaultChoice,
    /// The mutant under test. Without one, the correct reference is tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutant: Option<String>,
}

impl Options {
    /// The shell command that runs one seed with these options.
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

/// The run of one seed.
pub struct SimulatedRun {
    /// What the monitor saw.
    pub outcome: MonitorOutcome,
    /// How the run ended.
    pub end: End,
    /// The draws, if they were kept.
    pub decisions: Vec<Decision>,
    /// The workload.
    pub workload: Workload,
}

/// Options that do not change what a run does.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct RunOptions {
    /// How the model's replies reach the subject.
    pub replies: Replies,
    /// Whether the draws are kept.
    pub keep_decisions: bool,
}

/// Describes a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the subject panicked: {}", said.unwrap_or("without a message"))
}

/// Runs a seed.
pub fn simulate(
    generator: &SystemGenerator,
    faults: &FaultChoice,
    seed: u64,
    options: RunOptions,
    subject: &mut dyn Subject,
) -> SimulatedRun {
    let mut draws = Draws::new(seed, options.keep_decisions);
    let on = faults.draw(&mut draws);
    let workload = (generator.draw)(&mut draws, on);
    let monitor = Monitor::new(&workload, on, generator);
    let mut environment = SimEnvironment::new(&workload, generator, (draws, on), options.replies, monitor);
    let ended = catch_unwind(AssertUnwindSafe(|| run_loop(&mut environment, subject)));
    let (draws, mut monitor) = environment.into_parts();
    let (end, faults) = ended.unwrap_or_else(|panic| {
        subject.kill();
        monitor.violation = Some(Violation::of(&rules::run::NO_PANIC, panic_message(&*panic), 0));
        (End::Broken, Vec::new())
    });
    let mut outcome = monitor.over(end);
    if let Some(fault) = faults.into_iter().next().filter(|_| outcome.violation.is_none()) {
        let never_ends = fault.culprit != Culprit::Subject || matches!(end, End::Stuck | End::Endless);
        let rule = if never_ends { &rules::prompts::COMES_TO_AN_END } else { &rules::run::ORDER };
        outcome.violation = Some(Violation::of(rule, fault.message, outcome.events));
    }
    SimulatedRun { outcome, end, decisions: draws.into_decisions(), workload }
}
