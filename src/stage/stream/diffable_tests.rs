//! Tests of the text of a stream for a snapshot.

use crate::model::json::{Value, json};
use rstest::rstest;

use super::{WIDTH, diffable};
use crate::stage::Observation;

fn events(whats: &[Value]) -> Vec<Observation> {
    let event = |(seq, what): (usize, &Value)| {
        let lane = json!("turn");
        crate::model::json::from_value(json!({"seq": seq, "at_ms": 0, "lane": lane, "what": what})).unwrap()
    };
    whats.iter().enumerate().map(event).collect()
}

fn told(whats: &[Value]) -> String {
    diffable(&events(whats)).replace("00:00.000 turn   ", "")
}

#[rstest]
#[case::written(json!({"write": {"path": "a", "content": "x"}}), "> file#1 writes a \"x\"\n")]
#[case::private(json!({"write": {"path": "a", "content": "", "private": true}}), "> file#1 writes a, private \"\"\n")]
#[case::fresh(
    json!({"write": {"path": "a", "content": "", "fresh": true}}),
    "> file#1 writes a, only where there is none \"\"\n"
)]
#[case::removed(json!({"remove": {"path": "a"}}), "> file#1 removes a\n")]
#[case::held(
    json!({"remove": {"path": "a", "holding": "x\ny"}}),
    "> file#1 removes a, only where it holds\n    |x\n    |y\n"
)]
fn a_file_is_told_with_its_conditions(#[case] file: Value, #[case] expected: &str) {
    assert_eq!(told(&[json!({"effect": {"file": ["file#1", file]}})]), expected);
}

#[test]
fn a_drawing_stands_line_by_line_and_its_padding_is_counted() {
    let text = format!("{}\n  A  \n\u{1b}[1m", "─".repeat(40));
    let shown = told(&[json!({"effect": {"show": ["prompt#1", {"text": text, "offers": {"keys": ["Enter"]}}]}})]);
    assert_eq!(shown, "> prompt#1 shows\n    |⟨40×─⟩\n    |  A⟨2× ⟩\n    |\\u{1b}[1m\n    keys Enter\n");
}

#[test]
fn a_request_is_told_by_what_is_new_in_it() {
    let request = |op: &str, texts: &[&str], rest: Value| {
        let user = |text: &&str| json!({"role": "user", "parts": [{"text": text}]});
        let messages: Vec<Value> = texts.iter().map(user).collect();
        let mut request = json!({"messages": messages, "choice": "auto"});
        request.as_object_mut().unwrap().extend(rest.as_object().cloned().unwrap_or_default());
        json!({"effect": {"request": [op, request]}})
    };
    let shown = told(&[
        request("request#1", &["a"], json!({"system": "s"})),
        request("request#2", &["a", "b"], json!({"system": "s"})),
        request("request#3", &["a", "c"], json!({"schema": {}})),
        request("request#4", &["a", "b"], json!({"system": "s"})),
    ]);
    assert_eq!(
        shown,
        "> request#1\n    system \"s\"\n    user: \"a\"\n\
         > request#2 as request#1\n    user: \"b\"\n\
         > request#3 as request#2, without its last message\n    no system\n    schema {}\n    user: \"c\"\n\
         > request#4 as request#2\n"
    );
}

#[test]
fn nothing_runs_out_of_sight_or_is_told_twice() {
    let words = "many words ".repeat(3) + &(0..90).map(|number| number.to_string() + " ").collect::<String>();
    let record = json!({"effect": {"record": {"type": "x", "content": [{"text": words}, {"n": 1}]}}});
    let shown = told(&[record.clone(), record]);
    assert!(shown.lines().all(|line| line.chars().count() <= WIDTH + 1), "{shown}");
    assert_eq!(shown.matches("89").count(), 1, "{shown}");
    assert!(shown.contains("> ⟨above: {\"type\":\"x\",\"content\":["), "{shown}");
}
