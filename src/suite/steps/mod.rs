//! The vocabulary of features: one table of steps, each with its expression, its words for authors, and a function of
//! typed arguments. Matching, the list for authors and the nearest step come from it.
//!
//! ```text
//! line ─▶ matching ─▶ args ─▶ typed, words ─▶ the step's function
//!         which step  as written   as values   builds a Draft, or checks the Evidence
//! ```

mod acp;
mod args;
mod comparing;
mod deepchat;
mod draft;
mod faults;
mod files;
mod given;
mod jp;
mod json_schema;
mod matching;
mod mcp;
mod members;
mod model;
mod operator;
mod outside;
mod person;
mod pi;
mod pilotdeck;
mod retired;
pub(super) mod rules;
mod step;
mod then_client;
mod then_each;
mod then_file;
mod then_history;
mod then_model;
mod then_model_input;
mod then_offers;
mod then_prompt;
mod then_result;
mod then_run;
mod then_stored;
mod then_tool;
mod tools;
mod typed;
mod words;

use std::sync::LazyLock;

pub(super) use self::faults::Fault;
use self::step::{given, when};
pub use self::{
    args::{Args, no_repetition},
    draft::Draft,
    matching::{Found, Matched, NoMatch, compiled, find, wordings},
    step::Step,
    typed::StepError,
};
pub(super) use self::{draft::plain_tool, matching::with_one_below, step::then};

/// Whether the lines of the scenario's client are those of a server, in this system.
pub(super) fn plays_the_server(system: &str) -> bool {
    mcp::client::plays_the_server(system)
}

/// Every step, by keyword and topic.
pub static TABLE: LazyLock<Vec<Step>> = LazyLock::new(|| {
    let topics: [fn() -> Vec<Step>; 40] = [
        given::steps,
        files::steps,
        tools::steps,
        jp::tools::steps,
        model::steps,
        members::steps,
        jp::inquiry_replies::steps,
        person::steps,
        operator::steps,
        outside::steps,
        then_prompt::steps,
        then_offers::steps,
        pilotdeck::host::steps,
        then_model::steps,
        jp::inquiry::steps,
        then_result::steps,
        pi::result::steps,
        then_tool::steps,
        then_history::steps,
        jp::record::steps,
        then_run::steps,
        jp::conversation::steps,
        then_file::steps,
        then_stored::steps,
        deepchat::messages::steps,
        then_model_input::steps,
        then_client::steps,
        acp::connection::steps,
        acp::loading::steps,
        acp::rules::steps,
        acp::servers::steps,
        mcp::client::steps,
        mcp::pages::steps,
        mcp::rounds::steps,
        mcp::tasks::steps,
        mcp::asks::steps,
        mcp::lines::steps,
        mcp::results::steps,
        then_each::steps,
        rules::steps,
    ];
    let all = topics.into_iter().flat_map(|steps| steps());
    all.map(|step| Step { is_retired: retired::EXPRESSIONS.contains(&step.expression), ..step }).collect()
});
