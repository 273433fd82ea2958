//! Plays scenarios with a layered reference as the subject: a mutant, or variants.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
};

use super::{Known, difference, error::RunPanicked};
use crate::{
    llm::shell::Memory,
    mutate::{Change, Mutated, RunCondition, Trace},
    sim::scope::Scope,
    stage::{Culprit, End, Fault, Played, Scenario, play},
    subject::{AdapterOptions, Reference, StartedSubject, SubjectSpec},
    suite::{judge::judge_within, outcome::Outcome, runner::message_of},
    system::Machine,
};

/// Where the layered reference runs.
#[derive(Clone, Debug, Default)]
pub enum Through {
    /// Around the reference in this process. Requests to the model stay in memory.
    #[default]
    Memory,
    /// In an adapter process. It is started by this command, followed by the layers: `--mutant` and the mutant's id, say.
    Adapter(Vec<String>),
}

/// Plays scenarios with one layered reference.
pub struct Player {
    /// The changes of each layer. The first is next to the machine.
    layers: Vec<Arc<[Change]>>,
    /// The layers change something only while this condition holds.
    condition: Option<Arc<RunCondition>>,
    /// What the layered reference claims, and so which rules it must keep.
    scope: Arc<Scope>,
    /// The command of the adapter process, if there is one.
    command: Option<Vec<String>>,
    /// The adapter process, once it is started.
    started: Arc<Mutex<Option<StartedSubject>>>,
}

/// A run of a scenario.
pub struct Playing {
    /// The outcome, unless the run panicked.
    pub outcome: Result<Outcome, RunPanicked>,
    /// What each layer did in the run in memory.
    pub traces: Vec<Arc<Trace>>,
    /// Whether the layers changed the content of a lane. This is always taken from the run in memory, because an
    /// adapter may show less in a lane, even with the sound reference.
    pub differs: bool,
}

impl Playing {
    /// How often a layer altered something.
    pub fn applied(&self) -> u64 {
        self.traces.iter().map(|trace| trace.applied()).sum()
    }

    /// Mistakes in the rows of the layers.
    pub fn complaints(&self) -> Vec<String> {
        self.traces.iter().flat_map(|trace| trace.complaints()).collect()
    }
}

impl Player {
    /// A player for the mutant `id`, which makes `changes`.
    pub fn of_mutant(id: &str, changes: &[Change], through: &Through) -> Self {
        Self::new(vec![changes.into()], vec!["--mutant".to_owned(), id.to_owned()], through)
    }

    /// A player for the reference with these layers. An adapter has the layers that `flags` name.
    pub fn new(layers: Vec<Arc<[Change]>>, flags: Vec<String>, through: &Through) -> Self {
        let command = match through {
            Through::Memory => None,
            Through::Adapter(command) => Some(command.iter().cloned().chain(flags).collect()),
        };
        let scope = Arc::new(Scope::reference().clone());
        Self { layers, condition: None, scope, command, started: Arc::default() }
    }

    /// The same player. Only the rules that are demanded in this scope are asked.
    pub fn within(mut self, scope: Scope) -> Self {
        self.scope = Arc::new(scope);
        self
    }

    /// A player for a mutant that makes `changes` only while the condition holds.
    pub fn of_conditioned(changes: &[Change], condition: &Arc<RunCondition>) -> Self {
        let mut player = Self::new(vec![changes.into()], Vec::new(), &Through::Memory);
        player.condition = Some(Arc::clone(condition));
        player
    }

    /// Plays a scenario. We cannot see what a layer alters in another process, so we always play it in memory, too.
    pub fn play(&self, known: &Known) -> Playing {
        let traces: Vec<Arc<Trace>> = self.layers.iter().map(|_| Arc::default()).collect();
        let mut outcome = self.in_memory(known, &traces);
        let differs = outcome.as_ref().is_ok_and(|one| !difference::within(known.stream(), &one.events).is_empty());
        if let Some(command) = &self.command {
            let (command, started) = (command.clone(), Arc::clone(&self.started));
            outcome = outcome_of(known, &self.scope, move |scenario| {
                let mut started = started.lock().unwrap_or_else(PoisonError::into_inner);
                in_adapter(&mut started, command, scenario)
            });
        }
        Playing { outcome, traces, differs }
    }

    /// Plays a scenario in this process.
    fn in_memory(&self, known: &Known, traces: &[Arc<Trace>]) -> Result<Outcome, RunPanicked> {
        let layers: Vec<_> = self.layers.iter().cloned().zip(traces.iter().cloned()).collect();
        let condition = self.condition.clone();
        let around = Arc::new(move |machine| {
            layers.iter().fold(machine, |machine, (changes, trace)| -> Box<dyn Machine> {
                let layer = Mutated::new(machine, Arc::clone(changes), Arc::clone(trace));
                Box::new(match &condition {
                    Some(condition) => layer.only_while(condition),
                    None => layer,
                })
            })
        });
        outcome_of(known, &self.scope, move |scenario| {
            play(scenario, &mut Reference::layered(around), &mut Memory::default())
        })
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let started = self.started.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The adapter must end, but a mutant may end in any way: we ignore the result.
        drop(started.map(|mut started| started.subject.close()));
    }
}

/// The outcome of a scenario that is played with `play`.
fn outcome_of(known: &Known, scope: &Scope, play: impl FnOnce(&Scenario) -> Played) -> Result<Outcome, RunPanicked> {
    catch_unwind(AssertUnwindSafe(|| judge_within(&known.case, false, scope, play)))
        .map_err(|panic| RunPanicked(message_of(&*panic).to_owned()))
}

/// Plays a scenario with the adapter process. Starts it, if it is not running.
fn in_adapter(started: &mut Option<StartedSubject>, command: Vec<String>, scenario: &Scenario) -> Played {
    let at_fault = |culprit: Culprit, message: String| Played {
        end: End::Broken,
        faults: vec![Fault { culprit, message }],
        ..Played::nothing()
    };
    let one = match started {
        Some(one) => one,
        empty => match SubjectSpec::Adapter(command).take(&AdapterOptions::default()) {
            Ok(taken) => empty.insert(taken),
            Err(error) => return at_fault(error.culprit, error.message),
        },
    };
    let Some(model) = &mut one.model else {
        return at_fault(Culprit::Suite, "an adapter has no model of its own".to_owned());
    };
    play(scenario, one.subject.as_mut(), model.as_mut())
}
