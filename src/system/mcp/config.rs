//! What a scenario configures: what the client declares, and what its server is.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::era::Era;
use crate::{
    model::json::{Map, Value, json},
    system::{Layer, setup::LayerError},
};

/// The configuration.
#[derive(Clone, Debug, Default, Hash)]
pub struct Config {
    /// The version that the client speaks.
    pub era: Era,
    /// The capabilities that the client declares. `None`: it says nothing of them.
    pub capabilities: Option<Value>,
    /// The server of the scenario, if the client is under test.
    pub server: ServerConfig,
}

/// The server of a scenario.
#[derive(Clone, Debug, Deserialize, Hash)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct ServerConfig {
    /// Its name.
    pub name: String,
    /// What it answers to requests of these methods in place of its own answers: `result` or `error`.
    pub replies: BTreeMap<String, Map>,
    /// The tools that are called as tasks, in 2025-11-25.
    pub tasks: BTreeSet<String>,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self { name: "harbour".to_owned(), replies: BTreeMap::new(), tasks: BTreeSet::new() }
    }
}

/// A layer as it is written.
#[derive(Deserialize, Hash)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    capabilities: Option<Value>,
    server: Option<ServerConfig>,
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
        let mut config = Self { era, capabilities: Some(usual), server: ServerConfig::default() };
        for layer in layers {
            let Written { capabilities, server } = layer.read()?;
            config.server = server.unwrap_or(config.server);
            config.capabilities = capabilities.or(config.capabilities);
        }
        Ok(config)
    }
}
