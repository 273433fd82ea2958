//! Properties of the form that hold after any keys.

use crate::model::json::{Value, json};
use proptest::prelude::*;

use super::{
    Acted, Dialog, Entry, Form, Given, LONG,
    list::{other_row, window},
    tests::form,
};
use crate::{model::Key, system::pi::answers::Said};

const LABELS: [&str; 9] = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

/// One to four questions of every kind, with lists around each length that matters.
pub fn any_questions() -> impl Strategy<Value = Value> {
    let options = prop::sample::select(vec![0, 1, 2, 6, 7, 9]);
    let question = (options, any::<bool>(), any::<bool>()).prop_map(|(options, several, has_header)| {
        let options: Vec<Value> = LABELS[..options].iter().map(|label| json!({"label": label})).collect();
        let mut question = json!({"multiSelect": several, "options": options});
        if has_header {
            question["header"] = json!("H");
        }
        question
    });
    prop::collection::vec(question, 1..5).prop_map(Value::from)
}

/// Keys. Enter and the keys that move are more frequent, and sometimes there is a long text at once.
pub fn any_keys() -> impl Strategy<Value = Vec<Key>> {
    let often = prop::sample::select(vec![Key::Enter, Key::Down, Key::Char(' '), Key::Right]);
    let rarely = prop::sample::select(vec![
        Key::Esc,
        Key::CtrlC,
        Key::CtrlEnter,
        Key::Backspace,
        Key::Tab,
        Key::Left,
        Key::Up,
        Key::Char('0'),
        Key::Char('1'),
        Key::Char('3'),
        Key::Char('9'),
        Key::Char('n'),
        Key::Char('x'),
    ]);
    let typed = prop_oneof![Just(LONG - 2), Just(LONG)].prop_map(|length| vec![Key::Char('x'); length]);
    let some = prop_oneof![12 => often.prop_map(|key| vec![key]), 12 => rarely.prop_map(|key| vec![key]), 1 => typed];
    prop::collection::vec(some, 0..40).prop_map(|keys| keys.concat())
}

fn is_known(form: &Form) -> Result<(), TestCaseError> {
    prop_assert!(form.at <= form.entries.len() && (form.has_tabs() || form.at == 0));
    form.entries.iter().try_for_each(entry_is_known)?;
    match (form.dialog, form.entries.get(form.at)) {
        (None, _) => {}
        (Some(Dialog::Discard), _) => prop_assert!(form.entries.len() > 1 && form.answered() > 0),
        (Some(Dialog::Long), entry) => {
            let Some(Entry { question, draft, .. }) = entry else {
                return Err(TestCaseError::fail("long, of nothing"));
            };
            prop_assert!(draft.given(question).length() > 2000);
        }
    }
    // The editor of another tab may be open, and waits there. The drawing is one view in its frame.
    let drawn = form.draw().text;
    let rules = drawn.lines().filter(|line| line.chars().all(|c| c == '─') && line.chars().count() == 60);
    prop_assert!(rules.count() == 2 && drawn.starts_with('─') && drawn.ends_with('─'), "{}", drawn);
    let cursors = drawn.lines().filter(|line| line.starts_with("  > ")).count();
    let is_question = form.at < form.entries.len() && !matches!(form.dialog, Some(Dialog::Discard));
    prop_assert_eq!(cursors, usize::from(is_question), "{}", drawn);
    Ok(())
}

fn entry_is_known(Entry { question, draft, given }: &Entry) -> Result<(), TestCaseError> {
    let is_list = !question.options.is_empty();
    prop_assert!(draft.cursor <= other_row(question));
    prop_assert!(window(question, draft).contains(&draft.cursor));
    let expected = if question.options.len() > 6 { 5 } else { question.options.len() + 1 };
    prop_assert_eq!(window(question, draft).len(), expected);
    prop_assert!(!draft.editing || (is_list && draft.cursor == other_row(question) && !draft.other));
    let is_set = is_list && question.several;
    prop_assert!(is_set || (draft.picks.is_empty() && !draft.other));
    prop_assert!(draft.picks.iter().all(|pick| *pick < question.options.len()));
    prop_assert!(!draft.other || !draft.typed.is_empty());
    let Some(Given { picks, typed }) = given else { return Ok(()) };
    prop_assert!(picks.iter().all(|pick| *pick < question.options.len()));
    prop_assert!(typed.as_ref().is_none_or(|typed| !typed.is_empty()));
    let count = picks.len() + usize::from(typed.is_some());
    prop_assert!(count > 0 && (is_set || count == 1));
    Ok(())
}

