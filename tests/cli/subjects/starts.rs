//! Adapters that do not start. Nothing is run, and every scenario in the reports is incomplete.

use rstest::rstest;
use serde_json::json;

use super::{TURNS, Way, blames};
use crate::bench::{folder, hotseat};

fn does_not_start(way: Way<'_>) {
    let found = way.plays(TURNS);
    assert_eq!((found.said.code, found.said.out.as_str()), (2, ""), "{}", found.said);
    assert_eq!(blames(&found.report), ["adapter"]);
    assert!(found.scenarios().iter().all(|scenario| scenario["verdict"] == "incomplete"));
    let requirements = found.report["requirements"].as_array().unwrap();
    assert!(requirements.len() == 2 && requirements.iter().all(|row| row["verdict"] == "incomplete"));
}

#[rstest]
#[case("exits")]
#[case("exits-well")]
#[case("exits-with-a-log")]
#[case("kills-itself")]
#[case("greets")]
#[case("closes-its-stdout")]
#[case("says-half-a-line")]
#[case("another-version")]
#[case("refuses")]
#[case("answers-another")]
#[case("answers-nobody")]
#[case("answers-null")]
#[case("answers-a-text")]
#[case("answers-in-part")]
#[case("systems-as-texts")]
#[case("version-as-text")]
#[case("many-as-number")]
#[case("speaks-first")]
fn an_adapter_that_goes_wrong_at_the_start_plays_nothing(#[case] way: &str) {
    does_not_start(Way::of("starts", way));
}

#[cfg(target_os = "linux")]
#[test]
fn leftovers_of_an_adapter_that_does_not_start_are_stopped() {
    does_not_start(Way::of("starts", "leaves-a-session"));
}

#[test]
fn a_silent_adapter_is_not_waited_for_forever() {
    does_not_start(Way { hangs: true, ..Way::of("starts", "says-nothing") });
}

/// The adapter starts for the first scenario, dies in the second, and does not start for the third.
#[test]
fn an_adapter_that_starts_only_once_fails_the_later_scenarios() {
    let way = Way::of("starts", "starts-once");
    let found = way.plays_with(TURNS, "1");
    let verdicts: Vec<_> = found.scenarios().iter().map(|scenario| scenario["verdict"].clone()).collect();
    assert_eq!(verdicts, [json!("passed"), json!("failed"), json!("failed")]);
    insta::assert_snapshot!("starts-starts-once", found.said.to_string());
}

/// A missing program is a fault of the environment.
#[rstest]
#[case("no-such-program", "tests/bad/subjects/none")]
#[case("a-folder", "tests/bad/subjects")]
#[case("no-program", "tests/bad/subjects/turns.feature")]
fn a_path_that_is_not_a_program_does_not_start(#[case] name: &str, #[case] subject: &str) {
    let folder = folder(&format!("subjects-{name}"));
    let report = format!("json={}", folder.join("json").display());
    let said = hotseat(&["run", TURNS, "-v", "--jobs", "2", "--subject", subject, "--report", &report]);
    assert_eq!(said.code, 2, "{said}");
    insta::assert_snapshot!(name, said.to_string());
    assert_eq!(blames(&super::json(&folder)), ["environment"]);
}
