use rstest::rstest;

use super::serve;
use crate::subject::Reference;

/// What the reference's adapter says to these lines.
fn talk(input: &'static str) -> String {
    let mut output = Vec::new();
    serve(&mut Reference::default(), input.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_run_is_started_and_stopped() {
    let said = talk(concat!(
        r#"{"jsonrpc":"2.0","id":2,"method":"scenario/start","params":{"scenario":"s1","system":"jp-ask-user","profile":"seed","#,
        r#""now_ms":0,"terminal":true,"argv":[],"config":[],"tools":[],"stored":[],"folder":"/nowhere","#,
        r#""model":{"url":"http://127.0.0.1:1/s1","wire":"anthropic","streamed":true},"later":"unknown"}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"prompt/act","params":{"now_ms":5,"op":"prompt#1","act":{"key":"y"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":3,"method":"scenario/stop","params":{"scenario":"s1"}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#,
        "\n",
        "what comes after that is not read\n",
    ));
    insta::assert_snapshot!(said, @r#"
    {"jsonrpc":"2.0","id":2,"result":{}}
    {"jsonrpc":"2.0","method":"idle","params":{"scenario":"s1","heard":1,"open":[],"requests":{"sent":0,"open":0}}}
    {"jsonrpc":"2.0","method":"refused","params":{"why":"foreign"}}
    {"jsonrpc":"2.0","method":"idle","params":{"scenario":"s1","heard":2,"open":[],"requests":{"sent":0,"open":0}}}
    {"jsonrpc":"2.0","id":3,"result":{}}
    {"jsonrpc":"2.0","id":4,"result":{}}
    "#);
}

#[rstest]
#[case::no_json(
    "garbage\n",
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON: expected value at line 1 column 1"}}"#
)]
#[case::another_version(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":9,"harness":"x"}}"#, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"this adapter speaks version 1 of the protocol, not 9"}}"#)]
#[case::no_such_method(
    r#"{"jsonrpc":"2.0","id":4,"method":"brew"}"#,
    r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"there is no method \"brew\""}}"#
)]
#[case::no_version(
    r#"{"id":4,"method":"shutdown"}"#,
    r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"expected `\"jsonrpc\":\"2.0\"`"}}"#
)]
#[case::no_object(
    "[]",
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is a JSON object"}}"#
)]
#[case::wrong_parameters(r#"{"jsonrpc":"2.0","method":"prompt/act","params":{"now_ms":0,"op":"x","act":"dance"}}"#, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"prompt/act: unknown variant `dance`, expected one of `answer`, `remember`, `key`, `paste`, `choose`, `submit`, `reject`, `cancel`, `eof`, `broken` at `params.act`"}}"#)]
fn an_invalid_line_is_answered_with_an_error_that_says_where(#[case] line: &'static str, #[case] answer: &str) {
    assert_eq!(talk(line).trim_end(), answer);
}
