//! The rules that every run must keep, whatever is drawn. Each has a name, stands for requirements, and checks every step.
//!
//! **Absent here:** any system's name. The rules of one system stand with its generator.

mod answers;
mod calls;
pub mod prompts;
pub mod run;

use super::run_state::RunState;
use crate::{
    model::Op,
    stage::{End, Observation, What},
};

/// A rule.
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it demands, in a sentence.
    pub about: &'static str,
    /// The requirements that it stands for.
    pub requirements: &'static [&'static str],
    /// Makes the check for one run.
    pub make: fn() -> Box<dyn Check>,
}

/// Checks one run, step by step. An error says how the rule is broken.
pub trait Check {
    /// Checks an observation. The run state has already taken it in.
    ///
    /// # Errors
    /// If the rule is broken.
    fn see(&mut self, _run_state: &RunState<'_>, _what: &What) -> Result<(), String> {
        Ok(())
    }

    /// Checks a moment at which the subject is parked, with these operations open. The run state still has the operations
    /// that were open before.
    ///
    /// # Errors
    /// If the rule is broken.
    fn parked(&mut self, _run_state: &RunState<'_>, _open: &[Op]) -> Result<(), String> {
        Ok(())
    }

    /// Checks the whole stream at the end of the run.
    ///
    /// # Errors
    /// If the rule is broken.
    fn over(&mut self, _run_state: &RunState<'_>, _stream: &[Observation], _end: End) -> Result<(), String> {
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
    &prompts::NOTHING_AFTER_THE_END,
    &answers::SIBLINGS,
    &prompts::TIME_ANSWERS_NOTHING,
    &prompts::RESTORED,
    &calls::ANSWERED_ONCE,
    &answers::SECRET_NOWHERE,
    &run::ORDER,
    &run::NO_PANIC,
];

/// Fails with `message` unless `holds`.
pub fn demand(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
