//! Verdicts, and the exit codes that follow from them.

use rstest::rstest;

use crate::bench::{folder, hotseat, hotseat_in, run};

#[rstest]
#[case::a_requirement_fails("requirement-fails", &[], 1)]
#[case::a_failure_is_expected("fails-as-expected", &[], 0)]
#[case::a_failure_is_expected_and_does_not_come("passes-unexpectedly", &[], 5)]
#[case::an_own_failure_is_expected("own-step-fails-as-expected", &[], 0)]
#[case::an_own_failure_is_expected_and_does_not_come("own-step-passes-unexpectedly", &[], 5)]
#[case::all_lanes("requirement-reads-a-lane", &[], 0)]
#[case::the_lane_is_not_shown("requirement-reads-a-lane", &["--lanes", "model"], 3)]
#[case::an_own_step_s_lane_is_not_shown("requirement-reads-a-lane", &["--lanes", "prompt,turn"], 3)]
#[case::one_of_two_lanes("own-steps-read-two-lanes", &["--lanes", "model"], 3)]
fn verdicts_decide_the_exit_code(#[case] name: &str, #[case] more: &[&str], #[case] code: i32) {
    let said = run(&format!("tests/bad/verdicts/{name}.feature"), more);
    assert_eq!(said.code, code, "{said}");
    insta::assert_snapshot!([&[name], more].concat().join(" ").replace(' ', "_"), said.to_string());
}

/// A should that fails counts for no exit code of `--fail-on must`, and is told all the same.
#[test]
fn quiet_prints_a_failure_that_does_not_count() {
    let said = run("tests/bad/verdicts/should-fails.feature", &["-q", "--fail-on", "must"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.contains("SCH-12.s") && said.out.contains("1 failed"), "{said}");
    let said = run("tests/bad/verdicts/should-fails.feature", &["-q", "--fail-on", "should"]);
    assert!(said.code == 1 && !said.out.is_empty(), "{said}");
}

/// `-q` prints nothing if all is well, even with an expected failure. Everything else is printed as without it.
#[rstest]
#[case("fails-as-expected", 0)]
#[case("passes-unexpectedly", 5)]
#[case("requirement-fails", 1)]
fn quiet_prints_only_failures(#[case] name: &str, #[case] code: i32) {
    let said = run(&format!("tests/bad/verdicts/{name}.feature"), &["-q"]);
    assert_eq!((said.code, said.err.as_str(), said.out.is_empty()), (code, "", code == 0), "{said}");
}

#[rstest]
#[case::by_name(&["run", "--name", "no scenario has this name"])]
#[case::by_tags(&["run", "--tags", "@wire and not @wire"])]
#[case::by_system(&["run", "tests/bad/files/good.feature", "--system", "pi"])]
#[case::by_requirement(&["run", "tests/bad/files/good.feature", "--requirement", "RTE-10"])]
fn an_empty_selection_is_exit_code_4(#[case] arguments: &[&str]) {
    insta::allow_duplicates! {
        insta::assert_snapshot!(hotseat(arguments), @r"
        exit code 4
        --- stderr
        nothing is selected, so nothing was checked; `hotseat list` shows what there is
        ");
    }
}

#[test]
fn a_folder_without_features_selects_nothing() {
    let folder = folder("cli-no-features");
    assert_eq!(hotseat_in(&folder, &["run", "."]).code, 4);
    assert_eq!(hotseat_in(&folder, &["list", "."]).to_string(), "exit code 4\n");
}
