mod answers;

use proptest::prelude::*;
use rstest::rstest;

use super::{Native, Protocol, UnknownAsk, Value};
use crate::model::{
    json::json,
    rpc::{Message, notification, request, result},
};

/// What an agent tells of itself when the client connects and begins a session, after the lines of the client.
fn hello(protocol: Protocol) -> Vec<Value> {
    match protocol {
        Protocol::Acp => Vec::new(),
        Protocol::PiRpc => vec![json!({"type": "response", "id": "connect", "command": "get_state", "success": true})],
        Protocol::ClaudeStreamJson => vec![
            json!({"type": "control_response", "response": {"subtype": "success", "request_id": "connect",
                "response": {"claude_code_version": "2.1.318"}}}),
            json!({"type": "control_response", "response": {"subtype": "success", "request_id": "servers", "response": {}}}),
        ],
        Protocol::CodexAppServer => vec![
            json!({"id": "connect", "result": {"userAgent": "hotseat/0.166.0 (Linux)"}}),
            json!({"id": "begin", "result": {"thread": {"id": "t"}}}),
        ],
    }
}

/// What the agent is sent and what the client is told, over several lines.
#[derive(Debug, Default)]
struct Said {
    to_agent: Vec<Value>,
    to_client: Vec<Value>,
}

struct Run {
    native: Native,
    said: Said,
}

impl Run {
    /// A client whose session has begun, with one server, and whose user has said something.
    fn prompted(protocol: Protocol) -> Self {
        let mut run = Self { native: Native::of(protocol).unwrap(), said: Said::default() };
        run.client(&request(&json!(0), "initialize", json!({"protocolVersion": 1})));
        let server = json!({"name": "ours", "command": "serve", "args": ["x"], "env": [{"name": "A", "value": "b"}]});
        let mut lines = hello(protocol).into_iter();
        lines.next().iter().for_each(|line| run.agent(line));
        run.client(&request(&json!(1), "session/new", json!({"cwd": "/work", "mcpServers": [server]})));
        lines.next().iter().for_each(|line| run.agent(line));
        let session = run.said.to_client[1]["result"]["sessionId"].clone();
        let prompt = json!({"sessionId": session, "prompt": [{"type": "text", "text": "go"}]});
        run.client(&request(&json!(2), "session/prompt", prompt));
        if protocol == Protocol::CodexAppServer {
            run.agent(&json!({"id": "prompt", "result": {"turn": {"id": "turn"}}}));
        }
        run
    }

    fn client(&mut self, line: &Value) {
        let traffic = self.native.send(line);
        self.said.to_agent.extend(traffic.to_agent);
        self.said.to_client.extend(traffic.to_client);
    }

    fn agent(&mut self, line: &Value) {
        let traffic = self.native.hear(line);
        self.said.to_agent.extend(traffic.to_agent);
        self.said.to_client.extend(traffic.to_client);
    }

    /// What was said since the last time.
    fn said(&mut self) -> Said {
        std::mem::take(&mut self.said)
    }
}

const NATIVE: [Protocol; 3] = [Protocol::ClaudeStreamJson, Protocol::CodexAppServer, Protocol::PiRpc];

/// What an agent that asks for a permission says.
fn permission(protocol: Protocol) -> Value {
    let input = json!({"command": "ls"});
    match protocol {
        Protocol::ClaudeStreamJson => json!({"type": "control_request", "request_id": "r", "request": {
            "subtype": "can_use_tool", "tool_name": "Bash", "input": input, "tool_use_id": "c",
            "permission_suggestions": [{"type": "addRules", "behavior": "allow"}],
        }}),
        Protocol::CodexAppServer => json!({"id": "r", "method": "item/commandExecution/requestApproval",
            "params": {"threadId": "t", "turnId": "turn", "itemId": "c", "command": "ls"}}),
        _ => {
            json!({"type": "extension_ui_request", "id": "r", "method": "confirm", "title": "Run it?", "message": "ls"})
        }
    }
}

/// What one says that asks its user which way to take.
fn question(protocol: Protocol) -> Value {
    let options = json!([{"label": "left"}, {"label": "right"}]);
    match protocol {
        Protocol::ClaudeStreamJson => json!({"type": "control_request", "request_id": "r", "request": {
            "subtype": "can_use_tool", "tool_name": "AskUserQuestion", "tool_use_id": "c",
            "input": {"questions": [{"question": "way", "options": options}]},
        }}),
        Protocol::CodexAppServer => json!({"id": "r", "method": "item/tool/requestUserInput", "params": {
            "threadId": "t", "itemId": "c", "questions": [{"id": "way", "question": "way", "options": options}],
        }}),
        _ => {
            json!({"type": "extension_ui_request", "id": "r", "method": "select", "title": "way", "options": ["left", "right"]})
        }
    }
}

