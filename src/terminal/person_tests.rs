use std::{collections::VecDeque, io};

use crate::model::json::json;
use rstest::rstest;

use super::{Person, Stop};
use crate::{
    model::{Key, Millis, Op},
    stage::{InteractivePerson, Move, What},
    system::{Act, Effect, Offers, Prompt, Typing, Why},
    terminal::{Row, Stroke, Terminal, TerminalEvent},
};

const FIRST: Op = Op::Prompt(1);
const SECOND: Op = Op::Prompt(2);

/// A terminal with scripted events.
#[derive(Default)]
struct FakeTerminal {
    events: VecDeque<TerminalEvent>,
    /// For each call of `discard_typed`: whether Ctrl-C was typed ahead.
    ctrl_c_ahead: VecDeque<bool>,
    screens: Vec<String>,
    broken: bool,
}

impl Terminal for FakeTerminal {
    fn size(&self) -> (usize, usize) {
        (60, 20)
    }

    fn draw(&mut self, rows: &[Row]) -> io::Result<()> {
        if self.broken {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.screens.push(rows.iter().map(|row| format!("{}\n", row.text)).collect());
        Ok(())
    }

    fn next_event(&mut self) -> TerminalEvent {
        self.events.pop_front().expect("the script has another event")
    }

    fn discard_typed(&mut self) -> bool {
        self.ctrl_c_ahead.pop_front().unwrap_or_default()
    }
}

fn keys(text: &str) -> impl Iterator<Item = TerminalEvent> {
    Key::sequence(text).unwrap().into_iter().map(|key| TerminalEvent::Stroke(Stroke::Key(key)))
}

fn terminal(events: impl IntoIterator<Item = TerminalEvent>) -> FakeTerminal {
    FakeTerminal { events: events.into_iter().collect(), ..FakeTerminal::default() }
}

fn list() -> Prompt {
    let offers =
        Offers { keys: vec![Key::Down, Key::Enter], choices: vec!["A".into(), "B".into()], ..Offers::default() };
    Prompt { text: "Which?\n> A\n  B".to_owned(), offers, request: None }
}

fn hosted(several: bool) -> Prompt {
    let choices = vec!["A".into(), "B".into()];
    let offers = Offers { choices, several, typing: Some(Typing::Echoed), reject: true, ..Offers::default() };
    Prompt { text: "Which?\n 1. A\n 2. B".to_owned(), offers, request: Some(json!({"q": 1})) }
}

fn person(fake: &mut FakeTerminal, shown: impl IntoIterator<Item = (Op, Prompt)>) -> Person<'_> {
    let mut person = Person::new(fake, "name".to_owned());
    for (op, prompt) in shown {
        person.see(Millis(0), &What::Effect(Effect::Show(op, prompt)));
    }
    person
}

fn does(prompt: Prompt, events: impl IntoIterator<Item = TerminalEvent>) -> Move {
    let mut fake = terminal(events);
    person(&mut fake, [(FIRST, prompt)]).act(&[FIRST], None)
}

#[rstest]
#[case(Stroke::Key(Key::Down), Act::Key(Key::Down))]
#[case(Stroke::Key(Key::Char('é')), Act::Key(Key::Char('é')))]
#[case(Stroke::Ctrl('d'), Act::Eof)]
#[case(Stroke::Ctrl('r'), Act::Reject)]
#[case(Stroke::Ctrl('s'), Act::Submit)]
#[case(Stroke::Alt('2'), Act::Choose("B".into()))]
#[case(Stroke::Alt('c'), Act::Key(Key::CtrlC))]
#[case(Stroke::Paste("2\n".into()), Act::Paste("2\n".into()))]
fn a_stroke_is_an_act(#[case] stroke: Stroke, #[case] act: Act) {
    let before =
        [Stroke::Alt('3'), Stroke::Alt('x'), Stroke::Ctrl('x'), Stroke::Ctrl('t'), Stroke::Unknown, Stroke::PageUp];
    let heard = before.into_iter().chain([stroke]).map(TerminalEvent::Stroke);
    assert_eq!(does(list(), [TerminalEvent::Resized].into_iter().chain(heard)), Move::Acts(FIRST, act));
}

