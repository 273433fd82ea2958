use rstest::rstest;
use serde_json::from_str;
use tokio::sync::oneshot::{self, Receiver};

use super::{Arrival, Mint, Op, Plan, Server, Taken, ToolDefinition, ToolEvent, Value, json};
use crate::llm::WireRequest;

/// A server with one tool.
fn server() -> Server {
    let parameters = json!({"type": "object"}).into();
    Server::new(vec![ToolDefinition { name: "deploy".into(), description: "Deploys.".into(), parameters }])
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
    assert_eq!(server().take(arrival, &mut Mint::default()), Taken::Answered);
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
    assert_eq!(server.take(arrival, &mut mint), Taken::Called(call, "deploy".into(), json!({"version": "1.4"})));
    assert_eq!((answered(&mut answer), server.open().collect()), (None, vec![call]));
    assert!(server.end(call, &event));
    let (_, body) = answered(&mut answer).unwrap();
    for (name, value) in told.as_object().unwrap() {
        assert_eq!(body.get(name.as_str()), Some(value), "{body}");
    }
    assert!(!server.end(call, &event), "a call ends once");
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
    assert_eq!((server.give_up_closed(), server.open().count()), (vec![Op::Call(1)], 0));
}