/// Who the agent is stands in the answer to the client, where it tells that.
#[rstest]
#[case::claude(Protocol::ClaudeStreamJson, Some(("claude", "2.1.318")))]
#[case::codex(Protocol::CodexAppServer, Some(("codex", "0.166.0")))]
#[case::pi(Protocol::PiRpc, None)]
fn who_it_is_stands_in_the_answer(#[case] protocol: Protocol, #[case] who: Option<(&str, &str)>) {
    let said = Run::prompted(protocol).said().to_client.remove(0);
    let info = said.pointer("/result/agentInfo");
    assert_eq!(info.map(|info| (info["name"].as_str().unwrap(), info["version"].as_str().unwrap())), who);
}

/// A turn ends as the agent says.
#[rstest]
#[case::claude(Protocol::ClaudeStreamJson, json!({"type": "result", "subtype": "success", "is_error": false}), Ok("end_turn"))]
#[case::claude_cut_off(Protocol::ClaudeStreamJson,
    json!({"type": "result", "subtype": "success", "is_error": false, "stop_reason": "max_tokens"}), Ok("max_tokens"))]
#[case::claude_refused(Protocol::ClaudeStreamJson,
    json!({"type": "result", "subtype": "success", "is_error": false, "stop_reason": "refusal"}), Ok("refusal"))]
#[case::claude_fails(Protocol::ClaudeStreamJson,
    json!({"type": "result", "subtype": "success", "is_error": true, "result": "overloaded"}), Err("overloaded"))]
#[case::claude_fails_inside(Protocol::ClaudeStreamJson,
    json!({"type": "result", "subtype": "error_during_execution", "is_error": false, "errors": ["broken"]}), Err("broken"))]
#[case::codex(Protocol::CodexAppServer,
    json!({"method": "turn/completed", "params": {"turn": {"status": "completed"}}}), Ok("end_turn"))]
#[case::codex_interrupted(Protocol::CodexAppServer,
    json!({"method": "turn/completed", "params": {"turn": {"status": "interrupted"}}}), Ok("cancelled"))]
#[case::codex_fails(Protocol::CodexAppServer,
    json!({"method": "turn/completed", "params": {"turn": {"status": "failed", "error": {"message": "overloaded"}}}}),
    Err("overloaded"))]
#[case::codex_refuses(Protocol::CodexAppServer, json!({"id": "prompt", "error": {"message": "busy"}}), Err("busy"))]
#[case::pi(Protocol::PiRpc, json!({"type": "agent_settled"}), Ok("end_turn"))]
#[case::pi_refuses(Protocol::PiRpc,
    json!({"type": "response", "id": "prompt", "success": false, "error": "busy"}), Err("busy"))]
fn a_turn_ends_as_the_agent_says(#[case] protocol: Protocol, #[case] line: Value, #[case] ends: Result<&str, &str>) {
    let mut run = Run::prompted(protocol);
    run.said();
    run.agent(&line);
    let expected = match ends {
        Ok(reason) => result(&json!(2), json!({"stopReason": reason})),
        Err(why) => json!({"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": why}}),
    };
    assert_eq!(run.said().to_client, [expected]);
}

/// An agent that goes on after the user has stopped its turn is not told as stopped.
#[rstest]
#[case::claude(Protocol::ClaudeStreamJson,
    json!({"type": "result", "subtype": "success", "is_error": false, "terminal_reason": "completed"}))]
#[case::codex(Protocol::CodexAppServer, json!({"method": "turn/completed", "params": {"threadId": "t", "turn": {"status": "completed"}}}))]
#[case::pi(Protocol::PiRpc, json!({"type": "agent_settled"}))]
fn a_turn_that_was_not_stopped_is_not_told_as_cancelled(#[case] protocol: Protocol, #[case] over: Value) {
    let mut run = Run::prompted(protocol);
    run.client(&notification("session/cancel", json!({})));
    run.said();
    run.agent(&over);
    assert_eq!(run.said().to_client, [result(&json!(2), json!({"stopReason": "end_turn"}))]);
}

/// What an agent below this one says, and a turn that it has begun by itself, are not the user's.
#[rstest]
#[case::words(Protocol::ClaudeStreamJson,
    json!({"type": "assistant", "parent_tool_use_id": "c", "message": {"content": [{"type": "text", "text": "hello"}]}}))]
#[case::a_turn_of_its_own(Protocol::ClaudeStreamJson,
    json!({"type": "result", "subtype": "success", "is_error": false, "user_message_uuids": ["another"]}))]
