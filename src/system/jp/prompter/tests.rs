use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{Choice, Does, Keys, Pressed, Prompter};
use crate::{
    model::Key,
    system::jp::question::{AnswerReusePolicy, AnswerType, Question},
};

fn question(answer_type: AnswerType, default: Option<Value>, persistence: AnswerReusePolicy) -> Question {
    let text = "Go?".into();
    Question { id: "go".into(), text, context: None, answer_type, default, exclusive: false, persistence }
}

fn prompter(answer_type: AnswerType, default: Option<Value>) -> Prompter {
    Prompter::new(&question(answer_type, default, AnswerReusePolicy::Turn), None)
}

fn select() -> AnswerType {
    AnswerType::Select { options: ["backup", "overwrite", "abort"].map(str::to_owned).to_vec() }
}

/// Presses keys until the prompt is no longer open.
fn press(prompter: &mut Prompter, keys: &[Key]) -> Pressed {
    let mut last = Pressed::Open;
    for key in keys {
        last = prompter.press(*key);
        if matches!(last, Pressed::Answered { .. } | Pressed::Cancelled) {
            break;
        }
    }
    last
}

#[rstest]
#[case('y', true, false)]
#[case('Y', true, true)]
#[case('n', false, false)]
#[case('N', false, true)]
fn the_upper_case_remembers(#[case] key: char, #[case] value: bool, #[case] remember: bool) {
    let pressed = prompter(AnswerType::Boolean, None).press(Key::Char(key));
    assert_eq!(pressed, Pressed::Answered { value: json!(value), remember });
}

#[rstest]
#[case(Key::Char('Y'))]
#[case(Key::Char('N'))]
#[case(Key::Char('x'))]
#[case(Key::Enter)]
fn a_none_question_refuses_what_it_does_not_offer(#[case] key: Key) {
    let mut prompter = Prompter::new(&question(AnswerType::Boolean, None, AnswerReusePolicy::None), None);
    assert_eq!(prompter.press(key), Pressed::NotOffered);
    let drawn = prompter.draw().text;
    assert_eq!(
        drawn,
        "# Invalid option:\ny - yes, just this once\nn - no, just this once\n? - print help\n? Go? [y,n,?]"
    );
}

