//! The setup of a run.

use crate::model::json::{Value, read_placed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::model::ToolDefinition;

/// Everything that a subject is given before its first turn. The subject itself reads the values and merges the layers.
#[derive(Clone, Debug, Default, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The profile of the system; empty for the system's default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub profile: String,
    /// Whether there is an interactive terminal.
    #[serde(default)]
    pub terminal: bool,
    /// The words of the command line, for systems that read one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub argv: Vec<String>,
    /// Layers of configuration, lowest precedence first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<Layer>,
    /// The host's tools. A party of the scenario plays them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolDefinition>,
    /// The records of an earlier run, if this run resumes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stored: Vec<Value>,
}

/// One layer of configuration, as its author wrote it.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// The source of the layer, for messages: `user file`, `command line`.
    pub name: String,
    /// The settings of the layer.
    pub value: Value,
}

#[cfg(test)]
impl Layer {
    /// Layers of the user with these values, lowest precedence first.
    pub fn of_user(values: &[Value]) -> Vec<Self> {
        values.iter().map(|value| Self { name: "user file".to_owned(), value: value.clone() }).collect()
    }
}

impl Layer {
    /// Reads the settings. An unknown setting is an error if `T` denies unknown fields.
    ///
    /// # Errors
    /// A value is wrong. The error names the layer and the place in it.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, LayerError> {
        let Self { name, value } = self;
        if !value.is_object() {
            return Err(LayerError::NoObject { layer: name.clone(), found: value.clone() });
        }
        read_placed(|| value).map_err(|error| LayerError::Value {
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
