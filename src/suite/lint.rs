//! Reads features before anything runs. Also reports every mistake that the parser silently drops.

mod belonging;
mod expand;
#[cfg(test)]
#[path = "lint/lengths_tests.rs"]
mod lengths_tests;
mod losses;
mod matching;
mod parse;
mod titles;

use std::collections::{BTreeMap, BTreeSet};

use gherkin::Feature;

use self::expand::Expanded;
pub(crate) use self::{matching::whole, titles::titles};
use super::{
    InputError, InputErrors,
    case::Case,
    catalogue::Catalogue,
    source::{self, Source},
    steps::Found,
};

/// Whether a scenario with this id, this name and these tags is read.
pub type Only<'a> = &'a dyn Fn(&str, &str, &BTreeSet<String>) -> bool;

/// Reads the cases of every feature; with `only`, those alone that it takes.
///
/// # Errors
/// Every mistake in every feature; with `only`, not those in the lines of other scenarios.
pub fn read(sources: &[Source], catalogue: &Catalogue, only: Option<Only<'_>>) -> Result<Vec<Case>, InputErrors> {
    let mut cases = Vec::new();
    let mut mistakes = Vec::new();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    let mut found = Found::default();
    for source in sources {
        let feature = match parse::parse(source) {
            Ok(feature) => feature,
            Err(mistake) => {
                mistakes.push(mistake);
                continue;
            }
        };
        let before = mistakes.len();
        losses::find(source, &feature, &mut mistakes);
        if mistakes.len() > before {
            continue;
        }
        for Expanded { id, scenario, background, tags, line } in expand::expand(source, &feature) {
            if only.is_some_and(|only| !only(&id, &scenario.name, &tags)) {
                continue;
            }
            if let Some(other) = ids.insert(id.clone(), format!("{}:{line}", source.file)) {
                let name = &scenario.name;
                let place = format!("{}:{line}", source.file);
                let mistake =
                    InputError::new(format!("{place}: two scenarios are called {id:?}, the other at {other}"))
                        .help("give each scenario a name of its own; an outline's name can have its `<columns>`")
                        .at_line(&source.file, &source.text, line, &format!("{name:?} again"));
                mistakes.push(mistake);
            }
            if id.ends_with('/') {
                let mistake =
                    InputError::new(format!("{}:{line}: the scenario's name has no letter and no digit", source.file))
                        .help("give it a name; its id and its files are called by it")
                        .at_line(&source.file, &source.text, line, "this scenario");
                mistakes.push(mistake);
            }
            let (steps, scripted) =
                matching::lines(source, &background, &scenario, catalogue, &mut found, &mut mistakes);
            cases.push(expand::case(source, &feature, id, line, &scenario, tags, (steps, scripted)));
        }
    }
    if mistakes.is_empty() { Ok(cases) } else { Err(InputErrors(mistakes)) }
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
