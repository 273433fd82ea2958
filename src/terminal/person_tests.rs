use std::{collections::VecDeque, io};

use rstest::rstest;
use serde_json::json;

use super::{Person, Stop};
use crate::{
    model::{Key, Millis, Op},
    stage::{InteractivePerson, Move, What},
    system::{Act, Effect, Offers, Prompt, Typing, Why},
    terminal::{Row, Stroke, Terminal, TerminalEvent},
};

const FIRST: Op = Op::Prompt(1);
const SECOND: Op = Op::Prompt(2);

/// A terminal of which all is known that will be heard.
#[derive(Default)]
struct Known {
    heard: VecDeque<TerminalEvent>,
    /// What was typed ahead, each time that it is thrown away.
    ahead: VecDeque<bool>,
    screens: Vec<String>,
    broken: bool,
}

impl Terminal for Known {
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

    fn hear(&mut self) -> TerminalEvent {
        self.heard.pop_front().expect("nobody listens after the last that is known")
    }

    fn forget(&mut self) -> bool {
        self.ahead.pop_front().unwrap_or_default()
    }
}

fn keys(text: &str) -> impl Iterator<Item = TerminalEvent> {
    Key::sequence(text).unwrap().into_iter().map(|key| TerminalEvent::Stroke(Stroke::Key(key)))
}

fn terminal(heard: impl IntoIterator<Item = TerminalEvent>) -> Known {
    Known { heard: heard.into_iter().collect(), ..Known::default() }
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

fn person(known: &mut Known, shown: impl IntoIterator<Item = (Op, Prompt)>) -> Person<'_> {
    let mut person = Person::new(known, "name".to_owned());
    for (op, prompt) in shown {
        person.see(Millis(0), &What::Effect(Effect::Show(op, prompt)));
    }
    person
}