#[case::words_of_another_thread(Protocol::CodexAppServer,
    json!({"method": "item/agentMessage/delta", "params": {"threadId": "other", "delta": "hello"}}))]
#[case::another_turn(
    Protocol::CodexAppServer,
    json!({"method": "turn/completed", "params": {"threadId": "t", "turn": {"id": "earlier", "status": "interrupted"}}})
)]
#[case::a_turn_of_another_thread(Protocol::CodexAppServer,
    json!({"method": "turn/completed", "params": {"threadId": "other", "turn": {"status": "completed"}}}))]
fn what_is_not_the_users_is_passed_over(#[case] protocol: Protocol, #[case] line: Value) {
    let mut run = Run::prompted(protocol);
    run.said();
    run.agent(&line);
    assert_eq!(run.said().to_client, Vec::<Value>::new());
}

/// The turn of the user's own message ends, however that is named.
#[rstest]
#[case::one(json!({"user_message_uuid": "00000000-0000-4000-8000-000000000001"}))]
#[case::among_several(json!({"user_message_uuids": ["x", "00000000-0000-4000-8000-000000000001"], "user_message_uuid": "x"}))]
#[case::not_named(json!({"user_message_uuid": null}))]
fn a_result_of_claude_is_of_the_users_message(#[case] named: Value) {
    let mut run = Run::prompted(Protocol::ClaudeStreamJson);
    run.said();
    let mut line = json!({"type": "result", "subtype": "success", "is_error": false});
    for (name, value) in named.as_object().unwrap() {
        line[name.as_str()] = value.clone();
    }
    run.agent(&line);
    assert_eq!(run.said().to_client.len(), 1);
}

/// pi that cannot say how it is does not connect.
#[test]
fn pi_that_is_not_there_does_not_connect() {
    let mut native = Native::of(Protocol::PiRpc).unwrap();
    native.send(&request(&json!(0), "initialize", json!({})));
    let said =
        native.hear(&json!({"type": "response", "id": "connect", "success": false, "error": "no model"})).to_client;
    assert_eq!(said[0]["error"]["message"], "no model");
}

/// A server that does not start begins no session.
#[test]
fn a_server_that_does_not_start_is_told() {
    let mut native = Native::of(Protocol::ClaudeStreamJson).unwrap();
    native.send(&request(&json!(0), "initialize", json!({})));
    native.hear(&hello(Protocol::ClaudeStreamJson)[0]);
    native.send(&request(&json!(1), "session/new", json!({"mcpServers": [{"name": "ours"}]})));
    let mut answer = hello(Protocol::ClaudeStreamJson)[1].clone();
    answer["response"]["response"] = json!({"errors": {"ours": "no such program"}});
    let said = native.hear(&answer).to_client;
    assert!(said[0]["error"]["message"].as_str().unwrap().contains("no such program"), "{said:?}");
}

/// What cannot be said in ACP is named, and is not answered in the user's place.
#[rstest]
#[case::claude(json!({"type": "control_request", "request_id": "r", "request": {"subtype": "request_user_dialog"}}),
    Protocol::ClaudeStreamJson, "request_user_dialog")]
#[case::codex(json!({"id": 1, "method": "item/permissions/requestApproval", "params": {}}),
    Protocol::CodexAppServer, "item/permissions/requestApproval")]
fn what_cannot_be_shown_is_named(#[case] line: Value, #[case] protocol: Protocol, #[case] named: &str) {
    let mut run = Run::prompted(protocol);
    let traffic = run.native.hear(&line);
    assert_eq!((traffic.unknown, traffic.to_agent.len()), (Some(UnknownAsk(named.to_owned())), 0));
}

/// How pi's turn ends is told by the last message of its model.
#[rstest]
#[case::cut_off("length", Some("max_tokens"))]
#[case::done("stop", Some("end_turn"))]
#[case::failed("error", None)]
fn a_turn_of_pi_ends_as_its_last_message(#[case] reason: &str, #[case] ends: Option<&str>) {
    let mut run = Run::prompted(Protocol::PiRpc);
    run.said();
    let message = json!({"role": "assistant", "stopReason": reason, "errorMessage": "overloaded"});
    run.agent(&json!({"type": "message_end", "message": message}));
    run.agent(&json!({"type": "agent_end"}));
    assert_eq!(run.said().to_client, Vec::<Value>::new(), "it may go on by itself");
    run.agent(&json!({"type": "agent_settled"}));
    let said = run.said().to_client.remove(0);
    assert_eq!(said["result"]["stopReason"].as_str(), ends);
    assert_eq!(said["error"]["message"].as_str(), ends.is_none().then_some("overloaded"));
}

