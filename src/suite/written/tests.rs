//! What is written is read back as the same scenario.

use super::steps;
use crate::suite::{catalogue::Catalogue, read_cases};

/// Each of them was written in steps, so nothing need stand in a doc string.
#[test]
fn every_carried_scenario_is_said_in_steps() {
    let cases = read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let with_rest: Vec<_> = cases.iter().filter(|case| steps(&case.scenario).has_rest).map(|case| &case.id).collect();
    assert!(with_rest.is_empty(), "{} of {}: {with_rest:#?}", with_rest.len(), cases.len());
}
