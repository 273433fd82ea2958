//! Runs one seed.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    draws::{Draws, Kept},
    environment::{Replies, Shell, SimEnvironment},
    fault::FaultChoice,
    generator::SystemGenerator,
    monitor::{Monitor, MonitorOutcome, Violation},
    rules,
    scope::Scope,
    states::{RunStates, States},
    tape::Choices,
    workload::Workload,
};
use crate::{
    llm::shell::ModelShell,
    model::text::pasteable,
    stage::{Capability, Culprit, End, Fault, Subject, SubjectError, run_loop, used},
    subject::{Reference, StartedSubject},
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
    /// The command of the adapter under test, if it is not the reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
}

impl Options {
    /// The shell command that runs one seed with these options.
    pub fn command(&self, seed: u64) -> String {
        let Self { system, faults, mutant, subject } = self;
        let (seed, faults) = (seed.to_string(), faults.to_string());
        let mut words = vec!["hotseat", "simulate", "--system", system, "--seeds", &seed, "--faults", &faults];
        if let Some(mutant) = mutant {
            words.extend(["--mutant", mutant]);
        }
        if let Some(subject) = subject {
            words.extend(["--subject", subject]);
        }
        pasteable(&words)
    }
}

/// The run of one seed.
#[derive(Clone, Debug)]
pub struct SimulatedRun {
    /// What the monitor saw.
    pub outcome: MonitorOutcome,
    /// How the run ended.
    pub end: End,
    /// The choices, if they were kept.
    pub kept: Kept,
    /// The states that the run came to, if they were noted.
    pub states: States,
    /// The workload.
    pub workload: Workload,
    /// A fault of this program or of its surroundings, which says nothing about the subject.
    pub trouble: Option<SubjectError>,
}

/// The subject of a simulation.
pub struct Tested<'a> {
    /// What may be drawn for it.
    pub scope: &'a Scope,
    /// The subject.
    pub subject: &'a mut dyn Subject,
    /// The model that it sends its requests to, if it brings one.
    pub model: Option<&'a mut (dyn ModelShell + 'static)>,
}

impl StartedSubject {
    /// The subject, with what may be drawn for it.
    pub fn tested<'a>(&'a mut self, scope: &'a Scope) -> Tested<'a> {
        let model = self.model.as_deref_mut();
        Tested { scope, subject: self.subject.as_mut(), model }
    }
}

/// Options that do not change what a run does.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct RunOptions {
    /// How the model's replies reach the subject.
    pub replies: Replies,
    /// Whether the choices are kept.
    pub keep_choices: bool,
    /// Whether the states that the run comes to are noted.
    pub note_states: bool,
}

/// Describes a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the subject panicked: {}", said.unwrap_or("without a message"))
}

/// Runs a seed of the reference, or the choices of a tape.
pub fn simulate<'c>(
    generator: &SystemGenerator,
    faults: &FaultChoice,
    choices: impl Into<Choices<'c>>,
    options: RunOptions,
    subject: &mut dyn Subject,
) -> SimulatedRun {
    simulate_any(generator, faults, choices, options, Tested { scope: Scope::reference(), subject, model: None })
}

/// Runs a seed, or the choices of a tape.
pub fn simulate_any<'c>(
    generator: &SystemGenerator,
    faults: &FaultChoice,
    choices: impl Into<Choices<'c>>,
    options: RunOptions,
    Tested { scope, subject, model }: Tested<'_>,
) -> SimulatedRun {
    let mut draws = Draws::new(choices, options.keep_choices);
    let on = generator.drawn(scope.faults(faults.draw(&mut draws)));
    let mut workload = (generator.draw)(&mut draws, on, scope);
    if !scope.has(Capability::Tools) {
        workload = workload.without_tools();
    }
    let monitor = Monitor::new(&workload, on, generator, scope);
    let shell = Shell { replies: options.replies, scope, model };
    let mut environment = SimEnvironment::new(&workload, generator, (draws, on), shell, monitor);
    environment.states = options.note_states.then(RunStates::default);
    let ended = catch_unwind(AssertUnwindSafe(|| run_loop(&mut environment, subject)));
    let refused = environment.refused_request();
    let states = environment.states.take().map(|states| states.all).unwrap_or_default();
    let (draws, mut monitor) = environment.into_parts();
    let (end, faults) = ended.unwrap_or_else(|panic| {
        subject.kill();
        monitor.violation = Some(Violation::of(&rules::run::NO_PANIC, panic_message(&*panic), 0));
        (End::Broken, Vec::new())
    });
    let mut outcome = monitor.over(end, refused.is_some());
    let mut trouble = None;
    if outcome.violation.is_none() {
        match (refused, faults.into_iter().next()) {
            (Some(message), _) => {
                outcome.violation = Some(Violation::of(&rules::run::REQUESTS, message, outcome.events));
            }
            (None, Some(Fault { culprit: culprit @ (Culprit::Environment | Culprit::Suite), message })) => {
                trouble = Some(SubjectError { culprit, message });
            }
            (None, Some(fault)) => outcome.violation = of_fault(fault, end, scope, outcome.events),
            (None, None) => {}
        }
    }
    SimulatedRun { outcome, end, kept: draws.into_kept(), states, workload, trouble }
}

/// The violation that a fault of the run loop stands for, if the subject shows what it takes to tell.
fn of_fault(Fault { culprit, message }: Fault, end: End, scope: &Scope, seq: u64) -> Option<Violation> {
    let rule = match (culprit, end) {
        (Culprit::Adapter, _) => &rules::run::ADAPTER,
        (_, End::Hung) => &rules::run::HANGS,
        (_, End::Stuck | End::Endless) => &rules::prompts::COMES_TO_AN_END,
        _ => &rules::run::ORDER,
    };
    scope.lacks(rule).is_none().then(|| Violation { culprit, ..Violation::of(rule, message, seq) })
}

/// Whether the situation of these choices needs a capability that the subject does not claim. As the reference shows what a
/// situation needs, it runs it. A prompt that only keys can answer stays open there if keys are not claimed.
pub fn needs_more<'c>(
    generator: &SystemGenerator,
    faults: &FaultChoice,
    choices: impl Into<Choices<'c>>,
    scope: &Scope,
) -> bool {
    if scope.is_whole() {
        return false;
    }
    let mut reference = Reference::default();
    let tested = Tested { scope, subject: &mut reference, model: None };
    let run = simulate_any(generator, faults, choices, RunOptions::default(), tested);
    run.outcome.violation.is_some() || used(&run.outcome.stream).into_iter().any(|capability| !scope.has(capability))
}

/// Whether the reference keeps every rule with these choices, in what the subject claims.
pub fn is_sound<'c>(
    generator: &SystemGenerator,
    faults: &FaultChoice,
    choices: impl Into<Choices<'c>>,
    scope: &Scope,
) -> bool {
    if !scope.is_whole() {
        return !needs_more(generator, faults, choices, scope);
    }
    let run = simulate(generator, faults, choices, RunOptions::default(), &mut Reference::default());
    run.outcome.violation.is_none()
}
