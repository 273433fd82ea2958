//! What the user does comes to the agent in its own words.

use rstest::rstest;

use super::{Protocol, Run, Value, json, permission, question, result};

fn option(id: &str) -> Value {
    json!({"outcome": {"outcome": "selected", "optionId": id}})
}

fn accept(property: &str) -> Value {
    json!({"action": "accept", "content": {property: "left"}})
}

/// What the user does comes to the agent in its own words, and an answer that nobody knows is not made into one.
#[rstest]
#[case::claude_allows(Protocol::ClaudeStreamJson, permission, Some(option("allow_once")),
    json!({"subtype": "success", "request_id": "r", "response": {"behavior": "allow", "updatedInput": {"command": "ls"}}}))]
#[case::claude_allows_always(Protocol::ClaudeStreamJson, permission, Some(option("allow_always")),
    json!({"subtype": "success", "request_id": "r", "response": {
        "behavior": "allow", "updatedInput": {"command": "ls"}, "updatedPermissions": [{"type": "addRules", "behavior": "allow"}]}}))]
#[case::claude_rejects(Protocol::ClaudeStreamJson, permission, Some(option("reject_once")),
    json!({"subtype": "success", "request_id": "r", "response": {"behavior": "deny", "message": "The user does not permit this."}}))]
#[case::claude_cancels(Protocol::ClaudeStreamJson, permission, Some(json!({"outcome": {"outcome": "cancelled"}})),
    json!({"subtype": "success", "request_id": "r", "response": {
        "behavior": "deny", "message": "The user does not permit this.", "interrupt": true}}))]
#[case::claude_fails(Protocol::ClaudeStreamJson, permission, None,
    json!({"subtype": "error", "request_id": "r", "error": "the client has failed"}))]
#[case::claude_unknown(Protocol::ClaudeStreamJson, permission, Some(option("never_heard_of")),
    json!({"subtype": "error", "request_id": "r", "error": "the client has failed"}))]
#[case::claude_picks(Protocol::ClaudeStreamJson, question, Some(accept("way")),
    json!({"subtype": "success", "request_id": "r", "response": {"behavior": "allow", "updatedInput": {
        "questions": [{"question": "way", "options": [{"label": "left"}, {"label": "right"}]}], "answers": {"way": "left"}}}}))]
#[case::claude_declines(Protocol::ClaudeStreamJson, question, Some(json!({"action": "decline"})),
    json!({"subtype": "success", "request_id": "r", "response": {"behavior": "deny", "message": "The user does not answer."}}))]
#[case::claude_unknown_action(Protocol::ClaudeStreamJson, question, Some(json!({"action": "shrug"})),
    json!({"subtype": "error", "request_id": "r", "error": "the client has failed"}))]
#[case::codex_unknown_action(Protocol::CodexAppServer, question, Some(json!({"action": "shrug"})),
    json!({"code": -32603, "message": "the client has failed"}))]
#[case::claude_closes(Protocol::ClaudeStreamJson, question, Some(json!({"action": "cancel"})),
    json!({"subtype": "success", "request_id": "r", "response": {"behavior": "deny", "message": "The user does not answer."}}))]
