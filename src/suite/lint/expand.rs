//! Expands outlines: every row becomes a scenario of its own, with a stable id.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

use gherkin::{Feature, LineCol, Rule, Scenario, Step};

use super::filling::{filled, row_name};
use crate::{
    model::text::{checksum, slug},
    stage::Scenario as Scripted,
    suite::{
        case::{Case, Line, Origin},
        source::Source,
    },
};

/// The longest name of a scenario in its id, in bytes: file systems allow 255 with an ending.
const NAME_MAX: usize = 160;

/// A scenario that is ready to run.
pub struct Expanded {
    pub id: String,
    /// With every placeholder filled in.
    pub scenario: Scenario,
    /// The steps of the backgrounds above it.
    pub background: Arc<[Step]>,
    pub tags: BTreeSet<String>,
    pub line: usize,
}

/// Every scenario of a feature, in the order of the file.
pub fn expand(source: &Source, feature: &Feature) -> Vec<Expanded> {
    let mut expanded = Vec::new();
    let background: Arc<[Step]> =
        feature.background.iter().flat_map(|background| background.steps.iter().cloned()).collect();
    for scenario in &feature.scenarios {
        rows(source, scenario, &background, &feature.tags, &mut expanded);
    }
    for rule in &feature.rules {
        let own = rule.background.iter().flat_map(|background| background.steps.clone());
        let background: Arc<[Step]> = background.iter().cloned().chain(own).collect();
        let tags: Vec<String> = feature.tags.iter().chain(&rule.tags).cloned().collect();
        for scenario in &rule.scenarios {
            rows(source, scenario, &background, &tags, &mut expanded);
        }
    }
    expanded
}

/// The feature with its outlines expanded, for a runner that handles backgrounds and rules itself. The scenario of a
/// row has the line of the row and a name of its own.
pub fn whole(source: &Source, feature: Feature) -> Feature {
    let none: Arc<[Step]> = Arc::default();
    let expand = |scenarios: &[Scenario]| {
        let mut expanded = Vec::new();
        scenarios.iter().for_each(|scenario| rows(source, scenario, &none, &[], &mut expanded));
        let scenarios = expanded.into_iter().map(|Expanded { scenario, tags, line, .. }| Scenario {
            tags: tags.into_iter().collect(),
            position: LineCol { line, ..scenario.position },
            ..scenario
        });
        scenarios.collect::<Vec<_>>()
    };
    let rules = feature.rules.iter().map(|rule| Rule { scenarios: expand(&rule.scenarios), ..rule.clone() });
    Feature {
        scenarios: expand(&feature.scenarios),
        rules: rules.collect(),
        path: Some(PathBuf::from(&source.file)),
        ..feature
    }
}

/// The id of a scenario whose outline is expanded.
pub fn id(source: &str, name: &str) -> String {
    format!("{source}/{}", file_name(name))
}

fn rows(source: &Source, scenario: &Scenario, background: &Arc<[Step]>, above: &[String], out: &mut Vec<Expanded>) {
    let tags = |more: &[String]| {
        let all = above.iter().chain(&scenario.tags).chain(more);
        all.map(|tag| tag.trim_start_matches('@').to_owned()).collect::<BTreeSet<_>>()
    };
    let id = |name: &str| match &source.scenario {
        Some(name) => format!("{}/{name}", source.id),
        None => id(&source.id, name),
    };
    if scenario.examples.is_empty() {
        out.push(Expanded {
            id: id(&scenario.name),
            scenario: scenario.clone(),
            background: Arc::clone(background),
            tags: tags(&[]),
            line: if source.is_scenario_file() { 1 } else { scenario.position.line },
        });
        return;
    }
    let mut number = 0;
    // Without its tables: each row would copy all of them.
    let outline = Scenario { examples: Vec::new(), ..scenario.clone() };
    for examples in &scenario.examples {
        let Some(table) = &examples.table else { continue };
        let Some((header, rows)) = table.rows.split_first() else { continue };
        for (index, row) in rows.iter().enumerate() {
            number += 1;
            let filled = fill(&outline, header, row);
            let name = row_name(&scenario.name, header, row, number);
            out.push(Expanded {
                id: id(&name),
                scenario: Scenario { name, ..filled },
                background: Arc::clone(background),
                tags: tags(&examples.tags),
                line: table.position.line + 1 + index,
            });
        }
    }
}

/// The name of a scenario as the name of a file. A long name is cut, and its checksum tells it from others.
fn file_name(name: &str) -> String {
    let slug = slug(name);
    if slug.len() <= NAME_MAX {
        return slug;
    }
    let end = (0..=NAME_MAX).rev().find(|end| slug.is_char_boundary(*end)).unwrap_or_default();
    format!("{}-{:08x}", &slug[..end], checksum(&slug))
}

/// One row of an outline that is given without its tables.
fn fill(scenario: &Scenario, header: &[String], row: &[String]) -> Scenario {
    let fill = |text: &str| filled(text, header, row);
    let steps = scenario.steps.iter().map(|step| Step {
        value: fill(&step.value),
        docstring: step.docstring.as_deref().map(fill),
        ..step.clone()
    });
    Scenario { name: fill(&scenario.name), steps: steps.collect(), ..scenario.clone() }
}

/// The case of an expanded scenario whose lines are matched.
pub fn case(
    source: &Source,
    feature: &Feature,
    id: String,
    line: usize,
    scenario: &Scenario,
    mut tags: BTreeSet<String>,
    (steps, mut scripted): (Vec<Line>, Scripted),
) -> Case {
    tags.extend(steps.iter().flat_map(|line| line.matched.requirements.clone()));
    if scripted.about.is_empty() {
        scripted.about.clone_from(&id);
    }
    Case {
        id,
        file: source.file.clone(),
        line,
        feature: feature.name.clone(),
        name: scenario.name.clone(),
        system: scripted.system.clone(),
        profile: Some(scripted.profile.clone()).filter(|profile| !profile.is_empty()),
        tags,
        steps,
        scenario: Arc::new(scripted),
        embedded: source.embedded,
        is_carried: source.embedded || crate::suite::embedded::carries(&source.text),
        origin: if source.scenario.is_some() { Origin::Combination } else { Origin::Written },
    }
}
