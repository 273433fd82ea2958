//! Runs that are at fault as a whole, even if every `Then` holds.

use rstest::rstest;

use crate::bench::run;

#[rstest]
#[case("done-though-parked-was-expected.feature")]
#[case("left-over-client.feature")]
#[case("left-over-model.json")]
#[case("left-over-operator.feature")]
#[case("left-over-person.feature")]
#[case("left-over-reply.feature")]
#[case("matches-twice.json")]
#[case("parked-though-done-was-expected.feature")]
#[case("reasoning-that-does-not-go-back.feature")]
#[case("replies-are-used-up.json")]
#[case("script-is-empty.json")]
#[case("script-runs-out.feature")]
#[case("then-fails.feature")]
fn a_run_at_fault_fails_with_its_story(#[case] name: &str) {
    let said = run(&format!("tests/bad/runs/{name}"), &[]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!(name, said.to_string());
}

/// The transport does not change the story.
#[rstest]
#[case("left-over-reply.feature")]
#[case("replies-are-used-up.json")]
fn the_story_is_the_same_over_every_transport(#[case] name: &str) {
    let file = format!("tests/bad/runs/{name}");
    let (http, memory) = (run(&file, &["--transport", "http"]), run(&file, &["--transport", "memory"]));
    assert_eq!(http.out, memory.out.replace(" --transport memory", ""));
}

#[test]
fn fail_fast_starts_nothing_after_the_first_failure() {
    let said = run("tests/bad/runs/first-fails.feature", &["--fail-fast"]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("fail-fast", said.to_string());
}

/// What does not count, and what is known to fail, lets the run go on.
#[rstest]
#[case::a_must_counts(&[], 2)]
#[case::all_count(&["--fail-on", "any"], 1)]
#[case::the_must_is_known(&["--expected-failures", "tests/bad/runs/exe-12-is-known.toml"], 3)]
fn fail_fast_stops_at_the_first_failure_that_counts(#[case] more: &[&str], #[case] played: usize) {
    let said = run("tests/bad/runs/an-open-point-fails-first.feature", &[&["--fail-fast"], more].concat());
    let ran = format!("{} of 3 scenarios did not run", 3 - played);
    assert_eq!(said.out.contains(&ran), played < 3, "{said}");
    assert!(!said.out.contains("stale"), "{said}");
}

#[test]
fn without_fail_fast_all_scenarios_are_run() {
    let said = run("tests/bad/runs/first-fails.feature", &[]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("first-fails", said.to_string());
}
