use rstest::rstest;

use super::{Session, Unexpected};
use crate::{
    llm::{Plan, WireRequest, script::Exchange},
    model::json::{Value, json},
};

fn session(script: Value) -> Session {
    let script: Vec<Exchange> = serde_json::from_value(script.into()).unwrap();
    crate::llm::script::check(&script).unwrap();
    Session::new(script)
}

fn says(text: &str) -> Value {
    json!([{"body": {"message": {"text": text}}}])
}

fn post(path: &str, body: &Value) -> WireRequest {
    WireRequest { method: "POST".into(), path: path.into(), body: body.to_string().into() }
}

fn chat(text: &str) -> WireRequest {
    post("/v1/chat/completions", &json!({"messages": [{"role": "user", "content": text}]}))
}

fn body(plan: &Plan) -> String {
    String::from_utf8(plan.frames.concat()).unwrap()
}

fn unexpected(session: &Session) -> Vec<&str> {
    session.unexpected().iter().map(|Unexpected { message, .. }| message.lines().next().unwrap()).collect()
}

/// A side expectation is tried first, answers any number of times, and is never left over.
#[test]
fn side_requests_take_no_reply_of_a_turn() {
    let mut session = session(json!([
        {"expect": {}, "replies": says("the turn")},
        {"expect": {"says": "title"}, "side": true, "replies": [{"body": {"message": {"text": "T1"}}}, {"body": {"message": {"text": "T2"}}}]},
        {"expect": {"says": "never"}, "side": true, "replies": says("x")}]));
    for (asked, answer) in [("a title", "T1"), ("go", "the turn"), ("a title", "T2"), ("a title", "T1")] {
        assert!(body(&session.reply(chat(asked))).contains(answer), "{asked}");
    }
    assert_eq!((session.sides(), session.left_over(), unexpected(&session)), (3, vec![], vec![]));
}

/// What is left is answered by the lowest expectation, which is never ambiguous and never left over.
#[test]
fn what_nothing_else_answers_has_an_answer() {
    let mut session = session(json!([
        {"expect": {}, "otherwise": true, "replies": says("the rest")},
        {"expect": {}, "otherwise": true, "replies": says("not this")},
        {"expect": {"says": "go"}, "replies": says("the turn")},
        {"expect": {"says": "may"}, "optional": true, "replies": says("maybe")}]));
    for (asked, answer) in
        [("x", "the rest"), ("go", "the turn"), ("go", "the rest"), ("may", "maybe"), ("may", "the rest")]
    {
        assert!(body(&session.reply(chat(asked))).contains(answer), "{asked}");
    }
    assert_eq!((session.left_over(), unexpected(&session)), (vec![], vec![]));
}

/// An expectation may depend on the tools of a request.
#[test]
fn a_request_without_tools_is_told_from_one_with_tools() {
    let mut session = session(json!([
        {"expect": {"tools": "some"}, "replies": says("the turn")},
        {"expect": {"tools": "none"}, "replies": says("the title")}]));
    let tool = json!({"type": "function", "function": {"name": "bash", "parameters": {}}});
    let with = json!({"messages": [{"role": "user", "content": "go"}], "tools": [tool]});
    assert!(body(&session.reply(chat("go"))).contains("the title"));
    assert!(body(&session.reply(post("/v1/chat/completions", &with))).contains("the turn"));
    assert_eq!((session.left_over(), unexpected(&session)), (vec![], vec![]));
}

/// A reply reports the usage of the script, on every wire, streamed or not.
#[rstest]
fn a_reply_has_the_usage_of_the_script(
    #[values("/v1/messages", "/v1/responses", "/v1/chat/completions")] path: &str,
    #[values(true, false)] streamed: bool,
) {
    let script = json!([{"expect": {}, "replies": [{"usage": {"input": 4321, "output": 765}, "body": {"message": {"text": "hi"}}}]}]);
    let mut session = session(script);
    let asked = json!({"messages": [{"role": "user", "content": "go"}], "input": "go", "max_tokens": 9, "stream": streamed,
        "stream_options": {"include_usage": true}});
    let told = body(&session.reply(post(path, &asked)));
    assert!(told.contains("4321") && told.contains("765"), "{told}");
}

/// The provider keeps the conversation: a result alone is the result of the call in the reply that is continued.
#[rstest]
#[case::responses("/v1/responses",
    json!({"input": "go"}),
    json!({"previous_response_id": "resp_1", "input": [{"type": "function_call_output", "call_id": "c1", "output": "ok"}]}))]
