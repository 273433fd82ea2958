//! What the kinds of derived runs share. A derived run is a written scenario that is played once more in another way, and
//! demands the same: see [`super::later`], [`super::reworded`] and [`super::fuller`].

use std::sync::Arc;

use gherkin::StepType;

use super::{
    case::{Case, Line, Origin},
    lint::whole,
    steps::{self, Draft},
};
use crate::stage::Scenario;

/// Scenarios that a kind of derived run leaves out, by the beginning of their ids, each with the reason.
pub struct Exceptions(Vec<(String, String)>);

impl Exceptions {
    /// The exceptions in `json`, which the program carries in `file`: a list of pairs. A mistake in it is a bug of
    /// hotseat, which every test meets.
    pub(super) fn read(file: &str, json: &str) -> Self {
        Self(serde_json::from_str(json).unwrap_or_else(|error| panic!("{file}: {error}")))
    }

    /// Why the scenario with this id is left out. `None` if it is not.
    pub fn of(&self, id: &str) -> Option<&str> {
        self.0.iter().find(|(begins, _)| id.starts_with(begins)).map(|(_, why)| why.as_str())
    }

    /// Every beginning with its reason.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(begins, why)| (begins.as_str(), why.as_str()))
    }
}

/// Why no derived run of `case` would decide anything. `None` if one would.
pub(super) fn decides_nothing(case: &Case) -> Option<&'static str> {
    if case.is_of_reference() || case.requirements().next().is_none() {
        Some("it decides no requirement")
    } else if case.expects_failure() {
        Some("it is expected to fail")
    } else {
        None
    }
}

/// The step that plays a scenario file.
const WHOLE: &str = "the scenario {string}";

/// Whether `case` plays a scenario file, whose texts and calls no line has.
pub(super) fn is_file(case: &Case) -> bool {
    case.steps.iter().any(|line| line.matched.step.expression == WHOLE)
}

/// The lines of `case` without the checks that name no requirement: these show how the reference draws the written
/// scenario.
pub(super) fn demanding(case: &Case) -> Vec<Line> {
    let demands = |line: &&Line| line.kind != StepType::Then || !line.matched.requirements.is_empty();
    case.steps.iter().filter(demands).cloned().collect()
}

/// The line of `text` that belongs to `case`. `None` if it means no step.
pub(super) fn line(case: &Case, kind: StepType, text: &str) -> Option<Line> {
    let matched = Arc::new(steps::find(kind, text, None).ok()?);
    Some(Line { keyword: "And".to_owned(), text: text.to_owned(), docstring: None, line: case.line, kind, matched })
}

/// The case with other lines and the id `id`. `None` if these lines build no scenario.
pub(super) fn rebuilt(case: &Case, id: String, name: String, steps: Vec<Line>, origin: Origin) -> Option<Case> {
    let mut draft = Draft::default();
    for line in &steps {
        line.matched.build(&mut draft).ok()?;
    }
    whole(&draft).ok()?;
    let scenario = Scenario { about: id.clone(), ..draft.scenario };
    Some(Case { id, name, steps, scenario: Arc::new(scenario), embedded: false, origin, ..case.clone() })
}
