//! Drafts the manifest of an installed agent: what can be found out by trying it.
//!
//! The agent's own offers say how its model calls a shell or a tool that asks: each is tried, and stands in the draft if the
//! user was asked.

use super::{
    InputErrors,
    agent_trial::{StepKind, Trial, try_agent},
};
use crate::{
    llm::script::{Body, Exchange, Expect, Reply},
    model::{
        ToolDefinition,
        json::{Map, Value, json},
    },
    stage::Identity,
    subject::{AdapterOptions, AgentSpec, Manifest, QuestionTool, ToolCalls},
};

/// The arguments that are a command, as agents call them.
const COMMANDS: [&str; 3] = ["command", "cmd", "script"];
/// The pieces of names by which a tool that asks is found.
const ASKING: [&str; 4] = ["ask", "question", "elicit", "user_input"];
/// The pieces of names by which its arguments are found.
const QUESTIONS: [&str; 4] = ["question", "message", "prompt", "text"];
const CHOICES: [&str; 2] = ["option", "choice"];

/// Drafts the manifest of the agent that `agent` starts. Also returns the last trial.
///
/// # Errors
/// A mistake in a carried feature, which is a bug.
pub fn draft(agent: &AgentSpec, options: &AdapterOptions) -> Result<(Manifest, Trial), InputErrors> {
    let tried = |manifest: &Manifest| try_agent(&AgentSpec { manifest: manifest.clone(), ..agent.clone() }, options);
    let mut manifest = agent.manifest.clone();
    let mut trial = tried(&manifest)?;
    if let Some(wire) = trial.wire.filter(|wire| *wire != manifest.wire) {
        manifest.wire = wire;
        trial = tried(&manifest)?;
    }
    if let Some(side) = trial.side.clone() {
        let expect = Expect { system: Some(side), ..Expect::default() };
        let title = Exchange::required(expect, vec![Reply::now(Body::message("A title", Vec::new()))]);
        manifest.side.push(Exchange { side: true, ..title });
        trial = tried(&manifest)?;
    }
    if let Some(Identity { name, version }) = &trial.identity {
        manifest.name = format!("{name} {version}");
        manifest.versions = vec![version.clone()];
    }
    let shells =
        trial.offered.iter().filter_map(shell).map(|tools| Manifest { tools: Some(tools), ..manifest.clone() });
    let shells: Vec<Manifest> = shells.collect();
    for candidate in shells {
        if trial.is_broken() || trial.works(StepKind::Permission) {
            break;
        }
        let found = tried(&candidate)?;
        if found.works(StepKind::Permission) || found.works(StepKind::Tool) && !trial.works(StepKind::Tool) {
            (manifest, trial) = (candidate, found);
        }
    }
    let asking = trial.offered.iter().filter_map(question);
    let asking: Vec<Manifest> =
        asking.map(|question| Manifest { question: Some(question), ..manifest.clone() }).collect();
    for candidate in asking {
        if trial.is_broken() || trial.works(StepKind::Form) {
            break;
        }
        let found = tried(&candidate)?;
        if found.works(StepKind::Form) {
            (manifest, trial) = (candidate, found);
        }
    }
    Ok((manifest, trial))
}

/// How a tool calls a tool of the scenario, if it is a shell.
fn shell(tool: &ToolDefinition) -> Option<ToolCalls> {
    let properties = tool.parameters.get("properties")?.as_object()?;
    let command = COMMANDS.into_iter().find(|name| properties.get(name).is_some())?;
    let mut arguments = Map::new();
    let is_list = properties.get(command)?["type"] == "array";
    arguments.insert(command.to_owned(), if is_list { json!(["sh", "-c", "{command}"]) } else { json!("{command}") });
    for (name, schema) in required(&tool.parameters) {
        if name != command {
            arguments.insert(name.to_owned(), plain(schema, "Runs {tool}"));
        }
    }
    Some(ToolCalls { name: tool.name.clone(), arguments: Some(arguments.into()) })
}

/// How a tool asks the user, if it is one that asks with options.
fn question(tool: &ToolDefinition) -> Option<QuestionTool> {
    let name = tool.name.to_lowercase();
    if !ASKING.iter().any(|piece| name.contains(piece)) {
        return None;
    }
    let mut option = None;
    let arguments = asked("", &tool.parameters, &mut option);
    Some(QuestionTool { tool: tool.name.clone(), arguments, option: option? })
}

