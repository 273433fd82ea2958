use crate::model::json::{Value, json};
use rstest::rstest;

use super::{Acted, Form};
use crate::{model::Key, system::pi::arguments::Arguments};

/// A form with these questions. Each may leave its `question` out.
pub fn form(questions: &Value) -> Form {
    let mut questions = questions.clone();
    for (at, question) in questions.as_array_mut().unwrap().make_mut().iter_mut().enumerate() {
        let question = question.as_object_mut().unwrap();
        question.entry("question").or_insert_with(|| json!(format!("Which {at}?")));
    }
    let arguments = json!({"questions": questions});
    Form::new(Arguments::read(arguments.as_object().unwrap()).unwrap().questions)
}

pub fn labels(labels: &[&str]) -> Value {
    labels.iter().map(|label| json!({"label": label})).collect()
}

/// Presses the keys, up to the key that ends the form.
pub fn press(form: &mut Form, keys: &str) -> Acted {
    let mut last = Acted::Open;
    for key in Key::sequence(keys).unwrap() {
        last = form.press(key);
        if !matches!(last, Acted::Open | Acted::NotOffered) {
            break;
        }
    }
    last
}

fn answered(answers: &Value) -> Value {
    json!({"answered": answers})
}

/// The consequence, as JSON.
pub fn written(acted: &Acted) -> Value {
    match acted {
        Acted::Answered(answers) => answered(&json!(answers)),
        other => json!(format!("{other:?}")),
    }
}

fn one(label: &str) -> Value {
    answered(&json!([{"question": "Which 0?", "answer": label, "selectedOption": label, "wasCustom": false}]))
}

fn typed(text: &str) -> Value {
    answered(&json!([{"question": "Which 0?", "answer": text, "wasCustom": true}]))
}

fn several(texts: &[&str], was_custom: bool) -> Value {
    answered(&json!([{"question": "Which 0?", "answer": texts, "wasCustom": was_custom}]))
}

#[rstest]
#[case::enter("Enter", one("A"))]
#[case::down("Down Enter", one("B"))]
#[case::up_stops("Up Down Enter", one("B"))]
#[case::digit("2", one("B"))]
#[case::other("Down Down Down Enter x Enter", typed("x"))]
#[case::down_stops("Down Down Down Down Down Up Enter", one("C"))]
#[case::number_of_other("4 x Enter", typed("x"))]
#[case::digits_are_typed("4 1 Space 0 Enter", typed("1 0"))]
#[case::blank("4 Space Enter", typed(" "))]
#[case::nothing_typed("4 Enter x Enter", typed("x"))]
#[case::nothing_left("4 x Backspace Enter y Enter", typed("y"))]
#[case::kept("4 x Esc Up Down Enter y Enter", typed("xy"))]
#[case::back_and_picked("4 x Esc 1", one("A"))]
#[case::interrupted_once("4 x Ctrl-C y Enter", typed("xy"))]
#[case::cancelled("Down Esc", json!("Cancelled"))]
#[case::cancelled_twice("4 x Esc Esc", json!("Cancelled"))]
#[case::interrupted("Ctrl-C Ctrl-C", json!("Quit"))]
#[case::interrupted_not_in_a_row("Ctrl-C z Ctrl-C 1", one("A"))]
#[case::no_such_number("5", json!("NotOffered"))]
#[case::no_zero("0", json!("NotOffered"))]
#[case::no_tabs("Right Left Tab", json!("NotOffered"))]
#[case::no_letter("y", json!("NotOffered"))]
#[case::no_space("Space", json!("NotOffered"))]
fn a_list(#[case] keys: &str, #[case] expected: Value) {
    let mut form = form(&json!([{"options": labels(&["A", "B", "C"])}]));
    assert_eq!(written(&press(&mut form, keys)), expected);
}

#[rstest]
#[case::zero("0 x Enter", typed("x"))]
#[case::zero_and_enter("0 Enter x Enter", typed("x"))]
#[case::out_of_sight("9", one("9"))]
#[case::by_scrolling("Down Down Down Down Down Down Down Down Down Down Enter x Enter", typed("x"))]
#[case::tenth("Down Down Down Down Down Down Down Down Down Enter", one("10"))]
fn a_long_list(#[case] keys: &str, #[case] expected: Value) {
    let mut form = form(&json!([{"options": labels(&["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"])}]));
    assert_eq!(written(&press(&mut form, keys)), expected);
}

