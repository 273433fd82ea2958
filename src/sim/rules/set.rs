//! The rules that a run is held to, by the moments at which they look.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use strum::VariantArray;

use super::{Moment, Rule};
use crate::{
    model::json::text_of,
    stage::What,
    system::{Effect, EffectKind, InputKind, Record},
};

/// The number of kinds of inputs and effects.
const INPUTS: usize = InputKind::VARIANTS.len();
const EFFECTS: usize = EffectKind::VARIANTS.len();
/// The places of the moments that are no observation.
const PARKED: usize = INPUTS + EFFECTS;
const OVER: usize = PARKED + 1;
/// The place of the records.
const RECORD: usize = INPUTS + EffectKind::Record as usize;

/// The rules that a run is held to.
pub struct RuleSet {
    rules: Vec<&'static Rule>,
    /// For each moment, the indexes of the rules that look at it, in the order of the rules.
    looking: [Vec<usize>; OVER + 1],
    /// The same for the records of each type that a rule names. All other records are at the place of their effect.
    recorded: Vec<(&'static str, Vec<usize>)>,
}

impl RuleSet {
    /// A set of these rules. They are asked in this order.
    pub fn new(rules: Vec<&'static Rule>) -> Self {
        let indexes = |looks: &dyn Fn(Moment) -> bool| -> Vec<usize> {
            let is_looking = |rule: &Rule| rule.looks_at.iter().any(|moment| looks(*moment));
            (0..).zip(&rules).filter(|(_, rule)| is_looking(rule)).map(|(index, _)| index).collect()
        };
        let looking = std::array::from_fn(|place| indexes(&|moment| is_at(moment, place)));
        let named = rules.iter().flat_map(|rule| rule.looks_at).filter_map(|moment| match moment {
            Moment::Recorded(kind) => Some(*kind),
            _ => None,
        });
        let named: BTreeSet<&str> = named.collect();
        let of_kind = |kind| (kind, indexes(&|moment| moment == Moment::Recorded(kind) || is_at(moment, RECORD)));
        let recorded = named.into_iter().map(of_kind).collect();
        Self { rules, looking, recorded }
    }

    /// A set of these rules that asks each of them at every moment.
    #[cfg(test)]
    pub fn at_every_moment(rules: Vec<&'static Rule>) -> Self {
        let looking = std::array::from_fn(|_| (0..rules.len()).collect());
        Self { rules, looking, recorded: Vec::new() }
    }

    /// The rules, in their order.
    pub fn rules(&self) -> &[&'static Rule] {
        &self.rules
    }

    /// The indexes of the rules that look at an observation.
    pub fn at(&self, what: &What) -> &[usize] {
        if let What::Effect(Effect::Record(Record(record))) = what
            && let Some(kind) = text_of(record, "type")
            && let Some((_, looking)) = self.recorded.iter().find(|(known, _)| *known == kind)
        {
            return looking;
        }
        &self.looking[match what {
            What::Input(input) => InputKind::from(input) as usize,
            What::Effect(effect) => INPUTS + EffectKind::from(effect) as usize,
        }]
    }

    /// The indexes of the rules that look when the subject is parked.
    pub fn parked(&self) -> &[usize] {
        &self.looking[PARKED]
    }

    /// The indexes of the rules that look at the end of the run.
    pub fn over(&self) -> &[usize] {
        &self.looking[OVER]
    }
}

/// The sets of rules that were made so far, by system. They follow from what they belong to, so they do not count when that is
/// compared, and are made anew in a copy.
#[derive(Default)]
pub struct RuleSets(Mutex<BTreeMap<&'static str, Arc<RuleSet>>>);

impl RuleSets {
    /// The set of a system, which `make` makes the first time.
    pub fn of(&self, system: &'static str, make: impl FnOnce() -> RuleSet) -> Arc<RuleSet> {
        let mut sets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(sets.entry(system).or_insert_with(|| Arc::new(make())))
    }
}

impl Clone for RuleSets {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for RuleSets {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for RuleSets {}

impl fmt::Debug for RuleSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RuleSets")
    }
}

/// Whether a moment is at this place.
const fn is_at(moment: Moment, place: usize) -> bool {
    match moment {
        Moment::Heard(kind) => place == kind as usize,
        Moment::AnyInput => place < INPUTS,
        Moment::Done(kind) => place == INPUTS + kind as usize,
        // A type of records has a list of its own.
        Moment::Recorded(_) => false,
        Moment::AnyEffect => INPUTS <= place && place < PARKED,
        Moment::Parked => place == PARKED,
        Moment::Over => place == OVER,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::{
        sim::{
            fault::FaultChoice,
            generators,
            rule_mutants::{Finds, rule_mutants},
            run::{RunOptions, Tested, simulate_any},
            scope::Scope,
        },
        subject::Reference,
    };

    /// How many seeds of each mutant are run.
    const SEEDS: u64 = 8;

    /// A rule that left out a moment at which it looks would find less, or something else.
    #[rstest]
    fn rules_find_the_same_as_if_they_were_asked_at_every_moment(
        #[values("jp-ask-user", "jp-inquiry", "deepchat", "pi", "pilotdeck", "acp", "mcp")] system: &str,
    ) {
        let generator = generators::of(system).unwrap();
        let always = Scope::asking_always(generator.system, generator.rules());
        let own = rule_mutants().iter().filter(|row| row.system == system).filter_map(|row| match &row.finds {
            Finds::Own { changes, .. } => Some(changes.clone()),
            Finds::Mutant(_) | Finds::NothingToCheck(_) => None,
        });
        let mut found = 0;
        for changes in own.chain([Vec::new()]) {
            for seed in 0..SEEDS {
                let violation = |scope: &Scope| {
                    let mut subject = Reference::with_changes(vec![changes.clone().into()]);
                    let tested = Tested { scope, subject: &mut subject, model: None };
                    simulate_any(generator, &FaultChoice::Swarm, seed, RunOptions::default(), tested).outcome.violation
                };
                let expected = violation(&always);
                assert_eq!(violation(Scope::reference()), expected, "seed {seed} of {changes:?}");
                found += u32::from(expected.is_some());
            }
        }
        assert!(found > 0, "no rule finds anything");
    }
}
