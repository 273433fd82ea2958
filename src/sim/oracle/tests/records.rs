//! Tests of the comparison of a question's record: a correct one, and the same with one mistake each.

use crate::model::json::{Value, json};
use rstest::rstest;

use super::{
    super::{OracleInput, disagreements},
    asked, asks, begun, changed, closed, done, ended, heard, result, runs_again, stream,
};

/// A question with each member that a record keeps.
fn choice() -> Value {
    json!({"id": "sure", "text": "Sure?", "answer_type": {"type": "select", "options": ["yes", "no"]},
           "context": "All files.", "exclusive": true, "default": "no"})
}

/// The person is asked that question and picks the first option.
fn chosen() -> Vec<Value> {
    let mut lines = begun(true);
    let mut kept = choice();
    kept["answer_type"]["options"] = json!([{"value": "yes"}, {"value": "no"}]);
    lines.extend(asks("call_1", 1, &choice()));
    let last = lines.len() - 1;
    lines[last] = asked("call_1.sure.1", &kept);
    lines.extend([
        done(
            "show",
            json!(["prompt#1", {"text": "All files.\n? Sure? [y,n,?]", "offers": {"choices": ["yes", "no"]}}]),
        ),
        heard("person", json!(["prompt#1", {"answer": "yes"}])),
        closed("call_1", json!({"outcome": "answered", "answer": "yes"})),
    ]);
    lines.extend(runs_again("call_1", 2, json!("yes")));
    lines.extend(result("call_1", "wiped", false));
    lines.push(ended());
    lines
}

#[rstest]
#[case::right(chosen(), &[])]
#[case::another_id(changed(chosen(), "call_1.sure.1", "call_1.sure.2"), &["REC-04", "REC-05", "REC-06"])]
#[case::another_source(changed(chosen(), r#""source":"tool""#, r#""source":"user""#), &["REC-12", "REC-14"])]
#[case::no_context(changed(chosen(), r#""context":"All files.","#, ""), &["REC-16", "REC-39"])]
#[case::bare_options(changed(chosen(), r#"[{"value":"yes"},{"value":"no"}]"#, r#"["yes","no"]"#), &["REC-20"])]
#[case::a_further_member(changed(chosen(), r#""exclusive":true"#, r#""exclusive":true,"target":"user""#), &["REC-18"])]
#[case::after_the_response(moved(chosen(), "tool_call_response", "inquiry_response"), &["REC-08", "EXE-11", "EXE-20", "INQ-14"])]
fn a_mistake_in_the_record_of_a_question_is_found(#[case] lines: Vec<Value>, #[case] expected: &[&str]) {
    let mut input = OracleInput::of_tool("wipe", "call_1", &choice()).unwrap();
    input.terminal = true;
    let found = disagreements(&input, &stream(lines));
    let found: Vec<&str> = found.iter().flat_map(|found| &found.requirements).map(String::as_str).collect();
    assert_eq!(found, expected);
}

/// Moves the line that contains `piece` before the first that contains `before`.
fn moved(mut lines: Vec<Value>, piece: &str, before: &str) -> Vec<Value> {
    let place = |lines: &[Value], piece| lines.iter().position(|line| line.to_string().contains(piece)).unwrap();
    let at = place(&lines, piece);
    let line = lines.remove(at);
    lines.insert(place(&lines, before), line);
    lines
}
