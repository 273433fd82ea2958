use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{Context, Output, Step, begin, execute, finish};
use crate::system::pilotdeck::{
    Profile,
    answers::KeyOrder,
    arguments::Arguments,
    channel::{Reply, Request, Thrown},
    errors::ToolError,
};

fn context() -> Context {
    Context { profile: Profile::Seed, prompts: true, channel: true, order: KeyOrder::Integers, turn: "turn_1".into() }
}

fn questions() -> Value {
    json!([{"question": "Q", "header": "H", "options": [{"label": "A", "description": ""},
        {"label": "B", "description": ""}]}])
}

fn with(more: &Value) -> String {
    let mut arguments = json!({"questions": questions()});
    for (key, value) in more.as_object().unwrap() {
        arguments[key] = value.clone();
    }
    arguments.to_string()
}

fn failed(step: Step) -> ToolError {
    match step {
        Step::Failed(error) => error,
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case("", "questions: Provide 1-4 questions")]
#[case("{}", "questions: Provide 1-4 questions")]
#[case(r#"{"questions": "Q"}"#, "questions: Provide 1-4 questions")]
#[case("[1]", "$: the arguments are no JSON object that can be read")]
#[case("{\"questions\": [", "$: the arguments are no JSON object that can be read")]
#[case(
    r#"{"questions": [{"question": "Q", "options": []}]}"#,
    "$.questions[0].header: $.questions[0].header is missing"
)]
fn seed_tells_the_path_and_the_message(#[case] text: &str, #[case] told: &str) {
    let error = failed(begin(text, &context()));
    assert_eq!((error.code.as_str(), error.issues.len()), ("invalid_tool_input", 1));
    assert_eq!(error.issues[0].code, "invalid_schema");
    assert_eq!(error.text_for_model("ask_user_question", Profile::Seed), told);
}

#[test]
fn the_checks_come_in_their_order() {
    let context = Context { prompts: false, channel: false, profile: Profile::Upstream, ..context() };
    assert_eq!(failed(begin("{}", &context)).issues[0].code, "required");
    let own_rules = r#"{"questions": []}"#;
    assert_eq!(failed(begin(own_rules, &context)), ToolError::prompts_disabled());
    let context = Context { prompts: true, ..context };
    assert_eq!(failed(begin(own_rules, &context)).message, "Provide 1-4 questions");
    let brings = with(&json!({"answers": {"Q": "A"}}));
    assert_eq!(failed(begin(&brings, &context)), ToolError::no_channel());
    assert!(matches!(begin(&brings, &Context { channel: true, ..context }), Step::Done(_)));
}

#[rstest]
#[case(json!({}))]
#[case(json!({"answers": null}))]
#[case(json!({"answers": {}}))]
#[case(json!({"answers": [], "annotations": {"Q": {"notes": "n"}}}))]
fn without_answers_the_channel_is_asked(#[case] more: Value) {
    let request = Request { turn: "turn_1".into(), questions: questions(), metadata: None };
    assert_eq!(begin(&with(&more), &context()), Step::Asks(request));
}

#[test]
fn the_request_has_every_member_that_the_call_sets() {
    let Step::Asks(request) = begin(&with(&json!({"metadata": {}})), &context()) else { panic!("it asks") };
    let expected = json!({"toolCallId": "turn_1", "toolName": "ask_user_question", "questions": questions(),
        "metadata": {}, "signal": {"aborted": false}});
    assert_eq!(request.written(), expected);
}

#[rstest]
#[case(json!({"answers": {"Other": "x"}}), json!({"Other": "x"}), None)]
#[case(json!({"answers": {"Q": "A"}, "annotations": {}}), json!({"Q": "A"}), Some(json!({})))]
#[case(json!({"answers": ["x"], "annotations": null}), json!(["x"]), None)]
fn answers_of_the_call_are_the_result(#[case] more: Value, #[case] answers: Value, #[case] annotations: Option<Value>) {
    let Step::Done(Output { data, .. }) = begin(&with(&more), &context()) else { panic!("it is done") };
    assert_eq!(
        (&data["questions"], &data["answers"], data.get("annotations")),
        (&questions(), &answers, annotations.as_ref())
    );
}

/// The tool asks unchecked arguments as they are (PD-90).
#[test]
fn unchecked_arguments_are_asked_as_they_are() {
    let unchecked = json!([{"question": "Q"}, {"question": "Q"}, 5]);
    let arguments = Arguments { questions: unchecked.clone(), ..Arguments::default() };
    let request = Request { turn: "turn_1".into(), questions: unchecked, metadata: None };
    assert_eq!(execute(arguments, &context()), Step::Asks(request));
}

/// The channel's error reaches the model unchanged (PD-91).
#[test]
fn an_error_of_the_channel_is_not_wrapped() {
    let error = finish(&questions(), Err(Thrown("the wire is cut".into())), KeyOrder::Integers).unwrap_err();
    assert_eq!(error, ToolError::new("tool_execution_failed", "the wire is cut"));
}

#[rstest]
#[case(json!({"type": "cancelled", "answers": {"Q": "A"}}), Err("User declined to answer questions"))]
#[case(json!({"type": "cancelled", "reason": 5}), Err("User declined to answer questions (5)"))]
#[case(json!({"type": "later", "answers": {"Q": "A"}}), Ok("\"Q\"=\"A\""))]
#[case(json!({"type": "answered"}), Err("The channel replied without any answers."))]
#[case(json!({"type": "answered", "answers": 5}), Ok(""))]
fn replies(#[case] reply: Value, #[case] expected: Result<&str, &str>) {
    let found = finish(&questions(), Ok(Reply::read(&reply)), KeyOrder::Integers);
    let expected = expected.map(|entries| {
        format!("User has answered your questions: {entries}. You can now continue with the user's answers in mind.")
    });
    assert_eq!(found.map(|output| output.text).map_err(|error| error.message), expected.map_err(str::to_owned));
}

proptest! {
    /// Any arguments lead to a result, an error or a request.
    #[test]
    fn any_arguments_have_an_outcome(text in r#"[\[\]{}":,\\ud83dquestions1]{0,60}"#, upstream: bool) {
        let profile = if upstream { Profile::Upstream } else { Profile::Seed };
        let step = begin(&text, &Context { profile, ..context() });
        prop_assert!(!matches!(step, Step::Done(_)));
    }
}
