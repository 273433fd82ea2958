//! Runs that are at fault as a whole, whatever a `Then` says.

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
fn fails_with_its_story(#[case] name: &str) {
    let said = run(&format!("tests/bad/runs/{name}"), &[]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!(name, said.to_string());
}

/// The wires carry the same, so they tell the same.
#[rstest]
#[case("left-over-reply.feature")]
#[case("replies-are-used-up.json")]
fn tells_the_same_over_every_wire(#[case] name: &str) {
    let file = format!("tests/bad/runs/{name}");
    let (http, memory) = (run(&file, &["--transport", "http"]), run(&file, &["--transport", "memory"]));
    assert_eq!(http.out, memory.out.replace(" --transport memory", ""));
}

#[test]
fn what_follows_the_first_failure_is_not_started() {
    let said = run("tests/bad/runs/first-fails.feature", &["--fail-fast"]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("fail-fast", said.to_string());
}

#[test]
fn without_fail_fast_all_are_run() {
    let said = run("tests/bad/runs/first-fails.feature", &[]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("first-fails", said.to_string());
}
