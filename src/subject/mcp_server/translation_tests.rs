use rstest::rstest;

use super::{super::manifest::ServerManifest, Era, Heard, Translation};
use crate::model::{
    json::{Value, json},
    rpc::{request, result},
};

/// A server with a tool of its own that stands for `deploy`, and one that stands for `pair`.
fn translation(era: Era) -> Translation {
    of_client(era, json!({"elicitation": {}}))
}

fn of_client(era: Era, capabilities: Value) -> Translation {
    let manifest = ServerManifest {
        profiles: vec!["pair".to_owned()],
        tools: serde_json::from_str(
            r#"{"deploy": {"name": "book", "arguments": {"note": "for {version}", "seats": 2}, "acted": "Booked"},
                "pair": {"name": "both", "acted": "Both"}}"#,
        )
        .unwrap(),
        ..ServerManifest::of_command(vec!["x".to_owned()])
    };
    Translation::new(era, &capabilities, &manifest)
}

fn call(translation: &mut Translation, id: u64, tool: &str, more: &Value) -> Value {
    let mut params = json!({"name": tool, "arguments": {"version": "1.4"}});
    for (name, value) in more.as_object().into_iter().flatten() {
        params[name.as_str()] = value.clone();
    }
    translation.outgoing(request(&id.into(), "tools/call", params)).unwrap()
}

fn form(property: &str) -> Value {
    let kind = json!({"type": "string", "enum": ["a", "b"]});
    json!({"message": "Where?", "requestedSchema": {"type": "object", "properties": {property: kind}, "required": [property]}})
}

#[test]
fn a_call_goes_to_the_tool_that_stands_for_its_own() {
    let told = call(&mut translation(Era::November2025), 2, "deploy", &json!({}));
    assert_eq!(told["params"], json!({"name": "book", "arguments": {"note": "for 1.4", "seats": 2}}));
}

#[test]
fn a_question_has_the_text_of_the_scenario_and_an_answer_fits_its_form() {
    let mut both = translation(Era::November2025);
    call(&mut both, 2, "deploy", &json!({}));
    let asked = request(&"x".into(), "elicitation/create", form("where"));
    let Heard { shown, told } = both.incoming(asked.clone());
    assert_eq!((shown, told.pointer("/params/message")), (asked, Some(&"Deploy where?\nWhere?".into())));
    let answer = |content: Value| result(&"x".into(), json!({"action": "accept", "content": content}));
    for (given, expected) in [("staging", json!("a")), ("production", json!("b")), ("nowhere", json!("nowhere"))] {
        let told = both.outgoing(answer(json!({"where": given}))).unwrap();
        assert_eq!(told.pointer("/result/content"), Some(&json!({"where": expected})));
    }
}

/// It is not said which call asks. One that has asked all that it asks leaves the next question to another.
#[test]
fn each_of_two_calls_asks_its_own_questions() {
    let mut both = translation(Era::November2025);
    call(&mut both, 2, "pair", &json!({}));
    call(&mut both, 3, "deploy", &json!({}));
    let messages: Vec<Value> = (0..4)
        .map(|id: u64| {
            both.incoming(request(&id.into(), "elicitation/create", form("p"))).told["params"]["message"].clone()
        })
        .collect();
    let expected = ["Which first?\nWhere?", "Which second?\nWhere?", "Deploy where?\nWhere?"];
    assert_eq!(messages[..3], expected.map(Value::from));
    // What asks once more asks the same.
    assert_eq!(messages[3], Value::from("Which second?\nWhere?"));
}

/// Only a piece that says so decides whether a tool has acted.
#[test]
fn a_result_begins_with_the_word_if_the_tool_has_acted() {
    for (id, (said, expected)) in [
        ("Booked a table", "deployed\nBooked a table"),
        ("Nothing", "Nothing"),
        ("deployed nothing", "It has not acted:\ndeployed nothing"),
    ]
    .into_iter()
    .enumerate()
    {
        let (mut both, id) = (translation(Era::November2025), id as u64);
        call(&mut both, id, "deploy", &json!({}));
        let told = both.incoming(result(&id.into(), json!({"content": [{"type": "text", "text": said}]})));
        let parts = told.shown.pointer("/result/content").and_then(Value::as_array).unwrap().clone();
        let texts: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        assert_eq!((texts.join("\n").as_str(), &told.shown), (expected, &told.told));
    }
}

/// Two results that differ in their structure alone must not read alike.
#[rstest]
#[case::in_structure_alone(json!([]), "deployed\n{\"seats\":2,\"told\":\"Booked\"}")]
#[case::in_text_too(json!([{"type": "text", "text": "two seats"}]), "deployed\ntwo seats")]
fn a_result_may_be_told_in_structure(#[case] content: Value, #[case] expected: &str) {
    let mut both = translation(Era::November2025);
    call(&mut both, 2, "deploy", &json!({}));
    let structure = json!({"seats": 2, "told": "Booked"});
    let told = both.incoming(result(&2.into(), json!({"content": content, "structuredContent": structure})));
    let parts = told.shown.pointer("/result/content").and_then(Value::as_array).unwrap().clone();
    let texts: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
    assert_eq!(texts.join("\n"), expected);
}

#[test]
fn a_result_without_content_says_nothing() {
    let mut both = translation(Era::November2025);
    call(&mut both, 2, "deploy", &json!({}));
    let line = result(&2.into(), json!({"content": []}));
    assert_eq!(both.incoming(line.clone()).shown, line);
}

#[test]
fn the_entries_of_a_round_are_answered_by_their_forms() {
    let mut both = translation(Era::July2026);
    call(&mut both, 2, "pair", &json!({}));
    let entry = |property: &str| json!({"method": "elicitation/create", "params": form(property)});
    let round = json!({"resultType": "input_required", "inputRequests": {"x/y": entry("p"), "z": entry("q")}});
    let Heard { shown, told } = both.incoming(result(&2.into(), round.clone()));
    assert_eq!(shown["result"], round);
    let first = told.pointer("/result/inputRequests/x~1y/params/message");
    assert_eq!(first, Some(&"Which first?\nWhere?".into()));
    let answers =
        json!({"x/y": {"action": "accept", "content": {"p": "one"}}, "z": {"action": "accept", "content": {"q": 7}}});
    let again = call(&mut both, 3, "pair", &json!({"inputResponses": answers}));
    let content = |key: &str| again["params"]["inputResponses"][key]["content"].clone();
    // A text is right in the scenario, so one of the choices is taken here. A number is wrong in both.
    assert!(["a", "b"].map(Value::from).contains(&content("x/y")["p"]), "{again}");
    assert_eq!(content("z"), json!({"q": 7}));
}

#[test]
fn the_list_has_the_tools_of_the_scenarios() {
    let mut both = translation(Era::November2025);
    let listed = json!({"tools": [{"name": "more"}, {"name": "both", "inputSchema": {"type": "object"}}]});
    let Heard { shown, told } = both.incoming(result(&1.into(), listed.clone()));
    let expected = json!([{"name": "pair", "inputSchema": {"type": "object"}}]);
    assert_eq!((&shown["result"], &told["result"]["tools"], both.missing()), (&listed, &expected, Some("book")));
    both.incoming(result(&"tools-1".into(), json!({"tools": [{"name": "book"}]})));
    assert_eq!(both.missing(), None);
    // A tool that could only ask what this client does not take need not be there.
    assert_eq!(of_client(Era::November2025, json!({})).missing(), None);
}
