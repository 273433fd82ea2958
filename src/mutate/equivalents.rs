//! The requirements that no change at the border can break, and the generic mutants that are harmless.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{error::TableError, reading};

/// The requirements and the mutants for which there is nothing to kill.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalents {
    /// The requirements that no change at the border breaks.
    pub requirements: Vec<Unbroken>,
    /// The generic mutants that do nothing wrong.
    pub generic: Vec<Harmless>,
    /// The conditioned mutants that do nothing wrong, or nothing that a document forbids.
    pub conditioned: Vec<Allowed>,
}

/// A requirement that no change at the border breaks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unbroken {
    /// The requirement.
    pub id: String,
    /// Why no change at the border breaks it.
    pub why: String,
    /// The unit test that checks it.
    pub unit_test: String,
}

/// Generic mutants that do nothing wrong.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harmless {
    /// Their ids. A `*` at the start stands for every system: `*/effect/show/double`.
    pub mutants: Vec<String>,
    /// Why no scenario must notice them.
    pub why: String,
}

/// Conditioned mutants that do nothing that a document forbids.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    /// The ids of the mutants.
    pub mutants: Vec<String>,
    /// The ids of the conditions. Without any, every condition under which nothing kills the mutant.
    #[serde(default)]
    pub conditions: Vec<String>,
    /// Why no scenario must notice them.
    pub why: String,
}

impl Allowed {
    /// Whether the mutant with this condition is one of these.
    pub fn takes(&self, mutant: &str, condition: &str) -> bool {
        self.mutants.iter().any(|own| own == mutant)
            && (self.conditions.is_empty() || self.conditions.iter().any(|own| own == condition))
    }
}

impl Harmless {
    /// Whether the generic mutant `id` is one of these.
    pub fn takes(&self, id: &str) -> bool {
        self.mutants.iter().any(|name| is_meant(name, id))
    }
}

/// Whether `name`, which may begin with `*`, stands for the generic mutant `id`.
pub fn is_meant(name: &str, id: &str) -> bool {
    let of_any = name.strip_prefix('*').zip(id.find('/').map(|at| &id[at..]));
    of_any.map_or(name == id, |(rest, kind)| rest == kind)
}

/// The embedded list.
///
/// # Errors
/// The first mistake in the file, with its place.
pub fn equivalents() -> Result<&'static Equivalents, TableError> {
    static EQUIVALENTS: LazyLock<Result<Equivalents, TableError>> =
        LazyLock::new(|| reading::read("equivalents.json", include_str!("equivalents.json")));
    EQUIVALENTS.as_ref().map_err(Clone::clone)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::is_meant;

    #[rstest]
    #[case("*/effect/show/double", "pi/effect/show/double", true)]
    #[case("*/effect/show/double", "pi/effect/show/drop", false)]
    #[case("pi/effect/show/double", "pi/effect/show/double", true)]
    #[case("pi/effect/show/double", "deepchat/effect/show/double", false)]
    fn a_line_is_for_one_system_or_for_all(#[case] mutants: &str, #[case] id: &str, #[case] takes: bool) {
        assert_eq!(is_meant(mutants, id), takes);
    }
}
