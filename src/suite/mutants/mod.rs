//! Finds out which mutants the suite kills.
//!
//! A mutant of a requirement has one of these fates:
//!
//! * **killed**: in some scenario, a `Then` fails that names the requirement and has the text in the mutant's row. The
//!   stream also differs from the sound reference's in a lane that the mutant touches. An unread `Then` does not fail.
//! * **sideways**: something else fails, or the run has a fault.
//! * **alive**: nothing fails.
//! * **idle**: the mutant altered nothing in any scenario.
//!
//! Only a killed mutant proves that the suite checks its requirement.
//!
//! A **generic** mutant is killed by any `Then` that fails, and by a fault of the run. Scenarios that only the
//! reference plays are left out. A generic mutant that alters nothing in any scenario of its system, or changes no
//! lane's content, does not count.
//!
//! A **conditioned** mutant is a mutant of a requirement that is wrong only while a condition of the run holds: from the
//! second call on, say. It is judged by all scenarios of its systems, and by any `Then` that names its requirement.

mod conditioned;
mod covered;
pub(super) mod difference;
mod error;
mod generic;
mod named;
mod player;

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

pub use self::{
    conditioned::{Conditioned, ConditionedFate, ConditionedJudged, conditioned, sampled},
    covered::{Covered, GenericKnown, Killer, covered, covered_by, demanded, wrong_lines},
    error::RowMismatch,
    generic::{GenericFate, GenericJudged},
    named::{Fate, Judged, Kill, Look},
    player::{Player, Through},
};
use super::{
    at_once::at_once,
    case::{Case, Line},
    outcome::Outcome,
};
use crate::{
    llm::shell::Memory,
    mutate::{Generic, Mutant, On},
    stage::{Observation, play},
    subject::Reference,
    suite::judge,
    system::System,
};

/// All scenarios, with the sound reference's run of each.
pub struct Cases {
    all: Vec<Known>,
    /// For each requirement, the indices of the scenarios that name it.
    naming: BTreeMap<String, Vec<usize>>,
    /// Says whether the judging should end early.
    should_stop: Box<dyn Fn() -> bool + Send + Sync>,
}

/// A scenario with the sound reference's run, which is played when it is first needed.
pub struct Known {
    /// The case of the scenario.
    pub case: Arc<Case>,
    sound: OnceLock<Sound>,
    /// How often each kind of message occurs in it.
    kinds: OnceLock<BTreeMap<On, usize>>,
}

/// The sound reference's run of a scenario.
struct Sound {
    /// Whether every `Then` holds and the run has no fault.
    holds: bool,
    /// The event stream.
    stream: Vec<Observation>,
}

impl Cases {
    /// The scenarios in which something fails for the sound reference. They would kill every mutant.
    pub fn unsound(&self, jobs: usize) -> Vec<&str> {
        let known: Vec<&Known> = self.all.iter().collect();
        let holds = at_once(&known, jobs, |known| self.is_stopped() || known.sound().holds);
        known.iter().zip(holds).filter(|(_, holds)| !holds).map(|(known, _)| known.case.id.as_str()).collect()
    }

    /// The given scenarios, none of them played yet.
    pub fn new(cases: Vec<Case>) -> Self {
        let mut naming: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, case) in cases.iter().enumerate() {
            for id in case.requirements() {
                let named = naming.entry(id.to_owned()).or_default();
                if named.last() != Some(&at) {
                    named.push(at);
                }
            }
        }
        let all = cases.into_iter().map(|case| Known {
            case: Arc::new(case),
            sound: OnceLock::new(),
            kinds: OnceLock::new(),
        });
        Self { all: all.collect(), naming, should_stop: Box::new(|| false) }
    }

    /// The same, judged only until `should_stop` says so. What is not judged by then is left out.
    #[must_use]
    pub fn until(self, should_stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { should_stop: Box::new(should_stop), ..self }
    }

    /// Whether the judging should end.
    pub fn is_stopped(&self) -> bool {
        (self.should_stop)()
    }

    /// All scenarios.
    pub fn all(&self) -> impl Iterator<Item = &Known> {
        self.all.iter()
    }

    /// The scenarios with a `Then` that names the requirement `id`.
    pub fn naming(&self, id: &str) -> impl Iterator<Item = &Known> {
        self.naming.get(id).into_iter().flatten().map(|at| &self.all[*at])
    }

    /// The scenarios of a system that every subject can play.
    pub fn of_system(&self, system: &str) -> impl Iterator<Item = &Known> {
        self.all.iter().filter(move |known| known.case.system == system && !known.case.is_of_reference())
    }
}

