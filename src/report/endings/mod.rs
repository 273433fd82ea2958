//! The ends of a question side by side: for each system and end, what happens and who is told what. All of it is read from runs.
//!
//! ```text
//! a person's act, or an event ─▶ the tool that asks, if one does ─▶ the model
//! ```
//!
//! **Absent here:** any judgement. That two ends are told alike is shown; a `Then` says where that is a mistake.

mod alike;
mod happened;
mod table;

use indexmap::IndexSet;
use serde::Serialize;

use crate::model::json::Text;

use crate::{
    model::{Part, Role, json::Value},
    report::compare,
    stage::{End, Observation, What},
    suite::{
        ending::{Ending, Played},
        outcome::{CaseVerdict, Outcome},
    },
    system::{Effect, Input, System, UNDECLARED},
};

use self::happened::happened;
pub use self::{
    alike::{Alike, alike},
    table::{alike_as_text, tables},
};

/// One end of a question, as one system plays it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Cell {
    /// Who asks: the system and its profile.
    pub who: String,
    /// The end.
    pub ending: Ending,
    /// How it comes about, where the story has several ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// The acts of the person, and events, in order.
    pub happens: Vec<String>,
    /// What the tool that asks is told, each a JSON text. Empty where the question is no tool's, or where it is told nothing.
    pub tool: Vec<String>,
    /// What the model is told of it.
    pub model: Vec<String>,
    /// Whether its tool asked nothing, because the other end had not declared that it may be asked.
    pub is_undeclared: bool,
    /// How the run stands if neither is told anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<String>,
    /// The requirements that the scenario names.
    pub requirements: Vec<String>,
    /// The scenario.
    pub scenario: String,
    /// The verdict on the scenario.
    pub verdict: CaseVerdict,
}

impl Cell {
    /// The end that a finished scenario plays. `None` if its title names none.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        let Played { who, ending, how } = Played::read(&outcome.case.name)?;
        let (tool, model) = (tool(&outcome.events), model(&outcome.events));
        let is_nothing = tool.is_empty() && model.is_empty();
        let requirements: IndexSet<&str> = outcome.case.requirements().collect();
        Some(Self {
            who: who.to_owned(),
            ending,
            how: how.map(str::to_owned),
            happens: happened(&outcome.events),
            is_undeclared: !tool.is_empty()
                && tool.iter().all(|told| told.starts_with(&format!("{{\"{UNDECLARED}\":"))),
            tool,
            model,
            otherwise: is_nothing.then(|| otherwise(outcome)),
            requirements: requirements.into_iter().map(str::to_owned).collect(),
            scenario: outcome.case.id.clone(),
            verdict: outcome.verdict(),
        })
    }
}

/// Who asks, in the order of the systems.
pub fn columns(outcomes: &[Outcome]) -> Vec<String> {
    let place = |system: &str| System::ALL.iter().position(|known| known.name == system);
    let mut columns: IndexSet<(Option<usize>, &str)> = IndexSet::new();
    for outcome in outcomes {
        let played = Played::read(&outcome.case.name);
        columns.extend(played.map(|played| (place(&outcome.case.system), played.who)));
    }
    columns.sort_by_key(|(place, _)| *place);
    columns.into_iter().map(|(_, who)| who.to_owned()).collect()
}

/// What the tool is told that asks: the answers with which it is executed.
fn tool(events: &[Observation]) -> Vec<String> {
    let mut told = IndexSet::new();
    for event in events {
        let What::Effect(Effect::Call(_, call)) = &event.what else { continue };
        told.extend(match call.answers.iter().collect::<Vec<_>>()[..] {
            [] => None,
            // Of a single question the answer says enough.
            [(_, answer)] => Some(answer.to_string()),
            [..] => Some(Value::from(call.answers.clone()).to_string()),
        });
    }
    told.into_iter().collect()
}

/// What the last request to the model tells of calls, and what the user says by way of an answer.
fn model(events: &[Observation]) -> Vec<String> {
    let says = |event: &Observation| match &event.what {
        What::Input(Input::Says(text)) => Some(text.0.clone()),
        _ => None,
    };
    let said: Vec<Text> = events.iter().filter_map(says).collect();
    let mut told = Vec::new();
    for message in compare::last_request(events).into_iter().flat_map(|request| &request.messages) {
        for part in &message.parts {
            match part {
                Part::Text(text) if message.role == Role::User && !said.contains(text) => told.push(text.to_string()),
                Part::Result { content, is_error: true, .. } => told.push(format!("(error) {content}")),
                Part::Result { content, .. } => told.push(content.to_string()),
                _ => {}
            }
        }
    }
    told
}

/// How the run stands where nobody is told anything.
fn otherwise(outcome: &Outcome) -> String {
    match outcome.end {
        Some(End::Parked) => "the question waits".to_owned(),
        Some(End::Exited) => "the process ends".to_owned(),
        Some(_) => compare::turn(&outcome.events),
        None => "not run".to_owned(),
    }
}
