//! What a layer says of an assistant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::merge::{Partial, partial};

/// What a layer says of an assistant: the conversation's, or the one that answers inquiries (RFD 034).
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialAssistant {
    /// Its model.
    #[serde(default, skip_serializing_if = "Partial::is_empty")]
    pub model: PartialModel,
    /// Its system prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// More for it to heed, each a section behind the system prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Vec<String>>,
    /// What it may do with the tools: `auto`, `none`, `required`, or the name of the tool that it must call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<String>,
}

/// What a layer says of a model.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct PartialModel {
    /// Its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

partial!(PartialAssistant { model, system_prompt, instructions, tool_choice });
partial!(PartialModel { id });
