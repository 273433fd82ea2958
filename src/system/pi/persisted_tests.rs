use crate::model::json::{Value, json};
use rstest::rstest;

use super::{Details, Part, StoredEntry, StoredOutcome};
use crate::{
    model::Millis,
    system::{
        Answer as ModelAnswer, AnswerCall,
        chat::CallResult,
        pi::{
            answers::{Answer, Outcome},
            arguments::{Arguments, Question},
            command_line::Mode,
            session::Session,
        },
    },
};

fn arguments() -> Arguments {
    let questions = vec![Question::between("Q?", &["A"], true), Question::between("T?", &[], false)];
    Arguments { questions, metadata: Some(json!({"m": 1})) }
}

fn answered() -> Outcome {
    let Arguments { questions, .. } = arguments();
    let set = Answer::several(&questions[0], vec!["A".into()], Some("B"));
    Outcome::Answered(vec![set, Answer::typed(&questions[1], "x")])
}

/// What is stored has its members in this order.
#[test]
fn each_kind_of_entry_is_written_in_its_order() {
    let call = AnswerCall { id: "c".into(), name: "ask_user".into(), arguments: "{\"b\":1,\"a\":2}".into() };
    let answer = ModelAnswer { reasoning: "hm".into(), text: "so".into(), calls: vec![call], ..ModelAnswer::default() };
    let details = Details::new(&Outcome::Cancelled, &Arguments::default(), Millis(7), Mode::Print);
    let mut session = Session::default();
    let mut written = |entry| session.add(entry).to_string();
    let shown = json!({"b": 1, "a": 2});
    let entries = [
        written(StoredEntry::user(&"go".into(), None)),
        written(StoredEntry::assistant(&answer, std::iter::once(&shown))),
        written(StoredEntry::result("c", "ask_user", &CallResult::error("no"), Some(details))),
        written(StoredEntry::compaction(&"all of it".into())),
    ];
    let expected = [
        r#"{"type":"message","id":"entry_1","parentId":null,"message":{"role":"user","content":[{"type":"text","text":"go"}]}}"#,
        r#"{"type":"message","id":"entry_2","parentId":"entry_1","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"so"},{"type":"toolCall","id":"c","name":"ask_user","arguments":{"b":1,"a":2}}]}}"#,
        r#"{"type":"message","id":"entry_3","parentId":"entry_2","message":{"role":"toolResult","toolCallId":"c","toolName":"ask_user","content":[{"type":"text","text":"no"}],"details":{"answered":false,"answers":[],"cancelled":true,"questions":[],"mode":"print"},"isError":true}}"#,
        r#"{"type":"compaction","id":"entry_4","parentId":"entry_3","summary":"all of it"}"#,
    ];
    assert_eq!(entries, expected);
}

#[test]
fn details_are_written_in_their_order_and_read_back() {
    let details = Details::new(&answered(), &arguments(), Millis(7), Mode::Rpc);
    let written = json!(details);
    assert_eq!(
        written.to_string(),
        r#"{"answered":true,"answers":[{"question":"Q?","answer":["A","B"],"wasCustom":true},{"question":"T?","answer":"x","wasCustom":true}],"questions":[{"question":"Q?","options":[{"label":"A"}],"multiSelect":true},{"question":"T?"}],"answeredAt":7,"mode":"rpc","metadata":{"m":1}}"#
    );
    let stored = StoredEntry::read(&json!({"message": {"details": written}}));
    assert_eq!(stored.details(), Some(&details));
}

#[rstest]
#[case::cancelled(Outcome::Cancelled, r#"{"answered":false,"answers":[],"cancelled":true}"#)]
#[case::the_client_left(Outcome::ConnectionLost, r#"{"answered":false,"answers":[],"connectionLost":true}"#)]
#[case::pending(Outcome::Pending { path: "p".into() }, r#"{"answered":false,"answers":[],"pendingFile":"p"}"#)]
fn an_outcome_without_answers_says_why(#[case] outcome: Outcome, #[case] expected: &str) {
    assert_eq!(json!(StoredOutcome::from(&outcome)).to_string(), expected);
}

#[rstest]
#[case::nothing(json!({"message": {}}), None)]
#[case::no_object(json!({"message": {"details": 1}}), Some(Details::default()))]
#[case::an_array(json!({"message": {"details": [true, []]}}), Some(Details::default()))]
#[case::other_shapes(
    json!({"message": {"details": {"answered": 1, "answers": {}, "questions": [1, {}], "mode": "gui"}}}),
    Some(Details::default())
)]
fn details_of_another_shape_are_about_no_question(#[case] entry: Value, #[case] expected: Option<Details>) {
    assert_eq!(StoredEntry::read(&entry).details(), expected.as_ref());
}

#[test]
fn an_answer_of_another_shape_is_kept_as_it_is() {
    let written = json!([{"question": "T?", "answer": "x", "wasCustom": true}, {"question": "N?", "answer": 1}, null]);
    let entry = StoredEntry::read(&json!({"message": {"details": {"answers": written}}}));
    let outcome = &entry.details().expect("the message has details").outcome;
    assert_eq!(json!(outcome.answers), written);
    let known: Vec<&str> = outcome.known_answers().map(|answer| answer.question.as_str()).collect();
    assert_eq!(known, ["T?"]);
}

#[rstest]
#[case::no_message(json!({}))]
#[case::another_role(json!({"message": {"role": "user", "toolCallId": "c"}}))]
#[case::no_call(json!({"message": {"role": "toolResult"}}))]
#[case::an_array(json!({"message": ["toolResult", "c"]}))]
fn another_entry_is_no_result(#[case] entry: Value) {
    assert_eq!(StoredEntry::read_result(&entry), None);
}

#[test]
fn members_that_we_do_not_know_are_left_out() {
    let content = json!([{"type": "text", "text": "found", "weight": 3}]);
    let entry = json!({"type": "message", "id": "e", "mood": "curious",
        "message": {"role": "toolResult", "toolCallId": "c", "content": content, "isError": 1}});
    let (call, message) = StoredEntry::read_result(&entry).expect("the entry is a result");
    assert_eq!((call.as_str(), message.is_error), ("c", None));
    assert_eq!(message.content, Some(vec![Part::Text { text: "found".into() }]));
}