/// There is an answer to each question, in their order, and each has an allowed shape (PI-21 to PI-26).
fn are_answers(form: &Form, acted: &Acted) -> Result<(), TestCaseError> {
    let Acted::Answered(answers) = acted else { return Ok(()) };
    prop_assert_eq!(answers.len(), form.entries.len());
    for (answer, Entry { question, .. }) in answers.iter().zip(&form.entries) {
        prop_assert_eq!(&answer.question, &question.text);
        let is_label = |text: &str| question.labels().any(|label| label == text);
        match &answer.said {
            Said::One(text) => {
                prop_assert!(!question.several && answer.was_custom == answer.selected.is_none());
                prop_assert!(answer.selected.as_ref().is_none_or(|label| label == text && is_label(label)));
            }
            Said::Several(texts) => {
                prop_assert!(question.several && answer.selected.is_none() && !texts.is_empty());
                let labels = texts.len() - usize::from(answer.was_custom);
                prop_assert!(texts[..labels].iter().all(|text| is_label(text)) && texts[..labels].is_sorted());
            }
        }
    }
    Ok(())
}

/// An answered question is shown with its answer.
fn shows_its_answer(form: &Form) -> Result<(), TestCaseError> {
    let Some(Entry { question, draft, given: Some(given) }) = form.entries.get(form.at) else { return Ok(()) };
    prop_assert!(!draft.editing);
    prop_assert!(given.typed.as_ref().is_none_or(|typed| *typed == draft.typed));
    if question.options.is_empty() {
        return Ok(());
    }
    if question.several {
        prop_assert_eq!((&draft.picks, draft.other), (&given.picks, given.typed.is_some()));
    } else {
        prop_assert_eq!(draft.cursor, given.picks.first().copied().unwrap_or(question.options.len()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// No keys lead to an unknown state, and a key that is not offered changes nothing.
    #[test]
    fn every_state_is_a_known_one(questions in any_questions(), keys in any_keys()) {
        let mut form = form(&questions);
        is_known(&form)?;
        for key in keys {
            let before = form.clone();
            let acted = form.press(key);
            // A long text is checked where it is confirmed, and not after each character.
            if key != Key::Char('x') {
                is_known(&form)?;
            }
            match acted {
                Acted::NotOffered => prop_assert_eq!(&before, &form),
                Acted::Open if before.at != form.at => shows_its_answer(&form)?,
                Acted::Open => {}
                Acted::Quit => {
                    prop_assert!(before.interrupted && key == Key::CtrlC);
                    break;
                }
                acted => {
                    are_answers(&form, &acted)?;
                    let is_lost = acted == Acted::Cancelled && form.has_tabs() && form.answered() > 0;
                    let is_asked = matches!(before.dialog, Some(Dialog::Discard));
                    prop_assert!(!is_lost || is_asked, "{} answers lost", form.answered());
                    break;
                }
            }
        }
    }

    /// No key and no choice among the offers is refused.
    #[test]
    fn every_offer_is_kept(questions in any_questions(), keys in any_keys()) {
        let mut form = form(&questions);
        for key in keys {
            if !matches!(form.press(key), Acted::Open | Acted::NotOffered) {
                break;
            }
            // The offers do not change from one character of a text to the next.
            if key == Key::Char('x') {
                continue;
            }
            let offers = form.draw().offers;
            for key in &offers.keys {
                prop_assert_ne!(form.clone().press(*key), Acted::NotOffered, "{}", key);
            }
            for choice in &offers.choices {
                let act = crate::system::Act::Choose(choice.clone().into());
                prop_assert_ne!(form.clone().act(&act), Acted::NotOffered, "{}", choice);
            }
            prop_assert!(offers.keys.contains(&Key::Esc));
        }
    }
}
