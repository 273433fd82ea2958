use crate::model::json::{Value, json};
use rstest::rstest;

use super::{
    Said, Stored, StoredCall, StoredResult, answered, answers, assistant, done, failed, read, settled_call, user,
};
use crate::system::{
    AnswerCall,
    pilotdeck::{
        errors::{Issue, ToolError},
        pipeline::Output,
    },
};

#[test]
fn written_records_are_read_back() {
    let call = AnswerCall { id: "c".into(), name: "n".into(), arguments: String::new() };
    let stored = StoredCall { id: "c".into(), name: "n".into(), arguments: json!({"a": 1}) };
    let output = Output { text: "told".into(), data: json!({"answers": {}}) };
    let cases = [
        (user(1, "hi"), Stored::User("hi".into())),
        (
            assistant(2, "hm", "so", &[(call, json!({"a": 1}))]),
            Stored::Assistant(Said { reasoning: "hm".into(), text: "so".into(), calls: vec![stored] }),
        ),
        (assistant(2, "", "", &[]), Stored::Assistant(Said::default())),
        (answered("c", &output), Stored::Result("c".into(), StoredResult::Done("told".into()))),
        (done("c", "n", ""), Stored::Result("c".into(), StoredResult::Done("".into()))),
        (
            failed("c", "n", &ToolError::aborted()),
            Stored::Result("c".into(), StoredResult::Failed("n".into(), ToolError::aborted())),
        ),
        (json!({"type": "note"}), Stored::Other),
        (json!({"role": "system", "content": 5}), Stored::Other),
    ];
    for (written, expected) in cases {
        assert_eq!(read(1, &written), Ok(expected));
    }
}

#[rstest]
#[case(json!(5))]
#[case(json!({}))]
#[case(json!({"role": "user"}))]
#[case(json!({"role": "user", "content": [{"type": "image"}]}))]
#[case(json!({"role": "assistant", "content": [{"type": "tool_call", "id": "c", "name": "n"}]}))]
#[case(json!({"role": "user", "content": [["text", "hi"]]}))]
#[case(json!({"role": "assistant", "content": [{"type": "tool_call", "id": "c", "name": "n", "arguments": []}]}))]
#[case(json!({"type": "tool_result", "content": []}))]
#[case(json!({"type": "tool_error", "toolCallId": "c", "toolName": "n", "error": ["code", "boom"]}))]
#[case(json!({"type": "tool_error", "toolCallId": "c", "toolName": "n", "error": "boom"}))]
fn an_unreadable_record_is_reported_by_its_number(#[case] record: Value) {
    assert!(read(7, &record).unwrap_err().to_string().starts_with("stored record 7: expected "));
}

/// The members of a record keep their order.
#[test]
fn the_members_of_a_record_have_a_fixed_order() {
    let call = AnswerCall { id: "c".into(), name: "n".into(), arguments: String::new() };
    let output = Output { text: "told".into(), data: json!({"answers": {"Q": "a"}}) };
    let error = ToolError::invalid(vec![Issue::new("$.a", "required", "gone")]);
    let cases = [
        (user(1, "hi"), r#"{"id":"message_1","role":"user","content":[{"type":"text","text":"hi"}]}"#),
        (
            assistant(2, "hm", "so", &[(call, json!({"b": 1, "a": 2}))]),
            r#"{"id":"message_2","role":"assistant","content":[{"type":"reasoning","text":"hm"},{"type":"text","text":"so"},{"type":"tool_call","id":"c","name":"n","arguments":{"b":1,"a":2}}]}"#,
        ),
        (
            answered("c", &output),
            r#"{"type":"tool_result","toolCallId":"c","toolName":"ask_user_question","content":[{"type":"text","text":"told"}],"data":{"answers":{"Q":"a"}}}"#,
        ),
        (
            done("c", "n", "ok"),
            r#"{"type":"tool_result","toolCallId":"c","toolName":"n","content":[{"type":"text","text":"ok"}]}"#,
        ),
        (
            failed("c", "n", &error),
            r#"{"type":"tool_error","toolCallId":"c","toolName":"n","error":{"code":"invalid_tool_input","message":"gone","issues":[{"path":"$.a","code":"required","message":"gone"}]}}"#,
        ),
    ];
    for (written, bytes) in cases {
        assert_eq!(written.to_string(), bytes);
    }
}

/// A record of another version is read as far as it can be: only what the history needs must be there.
#[test]
fn members_that_the_history_does_not_need_may_have_any_shape() {
    let result = json!({"type": "tool_result", "toolCallId": "c", "toolName": 5, "content": [], "role": 7});
    assert_eq!(read(1, &result), Ok(Stored::Result("c".into(), StoredResult::Done("".into()))));
    let message = json!({"id": 5, "role": "user", "content": [{"type": "text", "text": "hi", "more": []}]});
    assert_eq!(read(1, &message), Ok(Stored::User("hi".into())));
    let error = json!({"code": "x", "message": "y", "issues": [5, {"path": "p", "code": "new", "message": "m"}]});
    let expected = ToolError { issues: vec![Issue::new("p", "invalid_schema", "m")], ..ToolError::new("x", "y") };
    let failed = json!({"type": "tool_error", "toolCallId": "c", "toolName": "n", "error": error});
    assert_eq!(read(1, &failed), Ok(Stored::Result("c".into(), StoredResult::Failed("n".into(), expected))));
    let failed = json!({"type": "tool_error", "toolCallId": "c", "toolName": "n",
        "error": {"code": "x", "message": "y", "issues": 5}});
    let expected = ToolError::new("x", "y");
    assert_eq!(read(1, &failed), Ok(Stored::Result("c".into(), StoredResult::Failed("n".into(), expected))));
}

#[test]
fn the_call_and_the_answers_of_a_record_are_read() {
    let output = Output { text: "told".into(), data: json!({"answers": {"Q": "a"}}) };
    let record = answered("c", &output);
    assert_eq!(settled_call(&record).as_deref(), Some("c"));
    let given = json!({"Q": "a"}).as_object().cloned().unwrap_or_default();
    assert_eq!(answers(&record), Some((given, "told".to_owned())));
    assert_eq!(settled_call(&failed("d", "n", &ToolError::cron())).as_deref(), Some("d"));
    assert_eq!(answers(&done("c", "n", "ok")), None);
    assert_eq!(settled_call(&user(1, "hi")), None);
}
