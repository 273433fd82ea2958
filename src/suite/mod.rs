//! The suite: features, their steps, the requirements that they check, and the runner.
//!
//! ```text
//! source ─▶ lint ─▶ case ─▶ select ─▶ plan ─▶ runner ─▶ outcome ─▶ (report)
//!    ▲      every feature is read and matched before anything runs
//! combinations
//! ```
//!
//! The lines of a feature are matched once, when the feature is read. Its Givens and Whens build a
//! [`crate::stage::Scenario`] at that moment. Workers play the scenarios, and the `Then`s read the finished streams.
//! [`crate::cucumber`] offers the same steps to the cucumber crate.

pub mod agent_draft;
pub mod agent_trial;
mod at_once;
pub mod binders;
mod by_name;
pub mod case;
pub mod catalogue;
pub mod check;
pub mod combinations;
pub mod derived;
pub(crate) mod embedded;
pub mod ending;
pub mod events;
mod files;
pub mod former_ids;
pub mod found;
pub mod fuller;
mod input_error;
mod json;
mod judge;
pub mod later;
pub(crate) mod lint;
pub mod mutants;
pub mod named;
pub mod outcome;
pub mod plan;
pub mod retold;
pub mod reworded;
pub mod runner;
mod scenarios;
pub mod scripts;
pub mod select;
pub mod server_trial;
mod smoke;
pub mod snapshot;
pub mod source;
mod standing;
pub mod steps;
pub mod variants;
pub mod written;

pub use by_name::read_selected;
pub use input_error::{InputError, InputErrors};
pub(crate) use judge::Reader;
pub use judge::judge;
pub use smoke::smoke;

use std::path::PathBuf;

use self::{case::Case, catalogue::Catalogue, combinations::Amount, select::Systems};

/// The cases of the features in `paths`; without paths, of every embedded feature.
///
/// # Errors
/// Every mistake in every feature, before anything runs.
pub fn read_cases(paths: &[PathBuf], catalogue: &Catalogue) -> Result<Vec<Case>, InputErrors> {
    lint::read(&sources(paths)?, catalogue, None)
}

/// The combinations of `amount`: scenarios that no author wrote. Only those of `systems`.
///
/// # Errors
/// Every mistake in the texts that are made of them, which is a bug of hotseat.
pub fn read_combinations(amount: Amount, systems: &Systems, catalogue: &Catalogue) -> Result<Vec<Case>, InputErrors> {
    let sources = combinations::sources(amount, systems);
    let sources = sources.map_err(|error| {
        InputError::new(error.to_string()).help("this is a bug of hotseat; `--no-combinations` leaves them out")
    })?;
    lint::read(&sources, catalogue, None)
}

/// The cases that no author wrote: the later, the reworded and the fuller runs of the `written` ones, and the
/// combinations of `amount`. None at all if that is no amount.
///
/// # Errors
/// As [`read_combinations`].
pub fn derived(
    written: &[Case],
    amount: Amount,
    systems: &Systems,
    catalogue: &Catalogue,
) -> Result<Vec<Case>, InputErrors> {
    if amount == Amount::None {
        return Ok(Vec::new());
    }
    let mut derived = of_written(written, amount);
    derived.extend(read_combinations(amount, systems, catalogue)?);
    Ok(derived)
}

/// The later, the reworded and the fuller runs of the `written` cases.
fn of_written(written: &[Case], amount: Amount) -> Vec<Case> {
    let mut derived = later::later(written);
    derived.extend(reworded::reworded(written, amount == Amount::All));
    derived.extend(fuller::fuller(written, amount == Amount::All));
    derived
}

/// The case with the id `id` among those of [`read_cases`], if there is one. A former id finds an embedded case, too.
/// Only the feature that can contain the case is read, and only this scenario's lines are matched: a test that has a
/// process of its own should not wait for all of them.
///
/// # Errors
/// Every mistake in the lines that are read.
pub fn read_case(paths: &[PathBuf], id: &str, catalogue: &Catalogue) -> Result<Vec<Case>, InputErrors> {
    if let Some(first) = id.strip_prefix(later::PREFIX).filter(|_| paths.is_empty()) {
        let cases = read_case(paths, first, catalogue)?;
        return Ok(cases.iter().filter_map(later::later_run).collect());
    }
    let of = |prefix: &str| id.strip_prefix(prefix).and_then(|rest| rest.split_once('/')).filter(|_| paths.is_empty());
    if let Some((style, first)) = of(reworded::PREFIX)
        && let Some(style) = reworded::style(style)
    {
        let cases = read_case(paths, first, catalogue)?;
        return Ok(cases.iter().filter_map(|case| reworded::reworded_run(case, style)).collect());
    }
    if let Some((member, first)) = of(fuller::PREFIX)
        && let Some(member) = fuller::member(member)
    {
        let cases = read_case(paths, first, catalogue)?;
        return Ok(cases.iter().filter_map(|case| fuller::fuller_run(case, member)).collect());
    }
    if let Some(source) = combinations::source(id).filter(|_| paths.is_empty()) {
        let help = "`hotseat list --name combinations` shows the ids of combinations";
        let source = source.map_err(|error| InputError::new(format!("{id}: {error}")).help(help))?;
        return lint::read(&[source], catalogue, None);
    }
    let id = if paths.is_empty() { former_ids::current(id).unwrap_or(id) } else { id };
    let mut sources = sources(paths)?;
    sources.retain(|source| source.may_hold(id));
    lint::read(&sources, catalogue, Some(&|found, _, _| found == id))
}

/// The files of the features and the scenarios that the program carries: the path of each, and its text. Features that are
/// read from a copy have the same ids.
pub fn carried_files() -> Vec<(String, &'static str)> {
    let of = |folder: &'static str, files: Vec<(String, &'static str)>| {
        files.into_iter().map(move |(path, text)| (format!("{folder}/{path}"), text))
    };
    of("features", embedded::features()).chain(of("scenarios", embedded::scenarios())).collect()
}

pub(crate) fn sources(paths: &[PathBuf]) -> Result<Vec<source::Source>, InputErrors> {
    if paths.is_empty() { Ok(source::embedded()) } else { source::read(paths) }
}
