use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::repaired;
use crate::system::jp::persisted::Entry;

/// Each word is an event: `t` a turn, `u` the user, `m` the model, `c1` a call and `r1` its result, `q1` an inquiry and
/// `a1` its response.
fn event(word: &str) -> Value {
    let (kind, id) = word.split_at(1);
    match kind {
        "t" => json!({"type": "turn_start"}),
        "u" => json!({"type": "chat_request", "content": "go"}),
        "m" => json!({"type": "chat_response", "message": "fine"}),
        "c" => json!({"type": "tool_call_request", "id": id, "name": "deploy"}),
        "r" => json!({"type": "tool_call_response", "id": id, "content": "ok", "is_error": false}),
        "q" => json!({"type": "inquiry_request", "id": id, "source": {"source": "user"},
            "question": {"text": "Go?", "answer_type": {"type": "boolean"}}}),
        "a" => json!({"type": "inquiry_response", "outcome": "answered", "id": id, "answer": true}),
        _ => json!({"type": "x"}),
    }
}

fn word(entry: &Entry) -> String {
    let value = entry.write();
    let id = value["id"].as_str().unwrap_or_default();
    let kind = match value["type"].as_str().unwrap_or_default() {
        "turn_start" => "t",
        "chat_request" => "u",
        "chat_response" => "m",
        "tool_call_request" => "c",
        "tool_call_response" if value["is_error"] == true => "R",
        "tool_call_response" => "r",
        "inquiry_request" => "q",
        "inquiry_response" => "a",
        _ => "x",
    };
    format!("{kind}{id}")
}

fn mend(words: &str) -> String {
    let entries = words.split_whitespace().map(|word| Entry::read(&event(word)).unwrap()).collect();
    repaired(entries).iter().map(word).collect::<Vec<_>>().join(" ")
}

#[rstest]
#[case::whole("t u c1 q1 a1 r1 m", "t u c1 q1 a1 r1 m")]
#[case::cut_while_asking("t u c1 q1", "t u c1 R1")]
#[case::cut_while_running("t u c1 c2 r1", "t u c1 c2 r1 R2")]
#[case::went_on_without_a_result("t u c1 m", "t u c1 R1 m")]
#[case::response_without_request("t u c1 a1 r1 m", "t u c1 r1 m")]
#[case::request_of_another_turn("t u c1 q1 r1 t u a1 m", "t u c1 r1 t u m")]
#[case::doubles_pair_by_count("t u c1 q1 a1 q1 r1 m", "t u c1 q1 a1 r1 m")]
#[case::more_responses_than_requests("t u c1 q1 a1 a1 r1 m", "t u c1 q1 a1 r1 m")]
#[case::a_response_before_its_request("t u c1 a1 q1 r1 m", "t u c1 r1 m")]
#[case::result_without_call("t u r1 m", "t u m")]
#[case::text_between_call_and_result("t u c1 m r1 m", "t u c1 r1 m m")]
#[case::user_between_call_and_result("t u c1 u m r1", "t u c1 r1 u m")]
#[case::a_double_before_the_only_result("t u c1 c1 m r1", "t u c1 c1 r1 R1 m")]
#[case::one_of_two_after_a_text("t u c1 c2 m r1", "t u c1 c2 r1 R2 m")]
#[case::a_double_after_the_result("t u c1 c1 r1 c1", "t u c1 c1 r1 R1 c1 R1")]
#[case::unknown_events_stay("t x u x c1 x r1 m x", "t x u x c1 x r1 m x")]
fn what_was_left_half_done_is_mended(#[case] words: &str, #[case] expected: &str) {
    assert_eq!(mend(words), expected);
}

fn any_words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec!["t", "u", "m", "x", "c1", "c2", "r1", "r2", "q1", "q2", "a1", "a2"]);
    prop::collection::vec(word, 0..16).prop_map(|words| words.join(" "))
}

proptest! {
    /// A repaired conversation needs no further repair.
    #[test]
    fn what_is_mended_stays(words in any_words()) {
        let once = mend(&words).to_lowercase();
        prop_assert_eq!(mend(&once).to_lowercase(), once);
    }

    /// In any repaired conversation, each call has one result before the next message.
    #[test]
    fn each_call_is_answered_before_the_conversation_goes_on(words in any_words()) {
        let (mut open, mut answered): (Vec<String>, bool) = (Vec::new(), false);
        for word in mend(&words).split_whitespace() {
            let (kind, id) = word.split_at(1);
            match kind {
                "c" => {
                    prop_assert!(!answered || open.is_empty(), "a batch begins inside another: {}", mend(&words));
                    answered = false;
                    open.push(id.to_owned());
                }
                "r" | "R" => {
                    let position = open.iter().position(|open| open == id);
                    prop_assert!(position.is_some(), "a result without a call: {}", mend(&words));
                    open.remove(position.unwrap_or_default());
                    answered = true;
                }
                "t" | "u" | "m" => prop_assert!(open.is_empty(), "{}", mend(&words)),
                _ => {}
            }
        }
        prop_assert!(open.is_empty(), "{}", mend(&words));
    }
}
