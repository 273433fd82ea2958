//! Who sits in the hot seat, as the scheduler sees them.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Capability, Lane, fault::Culprit, scene::Scene};
use crate::{
    llm::Wire,
    model::{Millis, Op},
    system::{Effect, Input},
};

/// Somebody who takes inputs and yields effects. Implementations live in the room `subject`.
pub trait Subject: Send {
    /// What it says of itself.
    fn claims(&self) -> &Claims;

    /// Makes it ready for a run, or for going on with one after it was killed.
    ///
    /// # Errors
    /// Where it can not be made ready.
    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError>;

    /// Hands it an input at virtual time `now`. Only while it is parked.
    ///
    /// # Errors
    /// Where it is gone or breaks the protocol.
    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError>;

    /// What it does next.
    ///
    /// # Errors
    /// Where it is gone, breaks the protocol, or says nothing for too long.
    fn next(&mut self) -> Result<Next, SubjectError>;

    /// The operations that are open. Asked only of a subject that is parked.
    fn open(&self) -> Vec<Op>;

    /// The run is over while it is parked.
    ///
    /// # Errors
    /// Where it turns out that it was not, or leaves something behind.
    fn stop(&mut self) -> Result<(), SubjectError> {
        Ok(())
    }

    /// No run follows.
    ///
    /// # Errors
    /// Where it does not end as it must, or leaves something behind.
    fn close(&mut self) -> Result<(), SubjectError> {
        Ok(())
    }

    /// Ends it where it stands.
    fn kill(&mut self);
}

/// What a subject does next.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Next {
    /// This.
    Effect(Effect),
    /// This too, and where it stands among what it does in other lanes could not be seen.
    Unplaced(Effect),
    /// Nothing, until it hears from us.
    Parked,
}

/// What a subject says of itself.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Claims {
    /// Its name and version.
    pub who: String,
    /// The systems that it implements.
    pub systems: Vec<Claim>,
    /// What it can do.
    pub capabilities: BTreeSet<Capability>,
    /// The lanes that it shows.
    pub lanes: Vec<Lane>,
    /// The wires over which it can ask the model.
    pub wires: Vec<Wire>,
    /// What else it claims, and nobody here knows.
    pub unknown: Vec<String>,
}

/// A system that a subject implements.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object with `system` and `profiles`")]
pub struct Claim {
    /// Its name.
    pub system: String,
    /// The profiles it claims.
    pub profiles: Vec<String>,
}

impl Claims {
    /// The claims of a subject in this process, which can do and shows whatever there is.
    pub fn whole(who: String, systems: Vec<Claim>) -> Self {
        Self {
            who,
            systems,
            capabilities: Capability::ALL.into(),
            lanes: Lane::ALL.to_vec(),
            wires: Wire::ALL.to_vec(),
            unknown: Vec::new(),
        }
    }

    /// Whether `system` is claimed.
    pub fn has_system(&self, system: &str) -> bool {
        self.systems.iter().any(|claim| claim.system == system)
    }

    /// Whether `profile` is claimed for `system`.
    pub fn has_profile(&self, system: &str, profile: &str) -> bool {
        self.systems.iter().any(|claim| claim.system == system && claim.profiles.iter().any(|one| one == profile))
    }
}

/// Why a subject could not go on, and whose fault that is.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{message}")]
pub struct SubjectError {
    /// Whose fault it is.
    pub culprit: Culprit,
    /// What happened, and what to do.
    pub message: String,
}
