//! The rules that every run must keep, whatever is drawn. Each has a name, stands for requirements, and checks every
//! step.
//!
//! **Absent here:** any system's name. The rules of one system stand with its generator.

mod answers;
mod calls;
pub mod prompts;
pub mod run;
mod set;
pub mod told;
mod verbatim;

use thiserror::Error;

use super::run_state::RunState;
use crate::{
    model::{Fingerprint, Op},
    stage::{End, Lane, Observation, What},
    system::{EffectKind, InputKind},
};
pub use set::{RuleSet, RuleSets};

/// A rule.
#[derive(Hash)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it demands, in a sentence.
    pub about: &'static str,
    /// The requirements that it stands for.
    pub requirements: &'static [&'static str],
    /// The lanes that the check reads. Without one of them, nothing is decided.
    pub lanes: &'static [Lane],
    /// The requirements that the check takes for granted. A subject of which one is not demanded is not judged.
    pub premises: &'static [&'static str],
    /// Whether only simulated runs are held to it. Its check reads provenance markers, or it counts on a person who
    /// answers every prompt in the end. The runs of scenarios are held to all other rules, too.
    pub only_simulated: bool,
    /// The moments at which the check looks. It is asked at no other.
    pub looks_at: &'static [Moment],
    /// Makes the check for one run.
    pub make: fn() -> Box<dyn Check>,
}

/// A moment of a run at which a check may look.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Moment {
    /// The subject hears an input of this kind.
    Heard(InputKind),
    /// The subject hears an input.
    AnyInput,
    /// The subject has an effect of this kind.
    Done(EffectKind),
    /// The subject stores a record with this `type`.
    Recorded(&'static str),
    /// The subject has an effect.
    AnyEffect,
    /// The subject is parked.
    Parked,
    /// The run is over.
    Over,
}

/// How a run breaks a rule, in a sentence.
#[derive(Clone, Debug, Eq, Error, Hash, PartialEq)]
#[error("{message}")]
pub struct Breach {
    message: String,
    /// The requirements that are not met, if the check knows more exactly than its rule.
    pub requirements: Option<Vec<String>>,
}

impl Breach {
    /// A breach that `message` describes.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), requirements: None }
    }

    /// A breach of these requirements, and not of all that the rule stands for.
    #[must_use]
    pub fn of(self, requirements: Vec<String>) -> Self {
        Self { requirements: Some(requirements).filter(|requirements| !requirements.is_empty()), ..self }
    }
}

/// Checks one run, step by step. Its fingerprint covers everything that it remembers of the run.
pub trait Check: Fingerprint {
    /// Checks an observation. The run state has already taken it in.
    ///
    /// # Errors
    /// How the rule is broken.
    fn see(&mut self, _run_state: &RunState<'_>, _what: &What) -> Result<(), Breach> {
        Ok(())
    }

    /// Checks a moment at which the subject is parked, with these operations open. The run state still has the
    /// operations that were open before.
    ///
    /// # Errors
    /// How the rule is broken.
    fn parked(&mut self, _run_state: &RunState<'_>, _open: &[Op]) -> Result<(), Breach> {
        Ok(())
    }

    /// Whether [`Self::over`] reads the stream, which is more than the check remembers.
    fn reads_stream(&self) -> bool {
        false
    }

    /// Checks the whole stream at the end of the run.
    ///
    /// # Errors
    /// How the rule is broken.
    fn over(&mut self, _run_state: &RunState<'_>, _stream: &[Observation], _end: End) -> Result<(), Breach> {
        Ok(())
    }
}

/// The rules of every system.
pub static COMMON: &[&Rule] = &[
    &prompts::ONE_END,
    &prompts::COMES_TO_AN_END,
    &prompts::SECOND_REPLY,
    &prompts::FOREIGN_REPLY,
    &answers::ATTRIBUTION,
    &prompts::INVALID_NEVER_ASKED,
    &answers::CANCEL_IS_NO_ANSWER,
    &answers::GIVEN_BY_SOMEBODY,
    &verbatim::VERBATIM,
    &prompts::NOTHING_AFTER_THE_END,
    &answers::SIBLINGS,
    &prompts::TIME_ANSWERS_NOTHING,
    &prompts::RESTORED,
    &calls::ANSWERED_ONCE,
    &answers::SECRET_NOWHERE,
    &run::ORDER,
    &run::NO_PANIC,
];

/// Demands that a condition `holds`.
///
/// # Errors
/// A breach with `message`, if the condition does not hold.
pub fn demand(holds: bool, message: impl FnOnce() -> String) -> Result<(), Breach> {
    if holds { Ok(()) } else { Err(Breach::new(message())) }
}
