//! The implementation under test, as the scheduler sees it.

use std::{collections::BTreeSet, hash::Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Capability, Lane, fault::Culprit, scene::Scene};
use crate::{
    llm::Wire,
    model::{Millis, Op},
    system::{Effect, Input},
};

/// An implementation that takes inputs and returns effects. The room `subject` has those of this program.
pub trait Subject: Send {
    /// What it claims about itself.
    fn claims(&self) -> &Claims;

    /// Prepares it for a run, or for the rest of a run in which it was killed.
    ///
    /// # Errors
    /// If it cannot be prepared.
    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError>;

    /// Hands it an input at virtual time `now`. Called only while it is parked.
    ///
    /// # Errors
    /// If it is gone or breaks the protocol.
    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError>;

    /// Its next effect, or `Parked`.
    ///
    /// # Errors
    /// If it is gone, breaks the protocol, or is silent for too long.
    fn next(&mut self) -> Result<Next, SubjectError>;

    /// The operations that are open. Called only while it is parked.
    fn open(&self) -> Vec<Op>;

    /// Adds its state to a fingerprint: everything that its future depends on. Called only while it is parked. `false` if
    /// it does not show its state.
    fn fingerprint(&self, _now: Millis, _into: &mut dyn Hasher) -> bool {
        false
    }

    /// Ends the run while it is parked.
    ///
    /// # Errors
    /// If it was not parked after all, or leaves something behind.
    fn stop(&mut self) -> Result<(), SubjectError> {
        Ok(())
    }

    /// Ends the subject: no run follows.
    ///
    /// # Errors
    /// If it does not end as it must, or leaves something behind.
    fn close(&mut self) -> Result<(), SubjectError> {
        Ok(())
    }

    /// Kills it at once.
    fn kill(&mut self);

    /// Whether the last run began where earlier runs had left something. If so, the next one begins with nothing.
    fn renew(&mut self) -> bool {
        false
    }

    /// The lines that it and this program have exchanged in the run, each behind `>` if it was sent to the subject, or `<` if it
    /// came from it. They are for people. Empty for a subject whose stream has them all.
    fn take_exchanged(&mut self) -> String {
        String::new()
    }

    /// Who it said that it is, in a run. `None` if it has said nothing yet.
    fn identity(&self) -> Option<&Identity> {
        None
    }
}

/// A program's name and version, as it tells them itself.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What a subject does next.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Next {
    /// An effect.
    Effect(Effect),
    /// An effect whose order among those of other lanes is unknown.
    Unplaced(Effect),
    /// Nothing, until its next input.
    Parked,
}

/// What a subject claims about itself.
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
    /// Claims that this version does not know.
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
    /// The claims of a subject in this process: every capability, every lane and every wire.
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
