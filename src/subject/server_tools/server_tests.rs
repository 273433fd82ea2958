use std::collections::BTreeMap;

use rstest::rstest;
use serde_json::from_str;
use tokio::sync::oneshot::{self, Receiver};

use super::{Arrival, Mint, Op, Plan, Server, Settled, Taken, ToolDefinition, ToolEvent, Value, json};
use crate::llm::WireRequest;

/// A server with one tool.
fn server() -> Server {
    let parameters = json!({"type": "object"}).into();
    Server::new(
        vec![ToolDefinition { name: "deploy".into(), description: "Deploys.".into(), parameters }],
        "/mcp",
        BTreeMap::new(),
    )
}

/// A message that arrives from a client with this path.
fn arrival(path: &str, message: &str) -> (Arrival, Receiver<Plan>) {
    let (reply, answer) = oneshot::channel();
    let request = WireRequest { method: "POST".into(), path: path.into(), body: message.to_owned().into() };
    (Arrival { name: None, request, reply }, answer)
}

/// What was answered: the status, and the JSON of the body.
fn answered(answer: &mut Receiver<Plan>) -> Option<(u16, Value)> {
    let plan = answer.try_recv().ok()?;
    let body = plan.frames.first().map(|body| from_str(str::from_utf8(body).unwrap()).unwrap());
    Some((plan.status, body.unwrap_or_default()))
}

#[rstest]
#[case::known_version(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}"#,
    200,
    json!({"jsonrpc": "2.0", "id": 1, "result": {
        "protocolVersion": "2025-03-26", "capabilities": {"tools": {}},
        "serverInfo": {"name": "hotseat", "title": "Hotseat", "version": "1"}}})
)]
#[case::ping(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#, 200, json!({"jsonrpc": "2.0", "id": "p", "result": {}}))]
#[case::the_tools(
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    200,
    json!({"jsonrpc": "2.0", "id": 2, "result": {"tools": [
        {"name": "deploy", "description": "Deploys.", "inputSchema": {"type": "object"}}]}})
)]
#[case::no_such_method(
    r#"{"jsonrpc":"2.0","id":3,"method":"prompts/list"}"#,
    200,
    json!({"jsonrpc": "2.0", "id": 3, "error": {"code": -32601, "message": "this server has no such method"}})
)]
#[case::no_such_tool(
    r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"wipe"}}"#,
    200,
    json!({"jsonrpc": "2.0", "id": 4, "error": {"code": -32602, "message": "there is no tool \"wipe\""}})
)]
#[case::notification(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, 202, Value::Null)]
#[case::response(r#"{"jsonrpc":"2.0","id":5,"result":{}}"#, 202, Value::Null)]
#[case::no_message(
    "[]",
    400,
    json!({"jsonrpc": "2.0", "id": null,
        "error": {"code": -32600, "message": "the body is no message of JSON-RPC 2.0"}})
)]
fn a_message_is_answered_at_once(#[case] message: &str, #[case] status: u16, #[case] body: Value) {
    let (arrival, mut answer) = arrival("/mcp", message);
    assert_eq!(server().take(arrival, &mut Mint::default()), Taken::Nothing);
    assert_eq!(answered(&mut answer), Some((status, body)));
}

/// An agent may know only later versions than ours, or none of ours.
#[test]
fn an_unknown_version_is_answered_with_the_latest() {
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#;
    let (arrival, mut answer) = arrival("/mcp", message);
    server().take(arrival, &mut Mint::default());
    let (_, body) = answered(&mut answer).unwrap();
    assert_eq!(body.pointer("/result/protocolVersion"), Some(&"2025-11-25".into()));
}

const CALL: &str =
    r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"deploy","arguments":{"version":"1.4"}}}"#;

#[rstest]
#[case::done(ToolEvent::Done("deployed".into()), json!({"result": {"content": [{"type": "text", "text": "deployed"}], "isError": false}}))]
#[case::failed(ToolEvent::Error("no".into()), json!({"result": {"content": [{"type": "text", "text": "no"}], "isError": true}}))]
#[case::panicked(ToolEvent::Panicked, json!({"error": {"code": -32603, "message": "the tool ended without a result"}}))]
fn a_call_waits_for_its_tool(#[case] event: ToolEvent, #[case] told: Value) {
    let (mut server, mut mint) = (server(), Mint::default());
    let (arrival, mut answer) = arrival("/mcp/1", CALL);
    let call = Op::Call(1);
    let (name, arguments) = ("deploy".into(), json!({"version": "1.4"}));
    assert_eq!(server.take(arrival, &mut mint), Taken::Called { op: call, name, arguments, folder: None });
    assert_eq!((answered(&mut answer), server.open().collect()), (None, vec![call]));
    assert_eq!(server.end(call, &event, &mut mint), None);
    let (_, body) = answered(&mut answer).unwrap();
    for (name, value) in told.as_object().unwrap() {
        assert_eq!(body.get(name.as_str()), Some(value), "{body}");
    }
    assert_eq!(server.open().count(), 0);
}

