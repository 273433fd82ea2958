use rstest::rstest;

use super::{Completed, CompletedOnce, Offered, OwnCalls};
use crate::{
    model::json::{Value, json},
    sim::{
        fault::Faults,
        rules::{Breach, Check},
        run_state::RunState,
        workload::Workload,
    },
    stage::What,
    system::{ClientEvent, Effect, Input, Layer, Setup},
};

/// How a run of these lines of the agent breaks a rule, with a client that offers this.
fn broken(mut check: impl Check, capabilities: &Value, lines: &[Value]) -> Result<(), Breach> {
    let config = Layer::of_user(&[json!({"clientCapabilities": capabilities})]);
    let workload = Workload { setup: Setup { config, ..Setup::default() }, ..Workload::default() };
    let run_state = RunState::new(&workload, Faults::default());
    lines.iter().try_for_each(|line| check.see(&run_state, &What::Effect(Effect::Client(line.clone()))))
}

fn request(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn asks(mode: &str) -> Value {
    request("elicitation/create", &json!({"mode": mode}))
}

fn told(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

#[rstest]
#[case::both(&json!({"elicitation": {"form": {}, "url": {}}}), "url", None)]
#[case::nothing(&Value::Null, "form", Some("ACP-018"))]
#[case::an_empty_object(&json!({}), "form", Some("ACP-018"))]
#[case::no_mode(&json!({"elicitation": {}}), "form", Some("ACP-019"))]
#[case::null_for_a_mode(&json!({"elicitation": {"form": null}}), "form", Some("ACP-019"))]
#[case::forms_alone(&json!({"elicitation": {"form": {}}}), "url", Some("ACP-020"))]
#[case::pages_alone(&json!({"elicitation": {"url": {}}}), "form", Some("ACP-021"))]
#[case::a_mode_of_a_wrong_shape(&json!({"elicitation": {"form": true}}), "form", None)]
#[case::an_offer_of_a_wrong_shape(&json!({"elicitation": true}), "form", None)]
#[case::a_mode_of_an_extension(&Value::Null, "_chart", None)]
fn a_client_is_asked_in_what_it_offers(
    #[case] capabilities: &Value,
    #[case] mode: &str,
    #[case] expected: Option<&str>,
) {
    let found = broken(Offered::default(), capabilities, &[asks(mode)]).err().and_then(|breach| breach.requirements);
    assert_eq!(found, expected.map(|id| vec![id.to_owned()]));
}

#[rstest]
#[case::a_file("fs/read_text_file", &json!({}), Some("ACP-025"))]
#[case::a_file_that_is_not_offered("fs/write_text_file", &json!({"fs": {"writeTextFile": false}}), Some("ACP-025"))]
#[case::another_offer("fs/write_text_file", &json!({"fs": {"readTextFile": true}}), Some("ACP-025"))]
#[case::an_offer("fs/read_text_file", &json!({"fs": {"readTextFile": true}}), None)]
#[case::a_terminal("terminal/create", &json!({}), Some("ACP-026"))]
#[case::an_offered_terminal("terminal/output", &json!({"terminal": true}), None)]
#[case::an_extension("_hotseat/anything", &json!({}), None)]
fn a_client_serves_what_it_offers(#[case] method: &str, #[case] capabilities: &Value, #[case] expected: Option<&str>) {
    let asked = request(method, &json!({}));
    let found = broken(Offered::default(), capabilities, &[asked]).err().and_then(|breach| breach.requirements);
    assert_eq!(found, expected.map(|id| vec![id.to_owned()]));
}

#[test]
fn a_scenario_may_offer_anew() {
    let workload = Workload::default();
    let run_state = RunState::new(&workload, Faults::default());
    let mut check = Offered::default();
    let asks = What::Effect(Effect::Client(asks("form")));
    assert!(check.see(&run_state, &asks).is_ok());
    let offer = request("initialize", &json!({"protocolVersion": 1}));
    assert!(check.see(&run_state, &What::Input(Input::Client(ClientEvent::Line(offer)))).is_ok());
    assert!(check.see(&run_state, &asks).is_err());
}

#[test]
fn what_is_completed_was_asked_for_and_is_told_once() {
    let page = request("elicitation/create", &json!({"mode": "url", "elicitationId": "p"}));
    let completed = |id: &str| told("elicitation/complete", &json!({"elicitationId": id}));
    let lines =
        |ids: &[&str]| std::iter::once(page.clone()).chain(ids.iter().map(|id| completed(id))).collect::<Vec<_>>();
    let is_asked = |ids: &[&str]| broken(Completed::default(), &Value::Null, &lines(ids)).is_ok();
    let is_once = |ids: &[&str]| broken(CompletedOnce::default(), &Value::Null, &lines(ids)).is_ok();
    assert!(is_asked(&["p"]) && is_asked(&["p", "p"]) && !is_asked(&["q"]));
    assert!(is_once(&["p", "q"]) && !is_once(&["p", "p"]));
}

/// Ids may come again after a start, and what was asked before it was asked on another connection.
#[test]
fn a_start_begins_anew() {
    let page = request("elicitation/create", &json!({"mode": "url", "elicitationId": "p"}));
    let completed = told("elicitation/complete", &json!({"elicitationId": "p"}));
    let keeps = |mut check: Box<dyn Check>, lines: [&Value; 2], starts: bool| {
        let workload = Workload::default();
        let run_state = RunState::new(&workload, Faults::default());
        let [first, second] = lines.map(|line| What::Effect(Effect::Client(line.clone())));
        let start = starts.then(|| What::Input(Input::Begin(Box::default())));
        let events = std::iter::once(first).chain(start).chain([second]);
        events.into_iter().try_for_each(|event| check.see(&run_state, &event)).is_ok()
    };
    assert!(keeps(Box::<CompletedOnce>::default(), [&completed, &completed], true));
    assert!(!keeps(Box::<CompletedOnce>::default(), [&completed, &completed], false));
    assert!(!keeps(Box::<Completed>::default(), [&page, &completed], true));
    assert!(keeps(Box::<Completed>::default(), [&page, &completed], false));
}

#[test]
fn an_elicitation_names_a_call_of_its_session() {
    let update = |session: &str| {
        let update = json!({"sessionUpdate": "tool_call", "toolCallId": "c"});
        told("session/update", &json!({"sessionId": session, "update": update}))
    };
    let asks = |call: &str| request("elicitation/create", &json!({"sessionId": "a", "toolCallId": call}));
    let keeps = |lines: &[Value]| broken(OwnCalls::default(), &Value::Null, lines).is_ok();
    assert!(keeps(&[update("a"), asks("c")]) && keeps(&[update("b"), update("a"), asks("c")]));
    assert!(keeps(&[asks("c")]) && keeps(&[update("b"), asks("d")]));
    assert!(!keeps(&[update("b"), asks("c")]));
}
