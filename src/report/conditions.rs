//! The report of conditioned mutants.

use std::{collections::BTreeMap, fmt::Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ExitCode;
use crate::{
    model::text::shorten,
    mutate::{Allowed, Equivalents},
    suite::{
        check::counted,
        mutants::{ConditionedFate, ConditionedJudged, Look},
    },
};

/// How much of a `Then` the table shows, in characters.
const THEN_MAX: usize = 100;

/// The report of conditioned mutants.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct ConditionsReport {
    /// The conditioned mutants that alter something, in the order of their tables.
    pub mutants: Vec<ConditionedReport>,
    /// How many were left out because they alter nothing in any scenario.
    pub absent: usize,
    /// The entries of the list of equivalents that stand for a killed mutant.
    pub wrong: Vec<String>,
}

/// A conditioned mutant, and what happened to it.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct ConditionedReport {
    /// The id of the mutant.
    pub mutant: String,
    /// The id of the condition.
    pub condition: String,
    /// The requirement that it violates.
    pub requirement: String,
    /// What the mutant does wrong, and when.
    pub about: String,
    /// What happened to it.
    pub fate: ConditionedWord,
    /// Whether it alters a scenario with a `Then` that names its requirement.
    pub asked: bool,
    /// The scenario that killed it. If none did, one that it altered.
    pub scenario: String,
    /// The `Then` that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// Why it is equivalent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A conditioned mutant that was judged, as data: those of a part of a list can be put together with those of the others.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionedFound {
    /// Its place in the whole list.
    pub place: u64,
    /// What happened to it, unless it alters nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<ConditionedReport>,
}

impl ConditionedFound {
    /// What was judged, at this place of the whole list.
    pub fn of(judged: &ConditionedJudged, place: u64, equivalents: &Equivalents) -> Self {
        Self { place, report: ConditionedReport::of(judged, equivalents) }
    }
}

/// What happened to a conditioned mutant, in one word.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ConditionedWord {
    /// A `Then` of its requirement failed.
    Killed,
    /// Something else failed.
    Sideways,
    /// Nothing failed.
    Alive,
    /// No `Then` of its requirement failed, but it does nothing that a document forbids.
    Equivalent,
}

impl ConditionedWord {
    const ALL: [Self; 4] = [Self::Killed, Self::Sideways, Self::Alive, Self::Equivalent];

    const fn word(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Sideways => "sideways",
            Self::Alive => "alive",
            Self::Equivalent => "equivalent",
        }
    }
}

impl ConditionedReport {
    /// The report of a mutant, unless it alters nothing.
    fn of(judged: &ConditionedJudged, equivalents: &Equivalents) -> Option<Self> {
        let (mutant, condition) = (&judged.mutant, &judged.condition);
        let noticed = |look: &Look| look.failed.first().map(|(_, text)| text).or(look.faults.first()).cloned();
        let look = judged.looks.first();
        let scenario = look.map(|look| look.scenario.clone()).unwrap_or_default();
        let (fate, scenario, then) = match &judged.fate {
            ConditionedFate::Absent => return None,
            ConditionedFate::Killed(kill) => (ConditionedWord::Killed, kill.scenario.clone(), Some(kill.then.clone())),
            ConditionedFate::Sideways => (ConditionedWord::Sideways, scenario, look.and_then(noticed)),
            ConditionedFate::Alive => (ConditionedWord::Alive, scenario, None),
        };
        let mut report = Self {
            mutant: mutant.id.clone(),
            condition: condition.id.clone(),
            requirement: mutant.requirement.clone(),
            about: format!("{} ({})", mutant.about, condition.about),
            fate,
            asked: judged.is_asked,
            scenario,
            then,
            why: None,
        };
        let entry = equivalents.conditioned.iter().find(|entry| entry.takes(&mutant.id, &condition.id));
        if let Some(entry) = entry.filter(|_| fate != ConditionedWord::Killed) {
            (report.fate, report.why) = (ConditionedWord::Equivalent, Some(entry.why.clone()));
        }
        Some(report)
    }
}

impl ConditionsReport {
    /// The report of conditioned mutants.
    #[must_use]
    pub fn of(judged: &[ConditionedFound], equivalents: &Equivalents) -> Self {
        let mutants: Vec<_> = judged.iter().filter_map(|one| one.report.clone()).collect();
        let wrong = equivalents.conditioned.iter().flat_map(|entry| wrong(entry, &mutants)).collect();
        Self { absent: judged.len() - mutants.len(), mutants, wrong }
    }

    /// The report as text. With `quiet`, mutants that were killed are left out.
    pub fn pretty(&self, quiet: bool) -> String {
        let mut text = String::new();
        let is_shown = |one: &&ConditionedReport| {
            !quiet || !matches!(one.fate, ConditionedWord::Killed | ConditionedWord::Equivalent)
        };
        let mut classes: BTreeMap<ConditionedWord, Vec<&ConditionedReport>> = BTreeMap::new();
        for one in self.mutants.iter().filter(is_shown) {
            classes.entry(one.fate).or_default().push(one);
        }
        for (fate, class) in classes {
            let _ = writeln!(text, "\n{}:", fate.word());
            for one in class {
                let ConditionedReport { mutant, condition, requirement, scenario, .. } = one;
                let _ = writeln!(text, "  {requirement}  {mutant}  {condition}\n      {scenario}");
                if let Some(then) = &one.then {
                    let _ = writeln!(text, "      failed: {}", shorten(then, THEN_MAX));
                }
            }
        }
        for wrong in &self.wrong {
            let _ = writeln!(text, "\nthe list of equivalents is wrong: {wrong}");
        }
        let count = |word: ConditionedWord| self.mutants.iter().filter(|one| one.fate == word).count();
        let counts = ConditionedWord::ALL.map(|word| format!("{} {}", count(word), word.word())).join(", ");
        let all = counted(self.mutants.len() as u64, "conditioned mutant");
        let _ = writeln!(text, "\n{all}: {counts}; left out: {} that alter nothing", self.absent);
        text
    }

    /// The exit code: enough are killed if `percent` of those that are not equivalent are.
    pub fn exit_code(&self, percent: u8) -> u8 {
        let count = |word: ConditionedWord| self.mutants.iter().filter(|one| one.fate == word).count();
        let demanded = self.mutants.len() - count(ConditionedWord::Equivalent);
        if self.mutants.is_empty() {
            ExitCode::INCOMPLETE
        } else if count(ConditionedWord::Killed) * 100 >= demanded * usize::from(percent) && self.wrong.is_empty() {
            ExitCode::CONFORMANT
        } else {
            ExitCode::VIOLATED
        }
    }
}

/// The mistakes in an entry of the list of equivalents: it names a mutant and a condition, and that mutant is killed.
fn wrong(entry: &Allowed, judged: &[ConditionedReport]) -> Vec<String> {
    let is_meant = |one: &&ConditionedReport| {
        !entry.conditions.is_empty() && entry.takes(&one.mutant, &one.condition) && one.fate == ConditionedWord::Killed
    };
    let told = |one: &ConditionedReport| {
        format!("{} with the condition {} is killed: remove the entry", one.mutant, one.condition)
    };
    judged.iter().filter(is_meant).map(told).collect()
}
