//! Scenario files with mistakes.

use rstest::rstest;

use crate::bench::run;

#[rstest]
#[case("empty")]
#[case("expectation-without-replies")]
#[case("key-that-is-none")]
#[case("more-behind")]
#[case("status-that-is-no-fault")]
#[case("syntax")]
#[case("unknown-field")]
#[case("unknown-system")]
#[case("unknown-word")]
#[case("without-system")]
#[case("wrong-type-deep-inside")]
fn a_mistake_is_reported_before_anything_runs(#[case] name: &str) {
    let said = run(&format!("tests/bad/scenarios/{name}.json"), &[]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(&format!("tests/bad/scenarios/{name}.json")), "{said}");
    insta::assert_snapshot!(name, said.to_string());
}
