//! What one layer of configuration says: a part of everything, laid over what the layers below say.

use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    assistant::PartialAssistant,
    enable::PartialEnable,
    merge::{Partial, partial},
    target::QuestionTarget,
};

/// A whole layer. Keys that jp's questions do not depend on may stand beside.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialConfig {
    /// The assistant of the conversation.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub assistant: PartialAssistant,
    /// The conversation.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub conversation: PartialConversation,
}

/// What a layer says of the conversation.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialConversation {
    /// The tools by name; `*` holds what goes for all that say nothing else.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub tools: IndexMap<String, PartialTool>,
    /// The inquiries.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub inquiry: PartialInquiry,
}

/// What a layer says of the inquiries.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialInquiry {
    /// The assistant that answers them, as far as it differs from the conversation's.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub assistant: PartialAssistant,
}

/// What a layer says of a tool.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialTool {
    /// Whose executor runs: `builtin`, `local` or `mcp`, with more after a dot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether it is on, and who may change that.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub enable: PartialEnable,
    /// Who lets it run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunMode>,
    /// Who lets its result go to the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultMode>,
    /// How it is shown. Nothing here draws a tool: it is read so that a mistake is told.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub style: PartialStyle,
    /// What the model is told of a call that the user stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation_response: Option<String>,
    /// What it is for, at length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The same in short; where it is given, the model is told this instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub parameters: Arc<IndexMap<String, PartialParameter>>,
    /// Its questions, by id.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub questions: IndexMap<String, PartialQuestion>,
}

/// What a layer says of how a tool is shown.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialStyle {
    /// Whether nothing of a call is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
}

/// Who lets a tool run.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunMode {
    /// The person is asked.
    #[default]
    Ask,
    /// It runs.
    Unattended,
    /// The person edits its arguments first.
    Edit,
    /// It is passed over.
    Skip,
}

/// Who lets a result go to the model.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultMode {
    /// It goes.
    #[default]
    Unattended,
    /// The person is asked.
    Ask,
    /// The person edits it first.
    Edit,
    /// It is withheld.
    Skip,
}

/// What a layer says of an argument.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialParameter {
    /// Its JSON type, or a list of them.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Value>,
    /// Whether it must be given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<bool>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The values that it may have.
    #[serde(default, rename = "enum", skip_serializing_if = "Option::is_none")]
    pub allowed: Option<Vec<Value>>,
    /// The schema of an array's items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Value>,
}

/// What a layer says of one of a tool's questions.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialQuestion {
    /// Who answers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<QuestionTarget>,
    /// The configured answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// Who is said to ask; display only (CFG-22).
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
