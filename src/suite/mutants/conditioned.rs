//! Judges conditioned mutants: mutants of requirements that are wrong only while a condition of the run holds.

use std::{collections::BTreeSet, sync::Arc};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use super::{
    Cases, Known, Player,
    named::{Kill, Look, look, of_mutant},
};
use crate::{
    mutate::{Mutant, RunCondition, Survey},
    stage::Lane,
    suite::{at_once::at_once, catalogue::Catalogue},
};

/// How many runs are kept of a conditioned mutant that was not killed.
const LOOKS_MAX: usize = 3;

/// A mutant, and conditions of the run, each of which is to be put before it.
#[derive(Clone, Debug)]
pub struct Conditioned<'a> {
    /// The mutant.
    pub mutant: &'a Mutant,
    /// The conditions.
    pub conditions: Vec<Arc<RunCondition>>,
}

/// The fate of a conditioned mutant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ConditionedFate {
    /// A `Then` of the mutant's requirement failed, and the stream differs in a lane that the mutant touches. The text
    /// of the `Then` may be another than that of the mutant's row.
    Killed(Kill),
    /// Something else failed.
    Sideways,
    /// Nothing failed.
    Alive,
    /// It alters nothing in any scenario. It does not count as a mutant.
    Absent,
}

/// A conditioned mutant with its fate.
#[derive(Clone, Debug)]
pub struct ConditionedJudged {
    /// Its place among the conditioned mutants that were to be judged, from 0.
    pub place: usize,
    /// The mutant.
    pub mutant: Mutant,
    /// The condition.
    pub condition: Arc<RunCondition>,
    /// The fate.
    pub fate: ConditionedFate,
    /// Whether it alters a scenario with a `Then` that names its requirement.
    pub is_asked: bool,
    /// Some runs that it altered, if none killed it.
    pub looks: Vec<Look>,
}

/// A conditioned mutant that is not killed yet.
struct Open {
    /// Its condition.
    condition: Arc<RunCondition>,
    player: Player,
    kill: Option<Kill>,
    is_asked: bool,
    looks: Vec<Look>,
}

/// The mutants and the conditions that can hold in their systems.
pub fn conditioned<'a>(mutants: &[&'a Mutant], conditions: &[Arc<RunCondition>]) -> Vec<Conditioned<'a>> {
    let of_one = |mutant: &&'a Mutant| {
        let systems = systems_of(mutant);
        let fits = |condition: &&Arc<RunCondition>| systems.iter().any(|system| condition.is_for(system));
        Conditioned { mutant, conditions: conditions.iter().filter(fits).cloned().collect() }
    };
    mutants.iter().map(of_one).collect()
}

/// A sample of `size` conditioned mutants, drawn by `seed`. The order stays. A new mutant takes the place of one at most.
pub fn sampled<'a>(all: &[Conditioned<'a>], size: usize, seed: u64) -> Vec<Conditioned<'a>> {
    let lots = |one: &Conditioned<'a>| {
        let lot = |condition: &Arc<RunCondition>| lot(seed, &one.mutant.id, &condition.id);
        one.conditions.iter().map(lot).collect::<Vec<_>>()
    };
    let mut drawn: Vec<u64> = all.iter().flat_map(lots).collect();
    drawn.sort_unstable();
    drawn.truncate(size);
    let of_one = |one: &Conditioned<'a>| {
        let is_drawn =
            |condition: &&Arc<RunCondition>| drawn.binary_search(&lot(seed, &one.mutant.id, &condition.id)).is_ok();
        Conditioned { mutant: one.mutant, conditions: one.conditions.iter().filter(is_drawn).cloned().collect() }
    };
    all.iter().map(of_one).filter(|one| !one.conditions.is_empty()).collect()
}

/// The lot of a conditioned mutant: the smallest are drawn. It depends on nothing but the seed and the two ids.
fn lot(seed: u64, mutant: &str, condition: &str) -> u64 {
    // FNV-1a takes the names in. The generator mixes what it leaves alike.
    let names = mutant.bytes().chain([b'\n']).chain(condition.bytes());
    let start = 0xcbf2_9ce4_8422_2325 ^ seed;
    let named = names.fold(start, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    ChaCha8Rng::seed_from_u64(named).next_u64()
}

/// The systems in which the mutant is wrong.
fn systems_of(mutant: &Mutant) -> Vec<&str> {
    let asked = Catalogue::embedded().systems_of(&mutant.requirement).iter().map(String::as_str);
    asked.filter(|system| mutant.system.as_deref().is_none_or(|own| own == *system)).collect()
}

/// A scenario that a mutant may alter, and the numbers of the conditions that may hold at that time.
pub struct Candidate<'c> {
    known: &'c Known,
    held: BTreeSet<usize>,
}

/// The scenarios that each of `all` may alter. Those that name the mutant's requirement come first, and among them those
/// of the mutant's row, because they are the most likely to kill it.
pub fn candidates<'c>(all: &[Conditioned<'_>], cases: &'c Cases, jobs: usize) -> Vec<Vec<Candidate<'c>>> {
    let mut conditions: Vec<Arc<RunCondition>> = Vec::new();
    for condition in all.iter().flat_map(|one| &one.conditions) {
        if !conditions.contains(condition) {
            conditions.push(Arc::clone(condition));
        }
    }
    let known: Vec<&Known> = cases.all().collect();
    // Each scenario's messages are read once for all mutants, because that is the most expensive part.
    let altered = at_once(&known, jobs, |known| {
        if cases.is_stopped() {
            return vec![BTreeSet::new(); all.len()];
        }
        let survey = Survey::of(known.stream().iter().map(|event| &event.what), &conditions);
        all.iter().map(|one| one.held(known, &survey, &conditions)).collect::<Vec<_>>()
    });
    let mut candidates: Vec<Vec<Candidate<'c>>> = all.iter().map(|_| Vec::new()).collect();
    for (known, held) in known.into_iter().zip(altered) {
        for (candidates, held) in candidates.iter_mut().zip(held).filter(|(_, held)| !held.is_empty()) {
            candidates.push(Candidate { known, held });
        }
    }
    for (one, candidates) in all.iter().zip(&mut candidates) {
        let mutant = one.mutant;
        candidates.sort_by_key(|one| (!is_named(mutant, one.known), !of_mutant(mutant, one.known)));
    }
    candidates
}

