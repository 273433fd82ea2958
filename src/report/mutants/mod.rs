//! The report of mutants: the requirements, their mutants, the `Then`s that killed them, and why others were not
//! killed.

mod found;
mod table;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::found::{GenericFound, MutantsAsked, MutantsFound, NamedFound};
use super::ExitCode;
use crate::{
    mutate::Equivalents,
    stage::Lane,
    suite::mutants::{Fate, GenericFate, GenericJudged, Judged, Look},
};

/// The report of mutants.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct MutantsReport {
    /// The mutants of requirements, in the order of their tables.
    pub mutants: Vec<MutantReport>,
    /// The generic mutants.
    pub generic: Vec<GenericReport>,
    /// How many generic mutants were left out because there is nothing in any scenario that they could alter.
    pub absent: usize,
    /// How many generic mutants were left out because they change no lane of any scenario.
    pub same: usize,
    /// The requirements that must have a killed mutant.
    pub demanded: Vec<String>,
    /// The demanded requirements that have no killed mutant and are not listed as equivalent.
    pub uncovered: Vec<String>,
    /// The demanded requirements that no change of inputs and effects can break.
    pub equivalent: Vec<String>,
    /// Mistakes in the list of equivalents.
    pub wrong: Vec<String>,
}

/// A mutant of a requirement, and what happened to it.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct MutantReport {
    /// The id of the mutant.
    pub id: String,
    /// The requirement that it violates.
    pub requirement: String,
    /// What the mutant does wrong.
    pub about: String,
    /// What happened to it.
    pub fate: Word,
    /// The scenario that killed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The `Then` that killed it. If it was not killed, the text of the `Then` that should.
    pub then: String,
    /// The lanes that it touches and in which the stream differed. If it was not killed, all lanes that it touches.
    pub lanes: Vec<Lane>,
    /// Mistakes in its row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
    /// What happened in each scenario, if none killed it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<LookReport>,
}

/// What happened to a mutant, in one word.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// The `Then` that its row names failed, and the stream differed in its lane. For a generic mutant: anything
    /// noticed it.
    Killed,
    /// Something else noticed it.
    Sideways,
    /// Nothing noticed it.
    Alive,
    /// It altered nothing in any scenario.
    Idle,
    /// Its row has a mistake, so it cannot be judged.
    Wrong,
    /// Nothing noticed it, but it does nothing wrong.
    Equivalent,
    /// It is not a mutant: there is nothing that it could alter, or it changes no lane. Reported only for a generic
    /// mutant that was asked for by its id.
    None,
}

/// What happened in a scenario that did not kill the mutant.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct LookReport {
    /// The scenario.
    pub scenario: String,
    /// Whether it has the `Then` that should fail.
    pub has_then: bool,
    /// How often the mutant altered something.
    pub applied: u64,
    /// The `Then`s that failed.
    pub failed: Vec<String>,
    /// Faults of the run as a whole.
    pub faults: Vec<String>,
    /// The lanes in which the streams differ.
    pub lanes: Vec<Lane>,
}

/// A generic mutant, and what happened to it.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct GenericReport {
    /// The id: the system, the kind of message, and the change.
    pub id: String,
    /// What happened to it.
    pub fate: Word,
    /// The scenario that killed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The `Then` that failed, or the fault of the run. For `equivalent` and `none`, the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// In how many scenarios it altered something that nothing noticed.
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
                report.wrong.push(why.to_string());
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
            GenericFate::Absent => none(id, "no scenario of its system has anything that it could alter"),
            GenericFate::Same => none(id, "it changes no lane in any scenario of its system"),
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
    /// The exit code. A mutant that alters nothing was neither killed nor did it live, so the result is incomplete.
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
