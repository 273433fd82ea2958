//! Which mutants the suite kills.
//!
//! A mutant of a requirement is **killed** by a scenario where a `Then` fails that names the requirement and has the
//! text that the row tells, and the stream differs from that of the sound reference in a lane that the mutant touches.
//! A `Then` that can not be read does not fail. Where something else fails, or the run is at fault, it is caught
//! **sideways**; where nothing does, it is **alive**; where it altered nothing in any scenario, it is **idle**. Only a
//! killed one proves that its requirement is watched.

mod difference;
mod named;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

pub use self::named::{Fate, Judged, Kill, Look};
use super::{case::Case, catalogue::Catalogue, steps::Does};
use crate::{
    llm::shell::Memory,
    mutate::Mutant,
    stage::{Observation, play},
    subject::Reference,
    suite::{
        catalogue::{Level, Requirement, Status},
        judge,
    },
    system::System,
};

/// The scenarios, and what the sound reference does in each.
pub struct Cases {
    all: Vec<Known>,
    /// By requirement, the places of those that name it.
    naming: BTreeMap<String, Vec<usize>>,
}

/// A scenario, and what the sound reference does in it.
pub struct Known {
    /// The scenario.
    pub case: Arc<Case>,
    stream: OnceLock<Vec<Observation>>,
}

impl Cases {
    /// The scenarios `cases`.
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
        let all = cases.into_iter().map(|case| Known { case: Arc::new(case), stream: OnceLock::new() });
        Self { all: all.collect(), naming }
    }

    /// Those with a `Then` that names the requirement `id`.
    pub fn naming(&self, id: &str) -> impl Iterator<Item = &Known> {
        self.naming.get(id).into_iter().flatten().map(|at| &self.all[*at])
    }
}

impl Known {
    /// The profile that it is played in.
    pub fn profile(&self) -> &str {
        let default = || System::named(&self.case.system).and_then(|system| system.profiles.first().copied());
        self.case.profile.as_deref().or_else(default).unwrap_or_default()
    }

    /// The texts of its `Then`s that name the requirement `id`.
    pub fn thens(&self, id: &str) -> impl Iterator<Item = &str> {
        let is_then = |does: &Does| matches!(does, Does::Check(_));
        let lines = self.case.steps.iter().filter(move |line| is_then(&line.matched.step.does));
        lines
            .filter(move |line| line.matched.requirements.iter().any(|named| named == id))
            .map(|line| line.text.as_str())
    }

    /// What the sound reference does in it.
    pub fn stream(&self) -> &[Observation] {
        self.stream.get_or_init(|| {
            let played =
                judge(&self.case, |scenario| play(scenario, &mut Reference::default(), &mut Memory::default()));
            played.map(|outcome| outcome.events).unwrap_or_default()
        })
    }
}

/// Judges every one of `mutants`, `jobs` at once; yields them in their order.
pub fn judge_all(mutants: &[&Mutant], cases: &Cases, jobs: usize) -> Vec<Judged> {
    let (next, judged) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while let Some((at, mutant)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    mutants.get(at).map(|mutant| (at, mutant))
                } {
                    let one = named::judged(mutant, cases);
                    judged.lock().unwrap_or_else(PoisonError::into_inner).push((at, one));
                }
            });
        }
    });
    let mut judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
    judged.sort_by_key(|(at, _)| *at);
    judged.into_iter().map(|(_, judged)| judged).collect()
}

/// The requirements that must have a killed mutant: those of level `must` that a run sees, and what was observed of an
/// upstream program, which is such a mutant. Of `system`, where one is meant.
pub fn demanded(system: Option<&str>) -> Vec<&'static str> {
    let catalogue = Catalogue::carried();
    let of_system = |id: &str| {
        let area = catalogue.area(id);
        system.is_none_or(|system| area.is_some_and(|area| area.systems.iter().any(|asked| asked == system)))
    };
    let is_meant = |row: &&Requirement| match row.status {
        Status::Observed => true,
        _ => row.level == Level::Must && row.is_asked(),
    };
    let rows = catalogue.requirements().filter(is_meant);
    rows.map(|row| row.id.as_str()).filter(|id| of_system(id)).collect()
}
