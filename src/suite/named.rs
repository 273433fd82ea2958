//! Finds the one scenario that a name means. A name is an id, a line of a feature, or a scenario file.

use std::{
    fs, iter,
    path::{Path, PathBuf},
};

use gherkin::StepType;

use super::{
    InputError, InputErrors, case::Case, catalogue::Catalogue, read_case, read_cases, scenarios, select::Selection,
};
use crate::stage::Scenario;

/// How many scenarios the message lists when a name means several.
const NAMED_MAX: usize = 8;

/// A scenario with its id.
#[derive(Debug)]
pub struct Named {
    /// The id, or the name of the scenario file.
    pub id: String,
    /// Its title: its name, or that of the scenario file.
    pub title: String,
    /// Its tags, without the requirements of its `Then`s.
    pub tags: Vec<String>,
    /// Its `Then`s: the text of each behind its keyword, and its doc string in the lines below.
    pub thens: Vec<String>,
    /// What is played.
    pub scenario: Scenario,
}

/// The scenario that `name` means. A name can be
///
/// * a scenario file: an embedded one by its name, or a user's by its path;
/// * a feature, with a line of the scenario (`mine.feature:12`) or with `piece`, which is matched with ids and names;
/// * an id, or a part of an id or a name that only one scenario has.
///
/// # Errors
/// The name means no scenario, or several. Every mistake in the files that are read.
pub fn named(name: &str, piece: Option<&str>) -> Result<Named, InputErrors> {
    let (path, line) = match name.rsplit_once(':') {
        Some((path, line)) if is_feature(path) => match line.parse() {
            Ok(line) => (path, Some(line)),
            Err(_) => {
                return Err(InputError::new(format!("{name}: expected a line number after the colon, found {line:?}"))
                    .help("`mine.feature:12` is the scenario around line 12")
                    .into());
            }
        },
        _ => (name, None),
    };
    let catalogue = Catalogue::embedded();
    let selection = Selection::parse(&[], None, piece, None, catalogue)?;
    let is_carried = !Path::new(path).exists();
    if is_feature(path) {
        let mut cases = read_cases(&if is_carried { Vec::new() } else { vec![PathBuf::from(path)] }, catalogue)?;
        cases.retain(|case| selection.takes(case) && (!is_carried || case.file == path));
        if let Some(line) = line {
            let lines = fs::read_to_string(path).map_or(usize::MAX, |text| text.lines().count());
            if !is_carried && line > lines {
                return Err(InputError::new(format!("{name}: the file has {lines} lines"))
                    .help(format!("`hotseat list {path}` shows where its scenarios are"))
                    .into());
            }
            let around = cases.iter().map(|case| case.line).filter(|begin| *begin <= line).max();
            cases.retain(|case| Some(case.line) == around);
        }
        if let (Some(piece), true) = (piece, cases.is_empty()) {
            return Err(InputError::new(format!("{name} has no scenario with {piece:?} in its id or name"))
                .help(format!("`hotseat list {path}` shows them"))
                .into());
        }
        return only(name, cases);
    }
    if path.ends_with(".json") || scenarios::is_carried(path) {
        if piece.is_some() {
            return Err(InputError::new(format!("{name} is one scenario, and `--name` picks one of a feature's"))
                .help("leave it out")
                .into());
        }
        let scenario = scenarios::load(path)?;
        let title = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        return Ok(Named { id: name.to_owned(), title, tags: Vec::new(), thens: Vec::new(), scenario });
    }
    let mut cases = read_case(&[], name, catalogue)?;
    if cases.is_empty() {
        cases = read_cases(&[], catalogue)?;
        cases.retain(|case| case.id.contains(name) || case.name.contains(name));
    }
    cases.retain(|case| selection.takes(case));
    only(name, cases)
}

fn is_feature(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "feature")
}

fn of_case(case: &Case) -> Named {
    let decided: Vec<&str> = case.requirements().collect();
    let tags = case.tags.iter().filter(|tag| !decided.contains(&tag.as_str()));
    let thens = case.steps.iter().filter(|line| line.kind == StepType::Then).map(|line| {
        let below = line.docstring.iter().map(|below| below.strip_prefix('\n').unwrap_or(below));
        let below = below.map(|below| below.strip_suffix('\n').unwrap_or(below));
        iter::once(line.text.as_str()).chain(below).collect::<Vec<_>>().join("\n")
    });
    Named {
        id: case.id.clone(),
        title: case.name.clone(),
        tags: tags.cloned().collect(),
        thens: thens.collect(),
        scenario: case.written(),
    }
}

fn only(name: &str, cases: Vec<Case>) -> Result<Named, InputErrors> {
    match &cases[..] {
        [case] => Ok(of_case(case)),
        [] => Err(InputError::new(format!("there is no scenario {name:?}"))
            .help("`hotseat list` shows their ids; a scenario file's name ends in .json, a feature's in .feature")
            .into()),
        several => {
            let mut told = format!("{name:?} may mean {} scenarios:", several.len());
            for case in several.iter().take(NAMED_MAX) {
                told.push_str(&format!("\n  {}  ({}:{})", case.id, case.file, case.line));
            }
            if several.len() > NAMED_MAX {
                told.push_str("\n  ...");
            }
            Err(InputError::new(told)
                .help("give the id of one, or a feature with a line, such as `mine.feature:12`")
                .into())
        }
    }
}
