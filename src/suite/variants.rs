//! Finds out whether the suite lets every variant pass: an implementation that is right in another way than the
//! reference.
//!
//! Several variants can be put together, as one implementation that takes several choices otherwise. Each set plays all
//! scenarios of its system, as any subject but the reference does.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    mutate::{Change, Variant},
    sim::scope::Scope,
    stage::{Claims, Lane, Subject},
    subject::Reference,
    suite::{
        at_once::at_once,
        catalogue::Catalogue,
        mutants::{Cases, Known, Player, Through, difference},
        outcome::Outcome,
        plan::{Judged, Plan},
        runner::{Suite, not_asked},
        select::Systems,
    },
    system::System,
};

/// Variants that are put together, in one system.
#[derive(Clone, Debug)]
pub struct VariantSet<'a> {
    /// The system.
    pub system: &'a str,
    /// The variants, in the order of their layers: the first is next to the machine.
    pub variants: Vec<&'a Variant>,
}

impl VariantSet<'_> {
    /// What the set claims: everything of its system. A variant of one profile claims that profile alone.
    pub fn claims(&self) -> Claims {
        let mut claims = Reference::default().claims().clone();
        claims.systems.retain(|claim| claim.system == self.system);
        if let Some(profile) = self.variants.iter().find_map(|variant| variant.profile.as_ref()) {
            claims.systems.iter_mut().for_each(|claim| claim.profiles.retain(|own| own == profile));
        }
        let names: Vec<&str> = self.variants.iter().map(|variant| variant.id.as_str()).collect();
        claims.who = format!("the reference with {}", names.join(", "));
        claims
    }
}

/// What a variant altered in the scenarios of a set.
#[derive(Clone, Debug, Default)]
pub struct Altered {
    /// How often a change was applied.
    pub applied: u64,
    /// Mistakes in the row that a run showed.
    pub complaints: BTreeSet<String>,
}

/// The scenarios of a system, played by a set of variants.
pub struct Played {
    /// The outcomes.
    pub suite: Suite,
    /// The verdicts on the requirements.
    pub judged: Vec<Judged>,
    /// What each variant of the set altered.
    pub altered: Vec<Altered>,
    /// The lanes in which some stream differs from the reference's.
    pub lanes: BTreeSet<Lane>,
}

/// The sets of one variant in each of its systems; with `system`, in this system alone.
pub fn alone<'a>(variants: &[&'a Variant], systems: &Systems) -> Vec<VariantSet<'a>> {
    let sets = variants.iter().flat_map(|variant| {
        let own = variant.systems.iter().filter(|name| systems.have(name));
        own.map(|system| VariantSet { system, variants: vec![*variant] })
    });
    sets.collect()
}

/// Every pair of variants that go together, as a set in each system of both.
pub fn pairs<'a>(variants: &[&'a Variant], systems: &Systems) -> Vec<VariantSet<'a>> {
    drawn(variants, systems, 2)
}

/// Sets of at most `size` variants, in which every pair of variants that go together occurs.
///
/// The sets are made greedily: each begins with the first pair that occurs in no earlier set, and takes the variants
/// that bring the most new pairs. So the same variants always give the same sets.
pub fn drawn<'a>(variants: &[&'a Variant], systems: &Systems, size: usize) -> Vec<VariantSet<'a>> {
    let own = System::ALL.iter().map(|own| own.name).filter(|name| systems.have(name));
    own.flat_map(|system| of_system(variants, system, size)).collect()
}

fn of_system<'a>(variants: &[&'a Variant], system: &'static str, size: usize) -> Vec<VariantSet<'a>> {
    let own: Vec<&Variant> =
        variants.iter().copied().filter(|variant| variant.systems.iter().any(|name| name == system)).collect();
    let mut open: BTreeSet<(usize, usize)> = BTreeSet::new();
    for one in 0..own.len() {
        open.extend((one + 1..own.len()).filter(|other| own[one].goes_with(own[*other])).map(|other| (one, other)));
    }
    let mut sets = Vec::new();
    while let Some(&(one, other)) = open.first() {
        let mut members = vec![one, other];
        while members.len() < size {
            let brings = |new: &usize| {
                let is_open = |known: &&usize| open.contains(&((*new).min(**known), (*new).max(**known)));
                members.iter().filter(is_open).count()
            };
            let fits = |new: &usize| members.iter().all(|known| own[*new].goes_with(own[*known]));
            let best = (0..own.len()).filter(fits).max_by_key(|new| (brings(new), std::cmp::Reverse(*new)));
            match best.filter(|new| brings(new) > 0) {
                Some(new) => members.push(new),
                None => break,
            }
        }
        members.sort_unstable();
        open.retain(|(one, other)| !(members.contains(one) && members.contains(other)));
        sets.push(VariantSet { system, variants: members.into_iter().map(|at| own[at]).collect() });
    }
    sets
}

