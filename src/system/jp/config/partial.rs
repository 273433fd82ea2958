//! One layer of the configuration. Every value is optional, and overrides the layers below.

use std::sync::Arc;

use crate::model::json::Value;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    assistant::PartialAssistant,
    enable::PartialEnable,
    merge::{Partial, partial},
    target::QuestionTarget,
};

/// A whole layer. Keys that do not matter for jp's questions are ignored.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialConfig {
    /// The assistant of the conversation.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub assistant: PartialAssistant,
    /// The conversation.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub conversation: PartialConversation,
}

/// The conversation.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialConversation {
    /// The tools by name. The entry `*` has the defaults for all tools.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub tools: IndexMap<String, PartialTool>,
    /// The inquiries.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub inquiry: PartialInquiry,
}

/// The inquiries.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialInquiry {
    /// The assistant that answers inquiries, where it differs from the conversation's.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub assistant: PartialAssistant,
}

/// A tool.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialTool {
    /// The executor: `builtin`, `local` or `mcp`. More may follow after a dot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether the tool is on, and which directives may change that.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub enable: PartialEnable,
    /// Whether the user is asked before the tool runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunMode>,
    /// Whether the user is asked before the model has the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultMode>,
    /// How the tool is shown. The value is read only to report a mistake in it.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub style: PartialStyle,
    /// The result of a call that the user stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation_response: Option<String>,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// A short description. With it, the model is not given the long one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The parameters.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub parameters: Arc<IndexMap<String, PartialParameter>>,
    /// The questions of the tool, by id.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub questions: IndexMap<String, PartialQuestion>,
}

/// How a tool is shown.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialStyle {
    /// Whether its calls are hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
}

/// Whether the user is asked before a tool runs.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunMode {
    /// The person is asked.
    #[default]
    Ask,
    /// The tool runs without a question.
    Unattended,
    /// The user edits the arguments first.
    Edit,
    /// The tool does not run.
    Skip,
}

/// Whether the user is asked before the model has a result.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultMode {
    /// The model has the result without a question.
    #[default]
    Unattended,
    /// The person is asked.
    Ask,
    /// The user edits the result first.
    Edit,
    /// The result is withheld.
    Skip,
}

/// A parameter.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialParameter {
    /// The JSON type, or a list of types.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Value>,
    /// Whether the parameter is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The allowed values.
    #[serde(default, rename = "enum", skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<Value>>,
    /// The schema of an array's items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Value>,
}

/// A question of a tool.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialQuestion {
    /// The target: who answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<QuestionTarget>,
    /// The configured answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// The name of the asker in the prompt. It changes the display only (CFG-22).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_label: Option<String>,
}

partial!(PartialConfig { assistant, conversation });
partial!(PartialConversation { tools, inquiry });
partial!(PartialInquiry { assistant });
partial!(PartialStyle { hidden });
partial!(PartialTool {
    source,
    enable,
    run,
    result,
    style,
    cancellation_response,
    description,
    summary,
    parameters,
    questions
});
partial!(PartialParameter { kind, required, description, allowed, items });
partial!(PartialQuestion { target, answer, prompt_label });

#[cfg(test)]
#[path = "partial_tests.rs"]
mod tests;
