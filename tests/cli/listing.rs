//! The subcommands that run no scenario, and those that show one.

use std::fs;

use regex::Regex;
use rstest::rstest;
use serde_json::Value;

use crate::bench::{folder, hotseat, program};

fn json(arguments: &[&str]) -> Value {
    let said = hotseat(arguments);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    serde_json::from_str(&said.out).unwrap()
}

#[rstest]
#[case(&["list", "--systems"])]
#[case(&["list", "features/pi/keys-and-file.feature"])]
#[case(&["list", "tests/bad/files/good.feature", "tests/bad/runs/first-fails.feature"])]
#[case(&["explain", "RTE-10"])]
#[case(&["explain", "CFG-24", "CFG-32"])]
#[case(&["explain", "--system", "pilotdeck"])]
#[case(&["coverage", "--field"])]
#[case(&["compare"])]
#[case(&["compare", "cancel", "--systems", "jp-ask-user,deepchat", "--width", "120"])]
#[case(&["compare", "two-at-once", "--systems", "deepchat,pilotdeck", "--width", "70"])]
#[case(&["compare", "the-absent-person", "--systems", "jp-inquiry,pi", "--width", "110"])]
#[case(&["compare", "the-absent-person", "--systems", "acp,mcp-client", "--width", "110"])]
#[case(&["steps", "secret"])]
#[case(&["steps", "no step has this in it"])]
#[case(&["--help"])]
#[case(&["run", "--help"])]
fn the_output_is_as_in_the_snapshot(#[case] arguments: &[&str]) {
    let said = hotseat(arguments);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    let name: String = arguments.join("_").chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    // The line of a scenario or a step changes with every edit of its file.
    let line = Regex::new(r"(features/[a-z/-]+\.feature|src/suite/steps/[a-z_/]+\.rs):\d+").unwrap();
    insta::assert_snapshot!(name, line.replace_all(&said.to_string(), "$1:<line>"));
}

