//! What an adapter says of itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::VERSION;
use crate::{
    llm::Wire,
    stage::{Capability, Claim, Claims, Lane},
    system::System,
};

/// The answer to `initialize`: what the adapter claims. What is not claimed is not asked.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
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
    /// What else it claims, and nobody here knows.
    #[serde(skip)]
    pub unknown: Vec<String>,
}

fn all_lanes() -> Vec<Lane> {
    Lane::ALL.to_vec()
}

fn first_wire() -> Vec<Wire> {
    vec![Wire::default()]
}

impl Hello {
    /// Reads the answer to `initialize`. A name that nobody here knows is passed over: who claims more than we know of
    /// is newer than we are, and is asked for what both know. It is kept, since it may as well be a slip of the pen.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(mut answer: Value) -> Result<Self, String> {
        // First, since the rest may be of another shape there.
        if let Some(version) = answer["protocol"].as_u64().filter(|version| *version != u64::from(VERSION)) {
            return Err(format!("it speaks version {version} of the protocol, and this hotseat version {VERSION}"));
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
        let hello: Self = serde_path_to_error::deserialize(answer).map_err(|error| {
            let at = error.path().to_string();
            let at = if at == "." { String::new() } else { format!(" at `{at}`") };
            format!("its answer to `initialize`: {}{at}; see `hotseat schema adapter-claims`", error.inner())
        })?;
        unknown.extend(hello.systems.iter().flat_map(unknown_of_system));
        Ok(Self { unknown, ..hello })
    }

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
            unknown: Vec::new(),
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