/// The ids of two clients may be the same.
#[test]
fn a_client_gives_up_its_own_call_alone() {
    let (mut server, mut mint) = (server(), Mint::default());
    let (first, _first_answer) = arrival("/mcp/1", CALL);
    let (second, _second_answer) = arrival("/mcp/2", CALL);
    server.take(first, &mut mint);
    server.take(second, &mut mint);
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    let (cancel, _answer) = arrival("/mcp/2", cancel);
    assert_eq!(server.take(cancel, &mut mint), Taken::GivenUp(Op::Call(2)));
    assert_eq!(server.open().collect::<Vec<_>>(), [Op::Call(1)]);
}

#[test]
fn a_call_whose_connection_is_closed_is_given_up() {
    let (mut server, mut mint) = (server(), Mint::default());
    let (arrival, answer) = arrival("/mcp/1", CALL);
    server.take(arrival, &mut mint);
    assert!(server.give_up_closed().is_empty());
    drop(answer);
    assert_eq!((server.give_up_closed(), server.is_idle()), (vec![Op::Call(1)], true));
}

/// A server with an open call of a client that has declared this, and the answer to the call.
fn called(elicitation: &Value) -> (Server, Mint, Receiver<Plan>) {
    let (mut server, mut mint) = (server(), Mint::default());
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": elicitation}});
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
    server.take(arrival("/mcp/1", &initialize.to_string()).0, &mut mint);
    let (call, answer) = arrival("/mcp/1", CALL);
    server.take(call, &mut mint);
    (server, mint, answer)
}

/// A client's request for the next message of the server.
fn fetch(server: &mut Server, mint: &mut Mint) -> Receiver<Plan> {
    let (mut arrival, answer) = arrival("/mcp/1", "");
    arrival.request.method = "GET".into();
    assert_eq!(server.take(arrival, mint), Taken::Nothing);
    answer
}

fn asks(mode: Option<&str>, is_insistent: bool) -> ToolEvent {
    let mut asked = json!({"id": "where", "message": "Which place?"});
    mode.into_iter().for_each(|mode| asked["mode"] = mode.into());
    if is_insistent {
        asked["undeclared"] = true.into();
    }
    ToolEvent::Asks(asked)
}

#[rstest]
#[case::an_empty_object_stands_for_forms(json!({}), None, false, true)]
#[case::forms(json!({"form": {}}), Some("form"), false, true)]
#[case::pages(json!({"url": {}}), Some("url"), false, true)]
#[case::no_forms(json!({"url": {}}), None, false, false)]
#[case::no_pages(json!({}), Some("url"), false, false)]
#[case::nothing(json!(null), None, false, false)]
#[case::nothing_and_all_the_same(json!(null), None, true, true)]
fn a_tool_asks_only_what_its_client_has_declared(
    #[case] elicitation: Value,
    #[case] mode: Option<&str>,
    #[case] is_insistent: bool,
    #[case] is_asked: bool,
) {
    let (mut server, mut mint, mut answer) = called(&elicitation);
    let mut message = fetch(&mut server, &mut mint);
    let settled = server.end(Op::Call(1), &asks(mode, is_insistent), &mut mint);
    assert_eq!(answered(&mut answer), None, "the call waits");
    if is_asked {
        let mut params = json!({"message": "Which place?"});
        mode.into_iter().for_each(|mode| params["mode"] = mode.into());
        let expected = json!({"jsonrpc": "2.0", "id": "where-1", "method": "elicitation/create", "params": params});
        assert_eq!((settled, answered(&mut message)), (None, Some((200, expected))));
        assert_eq!((server.open().count(), server.is_idle()), (0, false), "the tool waits for its client");
        return;
    }
    let told = json!({"undeclared": mode.unwrap_or("form")});
    let expected = Settled { asked: Op::Call(1), op: Op::Call(2), question: "where".into(), answer: told };
    assert_eq!((settled, answered(&mut message)), (Some(expected), None));
    assert_eq!(server.open().collect::<Vec<_>>(), [Op::Call(2)]);
}

