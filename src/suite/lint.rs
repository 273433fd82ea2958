//! Reads features before anything runs. Also reports every mistake that the parser silently drops.

mod belonging;
mod expand;
mod filling;
#[cfg(test)]
#[path = "lint/lengths_tests.rs"]
mod lengths_tests;
mod losses;
mod matching;
mod parse;
#[cfg(test)]
mod titles;

use std::collections::{BTreeMap, BTreeSet};

use gherkin::Feature;

use self::expand::Expanded;
#[cfg(test)]
pub(crate) use self::titles::titles;
pub(crate) use self::{expand::id as scenario_id, matching::whole};
use super::{
    InputError, InputErrors,
    at_once::{at_once_with, processors},
    case::Case,
    catalogue::Catalogue,
    source::{self, Source},
    steps::Found,
};

/// Whether a scenario with this id, this name and these tags is read.
pub type Only<'a> = &'a (dyn Fn(&str, &str, &BTreeSet<String>) -> bool + Sync);

/// Reads the cases of every feature; with `only`, those alone that it takes.
///
/// # Errors
/// Every mistake in every feature; with `only`, not those in the lines of other scenarios.
pub fn read(sources: &[Source], catalogue: &Catalogue, only: Option<Only<'_>>) -> Result<Vec<Case>, InputErrors> {
    let read = at_once_with(sources, processors(), |found, source| one(source, catalogue, only, found));
    let mut cases = Vec::new();
    let mut mistakes = Vec::new();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    for (source, read) in sources.iter().zip(read) {
        let scenarios = read.unwrap_or_else(|of_feature| {
            mistakes.extend(of_feature);
            Vec::new()
        });
        for (case, of_lines) in scenarios {
            let (place, name) = (format!("{}:{}", source.file, case.line), &case.name);
            let mut wrong = |what: String, help: &str, label: &str| {
                let mistake = InputError::new(format!("{place}: {what}")).help(help);
                mistakes.push(mistake.at_line(&source.file, &source.text, case.line, label));
            };
            if let Some(other) = ids.insert(case.id.clone(), place.clone()) {
                let what = format!("two scenarios are called {:?}, the other at {other}", case.id);
                let help = "give each scenario a name of its own; an outline's name can have its `<columns>`";
                wrong(what, help, &format!("{name:?} again"));
            }
            if case.id.ends_with('/') {
                let what = "the scenario's name has no letter and no digit".to_owned();
                wrong(what, "give it a name; its id and its files are called by it", "this scenario");
            }
            mistakes.extend(of_lines);
            cases.push(case);
        }
    }
    if mistakes.is_empty() { Ok(cases) } else { Err(InputErrors(mistakes)) }
}

/// The cases of a feature, each with the mistakes in its lines.
///
/// # Errors
/// What the parser rejects or would silently drop.
fn one(
    source: &Source,
    catalogue: &Catalogue,
    only: Option<Only<'_>>,
    found: &mut Found,
) -> Result<Vec<(Case, Vec<InputError>)>, Vec<InputError>> {
    let feature = parse::parse(source).map_err(|mistake| vec![mistake])?;
    let mut lost = Vec::new();
    losses::find(source, &feature, &mut lost);
    if !lost.is_empty() {
        return Err(lost);
    }
    let mut cases = Vec::new();
    for Expanded { id, scenario, background, tags, line } in expand::expand(source, &feature) {
        if only.is_some_and(|only| !only(&id, &scenario.name, &tags)) {
            continue;
        }
        let mut mistakes = Vec::new();
        let matched = matching::lines(source, &background, &scenario, catalogue, found, &mut mistakes);
        cases.push((expand::case(source, &feature, id, line, &scenario, tags, matched), mistakes));
    }
    Ok(cases)
}

/// The feature in `source`, its outlines expanded, for a runner that has steps of its own: no line is matched.
///
/// # Errors
/// What the parser rejects or would silently drop.
pub(crate) fn feature(source: &Source) -> Result<Feature, InputErrors> {
    let feature = parse::parse(source)?;
    let mut mistakes = Vec::new();
    losses::find(source, &feature, &mut mistakes);
    if mistakes.is_empty() { Ok(expand::whole(source, feature)) } else { Err(InputErrors(mistakes)) }
}

/// The id of a scenario of such a feature.
pub(crate) fn id(feature: &Feature, scenario: &gherkin::Scenario) -> String {
    let file = feature.path.as_deref().map_or_else(|| feature.name.clone(), |path| path.display().to_string());
    expand::id(&source::id_of(&file), &scenario.name)
}
