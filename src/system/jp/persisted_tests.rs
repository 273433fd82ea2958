use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{
    CancellationReason, ChatResponse, Entry, Event, InquiryAnswerReusePolicy, InquiryQuestion, InquiryResponse,
};

#[test]
fn a_stored_question_without_new_fields_loads_with_defaults_and_saves_as_before() {
    let old = json!({"text": "Go?", "answer_type": {"type": "boolean"}});
    let question: InquiryQuestion = crate::model::json::from_value(old.clone()).unwrap();
    assert!(!question.exclusive && question.context.is_none());
    assert_eq!(crate::model::json::to_value(question).unwrap(), old);
}

#[test]
fn recorded_policy_has_the_two_names_and_turn_as_default() {
    let read = |name: &str| crate::model::json::from_value::<InquiryAnswerReusePolicy>(json!(name));
    assert_eq!(read("none").unwrap(), InquiryAnswerReusePolicy::None);
    assert_eq!(read("turn").unwrap(), InquiryAnswerReusePolicy::default());
    assert!(read("session").is_err());
}

#[rstest]
#[case::flat(json!({"id": "c.q", "answer": true}), json!({"outcome": "answered", "id": "c.q", "answer": true}))]
#[case::null(json!({"id": "c.q", "answer": null}), json!({"outcome": "answered", "id": "c.q", "answer": null}))]
#[case::no_reason(json!({"outcome": "cancelled", "id": "c"}), json!({"outcome": "cancelled", "id": "c", "reason": "user"}))]
#[case::unknown_reason(
    json!({"outcome": "cancelled", "id": "c", "reason": "detached"}),
    json!({"outcome": "cancelled", "id": "c", "reason": "detached"})
)]
#[case::redacted(json!({"outcome": "redacted", "id": "c"}), json!({"outcome": "redacted", "id": "c"}))]
fn reads_every_generation_of_responses(#[case] read: Value, #[case] written: Value) {
    let response: InquiryResponse = crate::model::json::from_value(read).unwrap();
    assert_eq!(crate::model::json::to_value(response).unwrap(), written);
}

#[rstest]
#[case(json!({"id": "c"}), "missing field `answer`")]
#[case(json!({"outcome": "answered", "id": "c"}), "missing field `answer`")]
#[case(json!({"outcome": "lost", "id": "c"}), "unknown variant `lost`")]
fn refuses_responses_that_say_nothing(#[case] read: Value, #[case] says: &str) {
    let error = crate::model::json::from_value::<InquiryResponse>(read).unwrap_err().to_string();
    assert!(error.contains(says), "{error}");
}

fn any_event() -> impl Strategy<Value = Event> {
    let text = "\\PC{0,12}";
    let reason = prop_oneof![
        Just(CancellationReason::User),
        Just(CancellationReason::BackendError),
        Just(CancellationReason::NoPromptBackend),
        Just(CancellationReason::AssistantRoutingDenied),
        Just(CancellationReason::InvalidStaticAnswer),
        "[a-z]{8}_x".prop_map(CancellationReason::Unknown)
    ];
    prop_oneof![
        Just(Event::TurnStart {}),
        text.prop_map(|text| Event::said(text.into())),
        text.prop_map(|message| Event::ChatResponse(ChatResponse::Message(message.into()))),
        (text, text, any::<bool>()).prop_map(|(id, content, is_error)| Event::ToolCallResponse {
            id: id.into(),
            content: content.into(),
            is_error
        }),
        (text, reason)
            .prop_map(|(id, reason)| Event::InquiryResponse(InquiryResponse::Cancelled { id: id.into(), reason })),
        (text, any::<bool>()).prop_map(|(id, yes)| Event::InquiryResponse(InquiryResponse::Answered {
            id: id.into(),
            answer: json!(yes)
        })),
        text.prop_map(|id| Event::InquiryResponse(InquiryResponse::Redacted { id: id.into() })),
    ]
}

#[rstest]
#[case::what_stands_around(json!({"timestamp": "2026-01-01 00:00:00.0", "type": "turn_start", "event_id": "abc1234"}))]
#[case::a_newer_kind(json!({"when": 5, "type": "compaction", "from": {"turn": 1}}))]
#[case::reasoning(json!({"type": "chat_response", "reasoning": "hm"}))]
fn what_is_not_understood_is_kept(#[case] stored: Value) {
    assert_eq!(Entry::read(&stored).unwrap().write(), stored);
}

#[rstest]
#[case(json!({"type": "tool_call_request", "id": "c", "name": "t", "tool_answers": {"q": true}}),
    json!({"type": "tool_call_request", "id": "c", "name": "t", "arguments": {}}))]
#[case(json!({"type": "tool_call_request", "id": "c", "name": "t", "arguments": {"a": null, "tool_answers": {"q": true}}}),
    json!({"type": "tool_call_request", "id": "c", "name": "t", "arguments": {"a": null}}))]
#[case(json!({"type": "inquiry_request", "id": "c.q", "source": {"source": "assistant"},
        "question": {"text": "Go?", "answer_type": {"type": "text"}, "exclusive": false, "persistence": "turn"}}),
    json!({"type": "inquiry_request", "id": "c.q", "source": {"source": "assistant"},
        "question": {"text": "Go?", "answer_type": {"type": "text"}}}))]
fn what_is_no_longer_written_is_dropped(#[case] stored: Value, #[case] written: Value) {
    assert_eq!(Entry::read(&stored).unwrap().write(), written);
}

#[rstest]
#[case(json!("{\"type\": \"turn_st"), "expected an object with a `type`, found")]
#[case(json!({"id": "c"}), "expected an object with a `type`")]
#[case(json!({"type": "chat_request"}), "`chat_request`: missing field `content`")]
#[case(json!({"type": "inquiry_response", "id": "c"}), "missing field `answer`")]
#[case(json!({"type": "chat_request", "content": 5}), "`chat_request.content`: invalid type: integer `5`, expected a string")]
#[case(json!({"type": "inquiry_request", "id": "c", "source": {"source": "user"}, "question": {"text": "Go?",
    "answer_type": {"type": "text"}, "exclusive": "no"}}), "`inquiry_request.question.exclusive`: invalid type")]
fn a_known_kind_of_the_wrong_shape_is_refused(#[case] stored: Value, #[case] says: &str) {
    let error = Entry::read(&stored).unwrap_err().to_string();
    assert!(error.contains(says), "{error}");
}

proptest! {
    #[test]
    fn every_event_is_read_back_as_it_was_written(event in any_event()) {
        let written = Value::Object(event.write());
        prop_assert_eq!(Entry::read(&written).unwrap().event, event);
    }
}