#[rstest]
#[case("x Enter", typed("x"))]
#[case("s k i p Enter", typed("skip"))]
#[case("Space Space Enter", typed("  "))]
#[case("1 y Newline Enter", typed("1y\n"))]
#[case("Enter Enter x y Backspace Enter", typed("x"))]
#[case("x Esc", json!("Cancelled"))]
#[case("x Ctrl-C", json!("Open"))]
#[case("x Ctrl-C Ctrl-C", json!("Quit"))]
#[case("Backspace", json!("NotOffered"))]
#[case("Up Tab Left Ctrl-Enter", json!("NotOffered"))]
fn a_text(#[case] keys: &str, #[case] expected: Value) {
    assert_eq!(written(&press(&mut form(&json!([{}])), keys)), expected);
    // Without options, `multiSelect` changes the shape of the answer alone.
    let mut expected = expected;
    if let Some(answer) = expected.pointer_mut("/answered/0/answer") {
        *answer = json!([answer]);
    }
    assert_eq!(written(&press(&mut form(&json!([{"multiSelect": true, "options": []}])), keys)), expected);
}

#[rstest]
#[case::one("Space Enter", several(&["A"], false))]
#[case::in_list_order("Down Down Space Up Up Space Enter", several(&["A", "C"], false))]
#[case::put_back("Space Space Down Space Enter", several(&["B"], false))]
#[case::with_other("Down Down Down Space x Enter Up Space Enter", several(&["C", "x"], true))]
#[case::other_alone("Down Down Down Enter x Enter Enter", several(&["x"], true))]
#[case::other_put_back("Space Down Down Down Space x Enter Space Up Enter", several(&["A"], false))]
#[case::other_left("Space Down Down Down Space x Esc Up Enter", several(&["A"], false))]
#[case::other_taken_again("Down Down Down Space x Enter Space Space y Enter Enter", several(&["xy"], true))]
#[case::nothing("Enter Enter", json!("Open"))]
#[case::nothing_typed("Down Down Down Space Enter", json!("Open"))]
#[case::cancelled("Space Esc", json!("Cancelled"))]
#[case::no_digit("1", json!("NotOffered"))]
#[case::no_zero("0", json!("NotOffered"))]
fn a_list_with_several_picks(#[case] keys: &str, #[case] expected: Value) {
    let mut form = form(&json!([{"multiSelect": true, "options": labels(&["A", "B", "C"])}]));
    assert_eq!(written(&press(&mut form, keys)), expected);
}

#[test]
fn zero_goes_to_other_in_a_long_list_with_several_picks() {
    let seven = labels(&["A", "B", "C", "D", "E", "F", "G"]);
    let mut form = form(&json!([{"multiSelect": true, "options": seven}]));
    // If Other is picked already, the key only moves the cursor.
    assert_eq!(written(&press(&mut form, "Space 0 x Enter Up 0 Enter")), several(&["A", "x"], true));
}

fn three() -> Form {
    form(&json!([{"options": labels(&["A", "B"])}, {}, {"multiSelect": true, "options": labels(&["C", "D"])}]))
}

fn all(first: &str, second: &str, third: &[&str]) -> Value {
    answered(&json!([
        {"question": "Which 0?", "answer": first, "selectedOption": first, "wasCustom": false},
        {"question": "Which 1?", "answer": second, "wasCustom": true},
        {"question": "Which 2?", "answer": third, "wasCustom": false}]))
}

#[rstest]
#[case::in_order("1 x Enter Space Enter Enter", all("A", "x", &["C"]))]
#[case::another_order("Tab Tab Space Enter Left Left x Enter Left Left Down Enter Right Right Enter", all("B", "x", &["C"]))]
#[case::answered_anew("1 x Enter Space Enter Left Left Left 2 y Enter Space Down Space Enter Enter", all("B", "xy", &["D"]))]
#[case::left_gets_stuck_at_the_first("Left Left 2 x Enter Space Enter Right Right Enter", all("B", "x", &["C"]))]
#[case::looked_at_again("2 x Enter Space Enter Left Left Left Enter Enter Enter Enter", all("B", "x", &["C"]))]
#[case::what_was_begun_is_dropped(
    "2 x Enter Space Enter Left Down Space Left y Left Up Right Right Right Left Left Left Enter Enter Enter Enter",
    all("B", "x", &["C"])
)]
#[case::what_was_typed_waits("Right x Left 1 Enter Space Enter Enter", all("A", "x", &["C"]))]
#[case::too_early("1 x Enter Right Enter", json!("Open"))]
#[case::nothing_is_lost("Space Right y Esc", json!("Cancelled"))]
#[case::asked("1 Esc", json!("Open"))]
#[case::on_the_last_tab("1 x Enter Space Enter Esc", json!("Open"))]
#[case::discarded("1 Esc y", json!("Cancelled"))]
#[case::kept_by_n("1 Esc n x Enter Space Enter Enter", all("A", "x", &["C"]))]
#[case::kept_by_enter("1 Esc Enter x Enter Space Enter Esc Enter Enter", all("A", "x", &["C"]))]
#[case::kept_by_esc("1 Esc Esc x Enter Space Enter Enter", all("A", "x", &["C"]))]
#[case::nothing_else("1 Esc x", json!("NotOffered"))]
#[case::interrupted("1 Ctrl-C Ctrl-C", json!("Quit"))]
#[case::interrupted_on_the_last_tab("1 Right Right Ctrl-C Ctrl-C", json!("Quit"))]
#[case::one_interrupt("1 Esc Ctrl-C", json!("Open"))]
#[case::one_interrupt_changes_nothing("1 Esc Ctrl-C n x Enter Space Enter Enter", all("A", "x", &["C"]))]
#[case::interrupted_while_asked("1 Esc Ctrl-C Ctrl-C", json!("Quit"))]
#[case::interrupted_without_an_answer("Ctrl-C Ctrl-C", json!("Quit"))]
fn tabs(#[case] keys: &str, #[case] expected: Value) {
    assert_eq!(written(&press(&mut three(), keys)), expected);
}