#[test]
fn label_context_and_question_stand_in_that_order() {
    let mut asked = question(AnswerType::Boolean, Some(json!(false)), AnswerReusePolicy::Turn);
    asked.context = Some("two\nlines".into());
    asked.text = "First line\nGo?".into();
    let drawn = Prompter::new(&asked, Some("Assistant".into())).draw();
    insta::assert_snapshot!(drawn.text, @r"
    Assistant
    two
    lines
    First line
    ? Go? [y,Y,n,N,?] (n)
    ");
}

#[test]
fn a_select_starts_at_its_default_and_narrows() {
    let mut prompter = prompter(select(), Some(json!("overwrite")));
    insta::assert_snapshot!(prompter.draw().text, @r"
    ? Go?
      backup
    > overwrite
      abort
    [↑↓ to move, enter to select, type to filter]
    ");
    assert_eq!(prompter.press(Key::Char('B')), Pressed::Open);
    insta::assert_snapshot!(prompter.draw().text, @r"
    ? Go? B
    > backup
      abort
    [↑↓ to move, enter to select, type to filter]
    ");
    assert_eq!(press(&mut prompter, &[Key::Char('z'), Key::Enter]), Pressed::NotOffered, "nothing is left to choose");
}

#[test]
fn text_offers_its_default_and_a_secret_echoes_nothing() {
    let mut text = prompter(AnswerType::Text, Some(json!("main")));
    assert_eq!(text.draw().text, "? Go? (main)");
    assert_eq!(text.give(json!(""), false), None, "the default stands in for the empty answer");
    assert_eq!(text.press(Key::Enter), Pressed::Answered { value: json!("main"), remember: false });
    let mut secret = prompter(AnswerType::Secret, None);
    press(&mut secret, &[Key::Char('h'), Key::Char('u')]);
    assert_eq!(secret.draw().text, "? Go?");
}

#[test]
fn terminal_escapes_are_shown_and_not_obeyed() {
    let mut asked = question(AnswerType::Text, None, AnswerReusePolicy::Turn);
    asked.text = "\u{1b}[2Jgone?".into();
    assert_eq!(Prompter::new(&asked, Some("\u{7}".into())).draw().text, "␇\n? ␛[2Jgone?");
}

fn any_prompter() -> impl Strategy<Value = (Prompter, Vec<Value>)> {
    let booleans = (any::<Option<bool>>(), any::<bool>()).prop_map(|(default, none)| {
        let policy = if none { AnswerReusePolicy::None } else { AnswerReusePolicy::Turn };
        let asked = question(AnswerType::Boolean, default.map(Value::from), policy);
        (Prompter::new(&asked, None), vec![json!(true), json!(false)])
    });
    let selects =
        (prop::collection::vec("[a-c]{0,3}", 1..6), any::<prop::sample::Index>()).prop_map(|(options, at)| {
            let values = options.iter().map(|option| json!(option)).collect();
            let default = json!(at.get(&options));
            (prompter(AnswerType::Select { options }, Some(default)), values)
        });
    let texts = ("\\PC{0,8}", any::<bool>()).prop_map(|(text, secret)| {
        let answer_type = if secret { AnswerType::Secret } else { AnswerType::Text };
        (prompter(answer_type, None), vec![json!(text)])
    });
    prop_oneof![booleans, selects, texts]
}

fn any_wild_text() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![any::<char>(), prop::sample::select(vec!['\u{1b}', '\u{7}', '\u{9b}', '\r', '\0'])],
        0..6,
    )
    .prop_map(|chars| chars.into_iter().collect())
}

fn any_wild_key() -> impl Strategy<Value = Key> {
    prop_oneof![
        any::<char>().prop_map(Key::Char),
        prop::sample::select(vec![Key::Char('\u{1b}'), Key::Down, Key::Enter])
    ]
}

fn any_key() -> impl Strategy<Value = Key> {
    prop_oneof![
        any::<char>().prop_map(Key::Char),
        prop::sample::select(vec![
            Key::Char('a'),
            Key::Char('?'),
            Key::Tab,
            Key::Backspace,
            Key::Up,
            Key::Down,
            Key::Left,
            Key::Right
        ]),
    ]
}

proptest! {
    /// From any state, an act by its meaning and the same act by keys end alike, and as meant.
    #[test]
    fn meanings_and_keys_end_alike((prompter, values) in any_prompter(), before in any_wild_text()) {
        let typed = if prompter.offers().typing.is_some() { before } else { String::new() };
        for value in values {
            let expected = Pressed::Answered { value: value.clone(), remember: false };
            let mut by_meaning = prompter.clone();
            Key::typing(&typed).for_each(|key| drop(by_meaning.press(key)));
            let mut by_key = by_meaning.clone();
            if prompter.offers().typing.is_some() {
                let clear = std::iter::repeat_n(Key::Backspace, typed.chars().count());
                let keys: Vec<Key> =
                    clear.chain(Key::typing(value.as_str().unwrap_or_default())).chain([Key::Enter]).collect();
                prop_assert_eq!(&press(&mut by_key, &keys), &expected);
            }
            prop_assert_eq!(by_meaning.give(value, false), Some(expected));
        }
    }

    /// No text in a prompt, and no typed text, draws a character that a terminal obeys.
    #[test]
    fn nothing_drawn_is_obeyed(
        texts in prop::collection::vec(any_wild_text(), 5),
        kind in 0..5_usize,
        keys in prop::collection::vec(any_wild_key(), 0..6),
    ) {
        let [text, context, label, option, default] = texts.try_into().expect("five of them");
        let options = vec![option.clone(), default.clone()];
        let types = [AnswerType::Boolean, AnswerType::Text, AnswerType::Secret, AnswerType::Select { options }];
        let mut prompter = match types.into_iter().nth(kind) {
            Some(answer_type) => {
                let mut asked = question(answer_type, Some(json!(default)), AnswerReusePolicy::Turn);
                (asked.text, asked.context) = (text.into(), Some(context.into()));
                Prompter::new(&asked, Some(label))
            }
            None => {
                let tells = Choice { key: 'p', help: "print", does: Does::Tell(vec![option]) };
                Prompter::of_keys(text, Keys::new(vec![tells], None))
            }
        };
        for key in [Key::Char('p'), Key::Char('?')].into_iter().chain(keys) {
            prompter.press(key);
            let drawn = prompter.draw().text;
            prop_assert!(drawn.chars().all(|c| c == '\n' || !c.is_control()), "{drawn:?}");
        }
    }

    /// No key breaks the prompt. It can always be drawn, and its answer fits its question.
    #[test]
    fn total((prompter, _) in any_prompter(), keys in prop::collection::vec(any_key(), 0..12)) {
        let mut prompter = prompter;
        for key in keys {
            if let Pressed::Answered { value, .. } = prompter.press(key) {
                prop_assert!(value.is_boolean() || value.is_string());
            }
            prop_assert!(prompter.draw().text.contains("Go?"));
        }
    }
}