/// Plays all `sets` on `jobs` threads. `report` turns each set's run into what is kept of it. The results have the order
/// of `sets`, each with its place there. What is not played when the cases tell to stop is left out.
pub fn play_all<R: Send>(
    sets: &[VariantSet<'_>],
    cases: &Cases,
    through: &Through,
    jobs: usize,
    report: impl Fn(&VariantSet<'_>, Played) -> R + Sync,
) -> Vec<(usize, R)> {
    let sets: Vec<&VariantSet<'_>> = sets.iter().collect();
    let played = at_once(&sets, jobs, |set| play(set, cases, through).map(|played| report(set, played)));
    played.into_iter().enumerate().filter_map(|(place, played)| Some((place, played?))).collect()
}

/// Plays every scenario of the system with the set. None if it is told to stop before the last.
fn play(set: &VariantSet<'_>, cases: &Cases, through: &Through) -> Option<Played> {
    if cases.is_stopped() {
        return None;
    }
    let claims = set.claims();
    let changes: Vec<Arc<[Change]>> = set.variants.iter().map(|variant| variant.changes.clone().into()).collect();
    let flags = set.variants.iter().flat_map(|variant| ["--variant".to_owned(), variant.id.clone()]);
    let scope = Scope::of(&claims, Catalogue::embedded().musts_of(&claims), matches!(through, Through::Adapter(_)));
    let player = Player::new(changes, flags.collect(), through).within(scope);
    let known: Vec<&Known> = cases.all().filter(|known| known.case.system == set.system).collect();
    let mut altered = vec![Altered::default(); set.variants.len()];
    let (mut outcomes, mut lanes) = (Vec::new(), BTreeSet::new());
    let mut internal = Vec::new();
    for known in &known {
        if let Some(why) = not_asked(&known.case, &claims, false) {
            outcomes.push(Outcome::skipped(Arc::clone(&known.case), why));
            continue;
        }
        if cases.is_stopped() {
            return None;
        }
        let playing = player.play(known);
        for (altered, trace) in altered.iter_mut().zip(&playing.traces) {
            altered.applied += trace.applied();
            altered.complaints.extend(trace.complaints());
        }
        match playing.outcome {
            Ok(outcome) => {
                lanes.extend(difference::lanes(known.stream(), &outcome.events));
                outcomes.push(outcome);
            }
            Err(panic) => internal.push(format!("{}: {panic}", known.case.id)),
        }
    }
    let cases: Vec<_> = known.iter().map(|known| Arc::clone(&known.case)).collect();
    let judged = Plan::of(&cases).judge(&outcomes, Catalogue::embedded(), &claims);
    let suite = Suite { outcomes, claims, faults: Vec::new(), internal, identity: None };
    Some(Played { suite, judged, altered, lanes })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Systems, Variant, drawn, pairs};

    fn variant(number: usize, choice: Option<u8>) -> Variant {
        Variant {
            id: format!("v-{number}"),
            systems: vec!["pi".to_owned()],
            profile: None,
            about: String::new(),
            freedom: String::new(),
            choice: choice.map(|choice| choice.to_string()),
            changes: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn every_pair_that_goes_together_occurs_in_a_drawn_set(
            choices in prop::collection::vec(prop::option::of(0_u8..3), 0..12),
            size in 2_usize..6,
        ) {
            let variants: Vec<Variant> =
                choices.into_iter().enumerate().map(|(number, choice)| variant(number, choice)).collect();
            let variants: Vec<&Variant> = variants.iter().collect();
            let sets = drawn(&variants, &Systems::default(), size);
            for pair in pairs(&variants, &Systems::default()) {
                let has = |id: &str, set: &[&Variant]| set.iter().any(|variant| variant.id == id);
                let [one, other] = &pair.variants[..] else { panic!("{pair:?}") };
                prop_assert!(sets.iter().any(|set| has(&one.id, &set.variants) && has(&other.id, &set.variants)));
            }
            for set in &sets {
                prop_assert!(set.variants.len() <= size);
                let together = |one: &&Variant| set.variants.iter().all(|two| one.id == two.id || one.goes_with(two));
                prop_assert!(set.variants.iter().all(together));
            }
        }
    }
}