#[case::codex_allows(Protocol::CodexAppServer, permission, Some(option("accept")), json!({"decision": "accept"}))]
#[case::codex_allows_always(Protocol::CodexAppServer, permission, Some(option("acceptForSession")), json!({"decision": "acceptForSession"}))]
#[case::codex_rejects(Protocol::CodexAppServer, permission, Some(option("decline")), json!({"decision": "decline"}))]
#[case::codex_cancels(Protocol::CodexAppServer, permission, Some(json!({"outcome": {"outcome": "cancelled"}})), json!({"decision": "cancel"}))]
#[case::codex_fails(Protocol::CodexAppServer, permission, None, json!({"code": -32603, "message": "the client has failed"}))]
#[case::codex_unknown(Protocol::CodexAppServer, permission, Some(json!({})), json!({"code": -32603, "message": "the client has failed"}))]
#[case::codex_picks(Protocol::CodexAppServer, question, Some(accept("way")), json!({"answers": {"way": {"answers": ["left"]}}}))]
#[case::codex_declines(Protocol::CodexAppServer, question, Some(json!({"action": "decline"})), json!({"answers": {}}))]
#[case::pi_allows(Protocol::PiRpc, permission, Some(option("allow_once")), json!({"confirmed": true}))]
#[case::pi_rejects(Protocol::PiRpc, permission, Some(option("reject_once")), json!({"confirmed": false}))]
#[case::pi_cancels(Protocol::PiRpc, permission, Some(json!({"outcome": {"outcome": "cancelled"}})), json!({"cancelled": true}))]
#[case::pi_fails(Protocol::PiRpc, permission, None, json!({"cancelled": true}))]
#[case::pi_unknown(Protocol::PiRpc, permission, Some(option("never_heard_of")), json!({"cancelled": true}))]
#[case::pi_picks(Protocol::PiRpc, question, Some(accept("answer")), json!({"value": "left"}))]
#[case::pi_declines(Protocol::PiRpc, question, Some(json!({"action": "decline"})), json!({"cancelled": true}))]
fn what_the_user_does_comes_to_the_agent(
    #[case] protocol: Protocol,
    #[case] asks: fn(Protocol) -> Value,
    #[case] answer: Option<Value>,
    #[case] expected: Value,
) {
    let mut run = Run::prompted(protocol);
    run.said();
    run.agent(&asks(protocol));
    let asked = run.said().to_client.remove(0);
    let method = asked["method"].as_str().unwrap();
    assert_eq!(
        method,
        if asks(protocol) == permission(protocol) { "session/request_permission" } else { "elicitation/create" }
    );
    let reply = match answer {
        Some(answer) => result(&asked["id"], answer),
        None => json!({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32603, "message": "x"}}),
    };
    run.client(&reply);
    let said = run.said().to_agent;
    let told = match protocol {
        Protocol::ClaudeStreamJson => said[0]["response"].clone(),
        Protocol::CodexAppServer => said[0].get("result").or_else(|| said[0].get("error")).unwrap().clone(),
        _ => {
            let mut told = said[0].clone();
            let members = told.as_object_mut().unwrap();
            assert_eq!(members.remove("type"), Some(json!("extension_ui_response")));
            assert_eq!(members.remove("id"), Some(json!("r")));
            told
        }
    };
    assert_eq!((told, said.len()), (expected, 1));
    // It was settled, so a second answer goes nowhere.
    run.client(&reply);
    assert_eq!(run.said().to_agent, Vec::<Value>::new());
}

/// codex says which decisions it takes, and is answered with one of them as it stands. Where to reject is to stop the turn, that is so.
#[rstest]
#[case::an_amendment(option("acceptWithExecpolicyAmendment"), json!({"acceptWithExecpolicyAmendment": {"execpolicy_amendment": ["ls"]}}))]
#[case::the_only_way_to_reject(option("cancel"), json!("cancel"))]
#[case::nothing_is_decided(json!({"outcome": {"outcome": "cancelled"}}), json!("cancel"))]
fn codex_is_answered_with_what_it_offers(#[case] answer: Value, #[case] expected: Value) {
    let mut run = Run::prompted(Protocol::CodexAppServer);
    run.said();
    let amendment = json!({"acceptWithExecpolicyAmendment": {"execpolicy_amendment": ["ls"]}});
    let mut asks = permission(Protocol::CodexAppServer);
    asks["params"]["availableDecisions"] = json!(["accept", amendment, "cancel"]);
    run.agent(&asks);
    let asked = run.said().to_client.remove(0);
    let options = asked["params"]["options"].as_array().unwrap();
    let kinds: Vec<(&str, &str)> =
        options.iter().map(|option| (option["optionId"].as_str().unwrap(), option["kind"].as_str().unwrap())).collect();
    assert_eq!(
        kinds,
        [("accept", "allow_once"), ("acceptWithExecpolicyAmendment", "allow_always"), ("cancel", "reject_once")]
    );
    run.client(&result(&asked["id"], answer));
    assert_eq!(run.said().to_agent[0]["result"], json!({"decision": expected}));
}

/// Several picks of one question are one text to claude.
#[test]
fn several_picks_are_one_text() {
    let mut run = Run::prompted(Protocol::ClaudeStreamJson);
    run.said();
    let mut asks = question(Protocol::ClaudeStreamJson);
    asks["request"]["input"]["questions"][0]["multiSelect"] = true.into();
    run.agent(&asks);
    let asked = run.said().to_client.remove(0);
    assert_eq!(asked.pointer("/params/requestedSchema/properties/way/type"), Some(&json!("array")));
    run.client(&result(&asked["id"], json!({"action": "accept", "content": {"way": ["left", "right"]}})));
    let told = run.said().to_agent.remove(0);
    assert_eq!(told.pointer("/response/response/updatedInput/answers"), Some(&json!({"way": "left, right"})));
}
