//! The settings of an assistant, in one layer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::merge::{Partial, partial};

/// The settings of an assistant in one layer: of the conversation's, or of the one that answers inquiries (RFD 034).
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialAssistant {
    /// The model.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub model: PartialModel,
    /// The system prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// More instructions. Each is a section behind the system prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Vec<String>>,
    /// The tool choice: `auto`, `none`, `required`, or the name of the tool that the model must call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<String>,
}

/// The settings of a model in one layer.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialModel {
    /// The id of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

partial!(PartialAssistant { model, system_prompt, instructions, tool_choice });
partial!(PartialModel { id });
