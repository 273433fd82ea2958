//! Derived runs hold for the reference, each exception is needed, and each kind finds mistakes that the written scenario
//! passes.

use std::sync::Arc;

use hotseat::model::json::{Value, json};
use hotseat::{
    llm::shell::Memory,
    mutate::Change,
    stage::play,
    subject::Reference,
    suite::{
        case::{Case, Line},
        catalogue::Catalogue,
        derived::Exceptions,
        fuller, judge, later, read_case, read_cases, reworded,
    },
};
use rstest::rstest;

fn written() -> Vec<Case> {
    read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// What `case` holds against a reference with these changes. Empty if it holds nothing against it.
fn failure(case: Case, changes: &Value) -> String {
    let changes: Vec<Change> = hotseat::model::json::from_value(changes.clone()).unwrap();
    let layers = if changes.is_empty() { Vec::new() } else { vec![changes.into()] };
    let mut subject = Reference::with_changes(layers);
    let outcome = judge(&Arc::new(case), true, |scenario| play(scenario, &mut subject, &mut Memory::default()));
    let failed: Vec<&str> =
        outcome.thens.iter().filter(|then| then.finding.is_err()).map(|then| then.text.as_str()).collect();
    if failed.is_empty() && outcome.faults.is_empty() {
        return String::new();
    }
    format!("{}: {failed:?} {:?}\n", outcome.case.id, outcome.faults)
}

#[rstest]
#[case::later(later::later(&written()), 1_500)]
#[case::reworded(reworded::reworded(&written(), true), 8_000)]
#[case::fuller(fuller::fuller(&written(), true), 3_000)]
fn every_derived_run_holds_for_the_reference(#[case] runs: Vec<Case>, #[case] least: usize) {
    assert!(runs.len() > least, "only {} runs", runs.len());
    let wrong: String = runs.into_iter().map(|case| failure(case, &json!([]))).collect();
    assert!(wrong.is_empty(), "{wrong}");
}

/// The later run of `case`, with what an exception of it begins with.
fn later_runs(case: &Case) -> Vec<(String, Case)> {
    later::later_run(case).into_iter().map(|run| (case.id.clone(), run)).collect()
}

fn reworded_runs(case: &Case) -> Vec<(String, Case)> {
    let runs = reworded::STYLES.iter().filter_map(|style| reworded::reworded_run(case, style));
    runs.map(|run| (case.id.clone(), run)).collect()
}

fn fuller_runs(case: &Case) -> Vec<(String, Case)> {
    let runs = fuller::MEMBERS.iter().filter_map(|member| Some((member, fuller::fuller_run(case, member)?)));
    runs.map(|(member, run)| (format!("{}/{}", member.name, case.id), run)).collect()
}

/// An exception that is not needed hides a run that would find something.
#[rstest]
#[case::later(&later::EXCEPTIONS, later_runs)]
#[case::reworded(&reworded::EXCEPTIONS, reworded_runs)]
#[case::fuller(&fuller::EXCEPTIONS, fuller_runs)]
fn every_exception_is_needed(#[case] exceptions: &Exceptions, #[case] runs: fn(&Case) -> Vec<(String, Case)>) {
    let runs: Vec<(String, Case)> = written().iter().flat_map(runs).collect();
    let is_needed = |begins: &str| {
        let mut own = runs.iter().filter(|(id, _)| id.starts_with(begins));
        own.any(|(_, run)| !failure(run.clone(), &json!([])).is_empty())
    };
    let needless: Vec<&str> = exceptions.iter().map(|(begins, _)| begins).filter(|begins| !is_needed(begins)).collect();
    assert!(needless.is_empty(), "the reference passes without {needless:?}");
}

#[test]
fn each_scenario_has_one_style_and_every_style_has_many() {
    let reworded = reworded::reworded(&written(), false);
    for style in &reworded::STYLES {
        let prefix = format!("{}{}/", reworded::PREFIX, style.name);
        let count = reworded.iter().filter(|case| case.id.starts_with(&prefix)).count();
        assert!(count > 150, "{count} runs of {}", style.name);
    }
}

/// A subject that alters one kind of text, or loses one member, passes the written scenario.
#[rstest]
#[case("reworded/blanks", json!({"/question/text": ["  ", " "]}))]
#[case("reworded/letters", json!({"/question/text": ["e\u{301}", "\u{e9}"]}))]
#[case("reworded/values", json!({"/question/text": ["^-1\\.50$", "-1.5"]}))]
#[case("reworded/signs", json!({"/question/text": ["%s", ""]}))]
#[case("reworded/quotes", json!({"/question/text": ["\"", "'"]}))]
#[case("reworded/long", json!({"/question/text": ["^(.{200}).*$", "$1"]}))]
#[case("fuller/context", json!({"/question/context": ["^.*$", ""]}))]
fn a_mistake_that_shows_only_there_is_found(#[case] kind: &str, #[case] rewrite: Value) {
    let changes = json!([{"on": "effect/record", "where": {"/type": "inquiry_request"}, "do": {"rewrite": rewrite}}]);
    let one = |id: &str| {
        let cases = read_case(&[], id, Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        <[Case; 1]>::try_from(cases)
            .unwrap_or_else(|cases| panic!("{} cases called {id}", cases.len()))
            .into_iter()
            .next()
    };
    let case = "common/an-hour-passes/jp-ask-user-seed";
    assert_eq!(one(case).map(|case| failure(case, &changes)), Some(String::new()));
    let derived = one(&format!("{kind}/{case}")).map(|case| failure(case, &changes)).unwrap_or_default();
    assert!(derived.contains("REC-16"), "{derived}");
}

fn lines(id: &str) -> Vec<String> {
    let cases = read_case(&[], id, Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert!(cases.iter().all(|case| case.id == id) && cases.len() == 1, "{} cases called {id}", cases.len());
    cases.iter().flat_map(|case| &case.steps).map(Line::whole).collect()
}

/// Every place of a text has the other one, and nothing else has changed.
#[rstest]
#[case("signs", ", {0}; %s $1|*b*")]
#[case("quotes", r#" \"a\" b\\c"#)]
fn a_reworded_run_is_found_by_its_id_and_shows_its_texts(#[case] style: &str, #[case] text: &str) {
    let written = lines("common/answers-twice/pi-seed");
    let reworded = lines(&format!("reworded/{style}/common/answers-twice/pi-seed"));
    assert!(reworded.iter().any(|line| line.contains(&format!("\"left{text}\""))), "{reworded:#?}");
    for line in reworded {
        let back = line.replace(text, "");
        assert!(written.contains(&back), "{back} is no line of {written:#?}");
    }
}

#[rstest]
#[case("later/common/cancel/pi-seed", "an earlier conversation")]
#[case(
    "fuller/metadata/common/cancel/pi-seed",
    r#"each call with questions also has {"metadata": {"source": "here"}}"#
)]
fn a_derived_run_is_found_by_its_id_and_shows_its_step(#[case] id: &str, #[case] step: &str) {
    assert!(lines(id).iter().any(|line| line == step), "{:#?}", lines(id));
}
