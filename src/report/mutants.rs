//! What came of the mutants: the table of requirements, mutants and the `Then`s that killed them, and why others live.

use std::{collections::BTreeMap, fmt::Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::ExitCode;
use crate::{
    model::text::shorten,
    stage::Lane,
    suite::{
        catalogue::Catalogue,
        mutants::{Fate, Judged, Look},
    },
};

/// How many scenarios are told of a mutant that none of them killed.
const LOOKS_MAX: usize = 4;

/// How much of a `Then` is told in the table.
const THEN_MAX: usize = 100;

/// What came of the mutants.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MutantsReport {
    /// The mutants, in the order of their tables.
    pub mutants: Vec<MutantReport>,
    /// The requirements that have no killed mutant, and should.
    pub uncovered: Vec<String>,
    /// How many requirements should have one.
    pub demanded: usize,
}

/// What came of a mutant.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MutantReport {
    /// Its name.
    pub id: String,
    /// The requirement that it violates.
    pub requirement: String,
    /// What it does wrongly.
    pub about: String,
    /// What came of it.
    pub fate: Word,
    /// The scenario that killed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The `Then` that killed it; of one that is not killed, the text that its row tells.
    pub then: String,
    /// The lanes that it touches and in which the streams differed; of one that is not killed, those that it touches.
    pub lanes: Vec<Lane>,
    /// What is wrong with its row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
    /// What the scenarios made of it, where none killed it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<LookReport>,
}

/// What came of a mutant, in one word.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// A `Then` that it names fails, and the stream differs in its lane.
    Killed,
    /// Something else noticed it.
    Sideways,
    /// Nothing noticed it.
    Alive,
    /// It altered nothing in any scenario.
    Idle,
    /// Its row can not be judged.
    Wrong,
}

/// What a scenario made of a mutant that it did not kill.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LookReport {
    /// The scenario.
    pub scenario: String,
    /// Whether the `Then` that is to fail is in it.
    pub has_then: bool,
    /// How often the mutant altered something.
    pub applied: u64,
    /// The `Then`s that failed.
    pub failed: Vec<String>,
    /// What was wrong with the run as a whole.
    pub faults: Vec<String>,
    /// The lanes in which the streams differ.
    pub lanes: Vec<Lane>,
}

impl Word {
    const fn word(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Sideways => "sideways",
            Self::Alive => "alive",
            Self::Idle => "idle",
            Self::Wrong => "wrong",
        }
    }
}

impl From<&Judged> for MutantReport {
    fn from(judged: &Judged) -> Self {
        let mutant = &judged.mutant;
        let mut report = Self {
            id: mutant.id.clone(),
            requirement: mutant.requirement.clone(),
            about: mutant.about.clone(),
            fate: Word::Alive,
            scenario: None,
            then: mutant.then.clone(),
            lanes: mutant.lanes(),
            wrong: judged.complaints.clone(),
            looks: judged.looks.iter().map(LookReport::from).collect(),
        };
        report.fate = match &judged.fate {
            Fate::Killed(kill) => {
                report.scenario = Some(kill.scenario.clone());
                (report.then, report.lanes) = (kill.then.clone(), kill.lanes.clone());
                Word::Killed
            }
            Fate::Sideways => Word::Sideways,
            Fate::Alive => Word::Alive,
            Fate::Idle => Word::Idle,
            Fate::Wrong(why) => {
                report.wrong.push(why.clone());
                Word::Wrong
            }
        };
        report
    }
}

impl From<&Look> for LookReport {
    fn from(look: &Look) -> Self {
        let failed = look.failed.iter().map(|(ids, text)| format!("{text} [{}]", ids.join(", ")));
        Self {
            scenario: look.scenario.clone(),
            has_then: look.has_then,
            applied: look.applied,
            failed: failed.collect(),
            faults: look.faults.clone(),
            lanes: look.lanes.clone(),
        }
    }
}

