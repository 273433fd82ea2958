use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use super::{CancellationReason, Event, InquiryAnswerReusePolicy, InquiryQuestion, InquiryResponse};

#[test]
fn a_stored_question_without_new_fields_loads_with_defaults_and_saves_as_before() {
    let old = json!({"text": "Go?", "answer_type": {"type": "boolean"}});
    let question: InquiryQuestion = serde_json::from_value(old.clone()).unwrap();
    assert!(!question.exclusive && question.context.is_none());
    assert_eq!(serde_json::to_value(question).unwrap(), old);
}

#[test]
fn recorded_policy_has_the_two_names_and_turn_as_default() {
    let read = |name: &str| serde_json::from_value::<InquiryAnswerReusePolicy>(json!(name));
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
    let response: InquiryResponse = serde_json::from_value(read).unwrap();
    assert_eq!(serde_json::to_value(response).unwrap(), written);
}

#[rstest]
#[case(json!({"id": "c"}), "missing field `answer`")]
#[case(json!({"outcome": "answered", "id": "c"}), "missing field `answer`")]
#[case(json!({"outcome": "lost", "id": "c"}), "unknown variant `lost`")]
fn refuses_responses_that_say_nothing(#[case] read: Value, #[case] says: &str) {
    let error = serde_json::from_value::<InquiryResponse>(read).unwrap_err().to_string();
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
        Just(Event::TurnStart),
        text.prop_map(|content| Event::ChatRequest { content }),
        text.prop_map(|message| Event::ChatResponse { message }),
        (text, text, any::<bool>()).prop_map(|(id, content, is_error)| Event::ToolCallResponse {
            id,
            content,
            is_error
        }),
        (text, reason).prop_map(|(id, reason)| Event::InquiryResponse(InquiryResponse::Cancelled { id, reason })),
        (text, any::<bool>())
            .prop_map(|(id, yes)| Event::InquiryResponse(InquiryResponse::Answered { id, answer: json!(yes) })),
        text.prop_map(|id| Event::InquiryResponse(InquiryResponse::Redacted { id })),
    ]
}

proptest! {
    #[test]
    fn every_event_is_read_back_as_it_was_written(event in any_event()) {
        let written = serde_json::to_value(&event).unwrap();
        prop_assert_eq!(serde_json::from_value::<Event>(written).unwrap(), event);
    }
}
