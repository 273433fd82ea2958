//! The configuration: merged layers, and what the machine reads from the result.
//!
//! The order, from the bottom: the defaults of the built-in tools, the host's tools, the given layers, the changes that
//! the conversation has stored, and the command line with its directives.

pub mod assistant;
pub mod directives;
pub mod enable;
pub mod merge;
pub mod parameters;
pub mod partial;
pub mod target;
pub mod tool;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use crate::model::json::Value;
use indexmap::IndexMap;

pub use self::{
    assistant::PartialAssistant,
    directives::{Command, Directive, Used},
    partial::{PartialConfig, PartialQuestion, ResultMode, RunMode},
    target::QuestionTarget,
    tool::{Source, Tool},
};
use self::{merge::Partial, partial::PartialTool};
use super::{
    errors::{ConfigFault, SetupError},
    routing::Target,
};
use crate::{
    model::{
        ToolChoice, ToolDefinition,
        json::{member, read_placed},
    },
    system::{Layer, Setup},
};

/// The key of the defaults for all tools.
const FOR_ALL: &str = "*";
/// The name of the layer above the stored changes.
const COMMAND_LINE: &str = "command line";
/// The name of the stored changes in messages.
const STORED: &str = "stored conversation";

/// The merged configuration.
#[derive(Clone, Debug, Default)]
pub struct Config {
    tools: Arc<IndexMap<String, Tool>>,
    assistant: PartialAssistant,
    inquiry: PartialAssistant,
    /// The changes of the command line.
    delta: PartialConfig,
    /// The definitions for the model, in the order of the configuration.
    pub definitions: Arc<[ToolDefinition]>,
}

/// A fingerprint needs nothing of it: it follows from the setup and the stored changes, and does not change in a run.
impl Hash for Config {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Config {
    /// Merges all layers, each over the one before. The lowest layer is merged over the built-in tools' `defaults`. A
    /// layer that overrides one field keeps the rest (CFG-17).
    ///
    /// # Errors
    /// The first wrong value, with its layer and key.
    pub fn read(
        defaults: &PartialConfig,
        setup: &Setup,
        stored: &[Value],
        directives: &[Directive],
    ) -> Result<Self, SetupError> {
        let mut merged = defaults.clone();
        for tool in &setup.tools {
            merged.conversation.tools.entry(tool.name.clone()).or_default().merge(host_tool(tool));
        }
        let (above, below): (Vec<_>, Vec<_>) = setup.config.iter().partition(|layer| layer.name == COMMAND_LINE);
        let below = below.into_iter().map(|Layer { name, value }| (name.as_str(), value));
        let above: Vec<(&str, &Value)> =
            above.into_iter().map(|Layer { name, value }| (name.as_str(), value)).collect();
        let mut layers: Vec<(&str, &Value)> = below.chain(stored.iter().map(|delta| (STORED, delta))).collect();
        for (name, value) in &layers {
            merged.merge(parse(name, value)?);
        }
        let mut delta = PartialConfig::default();
        if !above.is_empty() || !directives.is_empty() {
            let before = merged.clone();
            for (name, value) in &above {
                merged.merge(parse(name, value)?);
            }
            directives::apply(directives, &mut merged)?;
            delta = before.delta(&merged);
        }
        Self::resolve(delta, merged, &setup.tools).map_err(|ConfigFault { place, fault }| {
            layers.extend(above);
            SetupError::Config { layer: layer_of(&place, &layers).to_owned(), place, fault }
        })
    }

    /// Reads the merged layers. `delta` has the changes of the command line, and `host` the host's tools.
    ///
    /// # Errors
    /// The first wrong value.
    pub fn resolve(delta: PartialConfig, merged: PartialConfig, host: &[ToolDefinition]) -> Result<Self, ConfigFault> {
        let mut partial = merged.conversation.tools;
        let for_all = partial.shift_remove(FOR_ALL).unwrap_or_default();
        let mut tools = IndexMap::with_capacity(partial.len());
        for (name, tool) in partial {
            let seen = |fault: ConfigFault| fault.below(&format!("conversation.tools.{name}"));
            let tool = Tool::resolve(tool, &for_all).map_err(seen)?;
            tools.insert(name, tool);
        }
        let mut config = Self {
            tools: Arc::new(tools),
            assistant: merged.assistant,
            inquiry: merged.conversation.inquiry.assistant,
            delta,
            definitions: Arc::default(),
        };
        match config.chosen() {
            Some(name) if config.tools.get(name).is_none_or(|tool| !tool.is_offered(true)) => {
                Err(ConfigFault::new("assistant.tool_choice", format!("the tool `{name}` is unknown or locked off")))
            }
            _ => {
                config.definitions = config.define(host);
                Ok(config)
            }
        }
    }

    /// A tool that may be called.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.get(name).filter(|tool| tool.is_offered(self.chosen() == Some(name)))
    }

    /// The configuration of `tool`'s question `id`.
    pub fn question(&self, tool: &str, id: &str) -> PartialQuestion {
        self.tools.get(tool).and_then(|tool| tool.question(id)).cloned().unwrap_or_default()
    }

    /// The assistant of the conversation.
    pub const fn assistant(&self) -> &PartialAssistant {
        &self.assistant
    }

