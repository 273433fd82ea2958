//! Event streams as files. No file has the value of a secret.

use std::fs;

use hotseat::{
    model::Op,
    stage::{Observation, What},
    system::Effect,
};
use rstest::rstest;

use crate::bench::{files, folder, hotseat};

#[test]
fn streams_are_written_without_secrets() {
    const SECRET: &str = "hunter2-xyzzy";
    let feature = fs::read_to_string("features/jp/prompts.feature").unwrap();
    assert!(feature.contains(SECRET), "the feature has no secret any more");
    let folder = folder("cli-events");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (json, junit) = (format!("json={}", path("report.json")), format!("junit={}", path("report.xml")));
    let events = path("events");
    let more = ["--events", events.as_str(), "--report", json.as_str(), "--report", junit.as_str(), "--verbose"];
    // Failed scenarios do not matter here.
    let said = hotseat(&[&["run", "--jobs", "1", "features/jp/prompts.feature"], &more[..]].concat());
    assert!(matches!(said.code, 0 | 1), "{said}");
    let files = files(&folder);
    for (name, text) in &files {
        assert!(!text.contains(SECRET), "the secret is in {name}");
    }
    assert!(!said.to_string().contains(SECRET));
    let of = |ending: &str| files.iter().filter(|(name, _)| name.ends_with(ending)).count();
    let scenarios = hotseat(&["list", "features/jp/prompts.feature"]).out.lines().count();
    assert_eq!((of(".jsonl"), of(".raw.txt"), files.len()), (scenarios, scenarios, 2 * scenarios + 2));
    let marked = |(_, text): &&(String, String)| text.contains("<secret>");
    assert!(files.iter().filter(marked).count() > 0, "no file has the mark of a secret");
}

#[test]
fn a_stream_stays_in_its_folder() {
    let folder = folder("cli-events-inside");
    let events = folder.join("events").to_string_lossy().into_owned();
    let said = crate::bench::run("features/../tests/bad/files/good.feature", &["-q", "--events", &events]);
    assert_eq!(said.to_string(), "exit code 0\n");
    assert!(files(&folder).iter().all(|(name, _)| name.starts_with("events/tests/bad/files/good/a-greeting.")));
    assert_eq!(files(&folder).len(), 2);
}

/// The story of a failure shows what happened and what was found, without the secret.
#[test]
fn the_story_of_a_failure_has_no_secret() {
    let said = crate::bench::run("tests/bad/runs/secret-in-a-failure.feature", &["--verbose"]);
    assert_eq!(said.code, 1, "{said}");
    assert!(!said.to_string().contains("hunter2-xyzzy"), "{said}");
    insta::assert_snapshot!("secret-in-a-failure", said.to_string());
}

#[test]
fn a_stream_is_json_lines_with_the_requests_in_a_second_file() {
    let folder = folder("cli-stream");
    let events = folder.to_string_lossy().into_owned();
    let said = crate::bench::run("tests/bad/files/good.feature", &["-q", "--events", &events]);
    assert_eq!(said.to_string(), "exit code 0\n");
    let files = files(&folder);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["good/a-greeting.jsonl", "good/a-greeting.raw.txt"]);
    for line in files[0].1.lines() {
        serde_json::from_str::<Observation>(line).unwrap();
    }
    // A request has the definitions of all tools. Other tests check their words.
    let lines = files[0].1.lines().filter(|line| !line.contains(r#""request":"#));
    insta::assert_snapshot!("stream", lines.collect::<Vec<_>>().join("\n"));
    assert!(files[1].1.starts_with("> POST /v1/messages\n") && files[1].1.contains("\n< 200\n"), "{}", files[1].1);
}

/// A secret may be a word of the vocabulary, or a digit that occurs everywhere. The run is judged before it is
/// redacted, and the written stream still has every event.
#[rstest]
#[case("hunter2-xyzzy")]
#[case("user")]
#[case("1")]
#[case("request")]
#[case(r#"says \"go\""#)]
#[case("ü €")]
fn no_secret_changes_a_verdict(#[case] secret: &str) {
    let folder = folder(&format!("cli-secret-{}", secret.len()));
    let feature = format!(
        "Feature: Secrets\n  Scenario: A secret is said\n    Given the system \"jp-ask-user\"\n    \
         And the secret \"{secret}\"\n    When the user says \"my user {secret} 1\"\n    \
         And the model says \"request {secret}\"\n    Then 1 request reaches the model\n    \
         And the turn ends completed\n"
    );
    let file = folder.join("secret.feature");
    fs::write(&file, feature).unwrap();
    let events = folder.join("events").to_string_lossy().into_owned();
    let said = hotseat(&["run", "--jobs", "1", "-q", "--events", &events, &file.to_string_lossy()]);
    assert_eq!(said.code, 0, "{said}");
    let stream = fs::read_to_string(folder.join("events/secret/a-secret-is-said.jsonl")).unwrap();
    let events: Vec<Observation> = stream.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(
        events.iter().any(|event| matches!(event.what, What::Effect(Effect::Request(Op::Request(1), _)))),
        "{stream}"
    );
    assert!(
        events
            .iter()
            .any(|event| event.to_string().contains("user says \"my") && event.to_string().contains("<secret>"))
    );
}

/// What differs is told by its length and its place, since both texts are redacted.
#[test]
fn two_secrets_that_differ_are_told_apart() {
    let said = crate::bench::run("tests/bad/runs/another-secret.feature", &[]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("another-secret", said.to_string());
}
