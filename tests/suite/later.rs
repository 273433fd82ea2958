//! Later runs hold for the reference, and find mistakes that show only later.

use std::{fmt::Write as _, sync::Arc};

use hotseat::{
    llm::shell::Memory,
    mutate::{Mutant, run_conditions},
    stage::play,
    subject::Reference,
    suite::{
        case::Case,
        catalogue::Catalogue,
        judge,
        later::{self, PREFIX},
        mutants::{Cases, ConditionedFate, conditioned, judge_conditioned},
        read_case, read_cases,
    },
};
use rstest::rstest;

fn written() -> Vec<Case> {
    read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn every_later_run_holds_for_the_reference() {
    let later = later::later(&written());
    assert!(later.len() > 1_500, "only {} later runs", later.len());
    let mut wrong = String::new();
    for case in later.into_iter().map(Arc::new) {
        let outcome = judge(&case, true, |scenario| play(scenario, &mut Reference::default(), &mut Memory::default()));
        let failed: Vec<&str> =
            outcome.thens.iter().filter(|then| then.finding.is_err()).map(|then| then.text.as_str()).collect();
        if !failed.is_empty() || !outcome.faults.is_empty() {
            let _ = writeln!(wrong, "{}: {failed:?} {:?}", case.id, outcome.faults);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// An entry that no scenario needs would hide the next one of that name.
#[test]
fn every_exception_is_the_reason_of_some_scenario() {
    let written = written();
    for (id, why) in later::EXCEPTIONS.iter() {
        let mut cases = written.iter().filter(|case| case.id.starts_with(id));
        assert!(cases.any(|case| later::why_not(case) == Some(why)), "no scenario needs the entry {id}");
    }
}

#[test]
fn a_later_run_is_found_by_its_id_and_shows_the_step() {
    let id = format!("{PREFIX}common/cancel/pi-seed");
    let cases = read_case(&[], &id, Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let [case] = &cases[..] else { panic!("{} cases", cases.len()) };
    assert_eq!(case.id, id);
    let step = case.steps.iter().position(|line| line.text == later::STEP);
    assert_eq!(step, Some(3), "after the system, the profile and the terminal");
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
