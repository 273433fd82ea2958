//! Tests of the comparison with streams that are written by hand: correct ones, and the same with one mistake each.

mod records;

use crate::model::json::{Value, json};
use rstest::rstest;

use super::{OracleInput, Run, Settings, Table, Target, disagreements};

/// The lines of a stream, numbered from 1.
fn stream(lines: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let numbered = |(index, what): (usize, Value)| json!({"seq": index + 1, "at_ms": 0, "lane": "turn", "what": what});
    lines.into_iter().enumerate().map(numbered).collect()
}

fn heard(kind: &str, data: Value) -> Value {
    json!({"input": {kind: data}})
}

fn done(kind: &str, data: Value) -> Value {
    json!({"effect": {kind: data}})
}

fn record(data: Value) -> Value {
    done("record", data)
}

fn question() -> Value {
    json!({"id": "sure", "text": "Sure?", "answer_type": {"type": "boolean"}})
}

fn input() -> OracleInput {
    let mut input = OracleInput::of_tool("wipe", "call_1", &question()).unwrap();
    input.terminal = true;
    input
}

fn begun(terminal: bool) -> Vec<Value> {
    vec![
        heard("begin", json!({"terminal": terminal})),
        heard("says", json!("go")),
        record(json!({"type": "turn_start"})),
    ]
}

/// The model calls the tool, and the tool asks.
fn asks(call: &str, op: u32, question: &Value) -> Vec<Value> {
    let op = format!("call#{op}");
    vec![
        heard("model", json!(["request#1", "finished"])),
        record(json!({"type": "tool_call_request", "id": call, "name": "wipe", "arguments": {}})),
        done("call", json!([op, {"id": call, "name": "wipe", "arguments": {}}])),
        heard("tool", json!([op, {"asks": question}])),
        asked(&format!("{call}.sure.1"), question),
    ]
}

/// The record of the question under the id `id`.
fn asked(id: &str, question: &Value) -> Value {
    let source = json!({"source": "tool", "name": "wipe"});
    let mut kept = question.clone();
    kept.as_object_mut().unwrap().remove("id");
    record(json!({"type": "inquiry_request", "id": id, "source": source, "question": kept}))
}

fn shown(op: u32, text: &str) -> Value {
    done("show", json!([format!("prompt#{op}"), {"text": text, "offers": {"keys": ["y", "Y", "n", "N", "?"]}}]))
}

fn closed(call: &str, how: Value) -> Value {
    closed_as(&format!("{call}.sure.1"), how)
}

fn closed_as(id: &str, how: Value) -> Value {
    let mut record = json!({"type": "inquiry_response", "id": id});
    record.as_object_mut().unwrap().extend(how.as_object().unwrap().clone());
    json!({"effect": {"record": record}})
}

/// The tool's result, recorded and sent.
fn result(call: &str, content: &str, is_error: bool) -> Vec<Value> {
    let told = json!({"id": call, "content": content, "is_error": is_error});
    vec![
        record(json!({"type": "tool_call_response", "id": call, "content": content, "is_error": is_error})),
        done("request", json!(["request#9", {"messages": [{"role": "user", "parts": [{"result": told}]}]}])),
    ]
}

fn runs_again(call: &str, op: u32, answer: Value) -> Vec<Value> {
    let op = format!("call#{op}");
    vec![
        done("call", json!([op, {"id": call, "name": "wipe", "arguments": {}, "answers": {"sure": answer}}])),
        heard("tool", json!([op, {"done": "wiped"}])),
    ]
}

fn ended() -> Value {
    done("turn", json!({"ended": "completed"}))
}

/// The person is asked and says yes, and the tool runs again.
fn prompted() -> Vec<Value> {
    let mut lines = begun(true);
    lines.extend(asks("call_1", 1, &question()));
    lines.extend([
        shown(1, "? Sure? [y,Y,n,N,?]"),
        heard("person", json!(["prompt#1", {"answer": true}])),
        closed("call_1", json!({"outcome": "answered", "answer": true})),
    ]);
    lines.extend(runs_again("call_1", 2, json!(true)));
    lines.extend(result("call_1", "wiped", false));
    lines.push(ended());
    lines
}

/// There is no terminal, and only a human may answer.
fn refused() -> Vec<Value> {
    let mut lines = begun(false);
    let mut question = question();
    question["exclusive"] = true.into();
    lines.extend(asks("call_1", 1, &question));
    lines.push(closed("call_1", json!({"outcome": "cancelled", "reason": "no_prompt_backend"})));
    let told = "wipe cannot run because no interactive terminal is available. Do not retry this tool call in this turn; \
                continue without user input or explain what information is missing.";
    lines.extend(result("call_1", told, true));
    lines.push(ended());
    lines
}

