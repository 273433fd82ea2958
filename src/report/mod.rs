//! What a run found, for people and for machines: one model, several formats.
//!
//! **Only this room knows a file format of reports.**

mod compare;
mod json;
mod junit;
mod model;
mod mutants;
mod played;
mod pretty;
pub mod simulation;
mod story;

pub use self::{
    compare::{Side, compared},
    json::json,
    junit::junit,
    model::{CaseReport, Counts, ExitCode, FailOn, Miss, Report, RequirementReport, Then},
    mutants::{GenericReport, LookReport, MutantReport, MutantsReport, Word},
    played::played,
    pretty::pretty,
    story::{story, story_again},
};
