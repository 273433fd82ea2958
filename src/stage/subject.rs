//! Who sits in the hot seat, as the scheduler sees them.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::blame::Blame;
use crate::{
    model::{Millis, Op},
    system::{Effect, Input},
};

/// Somebody who takes inputs and yields effects. Implementations live in the room `subject`.
pub trait Subject: Send {
    /// What it says of itself.
    fn claims(&self) -> &Claims;

    /// Makes it ready for a run of `system`.
    ///
    /// # Errors
    /// Where it can not be made ready.
    fn start(&mut self, system: &str) -> Result<(), SubjectError>;

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

    /// Ends it where it stands.
    fn kill(&mut self);
}

/// What a subject does next.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Next {
    /// This.
    Effect(Effect),
    /// Nothing, until it hears from us.
    Parked,
}

/// What a subject says of itself.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Claims {
    /// Its name and version.
    pub who: String,
    /// The systems that it implements.
    pub systems: Vec<Claim>,
}

/// A system that a subject implements.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Its name.
    pub system: String,
    /// The profiles it claims.
    pub profiles: Vec<String>,
}

impl Claims {
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
#[error("{story}")]
pub struct SubjectError {
    /// Whose fault it is.
    pub blame: Blame,
    /// What happened, and what to do.
    pub story: String,
}
