//! The configuration. Its keys are this project's own; the layers are merged, the later ones winning.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::system::Layer;

/// Which reading of the behaviour is in force.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Profile {
    /// The answer is the user's next message, and a question stands alone.
    #[default]
    Seed,
    /// The answer is the call's result, and questions queue up.
    Head,
}

impl Profile {
    /// The profile of that name; the default for any other.
    pub fn named(name: &str) -> Self {
        if name == "head" { Self::Head } else { Self::Seed }
    }
}

/// What may be configured.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Whether the model may ask at all (DC-30).
    pub questions: bool,
    /// Whether the conversation is held over a remote channel of plain text (DC-67).
    pub remote: bool,
    /// Whether the host is told of each tool before it is executed (DC-28).
    pub hooks: bool,
    /// The interface's words, by their keys.
    pub locale: BTreeMap<String, String>,
}

impl Default for Config {
    fn default() -> Self {
        Self { questions: true, remote: false, hooks: false, locale: BTreeMap::new() }
    }
}

impl Config {
    /// Reads all layers.
    ///
    /// # Errors
    /// Which layer says what can not be read.
    pub fn read(layers: &[Layer]) -> Result<Self, String> {
        let mut merged = Map::new();
        for Layer { name, value } in layers {
            let Value::Object(members) = value else {
                return Err(format!("{name}: expected an object, found {value}"));
            };
            merged.extend(members.clone());
            let so_far = Value::Object(merged.clone());
            serde_path_to_error::deserialize::<_, Self>(so_far)
                .map_err(|error| format!("{name}, at `{}`: {}", error.path(), error.inner()))?;
        }
        serde_json::from_value(merged.into()).map_err(|error| error.to_string())
    }
}
