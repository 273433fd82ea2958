//! Which calls may have an answer.

use rstest::rstest;

use super::RunState;
use crate::{
    model::{
        Millis, Op,
        json::{Value, json},
    },
    sim::{fault::Faults, workload::Workload},
    stage::What,
    system::{ClientEvent, Effect, Input, ModelEvent, Setup},
};

/// Lets all that happen in a new run.
fn after<'w>(workload: &'w Workload, happens: impl IntoIterator<Item = What>) -> RunState<'w> {
    let mut run_state = RunState::new(workload, Faults::default());
    happens.into_iter().for_each(|what| run_state.take(Millis::default(), &what));
    run_state
}

/// A reply with calls of these ids, and these pieces of arguments after the last.
fn calls(ids: &[&str], pieces: &[&str]) -> Vec<What> {
    let call = |id: &&str| ModelEvent::Call { id: (*id).into(), name: "ask_user".into() };
    let pieces = pieces.iter().map(|piece| ModelEvent::Arguments((*piece).into()));
    ids.iter().map(call).chain(pieces).map(|event| What::Input(Input::Model(Op::Request(1), event))).collect()
}

#[test]
fn a_marker_may_come_in_two_pieces() {
    let workload = Workload::default();
    let run_state = after(&workload, calls(&["call_1"], &["{\"question\": \"Which? [7", ".0]\"}"]));
    assert_eq!(run_state.askers(7).collect::<Vec<_>>(), ["call_1"]);
}

#[test]
fn a_call_asks_what_came_as_its_arguments() {
    let workload = Workload::default();
    let run_state = after(&workload, calls(&["call_1", "call_2"], &["{\"question\": \"Which? [1.0]\"}"]));
    assert_eq!(run_state.askers(1).collect::<Vec<_>>(), ["call_2"]);
}

fn asks(id: &str, question: u32) -> What {
    What::Effect(Effect::Client(json!({"id": id, "title": format!("Which? [{question}.0]")})))
}

fn begins() -> What {
    What::Input(Input::Begin(Box::<Setup>::default()))
}

fn line(line: Value) -> What {
    What::Input(Input::Client(ClientEvent::Line(line)))
}

fn written(line: &Value) -> What {
    What::Input(Input::Client(ClientEvent::Written(format!("{line}\r\n").into())))
}

/// The client answers question 2 by the id of a request. After a restart, that id is of question 4.
#[rstest]
#[case::the_id_is_used_again(vec![asks("r-1", 2), begins(), asks("r-1", 4)], "r-1", true)]
#[case::nothing_was_restarted(vec![asks("r-1", 2), asks("r-2", 4)], "r-1", false)]
#[case::the_id_is_forgotten(vec![asks("r-1", 4), begins()], "r-1", false)]
#[case::another_id(vec![asks("r-1", 2), begins(), asks("r-1", 4)], "r-2", false)]
fn a_line_answers_what_is_asked_under_its_id_now(
    #[case] happens: Vec<What>,
    #[case] id: &str,
    #[case] may_have_it: bool,
) {
    let workload = Workload::default();
    let answer = json!({"id": id, "value": "my own [2.5]"});
    let asked = || calls(&["call_2"], &["[2.0]"]).into_iter().chain(calls(&["call_4"], &["[4.0]"]));
    for answered in [line(answer.clone()), written(&answer)] {
        let run_state = after(&workload, asked().chain(happens.clone()).chain([answered]));
        assert_eq!(run_state.may_answer("call_4", 2), may_have_it);
        assert!(run_state.may_answer("call_2", 2));
    }
}