fn refusal() -> OracleInput {
    OracleInput { terminal: false, exclusive: true, ..input() }
}

/// Replaces `from` by `to` in every line.
fn changed(lines: Vec<Value>, from: &str, to: &str) -> Vec<Value> {
    let text = Value::from(lines).to_string();
    assert!(text.contains(from), "{from:?} is nowhere");
    serde_json::from_str(&text.replace(from, to)).unwrap()
}

/// Leaves out the lines that contain `piece`.
fn without(mut lines: Vec<Value>, piece: &str) -> Vec<Value> {
    let before = lines.len();
    lines.retain(|line| !line.to_string().contains(piece));
    assert!(lines.len() < before, "{piece:?} is nowhere");
    lines
}

/// Inserts a line after the first that contains `piece`.
fn with(mut lines: Vec<Value>, piece: &str, more: Value) -> Vec<Value> {
    let at = lines.iter().position(|line| line.to_string().contains(piece)).unwrap();
    lines.insert(at + 1, more);
    lines
}

fn rows(input: &OracleInput, lines: Vec<Value>) -> Vec<String> {
    disagreements(input, &stream(lines)).into_iter().map(|found| found.row).collect()
}

#[test]
fn a_correct_run_agrees_with_the_table() {
    assert_eq!(rows(&input(), prompted()), [""; 0]);
    assert_eq!(rows(&refusal(), refused()), [""; 0]);
}

#[test]
fn a_disagreement_says_what_was_expected_and_found_and_where() {
    let lines = stream(changed(refused(), "no_prompt_backend", "user"));
    let found = disagreements(&refusal(), &lines);
    let [found] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(
        found.to_string(),
        "call_1.sure, row `4: nobody is there, and only a human may answer`: expected it recorded as cancelled by \
         no_prompt_backend; found {\"type\":\"inquiry_response\",\"id\":\"call_1.sure.1\",\"outcome\":\"cancelled\",\
         \"reason\":\"user\"} (event 9) [RTE-04, CAN-02, CAN-02.u, CAN-20]"
    );
}

#[rstest]
#[case::key_missing(changed(prompted(), r#""Y","#, ""), "2: a yes or no that may be remembered")]
#[case::never_shown(without(prompted(), "\"show\""), "2: a yes or no that may be remembered")]
#[case::header(changed(prompted(), "? Sure?", "wipe asks\\n? Sure?"), "no label")]
#[case::another_answer(changed(prompted(), r#"{"answer":true}"#, r#"{"answer":false}"#), "the person answers")]
#[case::no_answer(
    changed(
        changed(prompted(), r#""sure":true"#, r#""sure":7"#),
        r#""answered","answer":true"#,
        r#""answered","answer":7"#
    ),
    "the person answers"
)]
#[case::cancelled(
    changed(prompted(), r#""answered","answer":true"#, r#""cancelled","reason":"user""#),
    "the person answers"
)]
#[case::not_run_again(without(prompted(), "\"answers\""), "the tool runs again")]
#[case::run_with_another(changed(prompted(), r#""sure":true"#, r#""sure":false"#), "the tool runs again")]
#[case::under_another_key(changed(prompted(), r#""sure":true"#, r#""call_1.sure":true"#), "the tool runs again")]
#[case::left_open(without(prompted(), "inquiry_response"), "recorded_once")]
#[case::closed_twice(
    with(prompted(), "inquiry_response", closed("call_1", json!({"outcome": "cancelled", "reason": "user"}))),
    "recorded_once"
)]
#[case::unrecorded(without(without(prompted(), "inquiry_request"), "inquiry_response"), "recorded_once")]
#[case::another_call(changed(prompted(), "call_1", "call_2"), "recorded_once")]
fn a_mistake_about_a_prompt_is_found(#[case] lines: Vec<Value>, #[case] row: &str) {
    assert_eq!(rows(&input(), lines), [row]);
}

#[rstest]
#[case::shown(with(refused(), "inquiry_request", shown(1, "? Sure? [y,n,?]")))]
#[case::reason(changed(refused(), "no_prompt_backend", "assistant_routing_denied"))]
#[case::answered(changed(refused(), r#""cancelled","reason":"no_prompt_backend""#, r#""answered","answer":true"#))]
#[case::not_flagged(changed(refused(), r#""is_error":true"#, r#""is_error":false"#))]
#[case::told_otherwise(changed(refused(), "Do not retry", "Retry"))]
#[case::told_of_another(changed(refused(), "wipe cannot", "ask cannot"))]
#[case::run_again(with(refused(), "inquiry_response", runs_again("call_1", 2, json!(true))[0].clone()))]
#[case::untold(without(refused(), "tool_call_response"))]
fn a_mistake_about_a_refusal_is_found(#[case] lines: Vec<Value>) {
    let found = rows(&refusal(), lines);
    assert!(found.contains(&"4: nobody is there, and only a human may answer".to_owned()), "{found:?}");
}

