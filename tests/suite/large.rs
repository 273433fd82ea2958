//! Calls that are too large for an embedded scenario: the answers come back whole, and the drawings stay small.

use hotseat::model::json::{Value, json};
use hotseat::{
    llm::shell::Memory,
    stage::{End, Played, Scenario, What, play},
    subject::Reference,
    system::Effect,
};
use rstest::rstest;

/// A run in which pi asks `questions`, and the person does `acts`.
fn asked(questions: Value, acts: Value) -> Played {
    let scenario: Scenario = hotseat::model::json::from_value(json!({
        "system": "pi", "terminal": true,
        "model": [
            {"expect": {"says": "go"}, "replies": [{"body": {"message": {"calls": [
                {"id": "call_1", "name": "ask_user", "arguments": {"questions": questions}}]}}}]},
            {"expect": {"results": ["call_1"]}, "replies": [{"body": {"message": {"text": "done"}}}]}],
        "person": [{"prompt": "", "visits": [acts]}],
        "operator": [{"when": "start", "does": {"says": "go"}}]
    }))
    .expect("it is a scenario");
    let played = play(&scenario, &mut Reference::default(), &mut Memory::default());
    assert_eq!((&played.end, played.faults.len()), (&End::Done, 0), "{:?}", played.faults);
    played
}

/// The answers in the stored details.
fn answers(played: &Played) -> Vec<Value> {
    let stored = played.events.iter().filter_map(|event| event.stored());
    let details = stored.filter_map(|entry| entry["message"]["details"]["answers"].as_array());
    details.flatten().cloned().collect()
}

/// The longest drawing, in characters.
fn largest_drawing(played: &Played) -> usize {
    let drawn = played.events.iter().filter_map(|event| match &event.what {
        What::Effect(Effect::Show(_, prompt)) => Some(prompt.text.chars().count()),
        _ => None,
    });
    drawn.max().expect("it was drawn")
}

#[test]
fn the_last_of_ten_thousand_options_can_be_picked() {
    let options: Vec<Value> = (1..=10_000).map(|number| json!({"label": format!("o{number}")})).collect();
    let played = asked(json!([{"question": "Which?", "options": options}]), json!([{"act": {"answer": "o10000"}}]));
    let answer = json!({"question": "Which?", "answer": "o10000", "selectedOption": "o10000", "wasCustom": false});
    assert_eq!(answers(&played), [answer]);
    assert!(largest_drawing(&played) < 500);
}

#[rstest]
#[case::of_one_letter("L".repeat(1_000_000))]
#[case::of_wide_letters("語".repeat(1_000_000))]
#[case::of_accents("e\u{301}".repeat(500_000))]
#[case::of_lines("a\n".repeat(500_000))]
#[case::of_escapes("\u{1b}[2J".repeat(250_000))]
fn a_label_of_a_million_characters_is_answered_whole_and_drawn_in_part(#[case] label: String) {
    let questions = json!([{"question": "Which?", "options": [{"label": label}, {"label": "B"}]}]);
    // The second key confirms a warning about a long answer.
    let played = asked(questions, json!([{"act": {"key": "Enter"}}, {"after_ms": 100, "act": {"key": "y"}}]));
    let answer = json!({"question": "Which?", "answer": label, "selectedOption": label, "wasCustom": false});
    assert_eq!(answers(&played), [answer]);
    assert!(largest_drawing(&played) < 2_000);
}
