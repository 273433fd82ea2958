//! Converts a scenario of cucumber into a case of hotseat.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use ::cucumber::gherkin::{Feature, Rule, Scenario as Lines};

use crate::suite::{
    case::{Case, Line, Origin},
    embedded, lint,
    steps::{Draft, find},
};

/// Whether the program carries the feature in the file at `path`.
pub fn is_carried(path: &Path) -> bool {
    static KNOWN: Mutex<BTreeMap<PathBuf, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let read = || fs::read_to_string(path).is_ok_and(|text| embedded::carries(&text));
    *known.entry(path.to_owned()).or_insert_with(read)
}

/// The case that hotseat's steps in `scenario` build. Other steps are left out.
pub fn case(feature: &Feature, rule: Option<&Rule>, scenario: &Lines) -> Case {
    let backgrounds = [feature.background.as_ref(), rule.and_then(|rule| rule.background.as_ref())];
    let above = backgrounds.into_iter().flatten().flat_map(|background| &background.steps);
    let mut draft = Draft::default();
    let mut steps = Vec::new();
    for step in above.chain(&scenario.steps) {
        if let Ok(matched) = find(step.ty, &step.value, step.docstring.clone())
            && matched.build(&mut draft).is_ok()
        {
            steps.push(Line {
                keyword: step.keyword.trim().to_owned(),
                text: step.value.clone(),
                docstring: step.docstring.clone(),
                line: step.position.line,
                kind: step.ty,
                matched: matched.into(),
            });
        }
    }
    let tags = feature.tags.iter().chain(rule.iter().flat_map(|rule| &rule.tags)).chain(&scenario.tags);
    Case {
        id: lint::id(feature, scenario),
        file: feature.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default(),
        line: scenario.position.line,
        feature: feature.name.clone(),
        name: scenario.name.clone(),
        system: draft.scenario.system.clone(),
        profile: Some(draft.scenario.profile.clone()).filter(|profile| !profile.is_empty()),
        tags: tags.map(|tag| tag.trim_start_matches('@').to_owned()).collect(),
        steps,
        scenario: Arc::new(draft.scenario),
        embedded: false,
        is_carried: feature.path.as_deref().is_some_and(is_carried),
        origin: Origin::Written,
    }
}