/// The result is recorded correctly, but sent with another text.
#[test]
fn a_mistake_in_the_result_that_the_model_is_sent_is_found() {
    let mut lines = refused();
    let sent = lines.iter().position(|line| line.to_string().contains("\"request\"")).unwrap();
    lines[sent] = changed(vec![lines[sent].clone()], "Do not retry", "Retry").remove(0);
    assert_eq!(rows(&refusal(), lines), ["4: nobody is there, and only a human may answer"]);
}

/// The assistant is asked, and everything is correct.
fn inquired() -> Vec<Value> {
    let mut lines = begun(true);
    lines.extend(asks("call_1", 1, &question()));
    let properties = json!({"inquiry_id": {"type": "string", "const": "call_1.sure.1"}, "answer": {"type": "boolean"}});
    let schema = json!({"type": "object", "properties": properties, "required": ["inquiry_id", "answer"],
                        "additionalProperties": false});
    let messages = json!([{"role": "user", "parts": [{"text": "The tool asks:\n\nSure?"}]}]);
    lines.extend([
        done("request", json!(["request#2", {"messages": messages, "schema": schema}])),
        heard("model", json!(["request#2", {"data": {"inquiry_id": "call_1.sure.1", "answer": false}}])),
        heard("model", json!(["request#2", "finished"])),
        closed("call_1", json!({"outcome": "answered", "answer": false})),
    ]);
    lines.extend(runs_again("call_1", 2, json!(false)));
    lines.extend(result("call_1", "wiped", false));
    lines.push(ended());
    lines
}

#[rstest]
#[case::right(inquired(), &[])]
#[case::const_missing(changed(inquired(), r#""const":"call_1.sure.1""#, r#""pattern":"call""#), &["RFD 028, a yes or no"])]
#[case::not_required(changed(inquired(), r#"["inquiry_id","answer"]"#, r#"["answer"]"#), &["RFD 028, a yes or no"])]
#[case::open_ended(changed(inquired(), "\"additionalProperties\":false", "\"title\":\"\""), &["RFD 028, a yes or no"])]
#[case::another_type(changed(inquired(), r#""answer":{"type":"boolean"}"#, r#""answer":{"type":"string"}"#), &["RFD 028, a yes or no"])]
#[case::another_answer(changed(inquired(), r#""call_1.sure.1","answer":false"#, r#""call_1.sure.1","answer":true"#), &["the assistant replies"])]
#[case::wrong_reason(
    without(changed(inquired(), r#""answered","answer":false"#, r#""cancelled","reason":"no_prompt_backend""#), "answers"),
    &["the assistant replies"]
)]
#[case::shown_as_well(
    with(inquired(), "inquiry_request", shown(1, "? Sure?")),
    &["5: the assistant is meant, and anybody may answer"]
)]
fn a_mistake_about_an_inquiry_is_found(#[case] lines: Vec<Value>, #[case] expected: &[&str]) {
    let mut input = input();
    input.settings.target = Target::Assistant;
    assert_eq!(rows(&input, lines), expected);
}

/// Two calls of one tool in a turn. The first is answered with `act`. The second is put to the person only if `is_put`.
fn twice(act: Value, again: &Value, is_put: bool) -> Vec<Value> {
    let mut lines = begun(true);
    lines.extend(asks("call_1", 1, &question()));
    lines.extend([
        shown(1, "? Sure?"),
        heard("person", json!(["prompt#1", act])),
        closed("call_1", json!({"outcome": "answered", "answer": true})),
    ]);
    lines.extend(runs_again("call_1", 2, json!(true)));
    lines.extend(result("call_1", "wiped", false));
    lines.extend(asks("call_2", 3, again));
    if is_put {
        lines.extend([shown(2, "? Sure?"), heard("person", json!(["prompt#2", {"key": "y"}]))]);
    }
    lines.push(closed("call_2", json!({"outcome": "answered", "answer": true})));
    lines.extend(runs_again("call_2", 4, json!(true)));
    lines.extend(result("call_2", "wiped", false));
    lines.push(ended());
    lines
}