#[case::messages("/v1/messages",
    json!({"max_tokens": 9, "thread": {"type": "create"}, "messages": [{"role": "user", "content": "go"}]}),
    json!({"max_tokens": 9, "thread": {"type": "continue", "previous_message_id": "msg_1"},
        "messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "ok"}]}]}))]
fn a_continued_reply_is_joined_before_it_is_judged(#[case] path: &str, #[case] first: Value, #[case] then: Value) {
    let call = json!({"id": "c1", "name": "bash", "arguments": {}});
    let mut session = session(json!([
        {"expect": {"says": "go"}, "replies": [{"body": {"message": {"calls": [call]}}}]},
        {"expect": {"results": ["c1"]}, "replies": says("done")}]));
    session.reply(post(path, &first));
    assert!(body(&session.reply(post(path, &then))).contains("done"));
    assert_eq!((session.wrongs(), session.left_over(), unexpected(&session)), (&[][..], vec![], vec![]));
}

/// A session keeps only the latest conversations.
#[test]
fn an_old_reply_is_kept_no_longer() {
    let mut session = session(json!([{"expect": {}, "otherwise": true, "replies": says("x")}]));
    let mut status = |id: Option<&str>| {
        session.reply(post("/v1/responses", &json!({"previous_response_id": id, "input": "go"}))).status
    };
    assert_eq!((0..256).map(|_| status(None)).filter(|status| *status == 200).count(), 256);
    assert_eq!((status(Some("resp_1")), status(Some("resp_1"))), (200, 400));
}

#[test]
fn a_reply_that_was_never_given_cannot_be_continued() {
    let mut session = session(json!([{"expect": {}, "replies": says("x")}]));
    let asked = json!({"previous_response_id": "resp_9", "input": "go"});
    assert_eq!(session.reply(post("/v1/responses", &asked)).status, 400);
    assert_eq!(
        unexpected(&session),
        ["it continues the reply \"resp_9\", which this session did not give, or no longer keeps"]
    );
}

/// What a wire will have one day is passed over, and a mistake names its place.
#[rstest]
#[case::an_item("/v1/responses", json!({"input": [{"type": "web_search_call", "id": "w"}, {"role": "user", "content": "go"}]}), None)]
#[case::a_role("/v1/responses", json!({"input": [{"role": "critic", "content": "x"}, {"role": "user", "content": "go"}]}), None)]
#[case::a_chat_role("/v1/chat/completions",
    json!({"messages": [{"role": "critic", "content": "x"}, {"role": "user", "content": "go"}]}), None)]
#[case::a_message_role("/v1/messages",
    json!({"messages": [{"role": "critic", "content": "x"}, {"role": "user", "content": "go"}]}), None)]
#[case::a_system_message("/v1/messages",
    json!({"messages": [{"role": "user", "content": "go"}, {"role": "system", "content": "be short"}]}), None)]
#[case::arguments("/v1/responses",
    json!({"input": [{"role": "user", "content": "go"}, {"type": "function_call", "call_id": "c", "name": "n", "arguments": {}}]}),
    Some("the request's body, at `input[1].arguments`: invalid type: map, expected a string at line 1 column 102"))]
fn a_body_is_read_as_far_as_it_is_known(#[case] path: &str, #[case] asked: Value, #[case] fault: Option<&str>) {
    let mut session = session(json!([{"expect": {"says": "go"}, "optional": true, "replies": says("x")}]));
    session.reply(post(path, &asked));
    assert_eq!(unexpected(&session), Vec::from_iter(fault));
}

#[rstest]
#[case::two_classes(json!([{"expect": {}, "side": true, "optional": true, "replies": says("x")}]),
    "expectation 1 of the model is more than one of `optional`, `side` and `otherwise`: keep one")]
#[case::everything_is_unwanted(json!([{"expect": {"not": [{}]}, "replies": says("x")}]),
    "expectation 1 of the model: an entry of `not` has no condition, so it excludes every request")]
fn a_script_that_cannot_be_meant_is_refused(#[case] script: Value, #[case] why: &str) {
    let script: Vec<Exchange> = serde_json::from_value(script.into()).unwrap();
    assert_eq!(crate::llm::script::check(&script).unwrap_err().to_string(), why);
}
