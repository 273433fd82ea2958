//! The suite: features, their steps, the requirements they decide, and the runner.
//!
//! ```text
//! source ─▶ lint ─▶ case ─▶ select ─▶ plan ─▶ runner ─▶ outcome ─▶ (report)
//!           every feature is read and matched before anything runs
//! ```
//!
//! The lines of a feature are matched once, when the feature is read; its Givens and Whens build a
//! [`crate::stage::Scenario`] there and then. Workers play the scenarios, and the `Then`s read the finished streams. The
//! same steps as steps of cucumber are in [`crate::cucumber`].

pub mod binders;
pub mod case;
pub mod catalogue;
pub mod check;
mod embedded;
pub mod events;
mod files;
pub mod former_ids;
mod input_error;
mod inquiries;
mod json;
mod judge;
pub(crate) mod lint;
pub mod mutants;
pub mod named;
pub mod outcome;
pub mod plan;
pub mod runner;
mod scenarios;
pub mod scripts;
pub mod select;
mod smoke;
pub mod snapshot;
pub mod source;
pub mod steps;

pub use input_error::{InputError, InputErrors};
pub(crate) use judge::Reader;
pub use judge::judge;
pub use smoke::smoke;

use std::path::PathBuf;

use self::{case::Case, catalogue::Catalogue};

/// The cases of the features in `paths`, or of every feature that this program carries where there are none.
///
/// # Errors
/// Every mistake in every feature, before anything runs.
pub fn read_cases(paths: &[PathBuf], catalogue: &Catalogue) -> Result<Vec<Case>, InputErrors> {
    lint::read(&sources(paths)?, catalogue, None)
}

/// The case of that id among those of [`read_cases`], if there is one; of an embedded one a former id does, too. Only the
/// feature that can hold it is read, and of
/// that no other scenario's lines: a test that has a process of its own does not wait for all of them.
///
/// # Errors
/// Every mistake in what is read.
pub fn read_case(paths: &[PathBuf], id: &str, catalogue: &Catalogue) -> Result<Vec<Case>, InputErrors> {
    let id = if paths.is_empty() { former_ids::current(id).unwrap_or(id) } else { id };
    let mut sources = sources(paths)?;
    sources.retain(|source| source.may_hold(id));
    lint::read(&sources, catalogue, Some(id))
}

pub(crate) fn sources(paths: &[PathBuf]) -> Result<Vec<source::Source>, InputErrors> {
    if paths.is_empty() { Ok(source::embedded()) } else { source::read(paths) }
}
