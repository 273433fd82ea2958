use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{Dialogs, Next, Reply};
use crate::{
    model::Op,
    system::pi::{
        arguments::Question,
        form::{LONG, OTHER},
    },
};

fn value(text: &str) -> Reply {
    Reply::Value(text.to_owned())
}

/// Plays the replies. Returns the dialogs that the host sees, each as its method and contents, and the end.
fn play(questions: &[Question], replies: Vec<Reply>) -> (Vec<String>, Value) {
    let mut dialogs = Dialogs::new(questions.to_vec());
    let mut seen = vec![words(&dialogs.open("1".into(), None))];
    for reply in replies {
        match dialogs.reply(reply) {
            Next::Dialog => seen.push(words(&dialogs.open("1".into(), None))),
            Next::Answered(answers) => return (seen, json!(answers)),
            Next::Cancelled => return (seen, json!("cancelled")),
        }
    }
    (seen, json!("open"))
}

fn words(dialog: &Value) -> String {
    let content = ["options", "placeholder", "prefill", "message"].into_iter().find_map(|key| dialog.get(key));
    format!("{} {} {}", dialog["method"].as_str().unwrap(), dialog["title"].as_str().unwrap(), content.unwrap())
}

fn one() -> Question {
    Question::between("Q?", &["A", "B"], false)
}

fn text() -> Question {
    Question::between("T?", &[], false)
}

fn several() -> Question {
    Question::between("S?", &["A", "B"], true)
}

fn picked(question: &str, label: &str) -> Value {
    json!({"question": question, "answer": label, "selectedOption": label, "wasCustom": false})
}

fn typed(question: &str, text: &str) -> Value {
    json!({"question": question, "answer": text, "wasCustom": true})
}

fn too_long() -> String {
    "é".repeat(LONG)
}

#[rstest]
#[case::picked(&[one()], vec![value("B")], json!([picked("Q?", "B")]))]
#[case::typed_at_the_list(&[one()], vec![value("C")], json!([typed("Q?", "C")]))]
#[case::other(&[one()], vec![value(OTHER), value("A")], json!([typed("Q?", "A")]))]
#[case::other_and_back(&[one()], vec![value(OTHER), Reply::Nothing, value("A")], json!([picked("Q?", "A")]))]
#[case::other_in_silence(&[one()], vec![value(OTHER), Reply::Silence, Reply::Silence], json!("cancelled"))]
#[case::text(&[text()], vec![value("  ")], json!([typed("T?", "  ")]))]
#[case::nothing_typed(&[text()], vec![value(""), value("x")], json!([typed("T?", "x")]))]
#[case::just_long_enough(&[text()], vec![value(&"é".repeat(LONG - 1))], json!([typed("T?", &"é".repeat(LONG - 1))]))]
#[case::too_long_and_meant(&[text()], vec![value(&too_long()), Reply::Confirmed(true)], json!([typed("T?", &too_long())]))]
#[case::too_long_and_not(&[text()], vec![value(&too_long()), Reply::Confirmed(false), value("x")], json!([typed("T?", "x")]))]
#[case::too_long_and_cancelled(&[text()], vec![value(&too_long()), Reply::Nothing, Reply::Nothing], json!("cancelled"))]
#[case::too_long_again(&[text()], vec![value(&too_long()), Reply::Confirmed(false), value(&too_long()), Reply::Confirmed(true)], json!([typed("T?", &too_long())]))]
#[case::several(&[several()], vec![value("[ ] B"), value("[ ] A"), value("Submit")], json!([{"question": "S?", "answer": ["A", "B"], "wasCustom": false}]))]
#[case::several_put_back(&[several()], vec![value("[ ] B"), value("[x] B"), value("[ ] A"), value("Submit")], json!([{"question": "S?", "answer": ["A"], "wasCustom": false}]))]
#[case::several_and_typed(&[several()], vec![value("[ ] B"), value(OTHER), value("C")], json!([{"question": "S?", "answer": ["B", "C"], "wasCustom": true}]))]
#[case::several_kept_by_a_look(&[several()], vec![value("[ ] B"), value(OTHER), Reply::Nothing, value("Submit")], json!([{"question": "S?", "answer": ["B"], "wasCustom": false}]))]
#[case::several_of_none(&[Question::between("S?", &[], true)], vec![value("C")], json!([{"question": "S?", "answer": ["C"], "wasCustom": true}]))]
#[case::cancelled(&[one()], vec![Reply::Nothing], json!("cancelled"))]
#[case::of_the_wrong_kind(&[one()], vec![Reply::Confirmed(true)], json!("cancelled"))]
#[case::none_answered(&[one(), text()], vec![Reply::Nothing], json!("cancelled"))]
#[case::discarded(&[one(), text()], vec![value("A"), Reply::Nothing, Reply::Confirmed(true)], json!("cancelled"))]
#[case::not_discarded(&[one(), text()], vec![value("A"), Reply::Nothing, Reply::Confirmed(false), value("x")], json!([picked("Q?", "A"), typed("T?", "x")]))]
#[case::not_discarded_by_esc(&[one(), text()], vec![value("A"), Reply::Nothing, Reply::Nothing, value("x")], json!([picked("Q?", "A"), typed("T?", "x")]))]
#[case::nobody_is_there(&[one(), text()], vec![value("A"), Reply::Silence, Reply::Silence], json!("cancelled"))]
#[case::picks_are_of_one_question(&[several(), several()], vec![value("[ ] A"), value("Submit"), value("[ ] B"), value("Submit")], json!([{"question": "S?", "answer": ["A"], "wasCustom": false}, {"question": "S?", "answer": ["B"], "wasCustom": false}]))]
fn replies_lead_to_answers_or_to_a_cancelled_call(
    #[case] questions: &[Question],
    #[case] replies: Vec<Reply>,
    #[case] expected: Value,
) {
    assert_eq!(play(questions, replies).1, expected);
}