#[rstest]
#[case(false, "2 Enter", Act::Choose("B".into()))]
#[case(false, "B Enter", Act::Choose("B".into()))]
#[case(false, "b Enter", Act::Answer("b".into()))]
#[case(false, "3 Enter", Act::Answer("3".into()))]
#[case(false, "m y x Backspace Space Enter", Act::Answer("my ".into()))]
#[case(false, "Enter 1 Enter", Act::Choose("A".into()))]
#[case(true, "Enter", Act::Submit)]
#[case(false, "\" \" Enter", Act::Answer("".into()))]
#[case(false, "{ \" a \" : 1 } Enter", Act::Answer(json!({"a": 1})))]
#[case(false, "{ a Enter", Act::Answer("{a".into()))]
#[case(false, "x Esc", Act::Cancel)]
fn a_prompt_that_a_host_draws_has_an_input_line(#[case] several: bool, #[case] typed: &str, #[case] act: Act) {
    assert_eq!(does(hosted(several), keys(typed)), Move::Acts(FIRST, act));
}

#[test]
fn an_answer_that_is_not_offered_is_reported_at_once() {
    let mut fake = terminal(keys("9 Enter Backspace 1 Enter"));
    let mut prompt = hosted(false);
    prompt.offers.typing = None;
    assert_eq!(person(&mut fake, [(FIRST, prompt)]).act(&[FIRST], None), Move::Acts(FIRST, Act::Choose("A".into())));
    assert!(fake.screens[2].contains("> 9\nthat is not offered here\n"), "{}", fake.screens[2]);
}

#[test]
fn a_prompt_without_a_drawing_is_shown_as_its_request() {
    let mut fake = terminal(keys("Esc"));
    let prompt = Prompt { text: String::new(), ..hosted(false) };
    assert_eq!(person(&mut fake, [(FIRST, prompt)]).act(&[FIRST], None), Move::Acts(FIRST, Act::Cancel));
    assert!(fake.screens[0].contains("\"q\": 1"), "{}", fake.screens[0]);
}

#[test]
fn pasted_text_on_the_input_line_waits_for_enter() {
    let pasted = TerminalEvent::Stroke(Stroke::Paste("a\nb".into()));
    let mut fake =
        terminal([TerminalEvent::Stroke(Stroke::Paste(String::new())), pasted].into_iter().chain(keys("Enter")));
    let done = person(&mut fake, [(FIRST, hosted(false))]).act(&[FIRST], None);
    assert_eq!(done, Move::Acts(FIRST, Act::Answer("a\nb".into())));
}

#[test]
fn hidden_typing_is_shown_as_stars_on_the_input_line() {
    let mut fake = terminal(keys("a b Enter"));
    let mut prompt = hosted(false);
    prompt.offers.typing = Some(Typing::Hidden);
    assert_eq!(person(&mut fake, [(FIRST, prompt)]).act(&[FIRST], None), Move::Acts(FIRST, Act::Answer("ab".into())));
    assert!(fake.screens[2].contains("> **\n"), "{}", fake.screens[2]);
}

#[test]
fn ctrl_c_stops() {
    assert_eq!(does(list(), keys("Ctrl-C")), Move::Leaves);
}

/// Typed keys are discarded when a new prompt is shown, and not while a prompt is open.
#[test]
fn keys_that_are_typed_ahead_answer_nothing() {
    let mut fake = FakeTerminal { ctrl_c_ahead: [false, true].into(), ..terminal(keys("Down Enter")) };
    let mut at = person(&mut fake, [(FIRST, list())]);
    assert_eq!(at.act(&[FIRST], None), Move::Acts(FIRST, Act::Key(Key::Down)));
    at.see(Millis(1), &What::Effect(Effect::Show(FIRST, list())));
    assert_eq!(at.act(&[FIRST], None), Move::Acts(FIRST, Act::Key(Key::Enter)));
    at.see(Millis(2), &What::Effect(Effect::Show(SECOND, list())));
    assert_eq!((at.act(&[SECOND], None), at.stop()), (Move::Leaves, Some(Stop::Signal(2))), "Ctrl-C was among it");
    assert!(fake.ctrl_c_ahead.is_empty());
}