/// The user stops the turn: the agent is told in its own words, and its turn ends as cancelled.
#[rstest]
#[case::claude(Protocol::ClaudeStreamJson,
    json!({"type": "control_request", "request_id": "interrupt", "request": {"subtype": "interrupt"}}),
    &[json!({"type": "result", "subtype": "error_during_execution", "is_error": true})])]
#[case::claude_with_a_reason(Protocol::ClaudeStreamJson,
    json!({"type": "control_request", "request_id": "interrupt", "request": {"subtype": "interrupt"}}),
    &[json!({"type": "result", "subtype": "success", "is_error": false, "terminal_reason": "aborted_tools"})])]
#[case::codex(Protocol::CodexAppServer,
    json!({"id": "interrupt", "method": "turn/interrupt", "params": {"threadId": "t", "turnId": "turn"}}),
    &[json!({"method": "turn/completed", "params": {"turn": {"status": "interrupted"}}})])]
#[case::pi(Protocol::PiRpc, json!({"type": "abort"}),
    &[json!({"type": "message_end", "message": {"role": "assistant", "stopReason": "aborted"}}), json!({"type": "agent_settled"})])]
#[case::pi_while_a_tool_runs(Protocol::PiRpc, json!({"type": "abort"}),
    &[json!({"type": "message_end", "message": {"role": "assistant", "stopReason": "error"}}), json!({"type": "agent_settled"})])]
fn a_turn_is_stopped(#[case] protocol: Protocol, #[case] expected: Value, #[case] over: &[Value]) {
    let mut run = Run::prompted(protocol);
    run.said();
    run.client(&notification("session/cancel", json!({"sessionId": "any"})));
    assert_eq!(run.said().to_agent, [expected]);
    over.iter().for_each(|line| run.agent(line));
    assert_eq!(run.said().to_client, [result(&json!(2), json!({"stopReason": "cancelled"}))]);
    run.client(&notification("session/cancel", json!({"sessionId": "any"})));
    assert_eq!(run.said().to_agent, Vec::<Value>::new(), "there is no turn to stop");
}

/// codex has no id for its turn at first. A turn that is stopped before that is stopped when it has one.
#[test]
fn a_turn_of_codex_without_an_id_is_stopped_once_it_has_one() {
    let mut run = Run::prompted(Protocol::CodexAppServer);
    run.agent(&json!({"method": "turn/completed", "params": {"turn": {"status": "completed"}}}));
    run.client(&request(&json!(3), "session/prompt", json!({"prompt": [{"type": "text", "text": "again"}]})));
    run.said();
    run.client(&notification("session/cancel", json!({})));
    assert_eq!(run.said().to_agent, Vec::<Value>::new());
    run.agent(&json!({"id": "prompt", "result": {"turn": {"id": "second"}}}));
    assert_eq!(run.said().to_agent[0]["params"]["turnId"], "second");
}

/// An agent that gives up its question tells so, once.
#[rstest]
#[case::claude(Protocol::ClaudeStreamJson, json!({"type": "control_cancel_request", "request_id": "r"}))]
#[case::codex(Protocol::CodexAppServer, json!({"method": "serverRequest/resolved", "params": {"threadId": "t", "requestId": "r"}}))]
fn a_question_is_given_up(#[case] protocol: Protocol, #[case] line: Value) {
    let mut run = Run::prompted(protocol);
    run.agent(&question(protocol));
    run.said();
    run.agent(&line);
    run.agent(&line);
    assert_eq!(run.said().to_client, [notification("$/cancel_request", json!({"requestId": "r"}))]);
    run.client(&result(&json!("r"), json!({"action": "cancel"})));
    assert_eq!(run.said().to_agent, Vec::<Value>::new());
}

