//! Cases: scenarios that are ready to run. Every row of an outline is a case. Every line is matched, and the scenario
//! that the lines build is built.

use std::{collections::BTreeSet, sync::Arc};

use gherkin::StepType;

use super::{catalogue::Catalogue, former_ids, steps::Matched};
use crate::{
    stage::{Claims, Scenario},
    system::System,
};

/// A scenario that is ready to run.
#[derive(Clone)]
pub struct Case {
    /// Stable and without blanks: `jp/routing/row-4`.
    pub id: String,
    /// The feature's file.
    pub file: String,
    /// Where the scenario (or the row) stands in it.
    pub line: usize,
    /// The feature's name.
    pub feature: String,
    /// The scenario's name, placeholders filled in.
    pub name: String,
    /// The system it belongs to.
    pub system: String,
    /// The profile that it asks for; none for the system's default.
    pub profile: Option<String>,
    /// Tags without `@`, of feature, rule, scenario and examples, and the requirements of every `Then`.
    pub tags: BTreeSet<String>,
    /// The lines, in order, those of backgrounds first.
    pub steps: Vec<Line>,
    /// What the lines build. It is built once, when the feature is read.
    pub scenario: Arc<Scenario>,
    /// Whether it must have a snapshot.
    pub embedded: bool,
    /// Whether the program carries its feature with the same text, even if it was read from a file.
    pub is_carried: bool,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a case comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Origin {
    /// An author wrote it.
    Written,
    /// It is a written scenario after an earlier conversation.
    Later,
    /// It is a written scenario with other texts.
    Reworded,
    /// It is a written scenario with an optional member in its questions, options or calls.
    Fuller,
    /// It is a combination of a table.
    Combination,
}

/// A line of a scenario.
#[derive(Clone)]
pub struct Line {
    /// `Given`, `When`, `Then`, `And`, `But`.
    pub keyword: String,
    /// The rest.
    pub text: String,
    /// The doc string below it.
    pub docstring: Option<String>,
    /// Where it stands.
    pub line: usize,
    /// Which of the three it is.
    pub kind: StepType,
    /// What it means.
    pub matched: Arc<Matched>,
}

impl Line {
    /// The line as one reads it: with its doc string, if it has one, before the requirements at its end.
    pub fn whole(&self) -> String {
        let Some(below) = &self.docstring else { return self.text.clone() };
        let below = below.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.text.rsplit_once(" [").filter(|_| !self.matched.requirements.is_empty()) {
            Some((words, requirements)) => format!("{words} {below} [{requirements}"),
            None => format!("{} {below}", self.text),
        }
    }
}

impl Case {
    /// The requirements that its `Then`s name.
    pub fn requirements(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().flat_map(|line| &line.matched.requirements).map(String::as_str)
    }

    /// Whether its id fits, or one that it had before.
    pub fn is_called(&self, fits: impl Fn(&str) -> bool) -> bool {
        fits(&self.id) || self.is_carried && former_ids::former(&self.id).iter().any(|id| fits(id))
    }

    /// Whether it is of the program, and not of its user: carried, derived from what is carried, or a combination.
    pub fn is_ours(&self) -> bool {
        self.is_carried || self.origin != Origin::Written
    }

    /// A requirement is expected to fail here (tag `@expected-failure`).
    pub fn expects_failure(&self) -> bool {
        self.tags.contains("expected-failure")
    }

    /// The scenario shows the reference's own ways, such as its drawings. No other subject is asked (tag `@reference`).
    pub fn is_of_reference(&self) -> bool {
        self.tags.contains("reference")
    }

    /// Whether the subject is judged by this `Then`. A `Then` of ours without a requirement shows what the reference
    /// does, so it is asked of the reference alone.
    pub fn asks(&self, then: &Line, is_reference: bool) -> bool {
        is_reference || !self.is_carried || !then.matched.requirements.is_empty()
    }

    /// The scenario as its lines write it: the case's id is no part of that.
    pub fn written(&self) -> Scenario {
        let mut scenario = Scenario::clone(&self.scenario);
        if scenario.about == self.id {
            scenario.about.clear();
        }
        scenario
    }

    /// Why a subject with these claims is not asked. `None` if it is asked.
    pub fn not_asked(&self, claims: &Claims, is_reference: bool) -> Option<String> {
        if self.is_of_reference() && !is_reference {
            return Some("it shows something that only the reference does".to_owned());
        }
        if !is_reference && self.is_carried && self.requirements().next().is_none() {
            return Some("it decides no requirement".to_owned());
        }
        let system = self.system.as_str();
        let profile = self.profile.as_ref().filter(|profile| !claims.has_profile(system, profile));
        if profile.is_some() || !claims.has_system(system) {
            let profile = self.profile.as_ref().map(|profile| format!(" with the profile {profile}"));
            return Some(format!("{} does not claim the system {system}{}", claims.who, profile.unwrap_or_default()));
        }
        self.lacking_profile(claims).map(|profile| {
            format!("{} does not claim the profile {profile} of {system}, which the scenario needs", claims.who)
        })
    }

    /// A profile that is not claimed, if a tag names it, or if every requirement belongs to such a profile.
    fn lacking_profile(&self, claims: &Claims) -> Option<&'static str> {
        let is_tagged = |profile: &&&str| self.tags.contains(**profile) && !claims.has_profile(&self.system, profile);
        let modifiers = System::named(&self.system).map_or(&[][..], |system| system.modifiers);
        if let Some(profile) = modifiers.iter().find(is_tagged) {
            return Some(profile);
        }
        let mut lacking = None;
        for id in self.requirements() {
            let profile = Catalogue::embedded().requirement(id)?.profile.as_deref()?;
            if claims.has_profile(&self.system, profile) {
                return None;
            }
            lacking = Some(profile);
        }
        lacking
    }
}
