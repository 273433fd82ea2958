//! What came of the mutants: the table of requirements, mutants and the `Then`s that killed them, and why others live.

mod table;

use schemars::JsonSchema;
use serde::Serialize;

use super::ExitCode;
use crate::{
    mutate::Equivalents,
    stage::Lane,
    suite::mutants::{Covered, Fate, GenericFate, GenericJudged, Judged, Look},
};

/// What came of the mutants.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct MutantsReport {
    /// The mutants of requirements, in the order of their tables.
    pub mutants: Vec<MutantReport>,
    /// The generic mutants.
    pub generic: Vec<GenericReport>,
    /// How many generic mutants there are not, as they could alter nothing in any scenario of their system.
    pub absent: usize,
    /// How many there are not, as every lane says what it says without them.
    pub same: usize,
    /// The requirements that should have a killed mutant.
    pub demanded: Vec<String>,
    /// Those of them that have none, and are no equivalents either.
    pub uncovered: Vec<String>,
    /// Those of them that no change at the border breaks.
    pub equivalent: Vec<String>,
    /// What is wrong with the list of equivalents.
    pub wrong: Vec<String>,
}

/// What came of a mutant of a requirement.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The `Then` that killed it; of one that is not killed, the text that its row tells.
    pub then: String,
    /// The lanes that it touches and in which the streams differed; of one that is not killed, those that it touches.
    pub lanes: Vec<Lane>,
    /// What is wrong with its row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
    /// What the scenarios made of it, where none killed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<LookReport>,
}

/// What came of a mutant, in one word.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// A `Then` that it names fails, and the stream differs in its lane; of a generic one: something noticed it.
    Killed,
    /// Something else noticed it.
    Sideways,
    /// Nothing noticed it.
    Alive,
    /// It altered nothing in any scenario.
    Idle,
    /// Its row can not be judged.
    Wrong,
    /// Nothing noticed it, and nobody has to.
    Equivalent,
    /// It is none: there is nothing that it could alter, or every lane says what it says without it. Such a generic one
    /// is told where it was asked for by its name.
    None,
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

/// What came of a generic mutant.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GenericReport {
    /// Its name: system, kind of message, and what is done with it.
    pub id: String,
    /// What came of it.
    pub fate: Word,
    /// The scenario that killed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The `Then` that failed, or what was wrong with the run; of one that nobody has to notice, or that is none, why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// In how many scenarios it altered something unnoticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unnoticed: Option<usize>,
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
        Self {
            scenario: look.scenario.clone(),
            has_then: look.has_then,
            applied: look.applied,
            failed: look.failed.iter().map(|(_, text)| text.clone()).collect(),
            faults: look.faults.clone(),
            lanes: look.lanes.clone(),
        }
    }
}

impl GenericReport {
    fn of(judged: &GenericJudged, equivalents: &Equivalents) -> Self {
        let id = judged.mutant.id.clone();
        let none =
            |id, why: &str| Self { id, fate: Word::None, scenario: None, by: Some(why.to_owned()), unnoticed: None };
        match &judged.fate {
            GenericFate::Absent => none(id, "in no scenario of its system is there anything that it could alter"),
            GenericFate::Same => none(id, "in every scenario of its system each lane says what it says without it"),
            GenericFate::Killed { scenario, by } => {
                let (scenario, by) = (Some(scenario.clone()), Some(by.clone()));
                Self { id, fate: Word::Killed, scenario, by, unnoticed: None }
            }
            GenericFate::Alive(unnoticed) => {
                let why = equivalents.generic.iter().find(|line| line.takes(&id)).map(|line| line.why.clone());
                let fate = if why.is_some() { Word::Equivalent } else { Word::Alive };
                Self { id, fate, scenario: None, by: why, unnoticed: Some(*unnoticed) }
            }
        }
    }
}

impl MutantsReport {
    /// The report of mutants of requirements, and of what these cover.
    #[must_use]
    pub fn of(judged: &[Judged], covered: &Covered) -> Self {
        let names = |ids: &[&'static str]| ids.iter().map(|id| (*id).to_owned()).collect();
        Self {
            mutants: judged.iter().map(MutantReport::from).collect(),
            demanded: names(&covered.demanded),
            uncovered: names(&covered.uncovered),
            equivalent: covered.equivalent.clone(),
            wrong: covered.wrong.clone(),
            ..Self::default()
        }
    }

    /// The same with generic mutants; with those that are none only where they were asked for `by_name`.
    #[must_use]
    pub fn with_generic(
        mut self,
        judged: &[GenericJudged],
        equivalents: &Equivalents,
        wrong: Vec<String>,
        by_name: bool,
    ) -> Self {
        self.generic = judged.iter().map(|one| GenericReport::of(one, equivalents)).collect();
        self.generic.retain(|one| by_name || one.fate != Word::None);
        let count = |fate: &GenericFate| judged.iter().filter(|one| one.fate == *fate).count();
        (self.absent, self.same) = (count(&GenericFate::Absent), count(&GenericFate::Same));
        self.wrong.extend(wrong);
        self
    }

    /// How the program ends. Of a mutant that is none nothing is known: neither is it killed nor does it live.
    pub fn exit_code(&self) -> u8 {
        let lives = self.mutants.iter().any(|mutant| mutant.fate != Word::Killed || !mutant.wrong.is_empty())
            || self.generic.iter().any(|mutant| mutant.fate == Word::Alive);
        if lives || !self.uncovered.is_empty() || !self.wrong.is_empty() {
            ExitCode::VIOLATED
        } else if self.generic.iter().any(|mutant| mutant.fate == Word::None) {
            ExitCode::INCOMPLETE
        } else {
            ExitCode::CONFORMANT
        }
    }
}
