//! Acts with a meaning, and their keys.

use crate::model::json::{Map, Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{
    Acted, Form, LONG,
    state_tests::{any_keys, any_questions},
    tests::{form, labels, press, written},
};
use crate::{
    model::{Key, KeyRun},
    system::{
        Act,
        pi::{answers::Answer, arguments::Question},
    },
};

fn act(form: &mut Form, act: &Act) -> Value {
    written(&form.act(act))
}

fn texts(acted: &Value) -> Vec<Value> {
    acted["answered"].as_array().unwrap().iter().map(|answer| answer["answer"].clone()).collect()
}

fn two() -> Form {
    form(&json!([{"options": labels(&["A", "B"])}, {"multiSelect": true, "options": labels(&["C", "D"])}]))
}

#[rstest]
#[case::by_place(json!(["B", ["D", "C"]]), json!(["B", ["C", "D"]]))]
#[case::by_text(json!({"Which 1?": ["D", "x"], "Which 0?": "A"}), json!(["A", ["D", "x"]]))]
#[case::other_first(json!(["x", ["y", "C"]]), json!(["x", ["C", "y"]]))]
#[case::text_for_a_set(json!(["B", "D"]), json!(["B", ["D"]]))]
#[case::one_in_an_array(json!([["B"], "x"]), json!(["B", ["x"]]))]
fn several_questions(#[case] answer: Value, #[case] expected: Value) {
    assert_eq!(json!(texts(&act(&mut two(), &Act::Answer(answer)))), expected);
}

#[rstest]
#[case(json!(["A"]))]
#[case(json!(["A", ["C"], "x"]))]
#[case(json!(["A", null]))]
#[case(json!(["A", []]))]
#[case(json!(["A", ""]))]
#[case(json!(["", "C"]))]
#[case(json!([["A", "B"], "C"]))]
#[case(json!(["A", ["x", "y"]]))]
#[case(json!(["A", [1]]))]
#[case(json!("A"))]
#[case(json!(null))]
#[case(json!(true))]
#[case(json!({"Which 0?": "A"}))]
#[case(json!({"Which 0?": "A", "Which 1?": "C", "Which 2?": "C"}))]
fn an_answer_without_keys_changes_nothing(#[case] answer: Value) {
    let mut form = two();
    press(&mut form, "2 Space");
    let before = form.clone();
    for act in [Act::Answer(answer.clone()), Act::Remember(answer), Act::Reject] {
        assert_eq!(form.act(&act), Acted::NotOffered);
    }
    assert_eq!(form, before);
}

#[rstest]
#[case(json!("B"), json!(["B"]))]
#[case(json!("x"), json!(["x"]))]
#[case(json!(["x"]), json!(["x"]))]
#[case(json!({"Which 0?": "B"}), json!(["B"]))]
fn one_question(#[case] answer: Value, #[case] expected: Value) {
    let mut list = form(&json!([{"options": labels(&["A", "B"])}]));
    assert_eq!(json!(texts(&act(&mut list, &Act::Answer(answer.clone())))), expected);
    assert_eq!(json!(texts(&act(&mut form(&json!([{}])), &Act::Answer(answer)))), expected);
}

/// A new draft of the first answer stays, because the user has not left the question.
#[test]
fn an_answer_starts_from_the_current_draft() {
    let mut form = form(&json!([{"multiSelect": true, "options": labels(&["A", "B", "C"])}, {}]));
    press(&mut form, "Space Enter Left Down Space");
    assert_eq!(texts(&act(&mut form, &Act::Answer(json!([["A", "C"], "x"])))), [json!(["A", "C"]), json!("x")]);
}

#[test]
fn a_second_typed_text_replaces_the_first() {
    let mut form = form(&json!([{"multiSelect": true, "options": labels(&["A"])}]));
    press(&mut form, "Down Space o l d Enter");
    assert_eq!(texts(&act(&mut form.clone(), &Act::Answer(json!(["new"])))), [json!(["new"])]);
    assert_eq!(texts(&act(&mut form, &Act::Answer(json!(["A", "old"])))), [json!(["A", "old"])]);
}

/// If two options have the same label, the second mention means the second option.
#[test]
fn two_options_may_have_the_same_label() {
    let mut set = form(&json!([{"multiSelect": true, "options": labels(&["A", "A"])}]));
    assert_eq!(texts(&act(&mut set.clone(), &Act::Answer(json!(["A", "A"])))), [json!(["A", "A"])]);
    for count in [1, 2] {
        assert_eq!(act(&mut set, &Act::Choose("A".into())), json!("Open"));
        assert_eq!(texts(&act(&mut set.clone(), &Act::Submit)), [json!(vec!["A"; count])]);
    }
}

/// An option with the text of Other stands before Other, and is an option like others (PI-15).
#[test]
fn an_option_may_have_the_text_of_other() {
    let other = super::list::OTHER;
    let mut list = form(&json!([{"options": labels(&[other])}]));
    let picked = json!({"answered": [{"question": "Which 0?", "answer": other, "selectedOption": other,
        "wasCustom": false}]});
    assert_eq!(act(&mut list.clone(), &Act::Choose(other.into())), picked);
    assert_eq!(act(&mut list, &Act::Answer(other.into())), picked);
}

#[test]
fn choices_are_clicks_and_submit_confirms() {
    let mut list = form(&json!([{"options": labels(&["A", "B"])}]));
    assert_eq!(list.act(&Act::Choose("C".into())), Acted::NotOffered);
    // The cursor alone picks nothing.
    assert_eq!(list.act(&Act::Submit), Acted::NotOffered);
    assert_eq!(texts(&act(&mut list.clone(), &Act::Choose("B".into()))), ["B"]);
    assert_eq!(list.act(&Act::Choose(super::list::OTHER.into())), Acted::Open);
    assert_eq!(list.act(&Act::Choose("B".into())), Acted::NotOffered, "the list is not shown");
    press(&mut list, "x");
    assert_eq!(list.act(&Act::Choose(super::list::OTHER.into())), Acted::NotOffered, "it is not shown either");
    assert_eq!(texts(&act(&mut list, &Act::Submit)), ["x"]);

    let mut set = two();
    for label in ["B", "D", "C", "D", super::list::OTHER] {
        assert_eq!(set.act(&Act::Choose(label.into())), Acted::Open, "{label}");
    }
    press(&mut set, "x");
    // Submit confirms the text, then the set, then all answers.
    assert_eq!([set.act(&Act::Submit), set.act(&Act::Submit)], [Acted::Open, Acted::Open]);
    assert_eq!(texts(&act(&mut set, &Act::Submit)), [json!("B"), json!(["C", "x"])]);
}

#[test]
fn submit_does_not_open_an_empty_other() {
    let mut set = form(&json!([{"multiSelect": true, "options": labels(&["A"])}]));
    press(&mut set, "Space Down");
    assert_eq!(texts(&act(&mut set, &Act::Submit)), [json!(["A"])]);
}

#[test]
fn confirmations_are_answered_with_yes_or_no() {
    let (yes, no) = (Act::Answer(json!(true)), Act::Answer(json!(false)));
    let mut form = two();
    assert_eq!(form.act(&yes), Acted::NotOffered);
    press(&mut form, "1 Esc");
    assert_eq!(form.act(&Act::Submit), Acted::NotOffered);
    assert_eq!(form.act(&no), Acted::Open);
    assert_eq!(form.dialog, None);
    press(&mut form, "Esc");
    assert_eq!(form.act(&yes), Acted::Cancelled);
}

#[test]
fn some_acts_end_the_form() {
    let mut form = two();
    press(&mut form, "1");
    assert_eq!(form.clone().act(&Act::Eof), Acted::Cancelled);
    assert!(matches!(form.act(&Act::Broken), Acted::Failed(told) if !told.is_empty()));
}

/// An answer to each question, as it may be sent, and the expected answers.
fn any_answers(questions: Value) -> impl Strategy<Value = (Value, Vec<Value>)> {
    let asked = form(&questions).entries.into_iter().map(|entry| any_answer(entry.question));
    let sent = asked.collect::<Vec<_>>().prop_map(|all| all.into_iter().unzip());
    (Just(questions), sent).prop_map(|(questions, (sent, expected)): (_, (Vec<Value>, Vec<Value>))| {
        assert_eq!(questions.as_array().map(|items| items.len()), Some(sent.len()));
        (json!(sent), expected)
    })
}

fn any_answer(question: Question) -> impl Strategy<Value = (Value, Value)> {
    let own = prop_oneof![8 => "[a-z0-9 \n]{1,6}", 1 => Just("x".repeat(LONG)), 1 => Just("x".repeat(LONG - 1))];
    let labels: Vec<String> = question.labels().map(str::to_owned).collect();
    let count = labels.len();
    let several = question.several && count > 0;
    let picked = prop::sample::subsequence(labels, 0..=if several { count } else { count.min(1) });
    (picked, own, any::<bool>()).prop_map(move |(picked, own, has_own)| {
        let own = Some(own).filter(|_| picked.is_empty() || (several && has_own));
        let answer = match (&own, several) {
            (own, true) => Answer::several(&question, picked.clone(), own.as_deref()),
            (Some(own), false) => Answer::typed(&question, own),
            (None, false) => Answer::picked(&question, &picked[0]),
        };
        let texts: Vec<String> = own.into_iter().chain(picked.into_iter().rev()).collect();
        let sent = if question.several { json!(texts) } else { json!(texts[0]) };
        (sent, json!(answer))
    })
}

fn any_case() -> impl Strategy<Value = (Value, (Value, Vec<Value>))> {
    any_questions().prop_flat_map(|questions| (Just(questions.clone()), any_answers(questions)))
}

proptest! {
    /// From any state, an answer leads to the expected result, both by its keys and as one act, and both by place and by
    /// question text.
    #[test]
    fn an_answer_and_its_keys_have_the_same_result((questions, (sent, expected)) in any_case(), before in any_keys()) {
        let mut form = form(&questions);
        for key in before {
            if !matches!(form.press(key), Acted::Open | Acted::NotOffered) {
                return Ok(());
            }
        }
        let texts = form.entries.iter().map(|entry| entry.question.text.clone());
        let by_text: Map = texts.zip(sent.as_array().unwrap().clone()).collect();
        for answer in [sent, by_text.into()] {
            let mut by_keys = form.clone();
            let mut last = Acted::Open;
            let runs = by_keys.keys_for(&answer).expect("every answer has keys");
            let keys = runs.iter().flat_map(KeyRun::keys);
            for key in keys {
                prop_assert_eq!(&last, &Acted::Open);
                last = by_keys.press(key);
            }
            prop_assert_eq!(written(&last), json!({"answered": expected}));
            prop_assert_eq!(form.clone().act(&Act::Answer(answer)), last);
        }
    }

    /// From any state, a cancel ends the form.
    #[test]
    fn a_cancel_cancels(questions in any_questions(), keys in any_keys()) {
        let mut form = form(&questions);
        for key in keys {
            if !matches!(form.press(key), Acted::Open | Acted::NotOffered) {
                return Ok(());
            }
        }
        prop_assert_eq!(form.act(&Act::Cancel), Acted::Cancelled);
    }
}

#[test]
fn a_key_is_an_act() {
    let mut form = form(&json!([{"options": labels(&["A"])}]));
    assert_eq!(form.act(&Act::Key(Key::Tab)), Acted::NotOffered);
    assert_eq!(form.act(&Act::Key(Key::Down)), Acted::Open);
    assert_eq!(form.act(&Act::Key(Key::Esc)), Acted::Cancelled);
}