#[test]
fn a_terminal_that_is_gone_ends_the_input_of_each_prompt_once() {
    let mut fake = terminal([TerminalEvent::Gone]);
    let mut at = person(&mut fake, [(FIRST, list()), (SECOND, list())]);
    assert_eq!(at.act(&[FIRST, SECOND], None), Move::Acts(FIRST, Act::Eof));
    assert_eq!(at.act(&[SECOND], None), Move::Acts(SECOND, Act::Eof));
    assert_eq!((at.act(&[SECOND], None), at.stop()), (Move::Leaves, Some(Stop::Gone)));
}

#[test]
fn a_terminal_that_cannot_be_drawn_on_is_gone() {
    let mut fake = FakeTerminal { broken: true, ..terminal([TerminalEvent::Gone]) };
    assert_eq!(person(&mut fake, [(FIRST, list())]).act(&[FIRST], None), Move::Acts(FIRST, Act::Eof));
}

#[test]
fn a_signal_ends_the_run() {
    let mut fake = terminal([TerminalEvent::Signal(15)]);
    let mut at = person(&mut fake, [(FIRST, list())]);
    assert_eq!((at.act(&[FIRST], None), at.stop()), (Move::Leaves, Some(Stop::Signal(15))));
}

#[test]
fn ctrl_n_draws_the_next_prompt() {
    let turn = TerminalEvent::Stroke(Stroke::Ctrl('n'));
    let mut fake = terminal([turn.clone()].into_iter().chain(keys("Enter")).chain([turn]).chain(keys("Down")));
    let mut at = person(&mut fake, [(FIRST, list()), (SECOND, list())]);
    assert_eq!(at.act(&[FIRST, SECOND], None), Move::Acts(SECOND, Act::Key(Key::Enter)));
    assert_eq!(
        at.act(&[FIRST, SECOND], None),
        Move::Acts(FIRST, Act::Key(Key::Down)),
        "the second prompt stays drawn until the next Ctrl-N"
    );
    assert!(fake.screens[0].contains("prompt#1") && fake.screens[0].contains("Ctrl-N: 1 more"), "{}", fake.screens[0]);
}

#[test]
fn ctrl_t_waits_only_if_a_timer_is_set() {
    let wait = TerminalEvent::Stroke(Stroke::Ctrl('t'));
    let mut fake = terminal([wait.clone()]);
    let mut at = person(&mut fake, [(FIRST, list())]);
    assert_eq!(at.act(&[FIRST], Some(Millis(61_000))), Move::Waits);
    assert!(fake.screens[0].contains("Ctrl-T: let 01:01.000 pass"), "{}", fake.screens[0]);
    assert_eq!(does(list(), [wait].into_iter().chain(keys("Down"))), Move::Acts(FIRST, Act::Key(Key::Down)));
}

#[test]
fn a_prompt_for_another_party_is_left_alone() {
    let mut fake = terminal([]);
    assert_eq!(person(&mut fake, [(FIRST, list())]).act(&[SECOND], None), Move::Waits);
}

#[test]
fn a_refusal_is_shown_until_the_next_act() {
    let mut fake = terminal(keys("Down Down"));
    let mut at = person(&mut fake, [(FIRST, list())]);
    at.see(Millis(0), &What::Effect(Effect::Refuse(Why::NotOffered)));
    let Move::Acts(op, act) = at.act(&[FIRST], None) else { panic!("the person acts") };
    at.see(Millis(1), &What::Input(crate::system::Input::Person(op, act)));
    at.act(&[FIRST], None);
    assert!(fake.screens[0].contains("refused: not offered\n"), "{}", fake.screens[0]);
    assert!(!fake.screens[1].contains("refused"), "{}", fake.screens[1]);
}
