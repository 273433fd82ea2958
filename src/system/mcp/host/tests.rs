//! The list of tools, page by page, and the limits of what a server may ask.

use rstest::rstest;

use super::{Config, Host, ModelEvent, Outbox, Value, json, request, result};

fn hear(host: &mut Host, id: impl Into<Value>, found: Value) -> Vec<Value> {
    let (mut lines, mut out) = (Outbox::new(), Vec::new());
    host.hear(&result(&id.into(), found), &mut lines, &mut out);
    lines.into()
}

/// Each page of the list is asked for, and the ids of calls do not hang on their number.
#[test]
fn a_list_of_tools_on_several_pages_is_read_to_its_end() {
    let mut host = Host::default();
    host.begin(Config::default(), &mut Outbox::new());
    let page = |name: &str| json!({"tools": [{"name": name, "inputSchema": {}}], "nextCursor": "more"});
    assert_eq!(hear(&mut host, 0, json!({}))[1]["id"], 1);
    let next = hear(&mut host, 1, page("one"));
    assert_eq!((&next[0]["id"], &next[0]["params"]["cursor"]), (&"tools-1".into(), &"more".into()));
    assert!(!host.is_ready());
    assert!(hear(&mut host, "tools-1", json!({"tools": [{"name": "two", "inputSchema": {}}]})).is_empty());
    assert!(host.is_ready() && host.turns.offers("one") && host.turns.offers("two") && host.ids == 2);
}

/// A server that never ends its list is believed after some pages.
#[test]
fn a_list_without_end_ends() {
    let mut host = Host::default();
    host.begin(Config::default(), &mut Outbox::new());
    hear(&mut host, 0, json!({}));
    let mut id = Value::from(1);
    for _ in 0..super::PAGES_MAX {
        let next = hear(&mut host, id.clone(), json!({"tools": [], "nextCursor": "more"}));
        id = next.first().map(|line| line["id"].clone()).unwrap_or_default();
    }
    assert!(host.is_ready());
}

/// A host in this version whose model has made one call, which is the request 2.
fn calling(version: &str) -> Host {
    let config = Config::read(version, &[]).unwrap_or_else(|error| panic!("{error}"));
    calling_a_tool(config, &json!({})).0
}

/// The same with a tool that has this `execution`. Returns the call, too.
fn calling_a_tool(config: Config, execution: &Value) -> (Host, Value) {
    let mut host = Host::strict();
    host.begin(config, &mut Outbox::new());
    hear(&mut host, 0, json!({}));
    hear(&mut host, 1, json!({"tools": [{"name": "deploy", "inputSchema": {}, "execution": execution}]}));
    let (mut lines, mut out) = (Outbox::new(), Vec::new());
    host.says("go".into(), &mut out);
    let op = host.open()[0];
    let call = ModelEvent::Call { id: "call_1".into(), name: "deploy".into() };
    for event in [call, ModelEvent::Arguments("{}".into()), ModelEvent::Finished] {
        host.model(op, event, &mut lines, &mut out);
    }
    assert_eq!((lines.len(), &lines[0]["id"]), (1, &2.into()));
    (host, lines[0].clone())
}

/// A tool that can be called either way is called as a task by a client that knows of tasks.
#[rstest]
#[case::required("required", false, true)]
#[case::either_way("optional", true, true)]
#[case::either_way_without_the_capability("optional", false, false)]
#[case::forbidden("forbidden", true, false)]
fn a_tool_is_called_as_its_server_says(#[case] support: &str, #[case] knows_tasks: bool, #[case] is_task: bool) {
    let mut config = Config::read("2025-11-25", &[]).unwrap_or_else(|error| panic!("{error}"));
    if knows_tasks {
        config.capabilities = Some(json!({"elicitation": {}, "tasks": {}}));
    }
    let (mut host, call) = calling_a_tool(config, &json!({"taskSupport": support}));
    assert_eq!(call["params"].get("task").is_some(), is_task);
    // What looks like a task in the result of a call that was made as none is no task.
    let next = hear(&mut host, 2, json!({"task": {"taskId": "t"}, "content": []}));
    assert_eq!(next.first().map(|line| line["method"] == "tasks/result"), is_task.then_some(true));
}

/// The state of each round comes back, and so nobody is asked.
#[test]
fn a_server_that_asks_in_every_round_is_given_up_on() {
    let mut host = calling("2026-07-28");
    let mut id = Value::from(2);
    let mut repeated = 0;
    for _ in 0..100 {
        if !host.is_owed() {
            break;
        }
        let next = hear(&mut host, id, json!({"resultType": "input_required", "requestState": "more"}));
        repeated += next.len();
        id = next.first().map(|line| line["id"].clone()).unwrap_or_default();
    }
    assert_eq!(repeated, 10);
    assert!(host.turns.is_asking(), "the model is told that the call has failed");
}

#[test]
fn a_server_that_asks_too_much_at_once_is_refused_what_is_too_much() {
    let mut host = calling("2025-11-25");
    let (mut lines, mut out) = (Outbox::new(), Vec::new());
    let params = json!({"message": "More?", "requestedSchema": {"type": "object", "properties": {}}});
    for id in 0..=16 {
        host.hear(&request(&id.into(), "elicitation/create", params.clone()), &mut lines, &mut out);
    }
    assert_eq!((out.len(), lines.len()), (16, 1));
    assert_eq!((&lines[0]["id"], &lines[0]["error"]["code"]), (&16.into(), &(-32603).into()));
}
