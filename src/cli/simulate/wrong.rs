//! What is wrong on purpose with the reference that sits in the hot seat, if anything.

use std::sync::Arc;

use crate::{
    cli::mutants,
    mutate::{Change, Mutated, Trace, generics},
    sim::{
        generator::SystemGenerator,
        generators,
        rule_mutants::{Finds, RuleMutant, rule_mutants},
    },
    subject::Reference,
    suite::InputErrors,
};

/// What is wrong on purpose with the reference.
pub struct Wrong(Option<OnPurpose>);

/// A mutant.
struct OnPurpose {
    changes: Arc<[Change]>,
    trace: Arc<Trace>,
    /// The systems that it is for.
    systems: Vec<&'static str>,
}

impl Wrong {
    /// The mutant of that id; the sound reference without one.
    pub fn of(mutant: Option<&str>) -> Result<Self, InputErrors> {
        let Some(id) = mutant else { return Ok(Self(None)) };
        let tables = mutants::tables(&[])?;
        let changes = mutants::changes(&tables, id)?.into();
        let named = tables.iter().flat_map(|table| &table.mutants).find(|mutant| mutant.id == id);
        let generic = generics().iter().find(|mutant| mutant.id == id);
        // A simulation may have more in a system than the mutant's requirement is asked of.
        let is_found = |kill: &RuleMutant| matches!(&kill.finds, Finds::Mutant(found) if found == id);
        let is_for = |system: &&str| {
            named.is_some_and(|mutant| mutants::is_for(mutant, system))
                || generic.is_some_and(|mutant| mutant.system == *system)
                || rule_mutants().iter().any(|kill| kill.system == *system && is_found(kill))
        };
        let systems = generators::ALL.iter().map(|generator| generator.system).filter(is_for).collect();
        Ok(Self(Some(OnPurpose { changes, trace: Arc::default(), systems })))
    }

    /// A fresh reference.
    pub fn reference(&self) -> Reference {
        let Some(OnPurpose { changes, trace, .. }) = &self.0 else { return Reference::default() };
        let (changes, trace) = (Arc::clone(changes), Arc::clone(trace));
        Reference::layered(Arc::new(move |machine| Mutated::boxed(machine, Arc::clone(&changes), Arc::clone(&trace))))
    }

    /// Whether it is for that system; the sound reference is for all of them.
    pub fn is_for(&self, generator: &SystemGenerator) -> bool {
        self.0.as_ref().is_none_or(|mutant| mutant.systems.contains(&generator.system))
    }

    /// How often it has altered something so far; none for the sound reference.
    pub fn altered(&self) -> Option<u64> {
        self.0.as_ref().map(|mutant| mutant.trace.applied())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Wrong;
    use crate::sim::{generators, rule_mutants};

    #[rstest]
    #[case(None, &["jp-ask-user", "jp-inquiry", "deepchat", "pi", "pilotdeck"])]
    #[case(Some("rte-13-draws-it-first"), &["jp-ask-user", "jp-inquiry"])]
    #[case(Some("i-8-jp-inquiry-gives-it-to-the-other"), &["jp-inquiry"])]
    #[case(Some("deepchat/effect/show/drop"), &["deepchat"])]
    fn a_mutant_is_for_its_systems(#[case] mutant: Option<&str>, #[case] systems: &[&str]) {
        let wrong = Wrong::of(mutant).unwrap();
        let fitting =
            generators::ALL.iter().filter(|generator| wrong.is_for(generator)).map(|generator| generator.system);
        assert_eq!(fitting.collect::<Vec<_>>(), systems);
    }

    #[test]
    fn a_mutant_is_for_the_systems_in_which_a_rule_finds_it() {
        for kill in rule_mutants::rule_mutants() {
            if let rule_mutants::Finds::Mutant(id) = &kill.finds {
                assert!(Wrong::of(Some(id)).unwrap().is_for(generators::of(&kill.system).unwrap()), "{kill:?}");
            }
        }
    }
}
