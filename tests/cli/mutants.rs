//! `hotseat mutants`: its output for killed and for other mutants, and tables with mistakes.

use rstest::rstest;
use serde_json::Value;

use crate::bench::hotseat;

const ONE_OF_EACH: &str = "tests/bad/mutants/one-of-each.json";

fn json(arguments: &[&str]) -> Value {
    let said = hotseat(arguments);
    assert_eq!(said.err, "", "{said}");
    serde_json::from_str(&said.out).unwrap()
}

/// The id and the fate of every mutant: first the mutants of requirements, then the generic ones.
fn fates(report: &Value) -> Vec<(&str, &str)> {
    let all = ["mutants", "generic"].into_iter().flat_map(|kind| report[kind].as_array().unwrap());
    all.map(|mutant| (mutant["id"].as_str().unwrap(), mutant["fate"].as_str().unwrap())).collect()
}

#[test]
fn a_mutant_that_is_not_killed_is_shown_with_its_nearest_miss() {
    let said = hotseat(&["mutants", ONE_OF_EACH]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
    insta::assert_snapshot!("mutants-one-of-each", said.to_string());
    let quiet = hotseat(&["mutants", ONE_OF_EACH, "--quiet", "--mutant", "killed", "--mutant", "idle"]);
    assert!(quiet.code == 1 && quiet.out.starts_with("\nidle: idle (RTE-13)\n"), "{quiet}");
}

#[test]
fn the_exit_code_is_0_if_all_mutants_are_killed() {
    let said = hotseat(&["mutants", ONE_OF_EACH, "--mutant", "killed", "-q"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    insta::assert_snapshot!("mutants-killed", said.to_string());
    let said = hotseat(&["mutants", "--system", "pi", "--mutant", "pi/effect/show/drop"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.contains("1 generic mutant: 1 killed"), "{said}");
}

#[rstest]
#[case("misspelt-operation")]
#[case("misspelt-kind")]
#[case("misspelt-condition")]
#[case("unknown-field")]
#[case("input-without-lane")]
#[case("place-without-slash")]
#[case("expression-that-is-none")]
#[case("message-that-is-none")]
#[case("nothing-altered")]
#[case("unknown-system")]
#[case("no-list")]
#[case("two-of-a-name")]
#[case("not-there")]
fn a_mistake_in_a_table_is_reported(#[case] name: &str) {
    let said = hotseat(&["mutants", &format!("tests/bad/mutants/{name}.json")]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!(format!("mutants-{name}"), said.to_string());
}

#[rstest]
#[case(&["mutants", "--mutant", "deepchat/effect/shwo/drop"], "`deepchat/effect/show/drop`")]
#[case(&["mutants", ONE_OF_EACH, "--mutant", "kiled"], "`killed`")]
#[case(&["adapter", "--mutant", "deepchat/effect/shwo/drop"], "`deepchat/effect/show/drop`")]
#[case(&["mutants", "--requirement", "RTE-99"], "there is no requirement")]
fn an_unknown_name_is_refused_with_the_nearest_known_one(#[case] arguments: &[&str], #[case] told: &str) {
    let said = hotseat(arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(told), "{said}");
}

#[rstest]
#[case(&["--only", "named", "--requirement", "SCH-12"])]
#[case(&["--system", "pi", "--requirement", "RTE-13"])]
#[case(&["--only", "generic", "--requirement", "RTE-13"])]
#[case(&["--system", "deepchat", "--mutant", "pi/effect/show/drop"])]
#[case(&["tests/bad/mutants/none.json"])]
fn an_empty_selection_is_exit_code_4(#[case] arguments: &[&str]) {
    let said = hotseat(&[&["mutants"], arguments].concat());
    assert_eq!((said.code, said.out.as_str()), (4, ""), "{said}");
    let told = "nothing is selected, so nothing was checked: no mutant matches all options\n";
    assert_eq!(said.err, told, "{said}");
}

/// A mutant that can change nothing is neither killed nor alive.
#[rstest]
#[case(
    "pi/input/model/finished/double",
    "it changes no lane in any scenario of its system",
    "1 that change no lane, and 0 "
)]
#[case("pi/input/model/data/drop", "has anything that it could alter", "0 that change no lane, and 1 ")]
fn a_mutant_that_changes_nothing_is_exit_code_3(#[case] id: &str, #[case] why: &str, #[case] sum: &str) {
    let said = hotseat(&["mutants", "--system", "pi", "--mutant", id]);
    assert_eq!((said.code, said.err.as_str()), (3, ""), "{said}");
    let line = said.out.lines().find(|line| line.trim_start().starts_with(&format!("{id}: "))).unwrap();
    assert!(line.ends_with(why) && said.out.contains("\n0 generic mutants: 0 killed, "), "{said}");
    assert!(said.out.contains(sum), "{said}");
    // A killed mutant beside it does not hide it.
    let both =
        json(&["mutants", "--system", "pi", "--mutant", id, "--mutant", "pi/effect/show/drop", "--format", "json"]);
    let mut fates = fates(&both);
    fates.sort_unstable();
    assert_eq!(fates, [("pi/effect/show/drop", "killed"), (id, "none")]);
}

#[test]
fn the_report_fits_its_schema_and_names_what_killed_a_mutant() {
    let schema = jsonschema::validator_for(&json(&["schema", "mutants"])).unwrap();
    let report = json(&["mutants", ONE_OF_EACH, "--format", "json"]);
    assert!(schema.is_valid(&report), "{:?}", schema.iter_errors(&report).map(|e| e.to_string()).collect::<Vec<_>>());
    let killed = &report["mutants"][0];
    assert_eq!(killed["scenario"], "jp/routing/row-4-ask-user-without-a-terminal");
    assert!(killed["then"].as_str().unwrap().starts_with("the call \"call_1\" fails, telling the model"), "{killed}");
    assert_eq!(killed["lanes"], serde_json::json!(["model"]));
}

/// A mutant behaves the same in a process of its own. Only the number of its alterations is not seen there.
#[rstest]
#[case(&[ONE_OF_EACH])]
#[case(&["--requirement", "PI-63", "--system", "pi"])]
fn a_mutant_has_the_same_fate_as_an_adapter(#[case] arguments: &[&str]) {
    let through = |place: &str| {
        let all = [&["mutants", "--format", "json", "--through", place], arguments].concat();
        json(&all)
    };
    let (memory, adapter) = (through("memory"), through("adapter"));
    assert!(fates(&memory).len() > 3, "{memory}");
    assert_eq!(fates(&memory), fates(&adapter));
}

/// A user can play a mutant like any other subject.
#[test]
fn a_mutant_can_be_the_subject_of_a_run() {
    let subject = format!(
        "{} adapter --mutant killed --mutants {ONE_OF_EACH}",
        shlex::try_quote(env!("CARGO_BIN_EXE_hotseat")).unwrap()
    );
    let said = hotseat(&["run", "-q", "--name", "row-4-ask-user-without", "--subject", &subject]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said}");
    assert!(said.out.contains("\n    RTE-10    must "), "{said}");
}

/// The fate is the same even for three hard cases: a request that is cancelled as soon as it is sent, a file operation
/// that the adapter does twice by itself, and a change that no lane shows.
#[rstest]
#[case::cancelled_request(&["deepchat/input/signal/interrupt/swap"])]
#[case::file_operations(&["pi/effect/file/read/double", "pi/effect/file/write/double", "pi/effect/file/remove/double"])]
#[case::change_without_a_lane(&["pi/input/file/failed/double", "pi/input/file/done/double"])]
fn a_generic_mutant_has_the_same_fate_as_an_adapter(#[case] mutants: &[&str]) {
    let named = mutants.iter().flat_map(|id| ["--mutant", id]);
    let (system, _) = mutants[0].split_once('/').unwrap();
    let arguments: Vec<&str> = ["mutants", "--format", "json", "--system", system].into_iter().chain(named).collect();
    let (here, behind) = (json(&arguments), json(&[&arguments[..], &["--through", "adapter"]].concat()));
    assert_eq!(fates(&here), fates(&behind));
    let none = |report: &Value| [&report["absent"], &report["same"]].map(Value::as_u64);
    assert_eq!(none(&here), none(&behind));
    assert!(fates(&here).len() + none(&here).iter().flatten().sum::<u64>() as usize >= mutants.len(), "{here}");
}

/// The requirements of jp stand in two systems. A scenario of one may decide them for both.
#[test]
fn a_mutant_of_one_system_is_judged_by_the_scenarios_of_the_other() {
    let said = hotseat(&["mutants", "--system", "jp-inquiry", "--mutant", "rte-10-says-it-in-other-words"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.contains("1 killed"), "{said}");
}

/// Without its condition, this mutant is killed by a scenario with one call.
#[test]
fn a_mutant_with_a_condition_is_judged_where_the_condition_holds() {
    let arguments = ["mutants", "--conditions", "--mutant", "pd-42-keeps-no-questions"];
    // The second condition cannot hold in this system.
    let conditions = ["--condition", "second-call", "--condition", "third-question"];
    let report = json(&[&arguments[..], &conditions, &["--format", "json"]].concat());
    let schema = jsonschema::validator_for(&json(&["schema", "conditions"])).unwrap();
    assert!(schema.is_valid(&report), "{report}");
    let [one] = &report["mutants"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&one["condition"], &one["fate"]), (&"second-call".into(), &"killed".into()));
    let said = hotseat(&[&arguments[..], &conditions, &["--quiet"]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(said.out.contains("1 conditioned mutant: 1 killed, "), "{said}");
}

#[test]
fn a_sample_of_conditioned_mutants_depends_on_the_seed_alone() {
    let sample = |seed: &str| {
        let selected = ["mutants", "--conditions", "--requirement", "PD-59", "--sample", "6", "--at-least", "0"];
        let report = json(&[&selected[..], &["--seed", seed, "--format", "json"]].concat());
        let told = |one: &Value| format!("{} {}", one["mutant"], one["condition"]);
        report["mutants"].as_array().unwrap().iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
}

#[rstest]
#[case(&["--conditions", "--condition", "secondcall"], "is `second-call` meant?")]
#[case(&["--condition", "second-call"], "--conditions")]
#[case(&["--conditions", "--through", "adapter"], "cannot be used with")]
#[case(&["--conditions", "--at-least", "101"], "101 is not in 0..=100")]
fn a_mistake_in_the_options_of_conditions_is_reported(#[case] arguments: &[&str], #[case] told: &str) {
    let said = hotseat(&[&["mutants"], arguments].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(told), "{said}");
}

#[test]
fn a_conditioned_mutant_that_alters_nothing_is_exit_code_3() {
    let arguments = ["--mutant", "pd-42-keeps-no-questions", "--condition", "typing"];
    let said = hotseat(&[&["mutants", "--conditions"], &arguments[..]].concat());
    assert_eq!((said.code, said.err.as_str()), (3, ""), "{said}");
    assert!(said.out.contains("0 conditioned mutants: 0 killed, ") && said.out.contains("left out: 1 "), "{said}");
}
