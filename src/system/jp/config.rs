//! Configuration: layers merged under one another, and what the machine reads from the result.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{builtin, routing::Target};
use crate::{
    model::ToolDefinition,
    system::{Layer, Setup},
};

/// What the machine reads. Keys that it does not read may stand beside.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Config {
    #[serde(default)]
    conversation: Conversation,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Conversation {
    #[serde(default)]
    tools: IndexMap<String, Tool>,
}

/// A tool's configuration.
#[derive(Clone, Debug, Deserialize)]
pub struct Tool {
    /// Whose executor runs: `builtin`, `local` or `mcp`, with more after a dot.
    #[serde(default)]
    pub source: String,
    #[serde(default = "enabled")]
    enable: Enable,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    summary: Option<String>,
    #[serde(default)]
    parameters: IndexMap<String, Parameter>,
    #[serde(default)]
    questions: IndexMap<String, QuestionConfig>,
}

/// How one of a tool's questions is answered and shown.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct QuestionConfig {
    #[serde(default)]
    target: Option<Value>,
    /// The configured answer.
    #[serde(default)]
    pub answer: Option<Value>,
    /// Who is said to ask; display only.
    #[serde(default)]
    pub prompt_label: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Parameter {
    #[serde(rename = "type")]
    kind: Value,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    description: Option<String>,
    #[serde(default, rename = "enum")]
    allowed: Vec<Value>,
    #[serde(default)]
    items: Option<Value>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Enable {
    Whole(bool),
    Fields { state: Option<bool> },
}

const fn enabled() -> Enable {
    Enable::Whole(true)
}

impl Config {
    /// Merges the built-in tools' defaults, the host's tools and the layers of `setup`, each over the one before,
    /// so that overriding one field keeps the rest (CFG-17).
    ///
    /// # Errors
    /// The path and the reason, where the merged configuration has the wrong shape.
    pub fn read(setup: &Setup) -> Result<Self, String> {
        let mut merged = builtin::defaults();
        for tool in &setup.tools {
            merge(&mut merged, &host_tool(tool));
        }
        for Layer { value, .. } in &setup.config {
            merge(&mut merged, value);
        }
        let config: Self = serde_path_to_error::deserialize(merged)
            .map_err(|error| format!("configuration at `{}`: {}", error.path(), error.inner()))?;
        for (name, tool) in &config.conversation.tools {
            for (id, question) in &tool.questions {
                question.check().map_err(|why| {
                    format!("configuration at `conversation.tools.{name}.questions.{id}.target`: {why}")
                })?;
            }
        }
        Ok(config)
    }

    /// A tool that may be called.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.conversation.tools.get(name).filter(|tool| tool.is_enabled())
    }

    /// How `tool`'s question `id` is configured.
    pub fn question(&self, tool: &str, id: &str) -> QuestionConfig {
        let questions = self.conversation.tools.get(tool).map(|tool| &tool.questions);
        questions.and_then(|questions| questions.get(id)).cloned().unwrap_or_default()
    }

    /// The tools that the model is told of, in the order of their configuration.
    pub fn definitions(&self, host: &[ToolDefinition]) -> Arc<[ToolDefinition]> {
        let tools = self.conversation.tools.iter().filter(|(_, tool)| tool.is_enabled());
        tools
            .map(|(name, tool)| ToolDefinition {
                name: name.clone(),
                description: tool.summary.clone().or_else(|| tool.description.clone()).unwrap_or_default(),
                parameters: match host.iter().find(|host| host.name == *name) {
                    Some(host) if tool.parameters.is_empty() => host.parameters.clone(),
                    _ => tool.schema(),
                },
            })
            .collect()
    }
}

fn host_tool(tool: &ToolDefinition) -> Value {
    let mut tools = Map::new();
    tools.insert(tool.name.clone(), json!({"source": "local", "description": tool.description}));
    json!({"conversation": {"tools": tools}})
}

/// Lays `over` on `under`: objects key by key, everything else whole.
fn merge(under: &mut Value, over: &Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (key, value) in over {
                match under.get_mut(key) {
                    Some(slot) => merge(slot, value),
                    None => {
                        under.insert(key.clone(), value.clone());
                    }
                }
            }
        }
        (under, over) => *under = over.clone(),
    }
}

impl Tool {
    const fn is_enabled(&self) -> bool {
        match self.enable {
            Enable::Whole(state) | Enable::Fields { state: Some(state) } => state,
            Enable::Fields { state: None } => true,
        }
    }

    /// Whether the built-in executor runs, and not one of the user's.
    pub fn is_builtin(&self) -> bool {
        self.source == "builtin" || self.source.starts_with("builtin.")
    }