/// A scenario that is data, and one with requirements, as features of their own. They are judged as before.
#[rstest]
#[case("pi-keys")]
#[case("jp/in-between/a-newer-answer-replaces-the-older-one-even-true-after-false")]
#[case("later/jp/restart/every-call-runs-again-and-gets-one-result-chosen-by-its-key")]
#[case("combinations/pilotdeck/plain")]
fn a_scenario_is_shown_as_steps_that_run(#[case] id: &str) {
    let said = hotseat(&["show", id, "--as-steps"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    let file = folder(&format!("as-steps-{}", id.replace('/', "-"))).join("mine.feature");
    fs::write(&file, &said.out).unwrap();
    let ran = hotseat(&["run", file.to_str().unwrap()]);
    assert!(ran.code == 0 && ran.out.contains("1 scenario: 1 passed"), "{ran}");
    insta::assert_snapshot!(format!("as-steps-{}", id.replace('/', "-")), said.out);
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(hotseat(&["--version"]).out, concat!("hotseat ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_scenario_is_listed_by_its_id_and_name() {
    let said = hotseat(&["list"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.lines().count() > 200, "{said}");
    assert!(said.out.lines().all(|line| {
        line.split_once("  ").is_some_and(|(id, name)| !id.contains(' ') && id.contains('/') && !name.is_empty())
    }));
}

#[test]
fn every_step_is_shown_with_its_meaning() {
    let said = hotseat(&["steps"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    for heading in ["\nGiven\n", "\nWhen\n", "\nThen\n"] {
        assert!(said.out.contains(heading), "{said}");
    }
    for step in hotseat::suite::steps::TABLE.iter() {
        let (file, line) = (step.defined.file(), step.defined.line());
        let shown = format!("  {}\n      {}\n      {file}:{line}\n", step.expression, step.about);
        assert_eq!(said.out.contains(&shown), step.is_listed(), "{}", step.expression);
        assert!(file.starts_with("src/suite/steps/"), "{file}");
    }
}

#[test]
fn coverage_lists_every_requirement() {
    let rows = json(&["coverage", "--format", "json"]);
    let rows = rows.as_array().unwrap();
    assert!(rows.iter().all(|row| row["id"].is_string() && row["covered"].is_boolean()));
    let found = rows.iter().find(|row| row["id"] == "RTE-10").unwrap();
    assert_eq!(found["covered"], true);
    let table = hotseat(&["coverage"]);
    assert_eq!((table.code, table.err.as_str()), (0, ""), "{table}");
    assert!(table.out.starts_with("requirements seen in a run") && table.out.contains("\nall "), "{table}");
}

#[test]
fn coverage_lists_every_field_report() {
    let rows = json(&["coverage", "--field", "--format", "json", "--system", "jp-inquiry"]);
    let row = |number: &str| rows.as_array().unwrap().iter().find(|row| row["number"] == number).unwrap();
    assert_eq!(row("1")["shown_by"], serde_json::json!([]), "the scenarios of report 1 are of another system");
    assert_eq!(
        row("10")["shown_by"],
        serde_json::json!(["jp/field-bugs/the-assistant-that-answers-an-inquiry-cannot-ask-a-question-itself"])
    );
    assert!(row("7")["seen"]["none"].is_string());
    let table = hotseat(&["coverage", "--field", "--system", "jp-inquiry"]);
    assert!(table.out.contains("\n       no scenario selected has the tag @field-1\n"), "{table}");
}

#[rstest]
fn a_schema_is_json(
    #[values(
        "scenario",
        "event",
        "report",
        "to-adapter",
        "from-adapter",
        "mutant",
        "mutants",
        "condition",
        "conditions"
    )]
    format: &str,
) {
    let schema = json(&["schema", format]);
    assert!(schema["$schema"].is_string() && (schema["properties"].is_object() || schema["oneOf"].is_array()));
}

/// With `--system`, only the requirements of that system are listed.
#[test]
fn coverage_of_one_system_lists_only_its_requirements() {
    let said = hotseat(&["coverage", "--system", "deepchat"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.contains("\nDC ") && said.out.contains("\nI "), "{said}");
    assert!(!said.out.contains("\nPD ") && !said.out.contains("no scenario decides"), "{said}");
    let rows = json(&["coverage", "--system", "deepchat", "--format", "json"]);
    let is_of = |row: &Value| row["id"].as_str().is_some_and(|id| id.starts_with("DC-") || id.starts_with("I-"));
    assert!(rows.as_array().is_some_and(|rows| rows.len() > 100 && rows.iter().all(is_of)), "{rows}");
}

#[test]
fn an_unknown_story_is_refused_with_a_list_of_the_known_ones() {
    let said = hotseat(&["compare", "cancle"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains("there is no story \"cancle\"") && said.err.contains("answers-twice"), "{said}");
}

#[test]
fn a_comparison_is_also_printed_as_json() {
    let compared = json(&["compare", "cancel", "--format", "json", "--systems", "jp-ask-user"]);
    assert_eq!(compared["story"], "The user cancels");
    assert_eq!(compared["sides"][0]["told"], serde_json::json!(["call_1: Tool input cancelled by user."]));
}

/// The model of pi's RPC mode is told of a dialog whose time is up what it is told of one that its client has dismissed.
#[test]
fn ends_that_are_told_alike_are_listed_with_their_places() {
    let compared = json(&["compare", "the-absent-person", "--format", "json", "--systems", "pi"]);
    let alike = compared["alike"].as_array().unwrap().iter().find(|alike| alike["who"] == "pi pi-rpc").unwrap();
    assert_eq!((alike["told"].as_str(), alike["share"].as_str()), (Some("model"), Some("whole")));
    let timed_out = &alike["ends"].as_array().unwrap()[2];
    assert_eq!(timed_out["ending"], "timed_out");
    assert_eq!(timed_out["scenario"], "common/the-absent-person/pi-pi-rpc-timed-out");
    assert_eq!(timed_out["requirements"], serde_json::json!(["PI-66"]));
    let dismissed = compared["endings"].as_array().unwrap().iter().find(|cell| cell["ending"] == "dismissed").unwrap();
    assert_eq!(dismissed["happens"], serde_json::json!(["the person cancels"]));
}

/// An adapter is compared like the reference, and here it is the reference.
#[test]
fn the_ends_of_a_question_are_those_of_the_subject() {
    let story = ["compare", "the-absent-person", "--systems", "jp-ask-user", "--width", "110"];
    let reference = hotseat(&story);
    let subject = format!("{} adapter", program());
    let adapter = hotseat(&[&story[..], &["--subject", &subject]].concat());
    assert_eq!((adapter.code, &adapter.out), (0, &reference.out), "{adapter}");
}

#[rstest]
#[case::no_end("pi seed: forgotten", &["the title \"pi seed: forgotten\" names no end", "turn cancelled, timed out"])]
#[case::nobody("timed out", &["the title \"timed out\" names no end"])]
fn a_story_of_ends_names_an_end_in_each_title(#[case] title: &str, #[case] expected: &[&str]) {
    let folder = folder(&format!("cli-endings-{}", title.len()));
    let feature = format!(
        "@endings\nFeature: f\n\n  Scenario: {title}\n    Given the system \"pi\"\n    When the user says \"go\"\n    \
         And the model says \"gone\"\n    Then the turn ends completed\n"
    );
    let path = folder.join("f.feature");
    fs::write(&path, feature).unwrap();
    let said = hotseat(&["compare", path.to_str().unwrap()]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    // Lines are broken where the path is long.
    let err = said.err.replace("\n  │ ", " ").replace("\n        ", " ");
    assert!(expected.iter().all(|words| err.contains(words)), "{said}");
}

#[test]
fn one_subject_is_compared_at_a_time() {
    let said = hotseat(&["compare", "the-absent-person", "--agent", "acp:a", "--agent", "acp:b"]);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("name one agent"), "{said}");
}
