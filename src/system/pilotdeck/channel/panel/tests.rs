use crate::model::json::{Map, Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{Acted, Panel, Reply, Request};
use crate::{
    model::{Key, KeyRun},
    system::Act,
};

fn panel(several: &[bool]) -> Panel {
    let question = |(at, several): (usize, &bool)| {
        json!({"question": format!("Q{at}"), "header": "H", "multiSelect": several, "options": [
            {"label": "A", "description": "first"}, {"label": "B", "description": ""},
            {"label": "C", "description": ""}]})
    };
    let questions: Vec<Value> = several.iter().enumerate().map(question).collect();
    Panel::new(&Request { turn: "turn_1".into(), questions: json!(questions), metadata: None })
}

fn press(panel: &mut Panel, keys: &str) -> Acted {
    let mut last = Acted::Open;
    for key in Key::sequence(keys).unwrap() {
        last = panel.press(key);
    }
    last
}

fn replied(reply: Reply) -> Acted {
    Acted::Replied(Ok(reply))
}

#[rstest]
#[case(&[false], "2", Reply::answers(json!({"Q0": "B"})))]
#[case(&[true], "3 1 2 2 Enter", Reply::answers(json!({"Q0": "A, C"})))]
#[case(&[false], "0 n o Enter", Reply::answers(json!({"Q0": "no"})))]
#[case(&[true], "0 n o Enter 1 Enter", Reply::answers(json!({"Q0": "A, no"})))]
#[case(&[false, false], "Enter 1", Reply::answers(json!({"Q1": "A"})))]
#[case(&[false, true], "1 Enter", Reply::answers(json!({"Q0": "A"})))]
#[case(&[false, true], "Enter Enter", Reply::cancelled("skipped"))]
#[case(&[false, false], "1 s", Reply::cancelled("skipped"))]
#[case(&[false, false], "1 Esc", Reply::cancelled("declined"))]
#[case(&[false], "0 s Esc", Reply::cancelled("declined"))]
#[case(&[false], "0 x Backspace Enter 1", Reply::answers(json!({"Q0": "A"})))]
fn keys_lead_to_a_reply(#[case] several: &[bool], #[case] keys: &str, #[case] reply: Reply) {
    assert_eq!(press(&mut panel(several), keys), replied(reply));
}

#[test]
fn a_paste_is_taken_only_while_an_answer_is_typed() {
    let mut panel = panel(&[false]);
    assert_eq!(panel.act(&Act::Paste("2".into())), Acted::NotOffered);
    press(&mut panel, "0");
    assert_eq!(panel.act(&Act::Paste("no way".into())), Acted::Open);
    assert_eq!(press(&mut panel, "Enter"), replied(Reply::answers(json!({"Q0": "no way"}))));
}

#[test]
fn an_act_that_is_not_offered_changes_nothing() {
    let mut panel = panel(&[false]);
    for key in [Key::Char('4'), Key::Char('x'), Key::Up, Key::Backspace, Key::Char('٣')] {
        assert_eq!(panel.press(key), Acted::NotOffered);
    }
    for act in [Act::Choose("D".into()), Act::Answer(json!({"Q9": "A"})), Act::Remember(json!("A"))] {
        assert_eq!(panel.act(&act), Acted::NotOffered);
    }
    assert_eq!(panel.act(&Act::Choose("C".into())), replied(Reply::answers(json!({"Q0": "C"}))));
}

#[test]
fn the_current_question_is_drawn_with_its_picks() {
    let mut panel = panel(&[false, true]);
    press(&mut panel, "1 2 0 x");
    insta::assert_snapshot!(panel.draw().text, @r"
    [2/2] H
    ? Q1
      1. [ ] A - first
      2. [x] B
      3. [ ] C
      0. Other: x
    [a number to pick, enter to go on, s to skip, esc to decline]
    ");
    assert_eq!(panel.act(&Act::Reject), replied(Reply::cancelled("skipped")));
}

/// The answer to one question, and how it is sent.
fn any_given(several: bool) -> impl Strategy<Value = Option<Value>> {
    let one = prop_oneof![Just("A".to_owned()), Just("C".to_owned()), "[d-z0-9 \n]{1,6}"];
    if several {
        let labels = prop::sample::subsequence(vec!["A", "B", "C"], 0..=3);
        let given = (labels, prop::option::of("[d-z0-9 ]{1,6}")).prop_map(|(labels, other)| {
            let texts: Vec<String> = labels.into_iter().map(str::to_owned).chain(other).collect();
            (!texts.is_empty()).then(|| json!(texts))
        });
        given.boxed()
    } else {
        prop::option::of(one.prop_map(Value::from)).boxed()
    }
}

fn any_case() -> impl Strategy<Value = (Vec<bool>, Vec<Option<Value>>)> {
    prop::collection::vec(any::<bool>(), 1..4)
        .prop_flat_map(|several| (Just(several.clone()), several.into_iter().map(any_given).collect::<Vec<_>>()))
}

fn any_key() -> impl Strategy<Value = Key> {
    prop_oneof![
        prop::sample::select(vec!['0', '1', '2', '3', '9', 's', 'x']).prop_map(Key::Char),
        prop::sample::select(vec![Key::Enter, Key::Esc, Key::Backspace, Key::Up, Key::CtrlC]),
    ]
}

proptest! {
    /// An act by its meaning and the same act by keys end alike, and as meant.
    #[test]
    fn meanings_and_keys_end_alike((several, given) in any_case()) {
        let answers: Map = given.iter().enumerate()
            .filter_map(|(at, answer)| Some((format!("Q{at}"), answer.clone()?))).collect();
        let mut by_meaning = panel(&several);
        let keys = by_meaning.keys_for(&answers.clone().into()).expect("every answer has keys");
        let mut by_keys = panel(&several);
        let mut last = Acted::Open;
        for key in keys.iter().flat_map(KeyRun::keys) {
            prop_assert_eq!(&last, &Acted::Open);
            last = by_keys.press(key);
        }
        prop_assert_eq!(by_meaning.act(&Act::Answer(answers.clone().into())), last.clone());
        let sent: Map = answers.into_iter().map(|(question, answer)| {
            let text = match answer {
                Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
                answer => answer.as_str().unwrap().to_owned(),
            };
            (question, text.into())
        }).collect();
        let expected = if sent.is_empty() { Reply::cancelled("skipped") } else { Reply::answers(sent) };
        prop_assert_eq!(last, replied(expected));
    }

    /// No key breaks the panel. From any state, a meaning is reached or refused.
    #[test]
    fn total((several, given) in any_case(), keys in prop::collection::vec(any_key(), 0..12)) {
        let mut panel = panel(&several);
        for key in keys {
            if let Acted::Replied(_) = panel.press(key) {
                return Ok(());
            }
            prop_assert!(panel.draw().text.contains("Other"));
        }
        let answers: Map = given.iter().enumerate()
            .filter_map(|(at, answer)| Some((format!("Q{at}"), answer.clone()?))).collect();
        if let Some(keys) = panel.keys_for(&answers.into()) {
            let mut last = Acted::Open;
            for key in keys.iter().flat_map(KeyRun::keys) {
                prop_assert_eq!(&last, &Acted::Open);
                last = panel.press(key);
            }
            prop_assert!(matches!(last, Acted::Replied(_)));
        }
    }
}
