//! Each form of a condition, tried with short runs.

use std::sync::Arc;

use crate::model::json::{Value, json};
use rstest::rstest;

use super::{Gate, On};
use crate::{
    mutate::{RunCondition, message},
    stage::What,
};

/// A short run. A call comes in three pieces, and `asks:select` asks for a choice.
fn messages(words: &str) -> Vec<What> {
    let of = |word: &str| match word.split_once(':').unwrap_or((word, "")) {
        ("asks", kind) => {
            vec![
                json!({"input": {"tool": ["call#1", {"asks": {"id": "q", "text": "?", "answer_type": {"type": kind}}}]}}),
            ]
        }
        ("call", kind) => vec![
            json!({"input": {"model": ["request#1", {"call": {"id": "call_1", "name": "ask"}}]}}),
            json!({"input": {"model": ["request#1", {"arguments": "{\"kind\":"}]}}),
            json!({"input": {"model": ["request#1", {"arguments": format!("{kind:?}}}")}]}}),
        ],
        ("cancel", _) => vec![json!({"input": {"person": ["prompt#1", "cancel"]}})],
        ("answer", _) => vec![json!({"input": {"person": ["prompt#1", {"answer": true}]}})],
        _ => vec![json!({"input": {"model": ["request#1", "finished"]}})],
    };
    words.split_whitespace().flat_map(of).map(|value: Value| message::read(&value).unwrap()).collect()
}

/// For each message, `o` if the gate is open and `.` if it is not.
#[rstest]
#[case::from_the_message_itself_on(json!([{"on": "input/person/cancel"}]), json!([]), "answer cancel answer", ".oo")]
#[case::a_second_one(json!([{"on": "input/person"}, {"on": "input/person"}]), json!([]), "answer cancel end", ".oo")]
#[case::in_order(json!([{"on": "input/person/cancel"}, {"on": "input/person/answer"}]), json!([]), "answer cancel cancel answer", "...o")]
#[case::one_of_several(json!([[{"on": "input/person/cancel"}, {"on": "input/tool/asks"}]]), json!([]), "answer asks:text", ".o")]
#[case::only_while(
    json!([{"on": "input/tool/asks", "where": {"/answer_type/type": "text"}}]),
    json!([{"on": "input/tool/asks", "where": {"/answer_type/type": {"not": "text"}}}]),
    "answer asks:text answer asks:secret answer asks:text",
    ".oo..o"
)]
#[case::the_end_comes_first(json!([{"on": "input/person"}]), json!([{"on": "input/person/cancel"}]), "answer end cancel end", "oooo")]
#[case::anew(json!([{"on": "input/tool/asks"}, {"on": "input/tool/asks"}]), json!([{"on": "input/person"}]), "asks:text answer asks:text asks:text", "...o")]
// A call is whole when the next message comes.
#[case::a_whole_call(json!([{"on": "input/call"}]), json!([]), "call:a end", "...o")]
#[case::a_second_call(json!([{"on": "input/call"}, {"on": "input/call"}]), json!([]), "call:a call:b end", "......o")]
#[case::arguments(json!([{"on": "input/call", "where": {"/arguments/kind": "b"}}]), json!([]), "call:a call:b end", "......o")]
fn a_gate_is_open_while_its_condition_holds(
    #[case] since: Value,
    #[case] until: Value,
    #[case] run: &str,
    #[case] open: &str,
) {
    let row = json!({"id": "x", "about": "x", "dimension": "x", "since": since, "until": until});
    let condition: RunCondition = crate::model::json::from_value(row).unwrap();
    let mut gate = Gate::new(Arc::new(condition));
    let told = messages(run).into_iter().map(|what| {
        gate.observe(On::of(&what), std::slice::from_ref(&what));
        if gate.is_open() { 'o' } else { '.' }
    });
    assert_eq!(told.collect::<String>(), open);
}
