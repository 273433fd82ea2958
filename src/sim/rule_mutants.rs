//! Proof that each rule can fail: for every rule and every system where it holds, a mutant that the rule finds, or the
//! reason why there is nothing to check in that system.

use std::sync::LazyLock;

use serde::Deserialize;

use super::fault::Fault;
use crate::mutate::Change;

/// What shows that a rule can fail in a system.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleMutant {
    /// The rule.
    pub rule: String,
    /// The system.
    pub system: String,
    /// What the rule finds there.
    pub finds: Finds,
    /// The fault class that must be on for the rule to find it. Without one, each seed draws its classes.
    #[serde(default)]
    pub faults: Option<Fault>,
}

/// What a rule finds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finds {
    /// The mutant of the tables with this id.
    Mutant(String),
    /// A mutant that is in no table, because no requirement covers it.
    Own {
        /// What it does.
        about: String,
        /// The changes that make it.
        changes: Vec<Change>,
    },
    /// Nothing, with the reason.
    NothingToCheck(String),
}

/// All rows of `rule-mutants.json`, in the order of the file.
pub fn rule_mutants() -> &'static [RuleMutant] {
    static ROWS: LazyLock<Vec<RuleMutant>> = LazyLock::new(|| {
        // The test below fails if the file cannot be read.
        serde_json::from_str(include_str!("rule-mutants.json")).unwrap_or_default()
    });
    &ROWS
}

#[cfg(test)]
mod tests {
    use super::rule_mutants;
    use crate::sim::{generator::SystemGenerator, generators};

    #[test]
    fn every_rule_of_every_system_has_exactly_one_row() {
        let mut found: Vec<(&str, &str)> = rule_mutants().iter().map(|row| (&*row.system, &*row.rule)).collect();
        let rules = |generator: &&'static SystemGenerator| {
            generator.rules().into_iter().map(|rule| (generator.system, rule.name))
        };
        let mut expected: Vec<(&str, &str)> = generators::ALL.iter().flat_map(rules).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}
