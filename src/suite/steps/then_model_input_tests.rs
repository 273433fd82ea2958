use crate::model::json::{Value, json};
use gherkin::StepType;
use rstest::rstest;

use crate::{
    model::{Millis, ModelRequest, Op, Part, Role},
    stage::{Lane, Observation, Played, What},
    suite::{
        check::{Evidence, Mismatch},
        steps::find,
    },
    system::{Act, Effect, Input, Offers, Prompt, Record, ToolCall, Why},
};

/// Whether `line` holds of these observations, of which `lanes` are shown.
fn holds_of(line: &str, events: Vec<What>, lanes: &[Lane]) -> bool {
    let seen = |(seq, what): (usize, What)| Observation { seq: seq as u64, at_ms: Millis(0), lane: what.lane(), what };
    let played = Played { events: events.into_iter().enumerate().map(seen).collect(), ..Played::nothing() };
    let matched = find(StepType::Then, line, None).unwrap();
    match matched.check(&Evidence::new(&played, lanes), &str::to_owned) {
        Ok(()) => true,
        Err(Mismatch::Fails { .. }) => false,
        Err(Mismatch::Unread(why) | Mismatch::Unmet(why)) => panic!("{why}"),
    }
}

fn holds(line: &str, events: Vec<What>) -> bool {
    holds_of(line, events, &Lane::ALL)
}

fn request(parts: Vec<Part>) -> What {
    let mut request = ModelRequest::default();
    parts.into_iter().for_each(|part| request.push(Role::User, part));
    What::Effect(Effect::Request(Op::Request(1), Box::new(request)))
}

fn text(text: &str) -> Part {
    Part::Text(text.into())
}

fn result(content: &str, is_error: bool) -> Part {
    Part::Result { id: "call_1".into(), content: content.into(), is_error }
}

fn message(id: &str, blocks: &[Value]) -> What {
    What::Effect(Effect::Record(Record(json!({"id": id, "role": "assistant", "content": blocks}))))
}

fn stored(block: Value) -> What {
    message("m", &[block])
}

fn said() -> What {
    What::Effect(Effect::Record(Record(json!({"id": "u", "role": "user", "content": {"text": "go on"}}))))
}

fn asked(id: &str) -> Value {
    json!({"type": "action", "action_type": "question_request", "status": "pending", "tool_call": {"id": id}})
}

fn call(id: &str, status: &str) -> Value {
    json!({"type": "tool_call", "status": status, "tool_call": {"id": id, "name": "question"}})
}

#[rstest]
#[case::told(vec![request(vec![result("no", true)])], true)]
#[case::told_as_a_success(vec![request(vec![result("ok", false)])], false)]
#[case::told_as_a_success_whatever_is_stored(
    vec![stored(json!({"type": "error"})), request(vec![result("ok", false)])], false)]
#[case::stored_at_the_call(vec![stored(call("call_1", "error"))], true)]
#[case::stored_at_another(vec![stored(call("call_2", "error"))], false)]
#[case::still_pending(vec![stored(call("call_1", "pending"))], false)]
#[case::an_error_block(vec![message("m", &[call("call_1", "pending"), json!({"type": "error", "content": "no"})])], true)]
#[case::an_error_block_in_a_message_of_its_own(
    vec![stored(call("call_1", "pending")), message("n", &[json!({"type": "error"})])], true)]
#[case::an_error_block_before_the_users_next_message(
    vec![message("n", &[json!({"type": "error"})]), said(), stored(call("call_1", "pending"))], false)]
#[case::an_error_block_of_another_call(
    vec![message("m", &[call("call_1", "pending"), call("call_2", "error"), json!({"type": "error", "content": "no"})])],
    false)]
#[case::an_error_block_beside_its_question(
    vec![message("m", &[call("call_1", "pending"), asked("call_1"), json!({"type": "error", "content": "no"})])], false)]
#[case::an_error_block_that_was_taken_back(
    vec![message("m", &[call("call_1", "pending"), json!({"type": "error"})]), stored(call("call_1", "success"))], false)]
