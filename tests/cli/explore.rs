//! `hotseat explore`, run as a program.

use std::fs;

use rstest::rstest;

use crate::bench::{folder, folder_of_case, hotseat, hotseat_in, shell_in};

/// Two orders of a tool and a person, and a signal between them.
const FEATURE: &str = r#"Feature: One question

  Scenario: One tool asks, and a signal arrives
    Given the system "jp-inquiry"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Deploy now?" with true
    And SIGTERM arrives when "Deploy now?" is shown
    Then the turn ends interrupted
"#;

/// It records no response, so that the rules find it in every order.
const MUTANT: &str = "rec-01-keeps-no-response";

#[test]
fn every_order_is_told_in_a_few_lines_and_each_time_alike() {
    let dir = folder("explore-sound");
    fs::write(dir.join("mine.feature"), FEATURE).unwrap();
    let said = hotseat_in(&dir, &["explore", "mine.feature:3"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    insta::assert_snapshot!(said.out);
    assert_eq!(hotseat_in(&dir, &["explore", "mine.feature"]).out, said.out);
    assert!(!dir.join("hotseat-findings").exists());
}

#[test]
fn an_order_that_breaks_a_rule_is_written_and_played_again() {
    let dir = folder("explore-broken");
    fs::write(dir.join("mine.feature"), FEATURE).unwrap();
    let said = hotseat_in(&dir, &["explore", "mine.feature", "--mutant", MUTANT]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
    assert!(said.out.contains("\nthe rule one-response is broken\n") && said.out.contains("\n>>"), "{said}");
    let again = said.out.lines().find_map(|line| line.strip_prefix("  to play it again: hotseat ")).unwrap();
    let words = shlex::split(again).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let replayed = hotseat_in(&dir, &words);
    assert_eq!((replayed.code, replayed.err.as_str()), (1, ""), "{replayed}");
    let begun = |text: &str| text.split("\n\n").next().unwrap_or_default().to_owned();
    let told = begun(&replayed.out);
    assert!(told.starts_with("the rule one-response is broken\n"), "{replayed}");
    assert!(said.out.contains(&told) && replayed.out.contains("\n>>"), "{replayed}\n{said}");

    // The same command prints the same again, and writes no second file.
    let twice = hotseat_in(&dir, &["explore", "mine.feature", "--mutant", MUTANT]);
    assert_eq!(twice.out, said.out);

    // It is a scenario, too.
    let line = said.out.lines().find_map(|line| line.trim().strip_prefix("as a scenario: ")).unwrap();
    let wrong = shell_in(&dir, line);
    assert_eq!(wrong.code, 1, "{wrong}");
    assert!(wrong.out.contains("Then the rule one-response of jp-inquiry is kept"), "{wrong}");
    let file = shlex::split(line).unwrap()[2].clone();
    assert_eq!(hotseat_in(&dir, &["run", &file]).code, 0);

    // The reference keeps the rules in the same order.
    let right: Vec<&str> = words.iter().copied().filter(|word| !["--mutant", MUTANT].contains(word)).collect();
    let said = hotseat_in(&dir, &right);
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.ends_with(" is not broken\n"), "{said}");
}

#[test]
fn a_limit_that_is_reached_leaves_the_search_incomplete() {
    let dir = folder("explore-limit");
    fs::write(dir.join("mine.feature"), FEATURE).unwrap();
    let said = hotseat_in(&dir, &["explore", "mine.feature", "--states", "1"]);
    assert_eq!((said.code, said.err.as_str()), (3, ""), "{said}");
    assert!(said.out.contains("not explored to the end"), "{said}");
}

#[test]
fn an_adapter_is_explored_without_merging() {
    let dir = folder("explore-adapter");
    fs::write(dir.join("mine.feature"), FEATURE).unwrap();
    let own = hotseat_in(&dir, &["explore", "mine.feature", "--no-merge"]);
    let program = env!("CARGO_BIN_EXE_hotseat");
    let said = hotseat_in(&dir, &["explore", "mine.feature", "--subject", &format!("'{program}' adapter")]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    let first = |text: &str| text.lines().take(3).collect::<Vec<_>>().join("\n");
    assert_eq!(first(&said.out), first(&own.out));
}

/// A run that the adapter breaks says nothing, so it must not count as one in which every rule holds.
#[rstest]
#[case::in_the_first_run(4)]
#[case::in_a_later_run(16)]
fn an_adapter_that_dies_is_told(#[case] lines: usize) {
    let dir = folder_of_case("explore-dies");
    fs::write(dir.join("mine.feature"), FEATURE).unwrap();
    // It ends as if its input had ended, after so many lines.
    let script = "n=0; while [ $n -lt $1 ] && IFS= read -r line; do printf '%s\\n' \"$line\"; n=$((n + 1)); done | hotseat adapter";
    fs::write(dir.join("dies.sh"), script).unwrap();
    let said = shell_in(&dir, &format!("hotseat explore mine.feature --no-kills --subject 'sh dies.sh {lines}'"));
    assert!(said.code == 1 && said.err.contains("fault of the adapter: "), "{said}");
    assert!(!said.out.contains("in every order"), "{said}");
    assert!(said.out.contains("not explored to the end: the subject could not be played any more"), "{said}");

    let order = r#"{"version": "<version>", "scenario": "mine/one-tool-asks-and-a-signal-arrives", "broken": "y", "choices": []}"#;
    fs::write(dir.join("order.json"), order.replace("<version>", env!("CARGO_PKG_VERSION"))).unwrap();
    let said = shell_in(&dir, "hotseat explore mine.feature --order order.json --subject 'sh dies.sh 4'");
    assert!(said.code == 1 && said.err.contains("fault of the adapter: ") && said.out.is_empty(), "{said}");
}

#[rstest]
#[case::no_scenario(&["explore", "a-misspelt-id"], "there is no scenario \"a-misspelt-id\"")]
#[case::a_line_behind_the_end(&["explore", "tests/bad/files/good.feature:9999"], "the file has ")]
#[case::no_states(&["explore", "cancel", "--states", "0"], "--states")]
#[case::a_mutant_of_another_system(
    &["explore", "jp/side-by-side/three-tools", "--mutant", "pi-89-no-other"],
    "the mutant is not for jp-inquiry"
)]
#[case::no_mutant(&["explore", "common/cancel/pi-seed", "--mutant", "nobody"], "nobody")]
#[case::no_file(&["explore", "common/cancel/pi-seed", "--order", "nowhere.json"], "nowhere.json: ")]
#[case::both(&["explore", "common/cancel/pi-seed", "--order", "a.json", "--no-merge"], "cannot be used with")]
fn a_wrong_command_line_is_explained(#[case] arguments: &[&str], #[case] expected: &str) {
    let said = hotseat(arguments);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains(expected), "{said}");
}