impl MutantsReport {
    /// The report of what was `judged`, where the requirements `demanded` should each have a killed mutant.
    pub fn of(judged: &[Judged], demanded: &[&str]) -> Self {
        let killed = |id: &str| {
            let is_of = |one: &Judged| one.mutant.requirement == id || one.mutant.observed.as_deref() == Some(id);
            judged.iter().any(|one| is_of(one) && matches!(one.fate, Fate::Killed(_)))
        };
        let uncovered = demanded.iter().filter(|id| !killed(id)).map(|id| (*id).to_owned());
        Self {
            mutants: judged.iter().map(MutantReport::from).collect(),
            uncovered: uncovered.collect(),
            demanded: demanded.len(),
        }
    }

    /// How the program ends.
    pub fn exit_code(&self) -> u8 {
        let lives = self.mutants.iter().any(|mutant| mutant.fate != Word::Killed || !mutant.wrong.is_empty());
        if lives || !self.uncovered.is_empty() { ExitCode::VIOLATED } else { ExitCode::CONFORMANT }
    }

    /// As a person reads it.
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        let ids = self.mutants.iter().map(|mutant| mutant.id.len()).max().unwrap_or_default();
        let requirements = self.mutants.iter().map(|mutant| mutant.requirement.len()).max().unwrap_or_default();
        for mutant in &self.mutants {
            let MutantReport { id, requirement, then, fate, .. } = mutant;
            let _ = writeln!(
                text,
                "{requirement:<requirements$}  {id:<ids$}  {:<8}  {}",
                fate.word(),
                shorten(then, THEN_MAX)
            );
        }
        for mutant in self.mutants.iter().filter(|mutant| mutant.fate != Word::Killed || !mutant.wrong.is_empty()) {
            mutant.story(&mut text);
        }
        if !self.uncovered.is_empty() {
            let _ = writeln!(text, "\nrequirements without a killed mutant:");
            let mut areas: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
            let catalogue = Catalogue::carried();
            for id in &self.uncovered {
                let prefix = id.split('-').next().unwrap_or_default();
                let area = catalogue.areas().iter().position(|area| area.prefix == prefix).unwrap_or(usize::MAX);
                areas.entry(area).or_default().push(id);
            }
            for ids in areas.values() {
                let _ = writeln!(text, "  {}", ids.join(" "));
            }
        }
        let count = |word: Word| self.mutants.iter().filter(|mutant| mutant.fate == word).count();
        let words = [Word::Killed, Word::Sideways, Word::Alive, Word::Idle, Word::Wrong];
        let counts = words.map(|word| format!("{} {}", count(word), word.word())).join(", ");
        let _ = write!(text, "\n{} mutants: {counts}", self.mutants.len());
        if self.demanded > 0 {
            let _ =
                write!(text, "; {} of {} requirements have one", self.demanded - self.uncovered.len(), self.demanded);
        }
        text.push('\n');
        text
    }
}

impl MutantReport {
    /// Why it is not killed.
    fn story(&self, text: &mut String) {
        let lanes = words(&self.lanes);
        let _ = writeln!(text, "\n{}: {} ({})\n  {}", self.fate.word(), self.id, self.requirement, self.about);
        for wrong in &self.wrong {
            let _ = writeln!(text, "  wrong: {wrong}");
        }
        if self.fate == Word::Killed || self.fate == Word::Wrong {
            return;
        }
        let applied = self.looks.iter().filter(|look| look.applied > 0).count();
        let _ = writeln!(
            text,
            "  it should show in {lanes}, where fails: {}\n  {} scenarios were played, and it altered something in {applied}",
            self.then,
            self.looks.len()
        );
        let told = self.looks.iter().filter(|look| look.applied > 0 || self.fate == Word::Idle).take(LOOKS_MAX);
        for look in told {
            let has_then = if look.has_then { "" } else { ", without the Then" };
            let differ = if look.lanes.is_empty() {
                "no lane differs".to_owned()
            } else {
                format!("differs in {}", words(&look.lanes))
            };
            let _ = writeln!(text, "  - {}\n      altered {} times; {differ}{has_then}", look.scenario, look.applied);
            for failed in &look.failed {
                let _ = writeln!(text, "      failed: {failed}");
            }
            for fault in &look.faults {
                let _ = writeln!(text, "      fault: {fault}");
            }
        }
    }
}

fn words(lanes: &[Lane]) -> String {
    lanes.iter().map(|lane| lane.word()).collect::<Vec<_>>().join(", ")
}