#[rstest]
#[case::a_result(r#""result": {"action": "accept", "content": {"way": 0}}"#, json!({"action": "accept", "content": {"way": 0}}))]
#[case::an_error(r#""error": {"code": -32602, "message": "no"}"#, json!({"error": {"code": -32602, "message": "no"}}))]
fn a_call_goes_on_with_what_the_client_answers(#[case] told: &str, #[case] answer: Value) {
    let (mut server, mut mint, mut called) = called(&json!({}));
    server.end(Op::Call(1), &asks(None, false), &mut mint);
    // The message waits for a client that fetches it later.
    assert!(answered(&mut fetch(&mut server, &mut mint)).is_some());
    let response = |id: &str| arrival("/mcp/1", &format!(r#"{{"jsonrpc": "2.0", "id": "{id}", {told}}}"#)).0;
    assert_eq!(server.take(response("where-2"), &mut mint), Taken::Nothing, "nothing was asked under this id");
    let expected = Settled { asked: Op::Call(1), op: Op::Call(2), question: "where".into(), answer };
    assert_eq!(server.take(response("where-1"), &mut mint), Taken::Settled(expected));
    assert_eq!(server.take(response("where-1"), &mut mint), Taken::Nothing, "it is answered once");
    assert_eq!(server.open().collect::<Vec<_>>(), [Op::Call(2)]);
    server.end(Op::Call(2), &ToolEvent::Done("deployed".into()), &mut mint);
    assert_eq!(answered(&mut called).unwrap().1["id"], 7);
}

#[test]
fn a_call_that_asks_can_be_given_up() {
    let (mut server, mut mint, _answer) = called(&json!({}));
    server.end(Op::Call(1), &asks(None, false), &mut mint);
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    assert_eq!(server.take(arrival("/mcp/1", cancel).0, &mut mint), Taken::GivenUp(Op::Call(1)));
    assert!(server.is_idle());
}

#[rstest]
#[case::the_first("/mcp/1", &["deploy"])]
#[case::another("/mcp/other/1", &["wipe"])]
#[case::no_other("/mcp/others/1", &["deploy"])]
fn each_server_offers_its_own_tools(#[case] path: &str, #[case] expected: &[&str]) {
    let tool = |name: &str| ToolDefinition {
        name: name.into(),
        description: String::new(),
        parameters: json!({"type": "object"}).into(),
    };
    let others = BTreeMap::from([("other".to_owned(), vec!["wipe".to_owned()])]);
    let mut server = Server::new(vec![tool("deploy"), tool("wipe")], "/mcp", others);
    let (list, mut answer) = arrival(path, r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}"#);
    server.take(list, &mut Mint::default());
    let (_, body) = answered(&mut answer).unwrap();
    let tools = body.pointer("/result/tools").and_then(Value::as_array).unwrap();
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, expected);
}

const RIGHT: &str = r#"{"args": ["two words"], "env": {}}"#;
const WRONG: &str = r#"{"args": ["two", "words"], "env": {}}"#;

/// Calls of a client count only if the program that carries its messages was started as it should be.
#[rstest]
#[case::as_it_should_be(&[RIGHT], true)]
#[case::twice_as_it_should_be(&[RIGHT, RIGHT], true)]
#[case::with_other_arguments(&[WRONG], false)]
#[case::beside_one_with_other_arguments(&[RIGHT, WRONG], false)]
#[case::without_a_word(&[], false)]
fn a_call_counts_of_a_program_that_was_started_as_it_should_be(#[case] told: &[&str], #[case] counts: bool) {
    let mut server = server().started_as(Some(json!({"args": ["two words"], "env": {}})));
    let mut mint = Mint::default();
    for (number, told) in (1..).zip(told) {
        let started = format!(r#"{{"jsonrpc": "2.0", "method": "notifications/hotseat/started", "params": {told}}}"#);
        assert_eq!(server.take(arrival(&format!("/mcp/{number}"), &started).0, &mut mint), Taken::Nothing);
    }
    let call = r#"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "deploy", "arguments": {}}}"#;
    let (call, mut answer) = arrival("/mcp/1", call);
    let taken = server.take(call, &mut mint);
    assert_eq!(matches!(taken, Taken::Called { .. }), counts, "{taken:?}");
    let refusal =
        answered(&mut answer).map(|(_, body)| body.pointer("/result/content/0/text").map(ToString::to_string));
    let is_told = refusal.flatten().is_some_and(|why| why.contains("not started as its client says"));
    assert_eq!(is_told, !counts);
}
