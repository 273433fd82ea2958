//! What an adapter says of itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::VERSION;
use crate::{
    llm::Wire,
    stage::{Capability, Claim, Claims, Lane},
};

/// The answer to `initialize`: what the adapter claims. What is not claimed is not asked.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol that is spoken: 1.
    pub protocol: u32,
    /// The implementation's name and version.
    pub who: String,
    /// The systems that it implements.
    pub systems: Vec<Claim>,
    /// What it can do.
    #[serde(default)]
    pub capabilities: Vec<Capability>,
    /// The lanes that it shows; without it all. A `Then` that reads another lane is incomplete.
    #[serde(default = "all_lanes")]
    pub lanes: Vec<Lane>,
    /// The wires over which it can ask the model; without it `["anthropic"]`.
    #[serde(default = "first_wire")]
    pub wires: Vec<Wire>,
    /// Whether one process plays many scenarios, one after another. Otherwise each has a fresh process.
    #[serde(default)]
    pub many: bool,
}

fn all_lanes() -> Vec<Lane> {
    Lane::ALL.to_vec()
}

fn first_wire() -> Vec<Wire> {
    vec![Wire::default()]
}

impl Hello {
    /// What is said for a subject in the adapter's own process, which plays many scenarios.
    pub fn of(claims: &Claims) -> Self {
        Self {
            protocol: VERSION,
            who: claims.who.clone(),
            systems: claims.systems.clone(),
            capabilities: claims.capabilities.iter().copied().collect(),
            lanes: claims.lanes.clone(),
            wires: claims.wires.clone(),
            many: true,
        }
    }

    /// As the stage takes it.
    pub fn claims(&self) -> Claims {
        Claims {
            who: self.who.clone(),
            systems: self.systems.clone(),
            capabilities: self.capabilities.iter().copied().collect(),
            lanes: self.lanes.clone(),
            wires: self.wires.clone(),
        }
    }
}