#[rstest]
#[case::kept(json!({"remember": true}), question(), false, &[])]
#[case::kept_by_key(json!({"key": "Y"}), question(), false, &[])]
#[case::kept_and_asked(json!({"remember": true}), question(), true, &["remembered for the turn"])]
#[case::not_kept(json!({"answer": true}), question(), true, &[])]
#[case::not_kept_by_key(json!({"key": "y"}), question(), true, &[])]
#[case::not_kept_and_not_asked(json!({"answer": true}), question(), false, &["2: a yes or no that may be remembered"])]
#[case::none_and_not_asked(json!({"remember": true}), none(), false, &["2: a yes or no that is asked every time"])]
fn a_remembered_answer_counts_for_the_turn(
    #[case] act: Value,
    #[case] again: Value,
    #[case] is_put: bool,
    #[case] expected: &[&str],
) {
    let mut input = OracleInput::of_tool("wipe", "call_2", &again).unwrap();
    input.terminal = true;
    assert_eq!(rows(&input, twice(act, &again, is_put)), expected);
}

fn none() -> Value {
    json!({"id": "sure", "text": "Sure?", "answer_type": {"type": "boolean"}, "persistence": "none"})
}

#[test]
fn a_turn_forgets_what_was_remembered_in_another() {
    let start = record(json!({"type": "turn_start"}));
    let between = |is_put| with(twice(json!({"key": "Y"}), &question(), is_put), "\"request#9\"", start.clone());
    let mut input = OracleInput::of_tool("wipe", "call_2", &question()).unwrap();
    input.terminal = true;
    assert_eq!(rows(&input, between(true)), [""; 0]);
    assert_eq!(rows(&input, between(false)), ["2: a yes or no that may be remembered"]);
}

/// Both prompts have the same text, so only the answers show which prompt belongs to which call.
#[test]
fn two_calls_may_ask_the_same_at_once() {
    let mut lines = begun(true);
    lines.extend(asks("call_1", 1, &question()));
    lines.push(shown(1, "? Sure?"));
    lines.extend(asks("call_2", 2, &question()));
    lines.extend([
        heard("person", json!(["prompt#1", {"answer": true}])),
        closed("call_1", json!({"outcome": "answered", "answer": true})),
    ]);
    let mut parked = lines.clone();
    lines.push(shown(2, "? Sure?"));
    lines.extend([
        heard("person", json!(["prompt#2", "cancel"])),
        closed("call_2", json!({"outcome": "cancelled", "reason": "user"})),
    ]);
    let second = OracleInput { call: "call_2".to_owned(), ..input() };
    for (input, told) in [(input(), "the tool runs again"), (second, "the person cancels")] {
        assert_eq!(rows(&input, parked.clone()), [""; 0], "the second is not yet shown");
        assert_eq!(rows(&input, lines.clone()), [""; 0], "nothing is told yet");
        let all = lines.iter().cloned().chain([ended()]).collect();
        assert_eq!(rows(&input, all), [told]);
    }
    parked.push(ended());
    assert_eq!(
        rows(&OracleInput { call: "call_2".to_owned(), ..input() }, parked),
        ["2: a yes or no that may be remembered", "recorded_once"]
    );
}

#[rstest]
#[case::before_it_is_asked("\"finished\"", heard("signal", json!("terminate")))]
#[case::while_it_is_open("inquiry_request", heard("signal", json!("terminate")))]
#[case::killed_while_it_is_open("inquiry_request", heard("begin", json!({})))]
#[case::killed_before_it_is_recorded("\"asks\"", heard("begin", json!({})))]
fn a_run_that_is_cut_short_agrees_with_the_table(#[case] after: &str, #[case] cut: Value) {
    let lines = with(prompted(), after, cut);
    let at = lines.iter().position(|line| line.to_string().contains("inquiry_request")).unwrap();
    let short = without(lines, "answers").into_iter().take(at + 2).collect();
    assert_eq!(rows(&input(), short), [""; 0]);
}

/// The call is interrupted and started again, so it asks again. Its result follows from the second question.
#[test]
fn a_call_that_is_started_again_is_judged_by_its_new_result() {
    let mut lines = begun(true);
    lines.extend(asks("call_1", 1, &question()));
    lines.extend([
        shown(1, "? Sure?"),
        heard("person", json!(["prompt#1", "cancel"])),
        closed("call_1", json!({"outcome": "cancelled", "reason": "user"})),
        heard("signal", json!("interrupt")),
        done("call", json!(["call#2", {"id": "call_1", "name": "wipe", "arguments": {}}])),
        heard("tool", json!(["call#2", {"asks": question()}])),
        asked("call_1.sure.2", &question()),
        shown(2, "? Sure?"),
        heard("person", json!(["prompt#2", "broken"])),
        closed_as("call_1.sure.2", json!({"outcome": "cancelled", "reason": "backend_error"})),
    ]);
    lines.extend(result("call_1", "Tool input prompt failed.", true));
    lines.push(ended());
    assert_eq!(rows(&input(), lines.clone()), [""; 0]);
    assert_eq!(rows(&input(), without(lines, "\"interrupt\"")).first().map(String::as_str), Some("the person cancels"));
}

