use crate::model::json::{Value, json};
use rstest::rstest;

use super::super::tests::{form, labels, press};

#[rstest]
#[case::list(json!([{"options": labels(&["A", "B"])}]), "",
    json!({"keys": ["Up", "Down", "1", "2", "3", "Enter", "Esc"], "choices": ["A", "B"], "typing": "echoed"}))]
#[case::long(json!([{"options": labels(&["A", "B", "C", "D", "E", "F", "G"])}]), "",
    json!({"keys": ["Up", "Down", "1", "2", "3", "4", "5", "6", "7", "8", "0", "Enter", "Esc"],
        "choices": ["A", "B", "C", "D", "E", "F", "G"], "typing": "echoed"}))]
#[case::set(json!([{"multiSelect": true, "options": labels(&["A"])}]), "",
    json!({"keys": ["Up", "Down", "Space", "Enter", "Esc"], "choices": ["A"], "several": true, "typing": "echoed"}))]
#[case::text(json!([{"multiSelect": true}]), "", json!({"keys": ["Enter", "Esc"], "typing": "echoed"}))]
#[case::editor(json!([{"options": labels(&["A"])}]), "2", json!({"keys": ["Enter", "Esc"], "typing": "echoed"}))]
#[case::tabs(json!([{"options": labels(&["A"])}, {}]), "",
    json!({"keys": ["Tab", "Left", "Right", "Up", "Down", "1", "2", "Enter", "Esc"], "choices": ["A"],
        "typing": "echoed"}))]
#[case::too_early(json!([{}, {}]), "Tab Tab", json!({"keys": ["Tab", "Left", "Right", "Esc"]}))]
#[case::ready(json!([{}, {}]), "x Enter y Enter", json!({"keys": ["Tab", "Left", "Right", "Enter", "Esc"]}))]
#[case::discard(json!([{}, {}]), "x Enter Esc", json!({"keys": ["y", "n", "Enter", "Esc"]}))]
#[case::long_answer(json!([{}]), &("x ".repeat(2001) + "Enter"), json!({"keys": ["y", "n", "Enter", "Esc"]}))]
#[case::long_label(json!([{"options": labels(&[&"x".repeat(2001)])}, {}]), "1", json!({"keys": ["Tab", "Left", "Right", "Enter", "Esc"], "typing": "echoed"}))]
fn each_state_has_its_offers(#[case] questions: Value, #[case] keys: &str, #[case] expected: Value) {
    let mut form = form(&questions);
    press(&mut form, keys);
    assert_eq!(crate::model::json::to_value(form.draw().offers).unwrap(), expected);
}
