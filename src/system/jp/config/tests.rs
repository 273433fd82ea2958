use crate::model::json::{Value, json};
use rstest::rstest;

use super::{Config, Directive, RunMode, Source, Target, Used};
use crate::system::{
    Layer, Setup,
    jp::{builtin_defaults::defaults, errors::SetupError},
};

fn read(layers: &[Value]) -> Result<Config, SetupError> {
    Config::read(defaults(), &Setup { config: Layer::of_user(layers), ..Setup::default() }, &[], &[])
}

fn ask_user(field: &str, value: Value) -> Value {
    json!({"conversation": {"tools": {"ask_user": {"questions": {"answer": {field: value}}}}}})
}

#[test]
fn overriding_one_field_keeps_the_rest_and_the_later_layer_wins() {
    let layers = [ask_user("prompt_label", json!("Robot")), ask_user("prompt_label", json!("Claude"))];
    let config = read(&layers).unwrap();
    assert_eq!(config.question("ask_user", "answer").prompt_label.as_deref(), Some("Claude"));
    assert_eq!(config.tool("ask_user").map(super::Tool::source), Some(Source::Builtin));
    let definitions = config.definitions;
    let definition = definitions.iter().find(|tool| tool.name == "ask_user").unwrap();
    assert_eq!(definition.parameters["required"], json!(["question"]));
}

#[rstest]
#[case(json!("user"), Target::User)]
#[case(json!("assistant"), Target::Assistant)]
#[case(json!({"model": {"id": "haiku"}}), Target::Assistant)]
fn targets(#[case] target: Value, #[case] expected: Target) {
    assert_eq!(read(&[ask_user("target", target)]).unwrap().question("ask_user", "answer").who(), expected);
}

#[rstest]
#[case(ask_user("target", json!("robot")), "conversation.tools.ask_user.questions.answer.target")]
#[case(ask_user("prompt_label", json!(5)), "conversation.tools.ask_user.questions.answer.prompt_label")]
#[case(json!({"conversation": {"tools": {"ask_user": {"enable": "maybe"}}}}), "conversation.tools.ask_user.enable")]
#[case(json!({"conversation": {"tools": {"ask_user": {"source": "magic"}}}}), "conversation.tools.ask_user.source")]
#[case(json!({"conversation": {"tools": {"deploy": {}}}}), "conversation.tools.deploy.source")]
#[case(json!({"assistant": {"tool_choice": "deploy"}, "conversation": {"tools": {"deploy": {"source": "local",
    "enable": {"state": false, "allow_toggle": "never"}}}}}), "assistant.tool_choice")]
#[case(json!({"assistant": {"tool_choice": "nobody"}}), "assistant.tool_choice")]
#[case(json!({"conversation": {"tools": {"ask_user": {"style": {"hidden": 5}}}}}), "conversation.tools.ask_user.style.hidden")]
#[case(json!({"conversation": {"tools": {"ask_user": {"style": [true]}}}}), "conversation.tools.ask_user.style")]
#[case(json!({"conversation": {"tools": {"ask_user": {"parameters": {"question": {"type": true}}}}}}),
    "conversation.tools.ask_user.parameters.question.type")]
#[case(json!({"conversation": []}), "conversation")]
fn the_wrong_shape_is_named_by_its_path(#[case] layer: Value, #[case] path: &str) {
    let error = read(&[json!({}), layer]).unwrap_err().to_string();
    assert!(error.starts_with(&format!("user file: configuration at `{path}")), "{error}");
}

#[test]
fn the_wrong_layer_is_named() {
    let layer = |name: &str, value| Layer { name: name.into(), value };
    let good = ask_user("prompt_label", json!("Robot"));
    let config = vec![layer("user file", good), layer("command line", ask_user("target", json!(1)))];
    let error = Config::read(defaults(), &Setup { config, ..Setup::default() }, &[], &[]).unwrap_err().to_string();
    assert!(error.starts_with("command line: configuration at `conversation.tools.ask_user"), "{error}");
}

#[rstest]
#[case(json!({"enable": false}))]
#[case(json!({"enable": {"state": false}}))]
fn a_disabled_tool_is_neither_defined_nor_callable(#[case] tool: Value) {
    let config = read(&[json!({"conversation": {"tools": {"ask_user": tool}}})]).unwrap();
    assert!(config.definitions.iter().all(|tool| tool.name != "ask_user"));
    assert!(config.tool("ask_user").is_none());
}

#[test]
fn what_goes_for_all_tools_gives_way_to_what_one_says() {
    let tools = json!({"*": {"run": "unattended", "enable": false},
        "mine": {"source": "local"}, "other": {"source": "mcp.srv", "run": "ask", "enable": {"state": true}}});
    let config = read(&[json!({"conversation": {"tools": tools}})]).unwrap();
    assert!(config.tool("mine").is_none() && config.tool("ask_user").is_some());
    assert_eq!(config.tool("other").map(|tool| tool.run), Some(RunMode::Ask));
}

#[test]
fn a_tool_that_is_off_is_offered_where_it_is_chosen_unless_it_is_locked() {
    let tools = |enable: Value| {
        json!({"assistant": {"tool_choice": "ask_user"},
        "conversation": {"tools": {"ask_user": {"enable": enable}}}})
    };
    assert!(read(&[tools(json!({"state": false}))]).unwrap().tool("ask_user").is_some());
    assert!(read(&[tools(json!({"state": false, "allow_toggle": "never"}))]).is_err());
    let used = [Directive::Use(Used::Tool("ask_user".into()))];
    let off =
        Layer { name: "user file".into(), value: json!({"conversation": {"tools": {"ask_user": {"enable": false}}}}) };
    let error =
        Config::read(defaults(), &Setup { config: vec![off], ..Setup::default() }, &[], &used).unwrap_err().to_string();
    assert_eq!(error, "cannot use `ask_user`: this tool is disabled");
}

#[test]
fn arguments_are_coerced_only_where_no_string_is_declared() {
    let config = read(&[]).unwrap();
    let mut arguments = json!({"options": "[\"a\"]", "default": "true", "question": "[1]"});
    let arguments = arguments.as_object_mut().unwrap();
    config.tool("ask_user").unwrap().parameters().coerce(arguments);
    assert_eq!(json!(arguments), json!({"options": ["a"], "default": "true", "question": "[1]"}));
}
