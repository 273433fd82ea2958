//! The vocabulary of features: one table of steps, each with its expression, its words for authors, and what it
//! does. Matching, the catalogue for authors and the nearest step come from it; cucumber gets lines that it has read.

mod args;
mod comparing;
mod draft;
mod files;
mod given;
mod matching;
mod model;
mod operator;
mod outside;
mod person;
mod then_client;
mod then_file;
mod then_history;
mod then_model;
mod then_model_input;
mod then_prompt;
mod then_record;
mod then_result;
mod then_run;
mod then_stored;
mod then_tool;
mod tools;

use std::sync::LazyLock;

use gherkin::StepType;

pub use self::{
    args::Args,
    draft::Draft,
    matching::{Matched, NoMatch, compiled, find},
};
use super::check::{Evidence, Finding};

/// A step of the vocabulary.
pub struct Step {
    /// Which keyword it goes with.
    pub kind: StepType,
    /// Its cucumber expression.
    pub expression: &'static str,
    /// What it means, for authors.
    pub about: &'static str,
    /// What it does.
    pub(crate) does: Does,
}

/// What a step does.
#[derive(Clone, Copy)]
pub(crate) enum Does {
    /// Adds to the scenario, or says what is wrong with the arguments.
    Build(fn(&mut Draft, &Args) -> Result<(), String>),
    /// Reads the finished run.
    Check(fn(&Evidence<'_>, &Args) -> Finding),
}

type Build = fn(&mut Draft, &Args) -> Result<(), String>;
type Check = fn(&Evidence<'_>, &Args) -> Finding;

const fn given(expression: &'static str, about: &'static str, does: Build) -> Step {
    Step { kind: StepType::Given, expression, about, does: Does::Build(does) }
}

const fn when(expression: &'static str, about: &'static str, does: Build) -> Step {
    Step { kind: StepType::When, expression, about, does: Does::Build(does) }
}

const fn then(expression: &'static str, about: &'static str, does: Check) -> Step {
    Step { kind: StepType::Then, expression, about, does: Does::Check(does) }
}

/// Every step, by keyword and topic.
pub static TABLE: LazyLock<Vec<&'static Step>> = LazyLock::new(|| {
    let parts: [&[Step]; 33] = [
        given::STEPS,
        files::STEPS,
        tools::STEPS,
        model::STEPS,
        person::ANSWERS,
        person::CHOOSES,
        person::SUBMITS,
        person::PRESSES,
        person::TYPES,
        person::PASTES,
        person::CANCELS,
        person::REJECTS,
        person::STEPS,
        operator::SIGNALS,
        operator::RESTARTS,
        operator::COMES,
        operator::GOES,
        operator::SENDS,
        operator::SAYS,
        operator::LATER,
        outside::STEPS,
        then_prompt::STEPS,
        then_prompt::HOST,
        then_model::STEPS,
        then_result::STEPS,
        then_tool::STEPS,
        then_history::STEPS,
        then_record::STEPS,
        then_run::STEPS,
        then_file::STEPS,
        then_stored::STEPS,
        then_model_input::STEPS,
        then_client::STEPS,
    ];
    parts.into_iter().flatten().collect()
});
