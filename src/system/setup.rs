//! What a run begins with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use thiserror::Error;

use crate::model::ToolDefinition;

/// Everything a subject is given before its first turn, raw: reading and merging it is the subject's work.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Which reading of the specification is in force; empty for the system's default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub profile: String,
    /// Whether there is an interactive terminal.
    #[serde(default)]
    pub terminal: bool,
    /// The command line, for systems whose mode is chosen there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub argv: Vec<String>,
    /// Layers of configuration, lowest precedence first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<Layer>,
    /// Tools that the host brings; a party of the scenario plays them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolDefinition>,
    /// What an earlier run recorded, on resume.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stored: Vec<Value>,
}

/// One layer of configuration, as it is written.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// Where it comes from, for messages: `user file`, `command line`.
    pub name: String,
    /// What it says.
    pub value: Value,
}

#[cfg(test)]
impl Layer {
    /// Layers of the user's with these values, the lowest first.
    pub fn of_user(values: &[Value]) -> Vec<Self> {
        values.iter().map(|value| Self { name: "user file".to_owned(), value: value.clone() }).collect()
    }
}

impl Layer {
    /// What it says, strictly.
    ///
    /// # Errors
    /// The layer, the place in it, and what is wrong there.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, LayerError> {
        let Self { name, value } = self;
        if !value.is_object() {
            return Err(LayerError::NoObject { layer: name.clone(), found: value.clone() });
        }
        serde_path_to_error::deserialize(value).map_err(|error| LayerError::Value {
            layer: name.clone(),
            place: error.path().to_string(),
            why: error.inner().to_string(),
        })
    }
}

/// A layer of configuration is wrong.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum LayerError {
    /// The layer is not an object.
    #[error("{layer}: configuration: expected an object, found {found}")]
    NoObject {
        /// The name of the layer.
        layer: String,
        /// The value of the layer.
        found: Value,
    },
    /// A value in the layer is wrong.
    #[error("{layer}: configuration at `{place}`: {why}")]
    Value {
        /// The name of the layer.
        layer: String,
        /// The place of the value in the layer.
        place: String,
        /// What is wrong with the value.
        why: String,
    },
}
