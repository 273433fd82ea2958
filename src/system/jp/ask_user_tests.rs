use crate::model::json::{Map, Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{Outcome, execute};
use crate::system::jp::question::{AnswerReusePolicy, AnswerType};

fn map(value: Value) -> Map {
    value.as_object().cloned().unwrap_or_default()
}

fn first(arguments: Value) -> Outcome {
    execute(&map(arguments), &Map::new())
}

fn second(arguments: Value, answer: Value) -> Outcome {
    execute(&map(arguments), &map(json!({"answer": answer})))
}

#[rstest]
#[case(json!({}), "`question` is missing")]
#[case(json!({"question": ""}), "`question` is empty")]
#[case(json!({"question": "a\nb"}), "put what takes several lines into `context`")]
#[case(json!({"question": "a", "answer_type": "select"}), "`options` is required")]
#[case(json!({"question": "a", "answer_type": "select", "options": []}), "at least one entry")]
#[case(json!({"question": "a", "options": ["x"]}), "only allowed when `answer_type` is select, not text")]
#[case(json!({"question": "a", "answer_type": "boolean", "default": "true"}), "must be true or false")]
#[case(json!({"question": "a", "answer_type": "schema"}), "found \"schema\"")]
#[case(json!({"question": "a", "answer_type": 5}), "found 5")]
#[case(json!({"question": "a", "answer_type": "select", "options": ["x"], "default": "X"}), "must be one of `options` (x)")]
#[case(json!({"question": 5, "options": 5}), "`question` must be a string, found 5")]
fn the_first_broken_rule_is_told(#[case] arguments: Value, #[case] says: &str) {
    match first(arguments) {
        Outcome::Error(message) => assert!(message.contains(says), "{message}"),
        other => panic!("expected an error, found {other:?}"),
    }
}

#[test]
fn the_question_is_exclusive_and_never_reused() {
    let arguments = json!({"question": "Which?", "context": "two\nlines", "answer_type": "select",
        "options": ["b", "a"], "default": "a"});
    let Outcome::NeedsInput(question) = first(arguments) else { panic!("expected a question") };
    assert_eq!((question.id.as_str(), question.text.as_str()), ("answer", "Which?"));
    assert_eq!(question.context.as_deref(), Some("two\nlines"));
    assert_eq!(question.answer_type, AnswerType::Select { options: vec!["b".into(), "a".into()] });
    assert_eq!(question.default, Some(json!("a")));
    assert!(question.exclusive);
    assert_eq!(question.persistence, AnswerReusePolicy::None);
}

#[rstest]
#[case::boolean(json!({"question": "a", "answer_type": "boolean"}), json!("true"))]
#[case::text(json!({"question": "a"}), json!(true))]
#[case::select_type(json!({"question": "a", "answer_type": "select", "options": ["true"]}), json!(true))]
fn answer_of_another_json_type_is_an_error(#[case] arguments: Value, #[case] answer: Value) {
    assert!(matches!(second(arguments, answer), Outcome::Error(_)));
}

#[test]
fn select_answer_outside_the_options_is_an_error() {
    let arguments = json!({"question": "a", "answer_type": "select", "options": ["x"]});
    assert!(matches!(second(arguments, json!("y")), Outcome::Error(_)));
}

fn unfit_answer_error() -> String {
    match second(json!({"question": "a"}), json!(5)) {
        Outcome::Error(message) => message.to_lowercase(),
        other => panic!("expected an error, found {other:?}"),
    }
}

#[test]
fn unfit_answer_error_has_the_generic_wording() {
    assert!(unfit_answer_error().contains("the accumulated answer does not match the requested answer type"));
}

#[test]
fn unfit_answer_error_does_not_speak_of_configuration() {
    assert!(!unfit_answer_error().contains("config"));
}

#[test]
fn answers_under_other_keys_do_not_skip_the_question() {
    let answers = map(json!({"other": "x", "Answer": "x"}));
    assert!(matches!(execute(&map(json!({"question": "a"})), &answers), Outcome::NeedsInput(_)));
}

#[test]
fn second_run_judges_the_arguments_as_the_first_did() {
    let arguments = json!({"question": ""});
    assert_eq!(first(arguments.clone()), second(arguments, json!("x")));
}

#[rstest]
#[case(json!({"question": "a", "answer_type": "boolean"}), json!(false), r#"{"answer_type":"boolean","answer":false}"#)]
#[case(json!({"question": "a"}), json!("true"), r#"{"answer_type":"text","answer":"true"}"#)]
#[case(json!({"question": "a", "answer_type": "select", "options": ["true"]}), json!("true"), r#"{"answer_type":"select","answer":"true"}"#)]
fn the_body_carries_the_type(#[case] arguments: Value, #[case] answer: Value, #[case] body: &str) {
    assert_eq!(second(arguments, answer), Outcome::Success(body.into()));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,8}|boolean|select|text|a\nb".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Value::from))
}

proptest! {
    /// Any arguments and any answer lead to a question, a message of failure, or an answer. There is no panic.
    #[test]
    fn total(question in any_json(), answer_type in any_json(), options in any_json(), default in any_json(),
             context in any_json(), answer in any_json()) {
        let arguments = json!({"question": question, "answer_type": answer_type, "options": options,
            "default": default, "context": context});
        match first(arguments.clone()) {
            Outcome::Error(message) => prop_assert!(!message.is_empty()),
            Outcome::NeedsInput(asked) => {
                let fits = asked.answer_type.accepts(&answer);
                match second(arguments, answer) {
                    Outcome::Success(body) => {
                        let body: Value = serde_json::from_str(&body).unwrap();
                        prop_assert!(fits && body.as_object().unwrap().len() == 2);
                    }
                    other => prop_assert!(!fits && matches!(other, Outcome::Error(_))),
                }
            }
            Outcome::Success(_) => prop_assert!(false, "succeeded without an answer"),
        }
    }

    #[test]
    fn any_text_round_trips(answer: String) {
        let Outcome::Success(body) = second(json!({"question": "a"}), json!(answer)) else { panic!("no success") };
        prop_assert_eq!(&serde_json::from_str::<Value>(&body).unwrap()["answer"], &json!(answer));
    }
}
