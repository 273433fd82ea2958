//! The claims of an adapter.

use crate::model::json::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::VERSION;
use crate::{
    llm::Wire,
    stage::{Capability, Claim, Claims, Lane},
    system::System,
};

/// The answer to `initialize`: the claims of the adapter. The harness asks for nothing that is not claimed.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct Hello {
    /// The version of the protocol: 1.
    pub protocol: u32,
    /// The implementation's name and version.
    pub who: String,
    /// The systems that the implementation covers.
    pub systems: Vec<Claim>,
    /// The capabilities.
    #[serde(default)]
    pub capabilities: Vec<Capability>,
    /// The lanes that the adapter shows; without this list, all. A `Then` that reads another lane is incomplete.
    #[serde(default = "all_lanes")]
    pub lanes: Vec<Lane>,
    /// The wires over which the implementation can ask the model; without this list `["anthropic"]`.
    #[serde(default = "first_wire")]
    pub wires: Vec<Wire>,
    /// Whether one process plays many scenarios, one after another. Otherwise each has a fresh process.
    #[serde(default)]
    pub many: bool,
    /// The claimed names that this hotseat does not know.
    #[serde(skip)]
    pub unknown: Vec<String>,
}

/// What is wrong with the answer to `initialize`.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum HelloError {
    /// The adapter speaks another version of the protocol.
    #[error("it speaks version {0} of the protocol, and this hotseat version {ours}", ours = VERSION)]
    OtherVersion(u64),
    /// The answer has another shape.
    #[error("its answer to `initialize`: {wrong}{place}; see `hotseat schema adapter-claims`")]
    Shape {
        /// What is wrong.
        wrong: String,
        /// The place of the mistake in the answer, with words around it. It is empty for the answer as a whole.
        place: String,
    },
}

fn all_lanes() -> Vec<Lane> {
    Lane::ALL.to_vec()
}

fn first_wire() -> Vec<Wire> {
    vec![Wire::default()]
}

impl Hello {
    /// Reads the answer to `initialize`. An unknown name is not an error, because the adapter may be newer than this
    /// hotseat. The name is kept to be reported, because it may be a misspelling.
    ///
    /// # Errors
    /// The mistake in the answer.
    pub fn read(mut answer: Value) -> Result<Self, HelloError> {
        // The version comes first: the rest may have another shape in another version.
        if let Some(version) = answer["protocol"].as_u64().filter(|version| *version != u64::from(VERSION)) {
            return Err(HelloError::OtherVersion(version));
        }
        let lists: [(&str, &str, Vec<&str>); 3] = [
            ("capabilities", "capability", Capability::ALL.map(Capability::word).to_vec()),
            ("lanes", "lane", Lane::ALL.map(Lane::word).to_vec()),
            ("wires", "wire", Wire::ALL.map(Wire::word).to_vec()),
        ];
        let mut unknown = Vec::new();
        for (field, noun, known) in lists {
            let Some(claimed) = answer.get_mut(field).and_then(Value::as_array_mut) else { continue };
            claimed.retain(|one| match one.as_str().filter(|one| !known.contains(one)) {
                Some(one) => {
                    unknown.push(format!("the {noun} {one:?}; known are {}", known.join(", ")));
                    false
                }
                None => true,
            });
        }
        let hello: Self = serde_path_to_error::deserialize(&answer).map_err(|error| {
            let path = error.path().to_string();
            let place = if path == "." { String::new() } else { format!(" at `{path}`") };
            HelloError::Shape { wrong: error.inner().to_string(), place }
        })?;
        unknown.extend(hello.systems.iter().flat_map(unknown_of_system));
        Ok(Self { unknown, ..hello })
    }

    /// The claims for a subject in the adapter's own process, which plays many scenarios.
    pub fn of(claims: &Claims) -> Self {
        Self {
            protocol: VERSION,
            who: claims.who.clone(),
            systems: claims.systems.clone(),
            capabilities: claims.capabilities.iter().copied().collect(),
            lanes: claims.lanes.clone(),
            wires: claims.wires.clone(),
            many: true,
            unknown: Vec::new(),
        }
    }

    /// The claims in the form of the stage.
    pub fn claims(&self) -> Claims {
        Claims {
            who: self.who.clone(),
            systems: self.systems.clone(),
            capabilities: self.capabilities.iter().copied().collect(),
            lanes: self.lanes.clone(),
            wires: self.wires.clone(),
            unknown: self.unknown.clone(),
        }
    }
}

fn unknown_of_system(Claim { system: name, profiles }: &Claim) -> Vec<String> {
    let Some(system) = System::named(name) else {
        let known: Vec<&str> = System::ALL.iter().map(|system| system.name).collect();
        return vec![format!("the system {name:?}; known are {}", known.join(", "))];
    };
    let unknown = profiles.iter().filter(|profile| !system.profiles.contains(&profile.as_str()));
    unknown.map(|one| format!("the profile {one:?} of {name}; known are {}", system.profiles.join(", "))).collect()
}
