//! Large scenarios: a thousand parallel calls, and an answer of ten megabytes.

use std::fs;

use serde_json::{Value, json};

use crate::bench::{folder, hotseat_in};

const FEATURE: &str = r#"
Feature: Large
  Scenario: It is played
    Given the scenario "large.json"
    Then each call is answered once [EXE-12]
    And each inquiry recorded has one response [REC-01]
    And the turn ends completed
"#;

/// Plays a scenario with the reference and returns its events.
fn play(name: &str, scenario: &Value) -> Vec<Value> {
    let folder = folder(name);
    fs::write(folder.join("large.json"), scenario.to_string()).unwrap();
    fs::write(folder.join("large.feature"), FEATURE).unwrap();
    let said = hotseat_in(&folder, &["run", "large.feature", "--events", "events", "--quiet"]);
    assert_eq!(said.code, 0, "{said}");
    let events = fs::read_to_string(folder.join("events/large/it-is-played.jsonl")).unwrap();
    events.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn recorded<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    let records = events.iter().filter_map(|event| event.pointer("/what/effect/record"));
    records.filter(|record| record["type"] == kind).collect()
}

#[test]
fn a_thousand_parallel_calls_are_each_asked_and_answered() {
    let calls: Vec<Value> =
        (1..=1000).map(|number| json!({"id": format!("call_{number}"), "name": "deploy", "arguments": {}})).collect();
    let scenario = json!({
        "system": "jp-ask-user", "terminal": true,
        "operator": [{"when": "start", "does": {"says": "go"}}],
        "tools": [{"tool": {"name": "deploy"}, "then": {"done": "ok"},
            "asks": [{"id": "q", "text": "Deploy?", "answer_type": {"type": "boolean"}}]}],
        "model": [
            {"expect": {"says": "go"}, "replies": [{"body": {"message": {"calls": calls}}}]},
            {"expect": {"results": ["call_1", "call_1000"]}, "replies": [{"body": {"message": {"text": "done"}}}]}
        ],
        "person": [{"prompt": "Deploy?", "visits": vec![json!([{"act": {"answer": true}}]); 1000]}]
    });
    let events = play("large_calls", &scenario);
    let responses = recorded(&events, "tool_call_response");
    let ids: Vec<&str> = responses.iter().filter_map(|response| response["id"].as_str()).collect();
    let expected: Vec<String> = (1..=1000).map(|number| format!("call_{number}")).collect();
    assert_eq!(ids, expected, "the results are in the order of the calls");
    assert_eq!(recorded(&events, "inquiry_response").len(), 1000);
}

#[test]
fn an_answer_of_ten_megabytes_is_recorded_and_told_whole() {
    let answer = "0123456789é".repeat((10 << 20) / 12 + 1);
    let answer = &answer[..answer.floor_char_boundary(10 << 20)];
    let scenario = json!({
        "system": "jp-ask-user", "terminal": true,
        "operator": [{"when": "start", "does": {"says": "go"}}],
        "model": [
            {"expect": {"says": "go"}, "replies": [{"body": {"message": {"calls":
                [{"id": "call_1", "name": "ask_user", "arguments": {"question": "Go?"}}]}}}]},
            {"expect": {"results": ["call_1"]}, "replies": [{"body": {"message": {"text": "done"}}}]}
        ],
        "person": [{"prompt": "Go?", "visits": [[{"act": {"answer": answer}}]]}]
    });
    let events = play("large_answer", &scenario);
    let responses = recorded(&events, "inquiry_response");
    assert!(matches!(responses[..], [response] if response["answer"] == answer), "the answer is recorded whole");
    let results = recorded(&events, "tool_call_response");
    let told: Value = serde_json::from_str(results[0]["content"].as_str().unwrap()).unwrap();
    assert!(told["answer"] == answer, "the model is told the whole answer");
}