/// Such lines may come from a later version.
#[test]
fn lines_that_cannot_be_read_are_ignored() {
    let strange = [json!(null), json!({"what": {"input": 7}}), json!({"what": {"effect": {"show": ["prompt#9"]}}})];
    let lines: Vec<Value> = stream(prompted()).into_iter().chain(strange).collect();
    assert_eq!(disagreements(&input(), &lines), []);
}

#[test]
fn the_facts_of_a_tools_question_are_read() {
    let question = json!({"id": "way", "text": "Which?", "answer_type": {"type": "select", "options": ["a", "b"]},
                          "exclusive": true, "persistence": "none", "context": "two ways"});
    let input = OracleInput::of_tool("go", "call_1", &question).unwrap();
    assert!(input.exclusive && input.is_answer(&json!("b")) && !input.is_answer(&json!("B")));
    assert_eq!((input.options, input.context), (vec!["a".to_owned(), "b".to_owned()], Some("two ways".to_owned())));
}

#[rstest]
#[case::dotted(json!({"id": "a.b", "text": "?", "answer_type": {"type": "text"}}), "without a dot")]
#[case::no_text(json!({"id": "a", "text": " ", "answer_type": {"type": "text"}}), "no text")]
#[case::older_form(json!({"id": "a", "text": "?", "answer_type": "Text"}), "expected one of boolean")]
#[case::no_options(json!({"id": "a", "text": "?", "answer_type": {"type": "select"}}), "expected options")]
#[case::policy(json!({"id": "a", "text": "?", "answer_type": {"type": "text"}, "persistence": "ever"}), "`persistence`")]
#[case::mark(json!({"id": "a", "text": "?", "answer_type": {"type": "text"}, "exclusive": "yes"}), "`exclusive`")]
fn an_invalid_question_is_refused_with_the_reason(#[case] question: Value, #[case] expected: &str) {
    let error = OracleInput::of_tool("go", "call_1", &question).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_last_layer_with_a_value_counts() {
    let mut settings = Settings::default();
    for layer in [json!({"target": "assistant", "answer": 1}), json!({"target": {"model": "small"}, "answer": null})] {
        settings.overlay(&layer).unwrap();
    }
    assert_eq!((settings.target, settings.answer.clone()), (Target::Settings, Some(json!(1))));
    assert!(settings.overlay(&json!({"target": "robot"})).unwrap_err().to_string().contains("found \"robot\""));
}

#[rstest]
#[case::a_gap(
    r#""when": {"asker": "built_in", "label": "set"}"#,
    r#""when": {"asker": "built_in", "label": "unset"}"#,
    "section `drawings`: expected one row"
)]
#[case::an_overlap(
    r#""when": {"asker": "built_in", "label": "set"}"#,
    r#""when": {"asker": "built_in", "label": "any"}"#,
    "section `drawings`: expected one row"
)]
#[case::a_word(r#""terminal": "no", "exclusive": "yes""#, r#""terminal": "no", "exclusive": "yse""#, "found `yse`")]
#[case::a_column(
    r#""when": {"asker": "tool", "label": "set"}"#,
    r#""when": {"asker": "tool"}"#,
    "row `a label`: expected the columns"
)]
#[case::an_unknown_key(r#""runs": {"is": "again""#, r#""run": {"is": "again""#, "results[1].run: unknown field")]
#[case::nothing_demanded(r#""from": ["PRM-02"]"#, r#""from": []"#, "row `no label`: expected demands")]
fn a_table_with_a_mistake_is_refused_with_its_place(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    let text = include_str!("table.json");
    assert!(text.contains(from), "{from}");
    let error = Table::read(&text.replacen(from, to, 1)).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_run_is_read_once_for_all_its_questions() {
    let lines = stream(prompted());
    let run = Run::read(&lines);
    let [inquiry] = run.inquiries() else { panic!("{:?}", run.inquiries()) };
    assert_eq!((inquiry.call, inquiry.tool, inquiry.question, inquiry.text), ("call_1", "wipe", "sure", "Sure?"));
    assert_eq!(run.situations(), [input()]);
}