fn is_named(mutant: &Mutant, known: &Known) -> bool {
    known.thens(&mutant.requirement).next().is_some()
}

impl Conditioned<'_> {
    /// The numbers of its own conditions that may hold when the mutant alters the scenario.
    fn held(&self, known: &Known, survey: &Survey, all: &[Arc<RunCondition>]) -> BTreeSet<usize> {
        let is_of = systems_of(self.mutant).contains(&known.case.system.as_str())
            && self.mutant.profile.as_deref().is_none_or(|profile| profile == known.profile());
        if !is_of {
            return BTreeSet::new();
        }
        let held = survey.held(&self.mutant.changes).into_iter().filter_map(|at| all.get(at));
        held.filter_map(|held| self.conditions.iter().position(|own| own == held)).collect()
    }
}

/// Judges `one`: with each condition, plays the scenarios that the mutant may alter while the condition holds, until one
/// of them kills it. None if it is told to stop before.
pub fn judged(one: &Conditioned<'_>, candidates: &[Candidate<'_>], cases: &Cases) -> Option<Vec<ConditionedJudged>> {
    // Without candidates, too: it may be that they were not looked for.
    if cases.is_stopped() {
        return None;
    }
    let mutant = one.mutant;
    let mut open: Vec<Open> = one.conditions.iter().map(|condition| Open::new(mutant, condition)).collect();
    for Candidate { known, held } in candidates {
        let is_named = is_named(mutant, known);
        for at in held {
            if cases.is_stopped() {
                return None;
            }
            // A scenario that does not name the requirement cannot kill the mutant. It shows whether anything notices it.
            let is_open = |open: &&mut Open| open.kill.is_none() && (is_named || !open.looks.iter().any(Look::noticed));
            if let Some(open) = open.get_mut(*at).filter(is_open) {
                open.judge(mutant, known, is_named);
            }
        }
    }
    Some(open.into_iter().map(|open| open.finished(mutant)).collect())
}

impl Open {
    fn new(mutant: &Mutant, condition: &Arc<RunCondition>) -> Self {
        Self {
            condition: Arc::clone(condition),
            player: Player::of_conditioned(&mutant.changes, condition),
            kill: None,
            is_asked: false,
            looks: Vec::new(),
        }
    }

    fn judge(&mut self, mutant: &Mutant, known: &Known, is_named: bool) {
        match look(mutant, "", &self.player, known).0 {
            Ok(kill) => (self.kill, self.is_asked) = (Some(kill), true),
            Err(look) => {
                let touched = |lane: &Lane| mutant.lanes().contains(lane);
                if look.applied > 0 && look.lanes.iter().any(touched) {
                    self.is_asked |= is_named;
                    self.looks.push(look);
                }
            }
        }
    }

    fn finished(mut self, mutant: &Mutant) -> ConditionedJudged {
        let fate = if let Some(kill) = self.kill {
            self.looks.clear();
            ConditionedFate::Killed(kill)
        } else if self.looks.iter().any(Look::noticed) {
            ConditionedFate::Sideways
        } else if self.looks.is_empty() {
            ConditionedFate::Absent
        } else {
            ConditionedFate::Alive
        };
        // The runs in which something failed come first, and those of the requirement stay before the others.
        self.looks.sort_by_key(|look| !look.noticed());
        self.looks.truncate(LOOKS_MAX);
        let (condition, is_asked) = (self.condition, self.is_asked);
        ConditionedJudged { place: 0, mutant: mutant.clone(), condition, fate, is_asked, looks: self.looks }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Conditioned, conditioned, sampled};
    use crate::mutate::{mutants, run_conditions};

    const SIZE: usize = 40;

    /// A sample that moved with every new mutant would judge others each time, and tell of what nobody has changed.
    #[test]
    fn a_mutant_more_takes_the_place_of_few() {
        let tables = mutants().as_ref().unwrap();
        let rows: Vec<_> = tables.iter().flat_map(|table| &table.rows).take(60).collect();
        let all = conditioned(&rows, run_conditions().unwrap());
        let (removed, others) = all.split_first().unwrap();
        let ids = |sample: Vec<Conditioned<'_>>| -> BTreeSet<String> {
            let of_one = |one: &Conditioned<'_>| {
                let ids = one.conditions.iter().map(|condition| format!("{} {}", one.mutant.id, condition.id));
                ids.collect::<Vec<_>>()
            };
            sample.iter().flat_map(of_one).collect()
        };
        let (with, without) = (ids(sampled(&all, SIZE, 1)), ids(sampled(others, SIZE, 1)));
        assert_eq!((with.len(), without.len()), (SIZE, SIZE));
        let is_new = |id: &&String| id.starts_with(&format!("{} ", removed.mutant.id));
        let new = with.iter().filter(is_new).count();
        assert_eq!(with.difference(&without).count(), new, "only those of the new mutant have come");
    }
}
