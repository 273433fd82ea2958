use rstest::rstest;

use super::{Manifest, ScriptedCall, ToolCalls, Value};
use crate::model::json::json;

const COMMAND: &str = "hotseat call-tool http://127.0.0.1:1/s/1/mcp deploy '{\"a\":1}'";

/// A tool of the scenario is called by the agent's own name for it, or by a command in the agent's shell.
#[rstest]
#[case::of_a_server("mcp__{server}__{tool}", None, "mcp__other__deploy", json!({"a": 1}))]
#[case::from_a_shell(
    "bash",
    Some(json!({"command": "{command}", "timeout": 5, "why": ["to run {tool}"]})),
    "bash",
    json!({"command": COMMAND, "timeout": 5, "why": ["to run deploy"]})
)]
fn a_call_is_one_of_the_agents_own(
    #[case] name: &str,
    #[case] arguments: Option<Value>,
    #[case] called: &str,
    #[case] with: Value,
) {
    let mut call = ScriptedCall { id: "call_1".into(), name: "deploy".into(), arguments: json!({"a": 1}) };
    ToolCalls { name: name.into(), arguments }.call(&mut call, "other", COMMAND);
    assert_eq!((call.id.as_str(), call.name.as_str(), call.arguments), ("call_1", called, with));
}

#[test]
fn the_carried_manifests_can_be_read_and_say_how_to_install_the_agent() {
    let carried = Manifest::carried().unwrap();
    assert!(carried.len() >= 5);
    for (name, manifest) in carried {
        assert!(manifest.name.starts_with(name) && manifest.install.is_some(), "{name}");
        assert!(manifest.versions.iter().all(|version| manifest.name.ends_with(version)), "{name}");
        assert_eq!(manifest.may_have_a_question_tool(), manifest.question.is_some(), "{name}");
    }
}
