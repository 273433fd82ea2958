//! Fuller runs hold for the reference.

use std::{fmt::Write as _, sync::Arc};

use hotseat::{
    llm::shell::Memory,
    stage::play,
    subject::Reference,
    suite::{
        case::{Case, Line},
        catalogue::Catalogue,
        fuller, judge, read_case, read_cases,
    },
};

fn written() -> Vec<Case> {
    read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn every_fuller_run_holds_for_the_reference_with_every_member() {
    let fuller = fuller::fuller(&written(), true);
    assert!(fuller.len() > 3_000, "only {} fuller runs", fuller.len());
    let mut wrong = String::new();
    for case in fuller.into_iter().map(Arc::new) {
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
fn every_exception_leaves_out_some_scenario() {
    let written = written();
    for (entry, _) in fuller::EXCEPTIONS.iter() {
        let (member, id) = entry.split_once('/').unwrap_or_default();
        assert!(fuller::member(member).is_some(), "there is no member {member}");
        assert!(written.iter().any(|case| case.id.starts_with(id)), "no scenario needs {entry}");
    }
}

#[test]
fn a_fuller_run_is_found_by_its_id_and_shows_its_step() {
    let id = format!("{}metadata/common/cancel/pi-seed", fuller::PREFIX);
    let cases = read_case(&[], &id, Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let [case] = &cases[..] else { panic!("{} cases", cases.len()) };
    let has = |line: &Line| line.text == r#"each call with questions also has {"metadata": {"source": "here"}}"#;
    assert!(case.id == id && case.steps.iter().any(has));
}
