use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{Card, Given, Pressed};
use crate::{
    model::Key,
    system::{
        Act,
        deepchat::{
            question::{Choice, Question},
            texts::Texts,
        },
    },
};

fn card(labels: &[&str], multiple: bool, custom: bool) -> Card {
    let choice = |label: &&str| Choice { label: (*label).to_owned(), description: None };
    let options = labels.iter().map(choice).collect();
    Card::new(Question { header: None, text: "Which?".to_owned(), options, multiple, custom }, true)
}

fn given(labels: &[&str], custom: Option<&str>) -> Pressed {
    let labels = labels.iter().map(|label| (*label).to_owned()).collect();
    Pressed::Answered(Given { labels, custom: custom.map(str::to_owned) })
}

fn press(card: &mut Card, keys: &str) -> Pressed {
    let keys = Key::sequence(keys).unwrap_or_else(|error| panic!("{error}"));
    keys.into_iter().map(|key| card.act(Act::Key(key))).last().unwrap_or(Pressed::Open)
}

#[rstest]
#[case::a_choice("Tab Down Enter", false, given(&["b"], None))]
#[case::a_choice_by_the_bar("Tab Space", false, given(&["a"], None))]
#[case::typed_at_once("x y Enter", false, given(&[], Some("xy")))]
#[case::typed_after_a_walk("Tab Down Tab x Enter", false, given(&[], Some("x")))]
#[case::nothing_typed("Enter", false, Pressed::Open)]
#[case::blanks_typed("Space Enter", false, Pressed::Open)]
#[case::beyond_the_end("Tab Down Down Down Down Enter", false, given(&["c"], None))]
#[case::no_submit_of_one("Ctrl-Enter", false, Pressed::NotOffered)]
#[case::several("Tab Space Down Down Space Ctrl-Enter", true, given(&["a", "c"], None))]
#[case::in_the_order_of_clicks("Tab Down Down Space Up Up Space Ctrl-Enter", true, given(&["c", "a"], None))]
#[case::put_back("Tab Space Down Space Up Space Ctrl-Enter", true, given(&["b"], None))]
#[case::several_and_typed("Tab Space Tab x Ctrl-Enter", true, given(&["a"], Some("x")))]
#[case::none_of_several("Ctrl-Enter", true, Pressed::Open)]
#[case::enter_sends_none_of_several("Tab Space Enter", true, Pressed::NotOffered)]
#[case::enter_sends_no_text_of_several("x Enter", true, Pressed::NotOffered)]
fn keys_lead_to_an_answer_or_a_reject(#[case] keys: &str, #[case] multiple: bool, #[case] expected: Pressed) {
    assert_eq!(press(&mut card(&["a", "b", "c"], multiple, true), keys), expected);
}

#[test]
fn without_an_input_the_first_choice_has_the_focus() {
    let mut card = card(&["a", "b"], false, false);
    assert_eq!(press(&mut card, "Tab"), Pressed::NotOffered);
    assert_eq!(card.act(Act::Answer(json!("my own"))), Pressed::NotOffered);
    assert_eq!(press(&mut card, "Enter"), given(&["a"], None));
}

#[test]
fn a_paste_goes_into_the_input_alone() {
    let mut card = card(&["a", "b"], false, true);
    assert_eq!(card.act(Act::Paste("two\nlines".into())), Pressed::Open);
    press(&mut card, "Tab");
    assert_eq!(card.act(Act::Paste("x".into())), Pressed::NotOffered);
    assert_eq!(press(&mut card, "Tab ! Enter"), given(&[], Some("two\nlines!")));
}

#[test]
fn two_options_with_the_same_label_can_both_be_picked() {
    let mut card = card(&["a", "a"], true, false);
    assert_eq!(card.act(Act::Choose("a".into())), Pressed::Open);
    assert_eq!(card.act(Act::Choose("a".into())), Pressed::Open);
    assert_eq!(card.act(Act::Submit), given(&["a", "a"], None));
    assert_eq!(card.act(Act::Choose("b".into())), Pressed::NotOffered);
}

