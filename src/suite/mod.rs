//! The suite: features, their steps, the requirements they decide, and the runner.
//!
//! ```text
//! source ─▶ lint ─▶ case ─▶ select ─▶ plan ─▶ runner ─▶ outcome ─▶ (report)
//!           every feature is read and matched before anything runs
//! ```
//!
//! cucumber is a thin front: its steps build a [`crate::stage::Scenario`] and read the finished stream. The run
//! itself happens once a scenario, on a worker thread.

mod asked;
pub mod case;
pub mod catalogue;
pub mod check;
mod embedded;
pub mod events;
mod files;
mod json;
mod lint;
mod mistake;
pub mod outcome;
pub mod plan;
pub mod runner;
mod scenarios;
pub mod scripts;
pub mod select;
pub mod snapshot;
pub mod source;
pub mod steps;
mod world;

pub use mistake::{Mistake, Mistakes};

use std::path::PathBuf;

use self::{case::Case, catalogue::Catalogue};

/// The cases of the features in `paths`, or of every feature that this program carries where there are none.
///
/// # Errors
/// Every mistake in every feature, before anything runs.
pub fn read_cases(paths: &[PathBuf], catalogue: &Catalogue) -> Result<Vec<Case>, Mistakes> {
    let sources = if paths.is_empty() { source::carried() } else { source::read(paths)? };
    lint::read(&sources, catalogue)
}
