//! Reports, for people and for programs: one model, several formats.
//!
//! ```text
//! Suite ─▶ Report ─▶ pretty, json, junit, ...
//!            ▲ │
//!            └─┘ JSON, which `hotseat report` and `hotseat diff` read again
//! ```
//!
//! **Only this module knows the file formats of reports.**

pub mod campaign;
mod compare;
mod conditions;
pub mod diff;
pub mod endings;
mod exit_code;
pub mod expected;
pub mod exploration;
mod failure;
pub mod formats;
mod json;
mod judging;
mod making;
mod model;
mod mutants;
mod played;
mod pretty;
pub mod reading;
pub mod shards;
pub mod simulation;
mod story;
mod styled;
mod summary;
mod variants;

pub use self::{
    compare::{Side, compared},
    conditions::{ConditionedFound, ConditionedReport, ConditionedWord, ConditionsReport},
    exit_code::{ExitCode, FailOn},
    failure::{failure_and_commands, failure_with},
    json::json,
    model::{
        CaseReport, Counts, Drift, ExpectedBecause, Mismatch, REPORT_VERSION, Report, RequirementReport, Survived, Then,
    },
    mutants::{
        GenericFound, GenericReport, LookReport, MutantReport, MutantsAsked, MutantsFound, MutantsReport, NamedFound,
        Word,
    },
    played::played,
    pretty::{Stories, Telling, pretty},
    story::{Story, StoryEvent, StoryMessage},
    styled::{Style, Styled},
    variants::{SetReport, VariantFailure, VariantFate, VariantsReport},
};
