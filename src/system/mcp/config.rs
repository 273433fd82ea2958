//! What a scenario configures: what the client declares.

use serde::Deserialize;

use super::era::Era;
use crate::{
    model::json::{Value, json},
    system::{Layer, setup::LayerError},
};

/// The configuration.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The version that the client speaks.
    pub era: Era,
    /// The capabilities that the client declares. `None`: it says nothing of them.
    pub capabilities: Option<Value>,
}

/// A layer as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    capabilities: Option<Value>,
}

impl Config {
    /// Reads the layers, each over the ones before, for a run in this profile. Without a word about them, the client declares
    /// all that its version has.
    ///
    /// # Errors
    /// The first wrong value, with its layer and place.
    pub fn read(profile: &str, layers: &[Layer]) -> Result<Self, LayerError> {
        let era = Era::of(profile).unwrap_or_default();
        let usual = match era {
            Era::June2025 => json!({"elicitation": {}}),
            Era::November2025 | Era::July2026 => json!({"elicitation": {"form": {}, "url": {}}}),
        };
        let mut config = Self { era, capabilities: Some(usual) };
        for layer in layers {
            let Written { capabilities } = layer.read()?;
            config.capabilities = capabilities.or(config.capabilities);
        }
        Ok(config)
    }
}
