//! A conversation with a model, independent of any provider's format.

use std::sync::Arc;

use crate::model::json::{Text, Value};
use imbl::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request of an agent to its model, independent of the wire.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelRequest {
    /// The model, if the configuration names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The system prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The messages, oldest first. Two neighbours never have the same role. A longer history shares its messages with
    /// the shorter one that it continues, so a copy is cheap.
    #[schemars(with = "Vec<Message>")]
    pub messages: Vector<Arc<Message>>,
    /// The tools that are offered. All requests of a run offer the same tools and share this list.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub tools: Arc<[ToolDefinition]>,
    /// What the model may do with the tools.
    pub choice: ToolChoice,
    /// The JSON Schema of the answer, if a structured answer is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<Value>,
}

fn is_empty(tools: &Arc<[ToolDefinition]>) -> bool {
    tools.is_empty()
}

/// One message.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said, in order.
    pub parts: Vec<Part>,
}

/// Who speaks. The results of tools are messages of the user.
#[derive(Clone, Copy, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The person, and the results of tools.
    User,
    /// The model.
    Assistant,
}

/// A part of a message.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Part {
    /// Plain text.
    Text(Text),
    /// The whole reasoning of the model. It goes back to the model unchanged, or not at all.
    Reasoning(Text),
    /// A call of a tool.
    Call {
        /// The call's id, minted by the model.
        id: Text,
        /// The tool.
        name: Text,
        /// The arguments: an object.
        arguments: Value,
    },
    /// The result of a call.
    Result {
        /// The id of the call.
        id: Text,
        /// The text for the model.
        content: Text,
        /// Whether the result is marked as an error.
        is_error: bool,
    },
}

/// A tool, as it is described to the model.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolDefinition {
    /// Its name.
    pub name: String,
    /// What it is for.
    #[serde(default)]
    pub description: String,
    /// The JSON Schema of its arguments. It never changes, so copies share it.
    #[serde(default = "any_object")]
    pub parameters: Arc<Value>,
}

impl ToolDefinition {
    /// Whether two lists of tools are written alike, the order of members included.
    pub fn are_written_alike(some: &Arc<[Self]>, others: &Arc<[Self]>) -> bool {
        let is_alike = |(one, other): (&Self, &Self)| {
            let alike =
                || one.parameters == other.parameters && one.parameters.to_string() == other.parameters.to_string();
            (&one.name, &one.description) == (&other.name, &other.description)
                && (Arc::ptr_eq(&one.parameters, &other.parameters) || alike())
        };
        Arc::ptr_eq(some, others) || some.len() == others.len() && some.iter().zip(others.iter()).all(is_alike)
    }
}

fn any_object() -> Arc<Value> {
    crate::model::json::json!({"type": "object"}).into()
}

/// What the model may do with the tools.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    /// Call them or not.
    #[default]
    Auto,
    /// Call none.
    None,
    /// Call some tool.
    Required,
    /// Call this one.
    Tool(String),
}

impl Part {
    /// The id of the call, if it is one.
    pub fn call_id(&self) -> Option<&str> {
        if let Self::Call { id, .. } = self { Some(id) } else { None }
    }

    /// The id of the call whose result it is, if it is one.
    pub fn result_id(&self) -> Option<&str> {
        if let Self::Result { id, .. } = self { Some(id) } else { None }
    }
}

impl Message {
    /// Its texts, without reasoning.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Reasoning(_) | Part::Call { .. } | Part::Result { .. } => None,
        })
    }
}

impl ModelRequest {
    /// Adds a part: to the last message if that has the same role, else as a new message.
    pub fn push(&mut self, role: Role, part: Part) {
        // `back_mut` copies a shared message, so the role is compared first.
        if self.messages.last().is_some_and(|last| last.role == role)
            && let Some(last) = self.messages.back_mut()
        {
            Arc::make_mut(last).parts.push(part);
        } else {
            self.messages.push_back(Arc::new(Message { role, parts: vec![part] }));
        }
    }

    /// Adds a line to the system prompt.
    pub fn add_system(&mut self, text: &str) {
        match &mut self.system {
            Some(system) => {
                system.push('\n');
                system.push_str(text);
            }
            none => *none = Some(text.to_owned()),
        }
    }

    /// The text parts of the last message, joined by line breaks.
    pub fn last_text(&self) -> String {
        let texts = self.messages.last().into_iter().flat_map(|message| message.texts());
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The results in the last message: id, content and error mark.
    pub fn last_results(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        self.messages.last().into_iter().flat_map(|message| results(&message.parts))
    }

    /// Every result in the conversation: id, content and error mark.
    pub fn results(&self) -> impl Iterator<Item = (&str, &str, bool)> {
        self.messages.iter().flat_map(|message| results(&message.parts))
    }

    /// Every call in the conversation: id, tool and arguments.
    pub fn calls(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        self.messages.iter().flat_map(|message| &message.parts).filter_map(|part| match part {
            Part::Call { id, name, arguments } => Some((id.as_str(), name.as_str(), arguments)),
            Part::Text(_) | Part::Reasoning(_) | Part::Result { .. } => None,
        })
    }

    /// The reasoning in all messages of the model.
    pub fn reasoning(&self) -> impl Iterator<Item = &str> {
        let messages = self.messages.iter().filter(|message| message.role == Role::Assistant);
        messages.flat_map(|message| &message.parts).filter_map(|part| match part {
            Part::Reasoning(text) => Some(text.as_str()),
            Part::Text(_) | Part::Call { .. } | Part::Result { .. } => None,
        })
    }
}

fn results(parts: &[Part]) -> impl Iterator<Item = (&str, &str, bool)> {
    parts.iter().filter_map(|part| match part {
        Part::Result { id, content, is_error } => Some((id.as_str(), content.as_str(), *is_error)),
        Part::Text(_) | Part::Reasoning(_) | Part::Call { .. } => None,
    })
}
