use crate::model::json::{Value, json};
use rstest::rstest;

use crate::{
    llm::{
        Session, Wire, WireRequest,
        script::{Body, Exchange, Expect, Reply},
    },
    model::{Part, ToolChoice},
    system::ReplyEnd,
};

/// The errors in these requests to a model whose own reasoning is `hm`.
fn wrongs(wire: Wire, bodies: &[Value]) -> Vec<String> {
    let expect = Expect { says: Some("nobody says that".into()), ..Expect::default() };
    let body = Body::Message { reasoning: "hm".into(), text: "x".into(), calls: Vec::new(), ends: ReplyEnd::Whole };
    let mut session = Session::new(vec![Exchange::required(expect, vec![Reply::now(body)])]);
    for body in bodies {
        let body = body.to_string().into();
        session.reply(WireRequest { method: "POST".into(), path: wire.path().into(), body });
    }
    session.wrongs().iter().map(|wrong| format!("{}: {}", wrong.request, wrong.message)).collect()
}

fn user(content: Value) -> Value {
    json!({"role": "user", "content": content})
}

fn calls(ids: &[&str]) -> Value {
    let call = |id: &&str| json!({"type": "tool_use", "id": id, "name": "t", "input": {}});
    json!({"role": "assistant", "content": ids.iter().map(call).collect::<Value>()})
}

fn results(ids: &[&str]) -> Value {
    user(ids.iter().map(|id| json!({"type": "tool_result", "tool_use_id": id, "content": "ok"})).collect())
}

