//! Summaries of shards: what a part of a campaign was asked and has found, as a file, and how they are added up.
//!
//! ```text
//! campaign, shard I of N ─▶ Summary ─▶ shard-I-of-N.json ─┐
//! campaign, shard J of N ─▶ Summary ─▶ shard-J-of-N.json ─┼─▶ Merger ─▶ Summary ─▶ what one process would have told
//!                                     ...                 ┘
//! ```
//!
//! A summary covers a set of shards, so what was merged can be merged again, in any order.

mod error;
mod list;
mod merger;
mod ran;
mod simulated;
mod summary;
mod telling;

pub use self::{
    error::{MergeError, SummaryError},
    list::{ConditionsAsked, Digest, JudgedAsked, ListAsked, VariantsAsked},
    merger::{Merged, Merger, files},
    ran::{ExpectedText, RunAsked, SubjectFound},
    simulated::SimulationAsked,
    summary::{Asked, Found, Summary},
    telling::{SummaryTelling, SummaryTold},
};

#[cfg(test)]
mod list_tests;
#[cfg(test)]
mod tests;
