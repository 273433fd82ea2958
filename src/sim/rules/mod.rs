//! The rules that every run must keep, whatever is drawn: each has a name, the requirements it stands for, and looks at
//! every step.
//!
//! **Absent here:** any system's name. What a system's own rules need to know of it stands with its world.

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
    /// What it says, in a sentence.
    pub about: &'static str,
    /// The requirements that it stands for.
    pub requirements: &'static [&'static str],
    /// A fresh check of a run.
    pub make: fn() -> Box<dyn Check>,
}

/// Looks at every step of one run. What it finds is told as what happened, and what should have.
pub trait Check {
    /// Something happened; the ledger has it already.
    ///
    /// # Errors
    /// Where the rule is broken.
    fn see(&mut self, _ledger: &RunState<'_>, _what: &What) -> Result<(), String> {
        Ok(())
    }

    /// The subject is parked, with these operations open; the ledger still has those that were open before.
    ///
    /// # Errors
    /// Where the rule is broken.
    fn parked(&mut self, _ledger: &RunState<'_>, _open: &[Op]) -> Result<(), String> {
        Ok(())
    }

    /// The run is over, and this was its stream.
    ///
    /// # Errors
    /// Where the rule is broken.
    fn over(&mut self, _ledger: &RunState<'_>, _stream: &[Observation], _end: End) -> Result<(), String> {
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

/// Tells a breach unless `holds`.
pub fn demand(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