#[test]
fn each_dialog_has_the_members_of_its_method() {
    let long = too_long();
    let replies =
        vec![value(OTHER), value(&long), Reply::Confirmed(false), value("x"), Reply::Nothing, Reply::Confirmed(false)];
    let (seen, end) = play(&[one(), several()], replies);
    let list = r#"select S? ["[ ] A","[ ] B","Other (type your answer)"]"#;
    assert_eq!(
        seen,
        [
            r#"select Q? ["A","B","Other (type your answer)"]"#,
            r#"input Q? """#,
            &format!("confirm Q? {:?}", super::long(long.chars().count())),
            &format!("editor Q? {long:?}"),
            list,
            r#"confirm S? "Discard 1 answers?""#,
            list,
        ]
    );
    assert_eq!(end, "open");
}

#[rstest]
#[case(json!({"value": "a"}), Some(value("a")))]
#[case(json!({"confirmed": false}), Some(Reply::Confirmed(false)))]
#[case(json!({"cancelled": true}), Some(Reply::Nothing))]
#[case::cancelled_counts_first(json!({"cancelled": true, "value": "a"}), Some(Reply::Nothing))]
#[case::not_cancelled(json!({"cancelled": false, "value": "a"}), Some(value("a")))]
#[case(json!({"value": 1}), None)]
#[case(json!({}), None)]
#[case(json!("a"), None)]
fn a_reply_is_read(#[case] line: Value, #[case] expected: Option<Reply>) {
    assert_eq!(Reply::read(&line), expected);
}

#[test]
fn a_dialog_waits_under_its_own_id_alone() {
    let mut dialogs = Dialogs::new(vec![text()]);
    assert_eq!(dialogs.open("a".into(), Some(Op::Timer(1)))["id"], "a");
    assert_eq!((dialogs.waits_for("a"), dialogs.timer()), (true, Some(Op::Timer(1))));
    assert_eq!(dialogs.reply(value("")), Next::Dialog);
    assert_eq!(dialogs.open("b".into(), None)["id"], "b");
    assert_eq!((dialogs.waits_for("a"), dialogs.waits_for("b"), dialogs.timer()), (false, true, None));
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        prop::sample::select(vec!["A", "[ ] A", "[x] A", "Submit", OTHER, "", "typed"]).prop_map(value),
        any::<bool>().prop_map(Reply::Confirmed),
        Just(Reply::Nothing),
        Just(value(&too_long())),
    ]
}

proptest! {
    /// With any replies, an answered call has one answer to each question, in their order and of the right kind. A host
    /// that stops replying is asked a few more times at most.
    #[test]
    fn any_replies_lead_to_a_whole_end(replies in prop::collection::vec(reply(), 0..40)) {
        let questions = [one(), text(), several()];
        let mut dialogs = Dialogs::new(questions.to_vec());
        let silence = std::iter::repeat_n(Reply::Silence, 6);
        let mut end = None;
        for reply in replies.into_iter().chain(silence) {
            dialogs.open("1".into(), None);
            match dialogs.reply(reply) {
                Next::Dialog => {}
                next => {
                    end = Some(next);
                    break;
                }
            }
        }
        match end {
            Some(Next::Answered(answers)) => {
                let asked: Vec<&str> = answers.iter().map(|answer| answer.question.as_str()).collect();
                prop_assert_eq!(asked, ["Q?", "T?", "S?"]);
                let written = json!(answers);
                prop_assert!(written[0]["answer"].is_string() && written[1]["answer"].is_string());
                prop_assert!(written[2]["answer"].as_array().is_some_and(|picks| !picks.is_empty()));
            }
            Some(Next::Cancelled) => {}
            Some(Next::Dialog) | None => prop_assert!(false, "the dialogs have no end"),
        }
    }
}
