use rstest::rstest;

use super::{AfterTheEnd, Pending, Sessions};
use crate::{
    model::json::{Value, json},
    sim::{fault::Faults, rules::Check, run_state::RunState, workload::Workload},
    stage::What,
    system::{ClientEvent, Effect, Input, Utterance},
};

/// Whether a run of these events keeps a rule.
fn keeps(mut check: impl Check, events: Vec<What>) -> bool {
    let workload = Workload::default();
    let run_state = RunState::new(&workload, Faults::default());
    events.iter().all(|event| check.see(&run_state, event).is_ok())
}

fn agent(line: Value) -> What {
    What::Effect(Effect::Client(line))
}

fn client(line: Value) -> What {
    What::Input(Input::Client(ClientEvent::Line(line)))
}

fn update(session: &str, update: Value) -> What {
    agent(json!({"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": session, "update": update}}))
}

fn says(session: &str) -> What {
    update(session, json!({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "hello"}}))
}

fn begun(session: &str) -> What {
    agent(json!({"jsonrpc": "2.0", "id": 1, "result": {"sessionId": session}}))
}

fn ended() -> What {
    agent(json!({"jsonrpc": "2.0", "id": 2, "result": {"stopReason": "end_turn"}}))
}

fn asks(call: Value) -> What {
    let params = json!({"sessionId": "a", "toolCall": call, "options": []});
    agent(json!({"jsonrpc": "2.0", "id": 0, "method": "session/request_permission", "params": params}))
}

fn the_user_says() -> What {
    What::Input(Input::Says(Utterance("go".into())))
}

#[rstest]
#[case::nothing_is_told(vec![asks(json!({"toolCallId": "1"}))], true)]
#[case::it_is_pending(vec![call("1", Some("pending")), asks(json!({"toolCallId": "1"}))], true)]
#[case::it_runs(vec![call("1", Some("in_progress")), asks(json!({"toolCallId": "1"}))], false)]
#[case::the_permission_says_so(vec![call("1", Some("in_progress")), asks(json!({"toolCallId": "1", "status": "pending"}))], true)]
#[case::the_permission_says_that_it_runs(vec![asks(json!({"toolCallId": "1", "status": "in_progress"}))], false)]
#[case::another_call_runs(vec![call("2", Some("in_progress")), asks(json!({"toolCallId": "1"}))], true)]
#[case::a_used_id_begins_anew(vec![call("1", Some("completed")), call("1", None), asks(json!({"toolCallId": "1"}))], true)]
fn a_call_is_pending_while_it_is_asked_about(#[case] events: Vec<What>, #[case] is_kept: bool) {
    assert_eq!(keeps(Pending::default(), events), is_kept);
}

fn call(id: &str, status: Option<&str>) -> What {
    let mut call = json!({"sessionUpdate": "tool_call", "toolCallId": id, "title": "run"});
    if let Some(status) = status {
        call["status"] = status.into();
    }
    update("a", call)
}

#[rstest]
#[case::it_was_begun(vec![begun("a"), says("a")], true)]
#[case::it_was_not_begun(vec![begun("a"), says("b")], false)]
#[case::a_text_before_it_is_begun(vec![says("a"), begun("a")], false)]
#[case::its_usage_before_it_is_begun(vec![update("a", json!({"sessionUpdate": "usage_update", "used": 0, "size": 1})), begun("a")], true)]
#[case::a_question_of_another(vec![begun("b"), asks(json!({"toolCallId": "1"}))], false)]
fn a_session_is_begun_before_a_turn_names_it(#[case] events: Vec<What>, #[case] is_kept: bool) {
    assert_eq!(keeps(Sessions::default(), events), is_kept);
}

#[rstest]
#[case::in_the_turn(vec![begun("a"), the_user_says(), says("a"), ended()], true)]
#[case::after_the_turn(vec![begun("a"), the_user_says(), ended(), says("a")], false)]
#[case::in_the_next_turn(vec![begun("a"), the_user_says(), ended(), the_user_says(), says("a"), ended()], true)]
#[case::a_greeting(vec![begun("a"), says("a"), the_user_says(), ended()], true)]
#[case::a_title_afterwards(vec![begun("a"), the_user_says(), ended(), update("a", json!({"sessionUpdate": "session_info_update"}))], true)]
#[case::a_greeting_in_another_session(vec![begun("a"), the_user_says(), ended(), begun("b"), says("b")], true)]
#[case::after_the_turn_of_another_session(
    vec![begun("a"), the_user_says(), ended(), begun("b"), prompt("b"), says("b"), ended(), says("b")], false)]
#[case::after_a_turn_although_another_session_was_begun(vec![begun("a"), the_user_says(), ended(), begun("b"), says("a")], false)]
fn nothing_of_a_turn_is_told_after_its_end(#[case] events: Vec<What>, #[case] is_kept: bool) {
    assert_eq!(keeps(AfterTheEnd::default(), events), is_kept);
}

fn prompt(session: &str) -> What {
    client(
        json!({"jsonrpc": "2.0", "id": "p", "method": "session/prompt", "params": {"sessionId": session, "prompt": []}}),
    )
}
