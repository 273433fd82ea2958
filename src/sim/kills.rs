//! What each rule is good for: in every system where it holds, a mutant that it finds, or why it can find none there. A
//! rule that finds nothing says nothing.

use std::sync::LazyLock;

use serde::Deserialize;

use super::fault::Fault;
use crate::mutate::Change;

/// What a rule finds in a system.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kill {
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
    Vacuous(String),
}

/// What every rule finds, in the order of the file.
pub fn kills() -> &'static [Kill] {
    static KILLS: LazyLock<Vec<Kill>> = LazyLock::new(|| {
        // That it can be read is held by a test.
        serde_json::from_str(include_str!("kills.json")).unwrap_or_default()
    });
    &KILLS
}

#[cfg(test)]
mod tests {
    use super::kills;
    use crate::sim::{world::World, worlds};

    /// Every rule of every system has its row, and nothing else has one.
    #[test]
    fn every_rule_has_a_row() {
        let mut found: Vec<(&str, &str)> = kills().iter().map(|kill| (&*kill.system, &*kill.rule)).collect();
        let rules = |world: &&'static World| world.rules().into_iter().map(|rule| (world.system, rule.name));
        let mut expected: Vec<(&str, &str)> = worlds::ALL.iter().flat_map(rules).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}