/// Every word of the interface is looked up by its key. The model's words are shown as they are (DC-63).
#[test]
fn the_interface_is_drawn_in_the_words_of_its_locale() {
    let keys: Vec<&str> = Texts::keys().collect();
    let locale = keys.iter().map(|key| ((*key).to_owned(), format!("«{key}»"))).collect();
    let texts = Texts::new(locale);
    for multiple in [false, true] {
        let card = card(&keys[..3], multiple, true);
        let drawn = card.draw(&texts).text;
        let settled = card.settled(Some("question.send"), &texts).text;
        let rejected = card.settled(None, &texts).text;
        let model = ["Which?", "[ ]", ">", "[", "]", ":", " ", "\n"];
        let own = |drawn: &str, of_the_model: &[&str]| {
            let without_locale = keys.iter().fold(drawn.to_owned(), |text, key| text.replace(&format!("«{key}»"), ""));
            of_the_model.iter().chain(&model).fold(without_locale, |text, piece| text.replacen(piece, "", 20))
        };
        assert_eq!(own(&drawn, &keys[..3]), "", "{drawn}");
        assert_eq!(own(&settled, &["question.send"]), "", "{settled}");
        assert_eq!(own(&rejected, &[]), "", "{rejected}");
        for label in &keys[..3] {
            assert!(drawn.lines().any(|line| line.trim_start_matches([' ', '>', '[', ']']) == *label), "{drawn}");
        }
    }
}

fn cards() -> impl Strategy<Value = Card> {
    let label = prop::sample::select(vec!["a", "b", "c", "a b", " "]);
    (prop::collection::vec(label, 1..5), any::<bool>(), any::<bool>())
        .prop_map(|(labels, multiple, custom)| card(&labels, multiple, custom))
}

fn any_key() -> impl Strategy<Value = Key> {
    prop::sample::select(vec![
        Key::Up,
        Key::Down,
        Key::Tab,
        Key::Enter,
        Key::CtrlEnter,
        Key::Char(' '),
        Key::Char('x'),
        Key::Backspace,
        Key::Left,
        Key::Right,
        Key::Esc,
        Key::CtrlC,
    ])
}

proptest! {
    /// From any state, an act by its meaning and the same act by keys end alike, and as meant.
    #[test]
    fn meanings_and_keys_end_alike(
        mut card in cards(),
        before in prop::collection::vec(any_key(), 0..12),
        wanted in prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "a b", "own words", "x"]), 1..4),
    ) {
        for key in before {
            let kept = card.clone();
            if !matches!(card.press(key), Pressed::Open | Pressed::NotOffered) {
                card = kept;
            }
        }
        let value = match wanted[..] {
            [one] => json!(one),
            _ => json!(wanted),
        };
        let Some(keys) = card.keys_for(&value) else {
            prop_assert_eq!(card.act(Act::Answer(value)), Pressed::NotOffered);
            return Ok(());
        };
        let by_meaning = card.clone().act(Act::Answer(value));
        let by_key = keys.into_iter().map(|key| card.press(key)).last();
        prop_assert_eq!(Some(&by_meaning), by_key.as_ref());
        let Pressed::Answered(given) = by_meaning else { return Err(TestCaseError::fail("not answered")) };
        prop_assert_eq!(given.text(), wanted.join("\n"));
    }

    /// After any key the card still has a drawing, and can still be answered.
    #[test]
    fn no_keys_break_it(mut card in cards(), keys in prop::collection::vec(any_key(), 0..40)) {
        for key in keys {
            match card.press(key) {
                Pressed::Answered(given) => prop_assert!(!given.text().trim().is_empty() || given.labels.iter().any(|label| label == " ")),
                Pressed::Rejected => prop_assert!(false, "no key rejects"),
                Pressed::Open | Pressed::NotOffered => {}
            }
            let drawn = card.draw(&Texts::default());
            prop_assert_eq!(drawn.text.lines().filter(|line| line.starts_with('>')).count(), 1);
        }
        let first = card.question().options[0].label.clone();
        let value: Value = if card.question().multiple { json!([first]) } else { json!(first) };
        prop_assert_eq!(card.act(Act::Answer(value)), given(&[&first], None));
    }
}