    /// Turns arguments that hold JSON in a string into JSON where the declared type is no string (ARG-26).
    pub fn coerce(&self, arguments: &mut Map<String, Value>) {
        for (name, parameter) in &self.parameters {
            let Some(Value::String(text)) = arguments.get(name) else { continue };
            if parameter.admits("string") {
                continue;
            }
            if let Ok(value) = serde_json::from_str::<Value>(text)
                && parameter.admits(json_type(&value))
            {
                arguments.insert(name.clone(), value);
            }
        }
    }

    fn schema(&self) -> Value {
        let required: Vec<&String> =
            self.parameters.iter().filter(|(_, parameter)| parameter.required).map(|(name, _)| name).collect();
        let properties: Map<String, Value> =
            self.parameters.iter().map(|(name, parameter)| (name.clone(), parameter.schema())).collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }
}

impl Parameter {
    fn admits(&self, kind: &str) -> bool {
        match &self.kind {
            Value::Array(kinds) => kinds.iter().any(|one| one == kind),
            one => one == kind,
        }
    }

    fn schema(&self) -> Value {
        let mut schema = Map::new();
        schema.insert("type".into(), self.kind.clone());
        if let Some(description) = &self.description {
            schema.insert("description".into(), description.as_str().into());
        }
        if !self.allowed.is_empty() {
            schema.insert("enum".into(), self.allowed.clone().into());
        }
        if let Some(items) = &self.items {
            schema.insert("items".into(), items.clone());
        }
        schema.into()
    }
}

const fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

impl QuestionConfig {
    /// Whom the configuration names; a map of overrides names the assistant (RTE-21).
    pub fn target(&self) -> Target {
        match &self.target {
            None => Target::User,
            Some(target) if target == "user" => Target::User,
            Some(_) => Target::Assistant,
        }
    }

    fn check(&self) -> Result<(), String> {
        match &self.target {
            None | Some(Value::Object(_)) => Ok(()),
            Some(Value::String(text)) if text == "user" || text == "assistant" => Ok(()),
            Some(other) => Err(format!("expected \"user\", \"assistant\" or a map of overrides, found {other}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::{Config, Target};
    use crate::system::{Layer, Setup};

    fn read(layers: &[Value]) -> Result<Config, String> {
        let config = layers.iter().map(|value| Layer { name: "user file".into(), value: value.clone() }).collect();
        Config::read(&Setup { config, ..Setup::default() })
    }

    fn ask_user(field: &str, value: Value) -> Value {
        json!({"conversation": {"tools": {"ask_user": {"questions": {"answer": {field: value}}}}}})
    }

    #[test]
    fn overriding_one_field_keeps_the_rest_and_the_later_layer_wins() {
        let layers = [ask_user("prompt_label", json!("Robot")), ask_user("prompt_label", json!("Claude"))];
        let config = read(&layers).unwrap();
        assert_eq!(config.question("ask_user", "answer").prompt_label.as_deref(), Some("Claude"));
        assert!(config.tool("ask_user").is_some_and(super::Tool::is_builtin));
        assert_eq!(config.definitions(&[])[0].parameters["required"], json!(["question"]));
    }

    #[rstest]
    #[case(json!("user"), Target::User)]
    #[case(json!("assistant"), Target::Assistant)]
    #[case(json!({"model": {"id": "haiku"}}), Target::Assistant)]
    fn targets(#[case] target: Value, #[case] expected: Target) {
        assert_eq!(read(&[ask_user("target", target)]).unwrap().question("ask_user", "answer").target(), expected);
    }

    #[rstest]
    #[case(ask_user("target", json!("robot")), "conversation.tools.ask_user.questions.answer.target")]
    #[case(ask_user("prompt_label", json!(5)), "conversation.tools.ask_user.questions.answer.prompt_label")]
    #[case(json!({"conversation": {"tools": {"ask_user": {"enable": "maybe"}}}}), "conversation.tools.ask_user.enable")]
    fn the_wrong_shape_is_named_by_its_path(#[case] layer: Value, #[case] path: &str) {
        let error = read(&[layer]).unwrap_err();
        assert!(error.contains(path), "{error}");
    }

    #[rstest]
    #[case(json!({"enable": false}))]
    #[case(json!({"enable": {"state": false}}))]
    fn a_disabled_tool_is_neither_defined_nor_callable(#[case] tool: Value) {
        let config = read(&[json!({"conversation": {"tools": {"ask_user": tool}}})]).unwrap();
        assert!(config.definitions(&[]).is_empty());
        assert!(config.tool("ask_user").is_none());
    }

    #[test]
    fn arguments_are_coerced_only_where_no_string_is_declared() {
        let config = read(&[]).unwrap();
        let mut arguments = json!({"options": "[\"a\"]", "default": "true", "question": "[1]"});
        let arguments = arguments.as_object_mut().unwrap();
        config.tool("ask_user").unwrap().coerce(arguments);
        assert_eq!(json!(arguments), json!({"options": ["a"], "default": "true", "question": "[1]"}));
    }
}
