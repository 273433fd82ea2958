//! Later runs find mistakes that show only later.

use hotseat::{
    mutate::{Mutant, run_conditions},
    suite::{
        case::Case,
        catalogue::Catalogue,
        later::{self, PREFIX},
        mutants::{Cases, ConditionedFate, conditioned, judge_conditioned},
        read_cases,
    },
};
use rstest::rstest;

fn written() -> Vec<Case> {
    read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// A mistake that shows only later passes every written scenario of its requirement.
#[rstest]
#[case::after_a_cancel("after-a-cancel", "i-2-pilotdeck-records-it-over")]
#[case::in_the_next_turn("next-turn", "i-5-pilotdeck-takes-the-first-choice")]
#[case::from_the_third_call_on("third-call", "i-3-deepchat-heeds-no-call")]
fn a_mistake_that_shows_only_later_is_found_by_a_later_run(#[case] condition: &str, #[case] mutant: &str) {
    let tables = hotseat::mutate::mutants().as_ref().unwrap();
    let rows = tables.iter().flat_map(|table| &table.rows);
    let mutants: Vec<&Mutant> = rows.filter(|row| row.id == mutant).collect();
    let conditions: Vec<_> = run_conditions().unwrap().iter().filter(|one| one.id == condition).cloned().collect();
    let one = conditioned(&mutants, &conditions);
    let fate = |cases: Vec<Case>| judge_conditioned(&one, &Cases::new(cases), 2)[0].fate.clone();
    let mut cases = written();
    cases.retain(|case| Some(&case.system) == mutants[0].system.as_ref());
    let later = later::later(&cases);
    assert!(!matches!(fate(cases), ConditionedFate::Killed(_)), "a written scenario finds it, too");
    match fate(later) {
        ConditionedFate::Killed(kill) => assert!(kill.scenario.starts_with(PREFIX), "{kill:?}"),
        other => panic!("{other:?}"),
    }
}