impl Known {
    /// How often this kind of message occurs in the sound reference's run.
    pub fn occurrences(&self, on: On) -> usize {
        let kinds = self.kinds.get_or_init(|| {
            let mut kinds = BTreeMap::new();
            for event in self.stream() {
                *kinds.entry(On::kind_of(&event.what)).or_default() += 1;
            }
            kinds
        });
        kinds.get(&on).copied().unwrap_or_default()
    }

    /// The profile that the scenario is played in.
    pub fn profile(&self) -> &str {
        let default = || System::named(&self.case.system).and_then(|system| system.profiles.first().copied());
        self.case.profile.as_deref().or_else(default).unwrap_or_default()
    }

    /// The texts of its `Then`s that name the requirement `id`.
    pub fn thens(&self, id: &str) -> impl Iterator<Item = String> {
        let lines = self.case.steps.iter().filter(|line| line.matched.is_check());
        lines.filter(move |line| line.matched.requirements.iter().any(|named| named == id)).map(Line::whole)
    }

    /// The sound reference's event stream.
    pub fn stream(&self) -> &[Observation] {
        &self.sound().stream
    }

    fn sound(&self) -> &Sound {
        self.sound.get_or_init(|| {
            let played =
                judge(&self.case, false, |scenario| play(scenario, &mut Reference::default(), &mut Memory::default()));
            let holds =
                |outcome: &Outcome| outcome.faults.is_empty() && outcome.thens.iter().all(|then| then.finding.is_ok());
            Sound { holds: holds(&played), stream: played.events }
        })
    }
}

/// Judges all `mutants` on `jobs` threads. The results have the order of `mutants`.
pub fn judge_all(mutants: &[&Mutant], cases: &Cases, through: &Through, jobs: usize) -> Vec<Judged> {
    let judged = at_once(mutants, jobs, |mutant| named::judged(mutant, cases, through));
    let places = judged.into_iter().enumerate();
    places.filter_map(|(place, judged)| judged.map(|judged| Judged { place, ..judged })).collect()
}

/// Judges all generic `mutants` on `jobs` threads. The results have the order of `mutants`.
pub fn judge_generic(
    mutants: &[&'static Generic],
    cases: &Cases,
    through: &Through,
    jobs: usize,
) -> Vec<GenericJudged> {
    let judged = at_once(mutants, jobs, |mutant| generic::judged(mutant, cases, through));
    let places = judged.into_iter().enumerate();
    places.filter_map(|(place, judged)| judged.map(|judged| GenericJudged { place, ..judged })).collect()
}

/// Judges all `conditioned` mutants on `jobs` threads. The results have the order of `conditioned`.
pub fn judge_conditioned(conditioned: &[Conditioned<'_>], cases: &Cases, jobs: usize) -> Vec<ConditionedJudged> {
    let candidates = conditioned::candidates(conditioned, cases, jobs);
    let all: Vec<_> = conditioned.iter().zip(&candidates).collect();
    let judged = at_once(&all, jobs, |&(one, candidates)| conditioned::judged(one, candidates, cases));
    let mut judged_before = 0;
    let mut found = Vec::new();
    for (one, judged) in conditioned.iter().zip(judged) {
        let places = (judged_before..).zip(judged.into_iter().flatten());
        found.extend(places.map(|(place, judged)| ConditionedJudged { place, ..judged }));
        judged_before += one.conditions.len();
    }
    found
}