#[case::no_trace(vec![request(vec![text("go")])], false)]
fn a_call_fails_for_the_model_or_in_the_chat(#[case] events: Vec<What>, #[case] expected: bool) {
    assert_eq!(holds(r#"the call "call_1" fails"#, events), expected);
}

#[rstest]
#[case::as_a_message(vec![text("go"), text("left")], true, true)]
#[case::as_a_result(vec![result("left", false)], true, true)]
#[case::repeated(vec![result("you said left", false), text("left")], false, true)]
#[case::two_messages(vec![result("", false), text("left"), text("left")], false, false)]
#[case::two_results(vec![result("left", false), result("left", false), text("left")], false, false)]
#[case::nowhere(vec![result("", false), text("go")], false, false)]
fn an_answer_arrives_once(#[case] parts: Vec<Part>, #[case] strictly: bool, #[case] perhaps_repeated: bool) {
    let line = r#"the answer "left" arrives 1 time"#;
    assert_eq!(holds(line, vec![request(parts.clone())]), strictly);
    assert_eq!(holds(&format!("{line}, a result that repeats it aside"), vec![request(parts)]), perhaps_repeated);
}

fn show(words: &str) -> What {
    let prompt = Prompt { text: words.to_owned(), offers: Offers::default(), request: None };
    What::Effect(Effect::Show(Op::Prompt(1), prompt))
}

fn refused() -> What {
    What::Effect(Effect::Refuse(Why::Late))
}

/// An answer that comes too late must be refused.
#[rstest]
#[case::refused(vec![refused()], true)]
#[case::without_a_word(vec![], false)]
#[case::taken(vec![show("Which?")], false)]
#[case::taken_and_refused(vec![refused(), show("Which?")], false)]
fn what_changes_nothing_is_refused(#[case] followed: Vec<What>, #[case] expected: bool) {
    let line = "what is done last at a prompt changes nothing";
    let acts = || vec![show("Which?"), What::Input(Input::Person(Op::Prompt(1), Act::Reject))];
    assert_eq!(holds(line, [acts(), followed].concat()), expected);
    // A subject that shows no turns shows no refusals.
    assert!(holds_of(line, acts(), &[Lane::Prompt]));
}

#[rstest]
#[case::none(vec![], true)]
#[case::another(vec![show("Which?")], true)]
#[case::at_first(vec![show("Which payload?"), show("Which?")], false)]
#[case::drawn_again(vec![show("Which?"), show("Which payload?")], false)]
fn no_prompt_contains(#[case] events: Vec<What>, #[case] expected: bool) {
    assert_eq!(holds(r#"no prompt contains "payload""#, events), expected);
}

#[rstest]
#[case("Red", true)]
#[case("Green", true)]
#[case("Blue", false)]
fn one_of_several(#[case] answer: &str, #[case] expected: bool) {
    let line =
        r#"the last object recorded with {"question": "Which?"} fits one of [{"answer": "Red"}, {"answer": "Green"}]"#;
    assert_eq!(holds(line, vec![stored(json!({"question": "Which?", "answer": answer}))]), expected);
    assert!(!holds(line, vec![]));
}

fn answers(what: Value) -> What {
    What::Input(Input::Person(Op::Prompt(1), Act::Answer(what)))
}

fn executes(answers: Value) -> What {
    let answers = answers.as_object().cloned().unwrap_or_default();
    let call = ToolCall { id: "call_1".into(), name: "deploy".into(), arguments: json!({}), answers, folder: None };
    What::Effect(Effect::Call(Op::Call(1), call))
}

#[rstest]
#[case::nowhere(vec![request(vec![result("cut off", true)])], true)]
#[case::given(vec![answers(json!("left")), request(vec![result("left", false)])], true)]
#[case::made_up(vec![request(vec![result("they chose left", false)])], false)]
#[case::made_up_in_an_earlier_request(vec![request(vec![text("left")]), request(vec![])], false)]
#[case::made_up_for_a_tool(vec![executes(json!({"q": "left"}))], false)]
#[case::another_given(vec![answers(json!("right")), request(vec![result("left", false)])], false)]
#[case::refused(
    vec![answers(json!("left")), What::Effect(Effect::Refuse(Why::Late)), request(vec![result("left", false)])], false)]
#[case::given_and_another_refused(vec![answers(json!("left")), answers(json!("left")),
    What::Effect(Effect::Refuse(Why::Late)), executes(json!({"q": "left"}))], true)]
