//! The page of the adapter protocol. Its dialogue is checked against a real one.

use std::{collections::BTreeSet, fs, path::Path};

use hotseat::system::System;
use serde_json::Value;

use crate::bench::{folder, hotseat, hotseat_in, run};

/// The scenario of the dialogue.
const SCENARIO: &str = r#"Feature: Dialogue

  Scenario: A question is asked and answered
    Given the system "pilotdeck"
    And a terminal
    When the user says "go on"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model says "done"
    Then the turn ends completed
"#;

fn page() -> String {
    let said = hotseat(&["protocol"]);
    assert_eq!(said.code, 0, "{said}");
    said.out
}

#[test]
fn the_page_is_printed() {
    insta::assert_snapshot!("protocol", page());
}

#[test]
fn each_system_has_a_page_about_what_drives_it() {
    for System { name: system, .. } in System::ALL {
        let said = hotseat(&["protocol", system]);
        assert_eq!(said.code, 0, "{said}");
        assert!(said.out.starts_with(&format!("# What {system} is driven with\n\n")), "{said}");
    }
    let said = hotseat(&["protocol", "vim"]);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("there is no system \"vim\""), "{said}");
}

/// The line without the values that differ from machine to machine or from adapter to adapter. The page has examples of
/// them.
fn neutral(line: &str) -> String {
    let mut message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    if let Some(params) = message.pointer_mut("/params").filter(|params| params.get("folder").is_some()) {
        params["folder"] = "".into();
        for place in ["/model/url", "/model/side_url"] {
            *params.pointer_mut(place).unwrap_or_else(|| panic!("{place} is missing: {line}")) = "".into();
        }
    }
    if let Some(hello) = message.pointer_mut("/result").filter(|result| result.get("who").is_some()) {
        for field in ["who", "systems", "wires"] {
            hello[field] = "".into();
        }
    }
    message.to_string()
}

/// The reference behind a pipe. Every line of both sides is also written to `folder`, with two files for each process.
fn overheard(folder: &Path) -> String {
    let at = |name: &str| folder.join(name).display().to_string();
    let adapter = env!("CARGO_BIN_EXE_hotseat");
    fs::write(at("tee.sh"), format!("tee '{}'.$$ | '{adapter}' adapter | tee '{}'.$$\n", at("to"), at("from")))
        .unwrap();
    format!("sh {}", at("tee.sh"))
}

/// The lines of one side. The last line of a killed process may be cut off.
#[cfg(unix)]
fn heard(folder: &Path, side: &str) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let of_side = files.filter(|file| file.file_stem().is_some_and(|stem| stem == side));
    let texts = of_side.map(|file| fs::read_to_string(file).unwrap());
    let whole = |text: String| {
        text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(str::to_owned).collect::<Vec<_>>()
    };
    texts.flat_map(whole).collect()
}

/// Whatever is said in scenarios of every capability is what the published schemas say.
#[cfg(unix)]
#[test]
fn is_kept_by_both_sides_as_its_schemas_say() {
    let folder = folder("schemas");
    let schema =
        |name: &str| jsonschema::validator_for(&serde_json::from_str(&hotseat(&["schema", name]).out).unwrap());
    let (to, from, claims) = (schema("to-adapter"), schema("from-adapter"), schema("adapter-claims"));
    let said = hotseat(&[
        "run",
        "--jobs",
        "1",
        "--name",
        "^common/|^pi/|upstream-gateway|jp/interrupts",
        "--subject",
        &overheard(&folder),
    ]);
    assert_eq!(said.code, 0, "{said}");
    let mut methods = BTreeSet::new();
    for (file, schema) in [("to", &to.unwrap()), ("from", &from.unwrap())] {
        for line in &heard(&folder, file) {
            let message: Value = serde_json::from_str(line).unwrap();
            let schema = match message.pointer("/result") {
                Some(result) if result.get("who").is_none() => continue,
                Some(_) => claims.as_ref().unwrap(),
                None => schema,
            };
            let checked = message.get("result").unwrap_or(&message);
            assert!(schema.is_valid(checked), "{line}: {:?}", schema.iter_errors(checked).next());
            methods.extend(message["method"].as_str().map(str::to_owned));
        }
    }
    assert!(methods.len() > 22, "{methods:?}");
}

/// An adapter that announces no request is still judged. Only the place of a request among the other effects is
/// unknown, so a requirement about that place is incomplete.
#[cfg(unix)]
#[test]
fn an_adapter_need_not_announce_its_requests() {
    let folder = folder("unannounced");
    let file = folder.join("quiet.sh").display().to_string();
    let adapter = env!("CARGO_BIN_EXE_hotseat");
    fs::write(&file, format!("'{adapter}' adapter | grep -v --line-buffered '\"method\":\"model/'\n")).unwrap();
    let said = hotseat(&["run", "-v", "--jobs", "1", "--name", "^jp/recording/", "--subject", &format!("sh {file}")]);
    assert_eq!((said.code, said.out.contains(", 0 failed, 2 incomplete, ")), (3, true), "{said}");
    for row in ["the-assistant", "a-failing-assistant"] {
        let told =
            "incomplete       jp/recording/a-request-and-a-response-are-recorded-between-the-call-and-its-result-";
        assert!(said.out.lines().any(|line| line.starts_with(told) && line.ends_with(row)), "{said}");
    }
}

/// Both sides of the printed dialogue equal a real one, line by line.
#[cfg(unix)]
#[test]
fn the_dialogue_on_the_page_is_real() {
    let folder = folder("dialogue");
    let at = |name: &str| folder.join(name).display().to_string();
    fs::write(at("dialogue.feature"), SCENARIO).unwrap();
    let said = run(&at("dialogue.feature"), &["--subject", &overheard(&folder)]);
    assert_eq!(said.code, 0, "{said}");
    let page = page();
    let (_, dialogue) = page.split_once("```text\n> ").unwrap();
    let dialogue = format!("> {}", dialogue.split_once("\n```").unwrap().0);
    for (mark, file) in [("> ", "to"), ("< ", "from")] {
        let told: Vec<String> = dialogue.lines().filter_map(|line| line.strip_prefix(mark)).map(neutral).collect();
        let heard: Vec<String> = heard(&folder, file).iter().map(|line| neutral(line)).collect();
        assert_eq!(told, heard);
    }
}

/// The example on the page of a system is a call that asks its user.
#[rstest::rstest]
#[case("jp-ask-user", "ask_user")]
#[case("deepchat", "question")]
#[case("pi", "ask_user")]
#[case("pilotdeck", "ask_user_question")]
fn the_page_of_a_system_has_a_call_with_every_argument(#[case] system: &str, #[case] tool: &str) {
    let page = hotseat(&["protocol", system]).out;
    let example = page.split_once("## A call with every argument").and_then(|(_, rest)| rest.split("```json").nth(1));
    let call = example.and_then(|rest| rest.split("```").next()).unwrap().trim().replace('\n', "\n      ");
    let folder = folder(&format!("cli-example-call-{system}"));
    let feature = format!(
        "Feature: Example\n\n  Scenario: It asks\n    Given the system \"{system}\"\n    And a terminal\n    When the user says \
         \"go\"\n    And the model calls \"{tool}\" with:\n      \"\"\"\n      {call}\n      \"\"\"\n    Then 1 prompt is shown\n"
    );
    fs::write(folder.join("example.feature"), feature).unwrap();
    let said = hotseat_in(&folder, &["run", "--stories", "all", "example.feature"]);
    assert!(!said.out.contains("Then 1 prompt is shown"), "{said}");
}