/// What it says and does is told as updates of the session.
#[rstest]
#[case::claude(Protocol::ClaudeStreamJson, &[
    json!({"type": "assistant", "message": {"content": [
        {"type": "text", "text": "hello"}, {"type": "tool_use", "id": "c", "name": "Bash", "input": {"command": "ls"}}]}}),
    json!({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "c", "is_error": true, "content": "no"}]}}),
])]
#[case::codex(Protocol::CodexAppServer, &[
    json!({"method": "item/agentMessage/delta", "params": {"delta": "hello"}}),
    json!({"method": "item/started", "params": {"item": {"type": "commandExecution", "id": "c", "command": "ls"}}}),
    json!({"method": "item/completed", "params": {"item": {
        "type": "commandExecution", "id": "c", "status": "declined", "aggregatedOutput": "no"}}}),
])]
#[case::pi(Protocol::PiRpc, &[
    json!({"type": "message_update", "assistantMessageEvent": {"type": "text_delta", "delta": "hello"}}),
    json!({"type": "tool_execution_start", "toolCallId": "c", "toolName": "bash", "args": {"command": "ls"}}),
    json!({"type": "tool_execution_end", "toolCallId": "c", "isError": true, "result": {"content": [{"type": "text", "text": "no"}]}}),
])]
fn what_it_does_is_told(#[case] protocol: Protocol, #[case] lines: &[Value]) {
    let mut run = Run::prompted(protocol);
    run.said();
    lines.iter().for_each(|line| run.agent(line));
    let updates: Vec<Value> = run.said().to_client.iter().map(|line| line["params"]["update"].clone()).collect();
    assert_eq!(updates[0]["content"]["text"], "hello");
    let call = (&updates[1]["toolCallId"], &updates[1]["status"], &updates[1]["rawInput"]);
    assert_eq!(call, (&json!("c"), &json!("pending"), &json!({"command": "ls"})));
    assert_eq!((&updates[2]["toolCallId"], &updates[2]["status"]), (&json!("c"), &json!("failed")));
    assert_eq!(updates[2].pointer("/content/0/content/text"), Some(&json!("no")));
}

/// The servers of the session come to the agents that have some, with their arguments and variables.
#[rstest]
#[case::claude(Protocol::ClaudeStreamJson, "/request/servers/ours")]
#[case::codex(Protocol::CodexAppServer, "/params/config/mcp_servers/ours")]
fn the_servers_come_to_the_agent(#[case] protocol: Protocol, #[case] place: &str) {
    let said = Run::prompted(protocol).said().to_agent;
    let told = said.iter().find_map(|line| line.pointer(place));
    assert_eq!(told, Some(&json!({"command": "serve", "args": ["x"], "env": {"A": "b"}})));
}

/// A server's question goes on with its form or its page, and the answer comes back as it was given.
#[rstest]
#[case::claude(Protocol::ClaudeStreamJson,
    json!({"type": "control_request", "request_id": "r", "request": {
        "subtype": "elicitation", "message": "Where?", "requested_schema": {"type": "object"}}}),
    "/response/response/content")]
#[case::codex(Protocol::CodexAppServer,
    json!({"id": "r", "method": "mcpServer/elicitation/request", "params": {
        "mode": "form", "message": "Where?", "requestedSchema": {"type": "object"}}}),
    "/result/content")]
fn a_servers_question_goes_on(#[case] protocol: Protocol, #[case] asks: Value, #[case] place: &str) {
    let mut run = Run::prompted(protocol);
    run.said();
    run.agent(&asks);
    let asked = run.said().to_client.remove(0);
    let params = &asked["params"];
    assert_eq!((&params["mode"], &params["message"]), (&json!("form"), &json!("Where?")));
    assert_eq!(params["requestedSchema"], json!({"type": "object"}));
    run.client(&result(&asked["id"], json!({"action": "accept", "content": {"count": 0}})));
    assert_eq!(run.said().to_agent[0].pointer(place), Some(&json!({"count": 0})));
}

/// Any JSON, and the pieces of which the lines of agents are made.
fn lines() -> impl Strategy<Value = Value> {
    let words = [
        "control_request",
        "can_use_tool",
        "r",
        "connect",
        "turn/completed",
        "item/started",
        "select",
        "AskUserQuestion",
    ];
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(words.to_vec()).prop_map(Value::from),
    ];
    let members = [
        "type",
        "id",
        "method",
        "params",
        "request",
        "request_id",
        "subtype",
        "tool_name",
        "input",
        "questions",
        "options",
        "item",
        "turn",
        "status",
        "message",
        "content",
        "response",
        "result",
        "error",
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(members.to_vec()), inner), 0..6).prop_map(|members| {
                members
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect::<crate::model::json::Map>()
                    .into()
            }),
        ]
    })
}

proptest! {
    /// Whatever an agent says, what the client hears is a message of ACP.
    #[test]
    fn what_the_client_hears_is_always_a_message(which in 0..3_usize, lines in prop::collection::vec(lines(), 1..6)) {
        let mut run = Run::prompted(NATIVE[which]);
        lines.iter().for_each(|line| run.agent(line));
        for line in run.said().to_client {
            let message = Message::read(&line);
            prop_assert!(message.is_some(), "{line}");
            if let Some(Message::Request { id, .. }) = message {
                run.client(&result(&id, json!({"action": "accept", "content": {"way": "left"}})));
            }
        }
    }
}