    /// The assistant that answers a question. Its settings are the question's own, then those of inquiries, then those
    /// of the conversation (INQ-30). Its sections are the conversation's (INQ-21).
    pub fn inquired(&self, question: &PartialQuestion) -> PartialAssistant {
        let mut assistant = self.assistant.clone();
        assistant.merge(self.inquiry.clone());
        if let Some(QuestionTarget::Assistant(overrides)) = &question.target {
            assistant.merge((**overrides).clone());
        }
        assistant.instructions.clone_from(&self.assistant.instructions);
        assistant
    }

    /// The tool that the model must call.
    fn chosen(&self) -> Option<&str> {
        self.assistant.tool_choice.as_deref().filter(|choice| !matches!(*choice, "auto" | "none" | "required"))
    }

    fn define(&self, host: &[ToolDefinition]) -> Arc<[ToolDefinition]> {
        let tools = self.tools.iter().filter(|(name, tool)| tool.is_offered(self.chosen() == Some(name)));
        tools
            .map(|(name, tool)| ToolDefinition {
                name: name.clone(),
                description: tool.told().to_owned(),
                parameters: match host.iter().find(|host| host.name == *name) {
                    Some(host) if tool.parameters().is_empty() => Arc::clone(&host.parameters),
                    _ => Arc::clone(tool.parameters().schema()),
                },
            })
            .collect()
    }

    /// The tool choice before the first call.
    pub fn choice(&self) -> ToolChoice {
        match self.assistant.tool_choice.as_deref() {
            None | Some("auto") => ToolChoice::Auto,
            Some("none") => ToolChoice::None,
            Some("required") => ToolChoice::Required,
            Some(name) => ToolChoice::Tool(name.to_owned()),
        }
    }

    /// Takes the changes of the command line, to store them with the conversation.
    pub fn take_delta(&mut self) -> Option<Value> {
        let delta = std::mem::take(&mut self.delta);
        if delta.is_empty() { None } else { crate::model::json::to_value(delta).ok() }
    }

    /// The documentation of the tool `name`.
    pub fn documentation(&self, name: &str) -> Option<&str> {
        self.tool(name).map(Tool::documentation)
    }
}

impl PartialAssistant {
    /// The system prompt with its sections, one after another.
    pub fn system(&self) -> Option<String> {
        let sections = self.system_prompt.iter().chain(self.instructions.iter().flatten());
        let text = sections.map(String::as_str).collect::<Vec<_>>().join("\n\n");
        (!text.is_empty()).then_some(text)
    }
}

impl PartialQuestion {
    /// The configured target (RTE-20, RTE-21).
    pub const fn who(&self) -> Target {
        match &self.target {
            None | Some(QuestionTarget::User) => Target::User,
            Some(QuestionTarget::Assistant(_)) => Target::Assistant,
        }
    }
}

/// The places of tables in a layer. Without a check, a list in such a place would be read as the fields in order.
const TABLES: [&[&str]; 11] = [
    &[],
    &["assistant"],
    &["assistant", "model"],
    &["conversation"],
    &["conversation", "tools", "*"],
    &["conversation", "tools", "*", "style"],
    &["conversation", "tools", "*", "questions", "*"],
    &["conversation", "tools", "*", "parameters", "*"],
    &["conversation", "inquiry"],
    &["conversation", "inquiry", "assistant"],
    &["conversation", "inquiry", "assistant", "model"],
];

/// The first list on the way along `path` below `value`, as the keys that lead there, the last key first.
fn list_at<'v>(value: &'v Value, path: &[&'v str]) -> Option<Vec<&'v str>> {
    let (key, mut keys) = match path {
        [] => return value.is_array().then(Vec::new),
        ["*", rest @ ..] => {
            let mut members = value.as_object()?.iter();
            members.find_map(|(key, value)| Some((key.as_str(), list_at(value, rest)?)))?
        }
        [key, rest @ ..] => (*key, list_at(member(value, key)?, rest)?),
    };
    keys.push(key);
    Some(keys)
}

/// The layer with the longest part of `place`. If several have as much, the uppermost one counts.
fn layer_of<'a>(place: &str, layers: &[(&'a str, &Value)]) -> &'a str {
    let keys: Vec<&str> = place.split('.').collect();
    let says = |(_, value): &&(&str, &Value), depth: usize| {
        keys[..depth].iter().try_fold(*value, |value, key| value.get(*key)).is_some()
    };
    let of_depth = |depth: usize| layers.iter().rev().find(|layer| says(layer, depth));
    (1..=keys.len()).rev().find_map(of_depth).map_or(COMMAND_LINE, |(name, _)| name)
}

fn parse(layer: &str, value: &Value) -> Result<PartialConfig, SetupError> {
    let wrong = |place: String, fault: String| SetupError::Config { layer: layer.to_owned(), place, fault };
    for table in TABLES {
        if let Some(mut keys) = list_at(value, table) {
            keys.reverse();
            let place = if keys.is_empty() { ".".to_owned() } else { keys.join(".") };
            return Err(wrong(place, "expected a table, found a list".to_owned()));
        }
    }
    read_placed(|| value).map_err(|error| wrong(error.path().to_string(), error.inner().to_string()))
}

/// The configuration of a host's tool. The host lets its own tools run.
fn host_tool(tool: &ToolDefinition) -> PartialTool {
    PartialTool {
        source: Some("local".to_owned()),
        run: Some(RunMode::Unattended),
        description: Some(tool.description.clone()),
        ..PartialTool::default()
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
