//! Which mutants the suite kills.
//!
//! A mutant of a requirement is **killed** by a scenario where a `Then` fails that names the requirement and has the
//! text that the row tells, and the stream differs from that of the sound reference in a lane that the mutant touches.
//! A `Then` that can not be read does not fail. Where something else fails, or the run is at fault, it is caught
//! **sideways**; where nothing does, it is **alive**; where it altered nothing in any scenario, it is **idle**. Only a
//! killed one proves that its requirement is watched.
//!
//! A **generic** mutant is killed by whatever notices it: a `Then` that fails, or a run at fault. Scenarios that show
//! what is the reference's own are not asked. One that could alter nothing in any scenario of its
//! system, or makes no difference to what any lane says, is none.

mod covered;
mod difference;
mod generic;
mod named;
mod player;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use self::player::Player;
pub use self::{
    covered::{Covered, covered, demanded, wrong_lines},
    generic::{GenericFate, GenericJudged},
    named::{Fate, Judged, Kill, Look},
    player::Through,
};
use super::{
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
    sound: OnceLock<Sound>,
    /// How often each kind of message occurs in it.
    kinds: OnceLock<BTreeMap<On, usize>>,
}

/// The sound reference in a scenario.
struct Sound {
    /// Whether everything holds.
    holds: bool,
    /// What it does.
    stream: Vec<Observation>,
}

impl Cases {
    /// Those in which something fails for the sound reference: they would kill whatever plays in them.
    pub fn unsound(&self, jobs: usize) -> Vec<&str> {
        let known: Vec<&Known> = self.all.iter().collect();
        let holds = at_once(&known, jobs, |known| known.sound().holds);
        known.iter().zip(holds).filter(|(_, holds)| !holds).map(|(known, _)| known.case.id.as_str()).collect()
    }

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
        let all = cases.into_iter().map(|case| Known {
            case: Arc::new(case),
            sound: OnceLock::new(),
            kinds: OnceLock::new(),
        });
        Self { all: all.collect(), naming }
    }

    /// Those with a `Then` that names the requirement `id`.
    pub fn naming(&self, id: &str) -> impl Iterator<Item = &Known> {
        self.naming.get(id).into_iter().flatten().map(|at| &self.all[*at])
    }

    /// Those of a system that are asked of every subject.
    pub fn of_system(&self, system: &str) -> impl Iterator<Item = &Known> {
        self.all.iter().filter(move |known| known.case.system == system && !known.case.is_of_reference())
    }
}

impl Known {
    /// How often the sound reference hears or does such a thing in it.
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

    /// The profile that it is played in.
    pub fn profile(&self) -> &str {
        let default = || System::named(&self.case.system).and_then(|system| system.profiles.first().copied());
        self.case.profile.as_deref().or_else(default).unwrap_or_default()
    }

    /// The texts of its `Then`s that name the requirement `id`.
    pub fn thens(&self, id: &str) -> impl Iterator<Item = String> {
        let lines = self.case.steps.iter().filter(|line| line.matched.is_check());
        lines.filter(move |line| line.matched.requirements.iter().any(|named| named == id)).map(Line::whole)
    }

    /// What the sound reference does in it.
    pub fn stream(&self) -> &[Observation] {
        &self.sound().stream
    }

    fn sound(&self) -> &Sound {
        self.sound.get_or_init(|| {
            let played =
                judge(&self.case, |scenario| play(scenario, &mut Reference::default(), &mut Memory::default()));
            let holds =
                |outcome: &Outcome| outcome.faults.is_empty() && outcome.thens.iter().all(|then| then.finding.is_ok());
            Sound { holds: holds(&played), stream: played.events }
        })
    }
}

/// Judges every one of `mutants`, `jobs` at once; yields them in their order.
pub fn judge_all(mutants: &[&Mutant], cases: &Cases, through: &Through, jobs: usize) -> Vec<Judged> {
    at_once(mutants, jobs, |mutant| named::judged(mutant, cases, through))
}

/// Judges every one of these generic `mutants`, `jobs` at once; yields them in their order.
pub fn judge_generic(
    mutants: &[&'static Generic],
    cases: &Cases,
    through: &Through,
    jobs: usize,
) -> Vec<GenericJudged> {
    at_once(mutants, jobs, |mutant| generic::judged(mutant, cases, through))
}

/// Does `work` with each of `items` on `jobs` threads; yields what comes of it in their order.
fn at_once<T: Copy + Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..jobs.max(1).min(items.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let one = work(*item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, one));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, one)| one).collect()
}