fn does(prompt: Prompt, heard: impl IntoIterator<Item = TerminalEvent>) -> Move {
    let mut known = terminal(heard);
    person(&mut known, [(FIRST, prompt)]).act(&[FIRST], None)
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
#[case(false, "3 Enter", Act::Answer("3".into()))]
#[case(false, "m y x Backspace Space Enter", Act::Answer("my ".into()))]
#[case(false, "Enter 1 Enter", Act::Choose("A".into()))]
#[case(true, "Enter", Act::Submit)]
#[case(false, "\" \" Enter", Act::Answer("".into()))]
#[case(false, "{ \" a \" : 1 } Enter", Act::Answer(json!({"a": 1})))]
#[case(false, "{ a Enter", Act::Answer("{a".into()))]
#[case(false, "x Esc", Act::Cancel)]
fn where_a_host_draws_they_have_a_line(#[case] several: bool, #[case] typed: &str, #[case] act: Act) {
    assert_eq!(does(hosted(several), keys(typed)), Move::Acts(FIRST, act));
}

#[test]
fn what_no_host_offers_is_told_on_the_spot() {
    let mut known = terminal(keys("9 Enter Backspace 1 Enter"));
    let mut prompt = hosted(false);
    prompt.offers.typing = None;
    assert_eq!(person(&mut known, [(FIRST, prompt)]).act(&[FIRST], None), Move::Acts(FIRST, Act::Choose("A".into())));
    assert!(known.screens[2].contains("> 9\nthat is not offered here\n"), "{}", known.screens[2]);
}

#[test]
fn a_prompt_without_a_drawing_is_seen_as_its_request() {
    let mut known = terminal(keys("Esc"));
    let prompt = Prompt { text: String::new(), ..hosted(false) };
    assert_eq!(person(&mut known, [(FIRST, prompt)]).act(&[FIRST], None), Move::Acts(FIRST, Act::Cancel));
    assert!(known.screens[0].contains("\"q\": 1"), "{}", known.screens[0]);
}

#[test]
fn what_is_pasted_on_their_line_waits_for_enter() {
    let pasted = TerminalEvent::Stroke(Stroke::Paste("a\nb".into()));
    let mut known =
        terminal([TerminalEvent::Stroke(Stroke::Paste(String::new())), pasted].into_iter().chain(keys("Enter")));
    let done = person(&mut known, [(FIRST, hosted(false))]).act(&[FIRST], None);
    assert_eq!(done, Move::Acts(FIRST, Act::Answer("a\nb".into())));
}

#[test]
fn what_is_hidden_is_hidden_on_their_line() {
    let mut known = terminal(keys("a b Enter"));
    let mut prompt = hosted(false);
    prompt.offers.typing = Some(Typing::Hidden);
    assert_eq!(person(&mut known, [(FIRST, prompt)]).act(&[FIRST], None), Move::Acts(FIRST, Act::Answer("ab".into())));
    assert!(known.screens[2].contains("> **\n"), "{}", known.screens[2]);
}

#[test]
fn ctrl_c_stops() {
    assert_eq!(does(list(), keys("Ctrl-C")), Move::Leaves);
}

/// Each prompt that comes has whatever was typed before it thrown away, and none while it is open.
#[test]
fn what_is_typed_ahead_answers_nothing() {
    let mut known = Known { ahead: [false, true].into(), ..terminal(keys("Down Enter")) };
    let mut at = person(&mut known, [(FIRST, list())]);
    assert_eq!(at.act(&[FIRST], None), Move::Acts(FIRST, Act::Key(Key::Down)));
    at.see(Millis(1), &What::Effect(Effect::Show(FIRST, list())));
    assert_eq!(at.act(&[FIRST], None), Move::Acts(FIRST, Act::Key(Key::Enter)));
    at.see(Millis(2), &What::Effect(Effect::Show(SECOND, list())));
    assert_eq!((at.act(&[SECOND], None), at.stop()), (Move::Leaves, Some(Stop::Signal(2))), "Ctrl-C was among it");
    assert!(known.ahead.is_empty());
}

#[test]
fn a_terminal_that_is_gone_ends_the_input_of_each_prompt_once() {
    let mut known = terminal([TerminalEvent::Gone]);
    let mut at = person(&mut known, [(FIRST, list()), (SECOND, list())]);
    assert_eq!(at.act(&[FIRST, SECOND], None), Move::Acts(FIRST, Act::Eof));
    assert_eq!(at.act(&[SECOND], None), Move::Acts(SECOND, Act::Eof));
    assert_eq!((at.act(&[SECOND], None), at.stop()), (Move::Leaves, Some(Stop::Gone)));
}

#[test]
fn a_terminal_that_can_not_be_drawn_on_is_gone() {
    let mut known = Known { broken: true, ..terminal([TerminalEvent::Gone]) };
    assert_eq!(person(&mut known, [(FIRST, list())]).act(&[FIRST], None), Move::Acts(FIRST, Act::Eof));
}

#[test]
fn who_is_asked_to_end_leaves() {
    let mut known = terminal([TerminalEvent::Asked(15)]);
    let mut at = person(&mut known, [(FIRST, list())]);
    assert_eq!((at.act(&[FIRST], None), at.stop()), (Move::Leaves, Some(Stop::Signal(15))));
}

#[test]
fn of_several_prompts_they_turn_to_the_next() {
    let turn = TerminalEvent::Stroke(Stroke::Ctrl('n'));
    let mut known = terminal([turn.clone()].into_iter().chain(keys("Enter")).chain([turn]).chain(keys("Down")));
    let mut at = person(&mut known, [(FIRST, list()), (SECOND, list())]);
    assert_eq!(at.act(&[FIRST, SECOND], None), Move::Acts(SECOND, Act::Key(Key::Enter)));
    assert_eq!(at.act(&[FIRST, SECOND], None), Move::Acts(FIRST, Act::Key(Key::Down)), "and stay there until then");
    assert!(
        known.screens[0].contains("prompt#1") && known.screens[0].contains("Ctrl-N: 1 more"),
        "{}",
        known.screens[0]
    );
}

#[test]
fn time_passes_only_where_a_timer_is_set() {
    let wait = TerminalEvent::Stroke(Stroke::Ctrl('t'));
    let mut known = terminal([wait.clone()]);
    let mut at = person(&mut known, [(FIRST, list())]);
    assert_eq!(at.act(&[FIRST], Some(Millis(61_000))), Move::Waits);
    assert!(known.screens[0].contains("Ctrl-T: let 01:01.000 pass"), "{}", known.screens[0]);
    assert_eq!(does(list(), [wait].into_iter().chain(keys("Down"))), Move::Acts(FIRST, Act::Key(Key::Down)));
}

#[test]
fn what_others_are_shown_is_not_theirs() {
    let mut known = terminal([]);
    assert_eq!(person(&mut known, [(FIRST, list())]).act(&[SECOND], None), Move::Waits);
}

#[test]
fn a_refusal_is_told_until_the_next_act() {
    let mut known = terminal(keys("Down Down"));
    let mut at = person(&mut known, [(FIRST, list())]);
    at.see(Millis(0), &What::Effect(Effect::Refuse(Why::NotOffered)));
    let Move::Acts(op, act) = at.act(&[FIRST], None) else { panic!("they did something") };
    at.see(Millis(1), &What::Input(crate::system::Input::Person(op, act)));
    at.act(&[FIRST], None);
    assert!(known.screens[0].contains("refused: not offered\n"), "{}", known.screens[0]);
    assert!(!known.screens[1].contains("refused"), "{}", known.screens[1]);
}