/// The arguments of a question by their schema. `option` becomes the shape of an option, once there is a list of them.
fn asked(name: &str, schema: &Value, option: &mut Option<Value>) -> Value {
    let is_called = |pieces: &[&str]| pieces.iter().any(|piece| name.to_lowercase().contains(piece));
    match schema["type"].as_str() {
        Some("array") if is_called(&CHOICES) => {
            *option = Some(labelled(&schema["items"]));
            json!("{options}")
        }
        Some("array") => json!([asked(name, &schema["items"], option)]),
        Some("object") => {
            let choices = schema["properties"].as_object().into_iter().flat_map(Map::iter);
            let choices = choices
                .map(|(name, schema)| (name.as_str(), schema))
                .filter(|(name, _)| CHOICES.iter().any(|piece| name.to_lowercase().contains(piece)));
            let mut members = Map::new();
            for (name, schema) in required(schema).into_iter().chain(choices) {
                if members.get(name).is_none() {
                    members.insert(name.to_owned(), asked(name, schema, option));
                }
            }
            members.into()
        }
        _ => plain(schema, if is_called(&QUESTIONS) { "{question}" } else { "Choice" }),
    }
}

/// An option by its schema.
fn labelled(schema: &Value) -> Value {
    if schema["type"] != "object" {
        return json!("{label}");
    }
    let members = required(schema).into_iter().map(|(name, schema)| (name.to_owned(), plain(schema, "{label}")));
    members.collect::<Map>().into()
}

/// A value that a schema takes: this text, where it takes any text.
pub(super) fn plain(schema: &Value, text: &str) -> Value {
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("boolean") => json!(false),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => json!(text),
    }
}

/// The members that a schema requires, each with its own schema.
pub(super) fn required(schema: &Value) -> Vec<(&str, &Value)> {
    let names = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    names.filter_map(|name| Some((name, schema["properties"].get(name)?))).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{question, shell};
    use crate::model::{
        ToolDefinition,
        json::{Value, json},
    };

    fn tool(name: &str, parameters: Value) -> ToolDefinition {
        ToolDefinition { name: name.to_owned(), description: String::new(), parameters: parameters.into() }
    }

    #[rstest]
    #[case::a_command(
        json!({"type": "object", "properties": {"command": {"type": "string"}, "description": {"type": "string"}},
            "required": ["command", "description"]}),
        Some(json!({"command": "{command}", "description": "Runs {tool}"})))]
    #[case::a_list(json!({"type": "object", "properties": {"cmd": {"type": "array"}}, "required": ["cmd"]}),
        Some(json!({"cmd": ["sh", "-c", "{command}"]})))]
    #[case::other_members_are_left_out(
        json!({"type": "object", "properties": {"cmd": {"type": "string"}, "timeout": {"type": "integer"}}}),
        Some(json!({"cmd": "{command}"})))]
    #[case::no_shell(json!({"type": "object", "properties": {"path": {"type": "string"}}}), None)]
    #[case::no_properties(json!({}), None)]
    fn a_shell_is_found_by_its_arguments(#[case] parameters: Value, #[case] arguments: Option<Value>) {
        assert_eq!(shell(&tool("x", parameters)).and_then(|found| found.arguments), arguments);
    }

    #[rstest]
    #[case::a_list_of_texts("ask_user",
        json!({"type": "object", "properties": {"question": {"type": "string"},
            "options": {"type": "array", "items": {"type": "string"}}}, "required": ["question"]}),
        Some((json!({"question": "{question}", "options": "{options}"}), json!("{label}"))))]
    #[case::several_questions("AskUserQuestion",
        json!({"type": "object", "required": ["questions"], "properties": {"questions": {"type": "array", "items": {
            "type": "object", "required": ["question", "header", "options", "multiSelect"], "properties": {
                "question": {"type": "string"}, "header": {"type": "string"}, "multiSelect": {"type": "boolean"},
                "options": {"type": "array", "items": {"type": "object", "required": ["label", "description"],
                    "properties": {"label": {"type": "string"}, "description": {"type": "string"}}}}}}}}}),
        Some((json!({"questions": [{"question": "{question}", "header": "Choice", "options": "{options}",
            "multiSelect": false}]}), json!({"label": "{label}", "description": "{label}"}))))]
    #[case::no_options("ask", json!({"type": "object", "properties": {"question": {"type": "string"}}}), None)]
    #[case::another_tool("write", json!({"type": "object"}), None)]
    fn a_tool_that_asks_is_found(
        #[case] name: &str,
        #[case] parameters: Value,
        #[case] expected: Option<(Value, Value)>,
    ) {
        let found = question(&tool(name, parameters)).map(|found| (found.arguments, found.option));
        assert_eq!(found, expected);
    }
}