#[rstest]
#[case::answered(&[calls(&["a", "b"]), results(&["b", "a"])], &[])]
#[case::the_same_id_in_a_later_message(&[calls(&["a"]), results(&["a"]), calls(&["a"]), results(&["a"])], &[])]
#[case::the_same_id_twice_in_a_message(&[calls(&["a", "a"]), results(&["a", "a"])], &[])]
#[case::one_result_for_two(&[calls(&["a", "a"]), results(&["a"])],
    &[r#"1: calls "a" in one message: 2, results in the message after it: 1"#])]
#[case::two_results(&[calls(&["a"]), results(&["a", "a"])],
    &[r#"1: calls "a" in one message: 1, results in the message after it: 2"#])]
#[case::no_result(&[calls(&["a"]), user(json!("well?"))], &[r#"1: the call "a" has no result in the message after it"#])]
#[case::no_message_after_it(&[calls(&["a"])], &[r#"1: the call "a" is sent without a result"#])]
#[case::no_call(&[results(&["a"])],
    &[r#"1: a result is sent for "a", and the message before it makes no such call"#])]
#[case::a_result_too_late(&[calls(&["a"]), results(&["a"]), calls(&["b"]), results(&["b", "a"])],
    &[r#"1: a result is sent for "a", and the message before it makes no such call"#])]
fn calls_and_results_pair(#[case] messages: &[Value], #[case] expected: &[&str]) {
    let whole: Vec<Value> = [user(json!("go"))].into_iter().chain(messages.iter().cloned()).collect();
    assert_eq!(wrongs(Wire::Anthropic, &[json!({"messages": whole})]), expected);
}

#[test]
fn an_error_in_a_repeated_history_is_reported_once() {
    let first = json!({"messages": [user(json!("go"))]});
    let second = json!({"messages": [user(json!("go")), calls(&["a"]), user(json!("well?"))]});
    let expected = [r#"2: the call "a" has no result in the message after it"#];
    assert_eq!(wrongs(Wire::Anthropic, &[first, second.clone(), second]), expected);
}

#[test]
fn answers_hidden_in_arguments_are_reported_on_every_wire() {
    let expected = [r#"1: the arguments of the call "a" have a key "tool_answers""#];
    let arguments = json!({"tool_answers": {}, "x": 1});
    let call = json!({"role": "assistant", "content":
        [{"type": "tool_use", "id": "a", "name": "t", "input": arguments}]});
    assert_eq!(wrongs(Wire::Anthropic, &[json!({"messages": [call, results(&["a"])]})]), expected);
    let call = json!({"type": "function_call", "call_id": "a", "name": "t", "arguments": arguments.to_string()});
    let result = json!({"type": "function_call_output", "call_id": "a", "output": "ok"});
    assert_eq!(wrongs(Wire::Responses, &[json!({"input": [call, result]})]), expected);
    let function = json!({"name": "t", "arguments": arguments.to_string()});
    let call = json!({"role": "assistant", "content": null, "tool_calls":
        [{"id": "a", "type": "function", "function": function}]});
    let result = json!({"role": "tool", "tool_call_id": "a", "content": "ok"});
    assert_eq!(wrongs(Wire::Chat, &[json!({"messages": [call, result]})]), expected);
}

#[rstest]
#[case::a_part(Wire::Anthropic, json!({"messages": [user(json!([{"type": "inquiry_request", "id": "x"}]))]}),
    r#"1: a part of a message is the recorded event "inquiry_request""#)]
#[case::an_item(Wire::Responses, json!({"input": [{"type": "inquiry_response", "id": "x"}]}),
    r#"1: a part of a message is the recorded event "inquiry_response""#)]
#[case::a_part_of_chat(Wire::Chat, json!({"messages": [user(json!([{"type": "inquiry_request"}]))]}),
    r#"1: a part of a message is the recorded event "inquiry_request""#)]
#[case::a_text(Wire::Chat, json!({"messages": [user(json!("{\"type\":\"inquiry_request\",\"id\":\"x\"}"))]}),
    r#"1: a text that the model sees is the recorded event "inquiry_request""#)]
fn recorded_events_in_a_request_are_reported(#[case] wire: Wire, #[case] body: Value, #[case] expected: &str) {
    assert_eq!(wrongs(wire, &[body]), [expected]);
}

fn thinking(signature: Option<&str>) -> Value {
    let mut block = json!({"type": "thinking", "thinking": "hm", "signature": signature});
    if signature.is_none() {
        block.as_object_mut().unwrap().remove("signature");
    }
    json!({"messages": [{"role": "assistant", "content": [block]}, user(json!("on"))]})
}

/// Reasoning that did not come from this model.
fn older_reasoning(signature: Option<&str>) -> Value {
    let mut body = thinking(signature);
    body["messages"][0]["content"][0]["thinking"] = json!("before");
    body
}

fn item(id: Option<&str>, texts: &[&str]) -> Value {
    let summary: Value = texts.iter().map(|text| json!({"type": "summary_text", "text": text})).collect();
    json!({"input": [{"type": "reasoning", "id": id, "summary": summary}, {"role": "user", "content": "on"}]})
}

/// Reasoning comes back with the signature that it was sent with, or not at all.
#[rstest]
#[case::unchanged(Wire::Anthropic, thinking(Some("sig_643af04e")), &[])]
#[case::with_another_signature(Wire::Anthropic, thinking(Some("x")),
    &[r#"1: the reasoning "hm" comes back with the signature "x", not with "sig_643af04e""#])]
#[case::unsigned(Wire::Anthropic, thinking(None),
    &[r#"1: the reasoning "hm" comes back without its signature "sig_643af04e""#])]
#[case::unchanged_item(Wire::Responses, item(Some("rs_643af04e"), &["hm"]), &[])]
#[case::item_with_another_id(Wire::Responses, item(Some("rs_1"), &["hm"]),
    &[r#"1: the reasoning "hm" comes back with the id "rs_1", not with "rs_643af04e""#])]
#[case::item_without_id(Wire::Responses, item(None, &["hm"]),
    &[r#"1: the reasoning "hm" comes back without its id "rs_643af04e""#])]
#[case::older(Wire::Anthropic, older_reasoning(None), &[])]
#[case::older_with_an_empty_signature(Wire::Anthropic, older_reasoning(Some("")), &[])]
#[case::older_with_a_made_up_signature(Wire::Anthropic, older_reasoning(Some("x")),
    &[r#"1: the reasoning "before" comes back with the signature "x", not with "sig_3845ff3e""#])]
#[case::older_item(Wire::Responses, item(None, &["before"]), &[])]
#[case::item_without_its_text(Wire::Responses, item(Some("rs_643af04e"), &[]),
    &[r#"1: the reasoning "" comes back with the id "rs_643af04e", not with "rs_811c9dc5""#])]
#[case::chat_has_no_signatures(Wire::Chat, json!({"messages": [{"role": "assistant", "content": "x", "reasoning_content": "hm"},
    user(json!("on"))]}), &[])]
#[case::left_out(Wire::Anthropic, json!({"messages": [{"role": "assistant", "content": "x"}, user(json!("on"))]}), &[])]
#[case::in_a_message_of_the_user(Wire::Anthropic,
    json!({"messages": [user(json!([{"type": "thinking", "thinking": "hm", "signature": "sig_643af04e"}]))]}),
    &[r#"1: the reasoning "hm" stands in a message of the user"#])]
fn reasoning_comes_back_unchanged(#[case] wire: Wire, #[case] body: Value, #[case] expected: &[&str]) {
    assert_eq!(wrongs(wire, &[body]), expected);
}

#[rstest]
#[case::reasoning_beside_an_empty_text(json!({"content": "", "reasoning_content": "hm"}), Part::Reasoning("hm".into()))]
#[case::an_empty_reasoning_beside_a_text(json!({"content": "x", "reasoning_content": ""}), Part::Text("x".into()))]
#[case::no_reasoning_beside_a_text(json!({"content": "x", "reasoning_content": null}), Part::Text("x".into()))]
fn an_empty_part_is_left_out_on_chat(#[case] mut message: Value, #[case] expected: Part) {
    message["role"] = json!("assistant");
    let body = json!({"messages": [message]}).to_string().into();
    let request = WireRequest { method: "POST".into(), path: Wire::Chat.path().into(), body };
    assert_eq!(crate::llm::decode_request(&request).unwrap().request.messages[0].parts, [expected]);
}

/// Members that real clients send and the harness does not read are no error.
#[rstest]
#[case(Wire::Anthropic, json!({"model": "m", "max_tokens": 1, "stream": true, "metadata": {"user_id": "u"},
    "thinking": {"type": "enabled", "budget_tokens": 9}, "tool_choice": {"type": "tool", "name": "t"},
    "system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}],
    "tools": [{"type": "web_search_20250305", "name": "web_search"}],
    "messages": [user(json!([{"type": "text", "text": "inquiry", "cache_control": {"type": "ephemeral"}},
        {"type": "image", "source": {"type": "url", "url": "u"}}])),
        {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "d"},
            {"type": "text", "text": "x"}]}, user(json!("on"))]}))]
#[case(Wire::Responses, json!({"model": "m", "instructions": null, "include": [], "reasoning": {"effort": "low"},
    "text": {"format": {"type": "text"}, "verbosity": "low"}, "tool_choice": {"type": "function", "name": "t"},
    "tools": [{"type": "web_search"}, {"type": "custom", "name": "c"}, {"type": "function", "name": "t", "strict": true,
        "description": null, "parameters": null}], "input": [{"role": "developer", "content": "d"},
        {"role": "user", "content": [{"type": "input_text", "text": "x"}, {"type": "input_image", "image_url": "u"}]},
        {"type": "item_reference", "id": "r"},
        {"id": "m", "type": "message", "status": "completed", "role": "assistant",
            "content": [{"type": "output_text", "text": "t", "annotations": []}]}]}))]