#[rstest]
#[case::no_json("{", "expected an order that `hotseat explore` wrote, found ")]
#[case::another_file("{\"seed\": 1}", "expected an order that `hotseat explore` wrote, found ")]
#[case::impossible(
    r#"{"version": "<version>", "scenario": "mine/one-tool-asks-and-a-signal-arrives", "broken": "y", "choices": [77]}"#,
    "choice 1 is number 77, and only "
)]
#[case::another_version(
    r#"{"version": "0.0.9", "scenario": "mine/one-tool-asks-and-a-signal-arrives", "broken": "y", "choices": []}"#,
    "the order is from hotseat 0.0.9, and this is hotseat "
)]
#[case::another_scenario(
    r#"{"version": "<version>", "scenario": "x", "broken": "y", "choices": []}"#,
    "expected an order of mine/one-tool-asks-and-a-signal-arrives, found one of x"
)]
#[case::too_many(
    r#"{"version": "<version>", "scenario": "mine/one-tool-asks-and-a-signal-arrives", "broken": "y", "choices": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}"#,
    "the file has 10 choices, and the run came to "
)]
fn a_file_that_is_no_order_of_the_scenario_is_explained(#[case] text: &str, #[case] expected: &str) {
    let dir = folder(&format!("explore-file-{}", text.len()));
    fs::write(dir.join("mine.feature"), FEATURE).unwrap();
    fs::write(dir.join("order.json"), text.replace("<version>", env!("CARGO_PKG_VERSION"))).unwrap();
    let said = hotseat_in(&dir, &["explore", "mine.feature", "--order", "order.json"]);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("order.json: ") && said.err.contains(expected), "{said}");
}
