use rstest::rstest;

use super::{Forwarded, ToolQuestion, forwarded, told};
use crate::model::json::{Value, json};

/// A question with one property.
fn asked(property: Value) -> Value {
    json!({"id": "q", "message": "Which way?", "requestedSchema": {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"way": property},
        "required": ["way"]}})
}

#[rstest]
#[case::a_text(json!({"type": "string", "minLength": 1, "default": ""}), Some(json!({"type": "string", "minLength": 1, "default": ""})))]
#[case::yes_or_no(json!({"type": "boolean", "default": false}), Some(json!({"type": "boolean", "default": false})))]
#[case::choices_with_names(
    json!({"type": "string", "title": "Way", "enum": ["l", "r"], "enumNames": ["Left"]}),
    Some(json!({"type": "string", "title": "Way", "oneOf": [{"const": "l", "title": "Left"}, {"const": "r", "title": "r"}]})))]
#[case::several(json!({"type": "array", "items": {"type": "string", "enum": ["l"]}}), Some(json!({"type": "array", "items": {"type": "string", "enum": ["l"]}})))]
#[case::a_nested_object(json!({"type": "object"}), None)]
#[case::a_list_of_anything(json!({"type": "array", "items": {"type": "number"}}), None)]
#[case::no_type(json!({"enum": ["l"]}), None)]
fn a_form_goes_on_as_a_client_can_show_it(#[case] property: Value, #[case] shown: Option<Value>) {
    let found = forwarded(&ToolQuestion::read(&asked(property)).unwrap());
    match shown {
        Some(shown) => {
            let schema = json!({"type": "object", "properties": {"way": shown}, "required": ["way"]});
            let params = json!({"mode": "form", "message": "Which way?", "requestedSchema": schema});
            assert_eq!(found, Forwarded::Asked(params.as_object().unwrap().clone()));
        }
        None => assert_eq!(found, Forwarded::Refused("the form has a property that no client could show")),
    }
}

#[rstest]
#[case::no_message(json!({"id": "q"}), "the question has no message")]
#[case::no_form(json!({"id": "q", "message": "?"}), "the form has a property that no client could show")]
#[case::no_address(json!({"id": "q", "mode": "url", "message": "?"}), "the page has no address")]
#[case::another_mode(json!({"id": "q", "mode": "voice", "message": "?"}), "this mode is unknown")]
fn what_cannot_be_shown_is_refused(#[case] asked: Value, #[case] why: &'static str) {
    assert_eq!(forwarded(&ToolQuestion::read(&asked).unwrap()), Forwarded::Refused(why));
}

#[rstest]
#[case::no_id(json!({"message": "Which way?"}))]
#[case::an_empty_id(json!({"id": "", "message": "Which way?"}))]
#[case::no_object(json!([]))]
fn nobody_can_answer_what_has_no_id(#[case] asked: Value) {
    assert_eq!(ToolQuestion::read(&asked), None);
}

const FAILED: &str = "the question could not be put to the user";

#[rstest]
#[case::accepted("form", Some(json!({"action": "accept", "content": {"way": 0}})), json!({"action": "accept", "content": {"way": 0}}))]
#[case::agreed_to("url", Some(json!({"action": "accept"})), json!({"action": "accept"}))]
#[case::declined("form", Some(json!({"action": "decline", "content": {"way": 0}})), json!({"action": "decline"}))]
#[case::cancelled("url", Some(json!({"action": "cancel"})), json!({"action": "cancel"}))]
#[case::without_content("form", Some(json!({"action": "accept", "content": null})), json!({"error": {"code": -32603, "message": FAILED}}))]
#[case::another_action("form", Some(json!({"action": "later"})), json!({"error": {"code": -32603, "message": FAILED}}))]
#[case::an_error("form", None, json!({"error": {"code": -32603, "message": FAILED}}))]
fn a_tool_is_told_what_the_user_did(#[case] mode: &str, #[case] result: Option<Value>, #[case] expected: Value) {
    assert_eq!(told(mode, result.as_ref()), expected);
}
