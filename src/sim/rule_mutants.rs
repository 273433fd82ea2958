//! What each rule is good for: in every system where it holds, a mutant that it finds, or why it can find none there. A
//! rule that finds nothing says nothing.

use std::sync::LazyLock;

use serde::Deserialize;

use super::fault::Fault;
use crate::mutate::Change;

/// What a rule finds in a system.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleMutant {
    /// The rule.
    pub rule: String,
    /// The system.
    pub system: String,
    /// What it finds there.
    pub finds: Finds,
    /// The faults with which it does; some of all where nothing is said.
    #[serde(default)]
    pub faults: Option<Fault>,
}

/// What is found.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finds {
    /// This mutant of the tables.
    Mutant(String),
    /// A mutant of its own, for which there is no requirement.
    Own {
        /// What it does.
        about: String,
        /// How.
        changes: Vec<Change>,
    },
    /// Nothing, and why.
    NothingToCheck(String),
}

/// What every rule finds, in the order of the file.
pub fn rule_mutants() -> &'static [RuleMutant] {
    static ROWS: LazyLock<Vec<RuleMutant>> = LazyLock::new(|| {
        // That it can be read is held by a test.
        serde_json::from_str(include_str!("rule-mutants.json")).unwrap_or_default()
    });
    &ROWS
}

#[cfg(test)]
mod tests {
    use super::rule_mutants;
    use crate::sim::{generator::SystemGenerator, generators};

    /// Every rule of every system has its row, and nothing else has one.
    #[test]
    fn every_rule_has_a_row() {
        let mut found: Vec<(&str, &str)> = rule_mutants().iter().map(|kill| (&*kill.system, &*kill.rule)).collect();
        let rules = |generator: &&'static SystemGenerator| {
            generator.rules().into_iter().map(|rule| (generator.system, rule.name))
        };
        let mut expected: Vec<(&str, &str)> = generators::ALL.iter().flat_map(rules).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}
