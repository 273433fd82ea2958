//! Reworded runs hold for the reference, and find mistakes that show only with such texts.

use std::{fmt::Write as _, sync::Arc};

use hotseat::{
    llm::shell::Memory,
    stage::play,
    subject::Reference,
    suite::{
        case::{Case, Line},
        catalogue::Catalogue,
        judge, read_case, read_cases, reworded,
    },
};
use rstest::rstest;

fn written() -> Vec<Case> {
    read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn every_reworded_run_holds_for_the_reference_in_every_style() {
    let reworded = reworded::reworded(&written(), true);
    assert!(reworded.len() > 8_000, "only {} reworded runs", reworded.len());
    let mut wrong = String::new();
    for case in reworded.into_iter().map(Arc::new) {
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
    let is_needed = |(id, why): &(&str, &str)| {
        let mut cases = written.iter().filter(|case| case.id.starts_with(id));
        cases.any(|case| reworded::why_not(case) == Some(why))
    };
    let needless: Vec<(&str, &str)> = reworded::EXCEPTIONS.iter().filter(|entry| !is_needed(entry)).collect();
    assert!(needless.is_empty(), "no scenario needs {needless:?}");
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

/// Every place of a text has the other one, and nothing else has changed.
#[rstest]
#[case("signs", ", {0}; %s $1|*b*")]
#[case("quotes", r#" \"a\" b\\c"#)]
fn a_reworded_run_is_found_by_its_id_and_shows_its_texts(#[case] style: &str, #[case] text: &str) {
    let lines = |id: &str| -> Vec<String> {
        let cases = read_case(&[], id, Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        cases.iter().flat_map(|case| &case.steps).map(Line::whole).collect()
    };
    let written = lines("common/answers-twice/pi-seed");
    let reworded = lines(&format!("reworded/{style}/common/answers-twice/pi-seed"));
    assert!(reworded.iter().any(|line| line.contains(&format!("\"left{text}\""))), "{reworded:#?}");
    for line in reworded {
        let back = line.replace(text, "");
        assert!(written.contains(&back), "{back} is no line of {written:#?}");
    }
}
