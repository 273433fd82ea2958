//! The implementation that a simulation tests: the reference, or a mutant of it.

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

/// The reference, or a mutant of it.
pub struct MutantChoice(Option<Mutant>);

/// A mutant.
struct Mutant {
    changes: Arc<[Change]>,
    trace: Arc<Trace>,
    /// The systems that the mutant is for.
    systems: Vec<&'static str>,
}

impl MutantChoice {
    /// The mutant with this id, or the correct reference without an id.
    pub fn of(mutant: Option<&str>) -> Result<Self, InputErrors> {
        let Some(id) = mutant else { return Ok(Self(None)) };
        let tables = mutants::tables(&[])?;
        let changes = mutants::changes(&tables, id)?.into();
        let named = tables.iter().flat_map(|table| &table.rows).find(|mutant| mutant.id == id);
        let generic = generics().iter().find(|mutant| mutant.id == id);
        // A simulation may use a mutant in a system that the mutant's requirement is not asked of.
        let is_found = |row: &RuleMutant| matches!(&row.finds, Finds::Mutant(found) if found == id);
        let is_for = |system: &&str| {
            named.is_some_and(|mutant| mutants::is_for(mutant, system))
                || generic.is_some_and(|mutant| mutant.system == *system)
                || rule_mutants().iter().any(|row| row.system == *system && is_found(row))
        };
        let systems = generators::ALL.iter().map(|generator| generator.system).filter(is_for).collect();
        Ok(Self(Some(Mutant { changes, trace: Arc::default(), systems })))
    }

    /// A fresh reference.
    pub fn reference(&self) -> Reference {
        let Some(Mutant { changes, trace, .. }) = &self.0 else { return Reference::default() };
        let (changes, trace) = (Arc::clone(changes), Arc::clone(trace));
        Reference::layered(Arc::new(move |machine| Mutated::boxed(machine, Arc::clone(&changes), Arc::clone(&trace))))
    }

    /// Whether this mutant is for the system. The correct reference is for every system.
    pub fn is_for(&self, generator: &SystemGenerator) -> bool {
        self.0.as_ref().is_none_or(|mutant| mutant.systems.contains(&generator.system))
    }

    /// How many times the mutant has altered something so far. Nothing for the correct reference.
    pub fn altered(&self) -> Option<u64> {
        self.0.as_ref().map(|mutant| mutant.trace.applied())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::MutantChoice;
    use crate::sim::{generators, rule_mutants};

    #[rstest]
    #[case(None, &generators::ALL.iter().map(|generator| generator.system).collect::<Vec<_>>())]
    #[case(Some("rte-13-draws-it-first"), &["jp-ask-user", "jp-inquiry"])]
    #[case(Some("i-8-jp-inquiry-gives-it-to-the-other"), &["jp-inquiry"])]
    #[case(Some("deepchat/effect/show/drop"), &["deepchat"])]
    fn a_mutant_is_for_the_systems_of_its_requirement(#[case] mutant: Option<&str>, #[case] systems: &[&str]) {
        let mutant = MutantChoice::of(mutant).unwrap();
        let fitting =
            generators::ALL.iter().filter(|generator| mutant.is_for(generator)).map(|generator| generator.system);
        assert_eq!(fitting.collect::<Vec<_>>(), systems);
    }

    #[test]
    fn a_mutant_is_for_the_systems_in_which_a_rule_finds_it() {
        for row in rule_mutants::rule_mutants() {
            if let rule_mutants::Finds::Mutant(id) = &row.finds {
                assert!(MutantChoice::of(Some(id)).unwrap().is_for(generators::of(&row.system).unwrap()), "{row:?}");
            }
        }
    }
}