#[case(Wire::Chat, json!({"model": "m", "temperature": 0, "n": 1, "parallel_tool_calls": true, "stream_options": null,
    "tool_choice": "required", "response_format": {"type": "json_object"}, "tools": [{"type": "custom", "custom": {}}],
    "messages": [{"role": "developer", "content": [{"type": "text", "text": "d"}]},
        {"role": "user", "name": "u", "content": [{"type": "text", "text": "x"},
            {"type": "image_url", "image_url": {"url": "u"}}]},
        {"role": "assistant", "content": "t", "refusal": null, "annotations": [], "tool_calls": null}]}))]
fn other_members_of_real_clients_are_accepted(#[case] wire: Wire, #[case] body: Value) {
    let request = WireRequest { method: "POST".into(), path: wire.path().into(), body: body.to_string().into() };
    let decoded = crate::llm::decode_request(&request).unwrap();
    let named = ToolChoice::Tool("t".into());
    assert_eq!(decoded.request.choice, if wire == Wire::Chat { ToolChoice::Required } else { named });
    assert_eq!(decoded.request.model.as_deref(), Some("m"));
    assert!(decoded.request.schema.is_none() && decoded.skipped && decoded.request.system.is_some());
    assert_eq!(wrongs(wire, &[body]), [""; 0]);
}
