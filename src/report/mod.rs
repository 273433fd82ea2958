//! Reports, for people and for programs: one model, several formats.
//!
//! **Only this module knows the file formats of reports.**

mod compare;
mod conditions;
mod failure;
mod json;
mod junit;
mod model;
mod mutants;
mod played;
mod pretty;
pub mod simulation;
mod variants;

pub use self::{
    compare::{Side, compared},
    conditions::{ConditionedReport, ConditionedWord, ConditionsReport},
    failure::{failure, failure_with},
    json::json,
    junit::junit,
    model::{CaseReport, Counts, ExitCode, FailOn, Mismatch, Report, RequirementReport, Then},
    mutants::{GenericReport, LookReport, MutantReport, MutantsReport, Word},
    played::played,
    pretty::pretty,
    variants::{SetReport, VariantFailure, VariantFate, VariantsReport},
};
