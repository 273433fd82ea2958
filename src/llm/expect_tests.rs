use rstest::rstest;

use super::Expect;
use crate::model::{Message, ModelRequest, Part, Role, ToolDefinition, json::json};

fn request() -> ModelRequest {
    let tool = ToolDefinition { name: "bash".into(), description: String::new(), parameters: json!({}).into() };
    let parts = vec![
        Part::Result { id: "call_1".into(), content: "ok".into(), is_error: false },
        Part::Text("Write a title for this.".into()),
    ];
    ModelRequest {
        system: Some("You are an agent. Be short.".into()),
        messages: [Message { role: Role::User, parts }.into()].into_iter().collect(),
        tools: [tool].into(),
        ..ModelRequest::default()
    }
}

fn expect(text: &str) -> Expect {
    serde_json::from_str(text).unwrap()
}

#[rstest]
#[case::nothing("{}")]
#[case::a_text(r#"{"says": "title"}"#)]
#[case::a_result(r#"{"results": ["call_1"]}"#)]
#[case::a_system_prompt(r#"{"system": "an agent"}"#)]
#[case::some_tools(r#"{"tools": "some"}"#)]
#[case::a_tool(r#"{"tools": {"named": ["bash"]}}"#)]
#[case::not_without_tools(r#"{"not": [{"tools": "none"}]}"#)]
#[case::not_all_conditions(r#"{"not": [{"says": "title", "system": "a poet"}]}"#)]
fn a_request_matches(#[case] text: &str) {
    assert_eq!(expect(text).differences(&request()), Vec::<String>::new());
}

#[rstest]
#[case::a_text(
    r#"{"says": "poem"}"#,
    "expected a text with \"poem\" in the last message, found \"Write a title for this.\""
)]
#[case::a_result(
    r#"{"results": ["call_2"]}"#,
    "expected the result of call \"call_2\" in the last message, found results [\"call_1\"]"
)]
#[case::structured(
    r#"{"structured": true}"#,
    "expected a request for a structured answer, found one for a free answer"
)]
#[case::a_system_prompt(
    r#"{"system": "a poet"}"#,
    "expected a system prompt with \"a poet\", found \"You are an agent. Be short.\""
)]
#[case::no_tools(r#"{"tools": "none"}"#, "expected no tools, found the tools bash")]
#[case::a_tool(r#"{"tools": {"named": ["bash", "edit"]}}"#, "expected the tools bash, edit, found the tools bash")]
#[case::unwanted(
    r#"{"not": [{"says": "poem"}, {"says": "title", "tools": "some"}]}"#,
    "expected another than one whose last text has \"title\" with some tools"
)]
fn a_request_differs(#[case] text: &str, #[case] difference: &str) {
    assert_eq!(expect(text).differences(&request()), [difference]);
}

#[test]
fn an_expectation_is_told_in_words() {
    let expect =
        expect(r#"{"says": "go", "system": "agent", "tools": "some", "not": [{"says": "title"}, {"tools": "none"}]}"#);
    let words = "a request whose last text has \"go\" with \"agent\" in the system prompt with some tools \
                 but not one whose last text has \"title\" but not one with no tools";
    assert_eq!(expect.words(), words);
}