fn an_answer_arrives_only_where_it_is_given(#[case] events: Vec<What>, #[case] expected: bool) {
    assert_eq!(holds(r#"the answer "left" arrives only where it is given"#, events), expected);
}

/// A result that is right at first and wrong after a restart is wrong.
#[rstest]
#[case::twice(r#"{"answered": true}"#, false, true)]
#[case::something_beside(r#"{"answered": true, "more": 1}"#, false, false)]
#[case::wrong_then(r#"{"answered": false}"#, false, false)]
#[case::an_error_then(r#"{"answered": true}"#, true, false)]
#[case::words_then("It is.", false, false)]
fn a_result_is_right_in_every_request(#[case] then: &str, #[case] is_error: bool, #[case] expected: bool) {
    let first = request(vec![result(r#"{"answered": true}"#, false)]);
    let events = vec![first, request(vec![]), request(vec![result(then, is_error)])];
    assert_eq!(holds(r#"the call "call_1" succeeds with the JSON {"answered": true}"#, events.clone()), expected);
    assert_eq!(holds(r#"the call "call_1" has the result {"answered": true}"#, events), expected);
}

/// A result is what the model is told as JSON; or, where it is told words, what is stored with the call.
#[rstest]
#[case::told(vec![result(r#"{"a": [1]}"#, false)], vec![], true)]
#[case::told_and_stored_otherwise(vec![result(r#"{"a": [1]}"#, false)], vec![json!({"id": "call_1", "a": [2]})], true)]
#[case::told_otherwise(vec![result(r#"{"a": [2]}"#, false)], vec![json!({"id": "call_1", "a": [1]})], false)]
#[case::stored(vec![result("one", false)], vec![json!({"call": "call_1", "is": {"a": [1], "b": 2}})], true)]
#[case::stored_otherwise(vec![result("one", false)], vec![json!({"call": "call_1", "is": {"a": [1, 2]}})], false)]
#[case::stored_with_more_within(vec![result("one", false)], vec![json!({"call": "call_1", "is": {"a": [{"b": 1}]}})], false)]
#[case::stored_of_another_call(vec![result("one", false)], vec![json!({"call": "call_2", "is": {"a": [1]}})], false)]
#[case::stored_over(vec![result("one", false)], vec![json!({"c": "call_1", "a": [1]}), json!({"c": "call_1", "a": [2]})], false)]
#[case::stored_nowhere(vec![result("one", false)], vec![json!({"call": "call_1"})], false)]
#[case::an_error(vec![result("one", true)], vec![json!({"call": "call_1", "a": [1]})], false)]
#[case::nothing_told(vec![result(" ", false)], vec![json!({"call": "call_1", "a": [1]})], false)]
#[case::not_told_at_all(vec![], vec![json!({"call": "call_1", "a": [1]})], false)]
fn a_result_is_told_or_stored(#[case] told: Vec<Part>, #[case] records: Vec<Value>, #[case] expected: bool) {
    let records = records.into_iter().map(|record| What::Effect(Effect::Record(Record(record))));
    let events = records.chain([request(told)]).collect();
    assert_eq!(holds(r#"the call "call_1" has the result {"a": [1]}"#, events), expected);
}

#[rstest]
#[case::each("Q? A. R? B.", true)]
#[case::the_answers_first("A to Q?, B to R?", true)]
#[case::the_questions_first("Q? R? A, B", true)]
#[case::the_other_way("R? B. Q? A.", true)]
#[case::crossed("Q? B. R? A.", false)]
#[case::crossed_the_other_way("R? A. Q? B.", false)]
#[case::one_missing("Q? A. R?", false)]
fn answers_stand_with_their_questions(#[case] told: &str, #[case] expected: bool) {
    let line = r#"the model is told of the questions ["Q?", "R?"] the answers ["A", "B"]"#;
    assert_eq!(holds(line, vec![request(vec![text("go"), text(told)])]), expected);
    assert!(!holds(line, vec![request(vec![text(told)]), request(vec![text("go")])]));
}

#[rstest]
#[case::the_list("Which?\n\n  > 1. A\n    2. Other\n\n  keys", true)]
#[case::at_the_end("Which?\n[ ] A\n[ ] Other", true)]
#[case::one_more_below("Which?\n\n1. A\n2. Other\n3. Skip\n\nkeys", false)]
#[case::one_more_above("Which?\n\n1. A\n9. Skip\n2. Other\n\nkeys", false)]
#[case::twice("Which?\n\n1. A\n2. Other\n3. Other\n\nkeys", false)]
#[case::one_less("Which?\n\n1. A\n\nkeys", false)]
#[case::another_question("What?\n\n1. A\n2. Other", false)]
fn a_list_is_whole(#[case] drawn: &str, #[case] expected: bool) {
    assert_eq!(holds(r#"below "Which?" the prompt lists ["A", "Other"]"#, vec![show(drawn)]), expected);
}

#[rstest]
#[case::a_list(json!([{"label": "Red"}]), true, true)]
#[case::its_text(json!("[{\"label\": \"Red\"}]"), false, true)]
#[case::another(json!("[{\"label\": \"Blue\"}]"), false, false)]
#[case::no_json(json!("Red"), false, false)]
#[case::none(Value::Null, false, false)]
fn a_list_may_be_stored_as_text(#[case] options: Value, #[case] strictly: bool, #[case] as_json_or_text: bool) {
    let events = vec![stored(json!({"q": "Which?", "options": options}))];
    let line = r#"the last object recorded with {"q": "Which?"} has {"options": [{"label": "Red"}]}"#;
    assert_eq!(holds(line, events.clone()), strictly);
    assert_eq!(holds(&format!("as JSON or text, {line}"), events), as_json_or_text);
}

/// The width of a terminal decides the length of a rule.
#[rstest]
#[case::the_same("──────────\n Head\n──────────", true)]
#[case::wider("────────────────────\n Head\n────────────", true)]
#[case::no_rule("─────────\n Head\n──────────", false)]
#[case::other_rule("==========\n Head\n──────────", false)]
#[case::another_line("──────────\n Tail\n──────────", false)]
#[case::one_more("──────────\n Head\n──────────\n", false)]
fn a_rule_may_be_longer(#[case] found: &str, #[case] expected: bool) {
    let line = r#"the prompt is drawn as the lines ["──────────", " Head", "──────────"]"#;
    assert_eq!(holds(line, vec![show(found)]), expected);
}

/// Dates and names of an event may stand beside its fields. Other fields may not, and nothing may stand within them.
#[rstest]
#[case::alone(json!({"id": "call_1"}), true)]
#[case::dated(json!({"id": "call_1", "timestamp": "2026-01-01", "event_id": 7, "request_id": "r", "metadata": {}}), true)]
#[case::more(json!({"id": "call_1", "retry": false}), false)]
#[case::within(json!({"id": "call_1", "content": {"timestamp": 1}}), false)]
#[case::of_another(json!({"id": "call_2", "timestamp": 1}), false)]
fn what_dates_an_event_may_stand_beside_it(#[case] more: Value, #[case] expected: bool) {
    let mut event = json!({"type": "tool_call_response", "content": "done", "is_error": false});
    event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let line = r#"the call "call_1" is recorded as succeeding with "done""#;
    assert_eq!(holds(line, vec![What::Effect(Effect::Record(Record(event)))]), expected);
}

fn asked_with(system: &str, parts: Vec<Part>) -> What {
    let What::Effect(Effect::Request(op, mut request)) = request(parts) else { unreachable!() };
    request.system = Some(system.to_owned());
    What::Effect(Effect::Request(op, request))
}

#[rstest]
#[case::a_result(vec![result("they want left", false)], "", true)]
#[case::a_message_of_the_user(vec![text("left")], "", true)]
#[case::the_words_of_an_error(vec![result("it was left undone", true)], "", false)]
#[case::the_system_prompt(vec![text("go")], "What is left to do?", false)]
fn an_answer_arrives_where_answers_go(#[case] parts: Vec<Part>, #[case] system: &str, #[case] arrives: bool) {
    let events = vec![asked_with(system, parts)];
    assert_eq!(holds("the answer \"left\" arrives 1 time", events.clone()), arrives);
    assert_eq!(holds("the answer \"left\" arrives 0 times", events), !arrives);
}

#[rstest]
#[case::in_the_system_prompt(vec![text("go")], "Which way? left", true)]
#[case::in_a_message(vec![text("Which way? left")], "", true)]
#[case::in_both(vec![text("Which way? left")], "Which way? left", false)]
#[case::nowhere(vec![text("go")], "", false)]
fn a_summary_may_stand_in_the_system_prompt(#[case] parts: Vec<Part>, #[case] system: &str, #[case] arrives: bool) {
    let line = "the answer \"left\" arrives 1 time, a summary in the system prompt included";
    assert_eq!(holds(line, vec![asked_with(system, parts)]), arrives);
}