#[test]
fn the_confirmation_counts_every_answer() {
    let mut form = three();
    for (keys, count) in [("1 Esc", 1), ("n x Enter Esc", 2), ("n Space Enter Esc", 3), ("n Left Esc", 3)] {
        press(&mut form, keys);
        let told = format!("  Discard {count} answers?");
        assert!(form.draw().text.lines().any(|line| line == told), "{}", form.draw().text);
    }
}

#[rstest]
#[case::just_not(2000, "", typed(&"ñ".repeat(2000)))]
#[case::long(2001, "", json!("Open"))]
#[case::yes(2001, "y", typed(&"ñ".repeat(2001)))]
#[case::enter(2001, "Enter", typed(&"ñ".repeat(2001)))]
#[case::back(2001, "n Backspace Enter", typed(&"ñ".repeat(2000)))]
#[case::back_by_esc(2001, "Esc ! Enter y", typed(&("ñ".repeat(2001) + "!")))]
#[case::interrupted_once(2001, "Ctrl-C y", typed(&"ñ".repeat(2001)))]
#[case::nothing_else(2001, "x", json!("NotOffered"))]
#[case::cancelled(2001, "n Esc", json!("Cancelled"))]
fn a_long_answer_is_confirmed_first(#[case] length: usize, #[case] keys: &str, #[case] expected: Value) {
    let mut form = form(&json!([{}]));
    Key::typing(&"ñ".repeat(length)).for_each(|key| drop(form.press(key)));
    let entered = form.press(Key::Enter);
    let last = if keys.is_empty() { entered } else { press(&mut form, keys) };
    assert_eq!(written(&last), expected);
}

/// Each typed text counts on its own (PI-92). A picked label does not count (PI-38.o3).
#[test]
fn a_label_is_never_too_long() {
    let (half, whole) = ("h".repeat(1001), "w".repeat(2001));
    let mut picked = form(&json!([{"options": labels(&[&whole])}]));
    assert_eq!(written(&press(&mut picked, "1")), one(&whole));
    let labels_and_text = || form(&json!([{"multiSelect": true, "options": labels(&[&whole, &half])}]));
    let mut set = labels_and_text();
    assert_eq!(written(&press(&mut set, "Space Down Space Enter")), several(&[&whole, &half], false));
    let mut beside = labels_and_text();
    press(&mut beside, "Space Down Space Down Space");
    Key::typing(&"t".repeat(2000)).for_each(|key| drop(beside.press(key)));
    let expected = several(&[&whole, &half, &"t".repeat(2000)], true);
    assert_eq!(written(&press(&mut beside.clone(), "Enter Enter")), expected);
    assert_eq!(written(&press(&mut beside, "t Enter Enter")), json!("Open"));
}

/// Other is shown as it was answered, too: picked, and with its text.
#[test]
fn a_set_is_shown_again_as_it_was_answered() {
    let mut form = form(&json!([{"multiSelect": true, "options": labels(&["A", "B"])}, {}]));
    press(&mut form, "Space Down Down Space x Enter Enter y Enter");
    // The user puts both back and picks another, but confirms none of this.
    press(&mut form, "Left Left Space Up Space Up Space Right Left Enter Enter");
    let expected = answered(&json!([
        {"question": "Which 0?", "answer": ["A", "x"], "wasCustom": true},
        {"question": "Which 1?", "answer": "y", "wasCustom": true}]));
    assert_eq!(written(&form.press(Key::Enter)), expected);
}

/// A call always has a question. A form without one would have nothing to answer.
#[test]
fn a_form_without_questions_can_only_be_cancelled() {
    let mut form = Form::new(Vec::new());
    assert_eq!(form.press(Key::Enter), Acted::Open);
    assert_eq!(form.draw().text.lines().nth(1), Some(" ← ✓ Submit →"));
    assert_eq!(form.press(Key::Esc), Acted::Cancelled);
}
