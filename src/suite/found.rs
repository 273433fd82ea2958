//! A failure as a scenario, such as a finding of a simulation: it fails for the same reason, and the reference passes it.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{
    retold::{Timing, Unscripted, from_last_start, resumed, retold},
    steps::{plain_tool, rules},
    written::feature,
};
use crate::{
    model::{
        json::{Map, Value, from_value},
        text::shorten,
    },
    sim::finding::Finding,
    stage::{
        Culprit, End, Observation, Played, Scenario,
        scenario::{ExpectedEnd, OperatorRule, PersonRule, TimedAct, ToolEnd, ToolScript, When},
    },
    system::Act,
};

/// Why a failure is not told as a scenario.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum Untold {
    /// It has what no script can do.
    #[error(transparent)]
    Unscripted(#[from] Unscripted),
    /// The reference's run of it ends in a way that no scenario expects.
    #[error("the reference's run of it ends {0}")]
    End(&'static str),
    /// The reference breaks the rule, or its run has faults.
    #[error("the reference does not pass it")]
    Reference,
    /// The suite or the surroundings are at fault.
    #[error("it cannot be played")]
    Unplayed,
    /// The subject keeps the rule.
    #[error("it does not fail when its parties follow scripts")]
    Kept,
}

/// A failure as a scenario.
#[derive(Clone, Debug)]
pub struct Told {
    /// What it shows, in a line.
    pub title: String,
    /// The scenario.
    pub scenario: Scenario,
    /// The `Then` that fails.
    pub then: String,
}

impl Told {
    /// The feature of the scenario.
    pub fn feature(&self) -> String {
        feature(&self.title, &[], &self.scenario, std::slice::from_ref(&self.then))
    }
}

/// A run that breaks a rule.
#[derive(Clone, Debug)]
pub struct Failure<'a> {
    /// The system.
    pub system: &'a str,
    /// The files that are there at the start: their paths and contents.
    pub files: BTreeMap<String, String>,
    /// The texts that must not be shown.
    pub secrets: &'a [String],
    /// What the rule must know of the questions, by their numbers.
    pub asks: Map,
    /// The event stream.
    pub events: &'a [Observation],
    /// The name of the rule.
    pub rule: &'a str,
    /// The requirements that are not met.
    pub requirements: &'a [String],
    /// How the rule is broken.
    pub message: &'a str,
    /// Whether it is the reference itself that breaks it.
    pub is_of_reference: bool,
}

impl<'a> From<&'a Finding> for Failure<'a> {
    fn from(finding: &'a Finding) -> Self {
        let Finding { options, rule, requirements, message, workload, events, .. } = finding;
        Self {
            system: &options.system,
            files: from_value(&workload["files"]).unwrap_or_default(),
            secrets: &[],
            asks: workload["asks"].as_object().cloned().unwrap_or_default(),
            events,
            rule,
            requirements,
            message,
            is_of_reference: options.mutant.is_none() && options.subject.is_none(),
        }
    }
}

/// The longest title, in characters.
const TITLE_MAX: usize = 100;

/// Tells a failure as a scenario. `plays` plays one with the subject that failed, and `reference` with the reference.
///
/// # Errors
/// Why the run is no scenario.
pub fn told(
    failure: &Failure<'_>,
    plays: &mut dyn FnMut(&Scenario) -> Played,
    reference: &mut dyn FnMut(&Scenario) -> Played,
) -> Result<Told, Untold> {
    let mut trial = Trial { failure, plays, reference };
    let mut scenario = trial.first(|timing| retold(failure.system, &failure.files, failure.events, timing))?;
    while let Some(later) = trial.later(&scenario) {
        scenario = later;
    }
    let known = trial.fails(&mut scenario.clone())?;
    let title = shorten(&format!("{}: {}", failure.rule, failure.message), TITLE_MAX);
    Ok(Told { title, scenario, then: then(failure, known) })
}

/// Plays scenarios, to see whether they fail as a failure does.
struct Trial<'a> {
    failure: &'a Failure<'a>,
    plays: &'a mut dyn FnMut(&Scenario) -> Played,
    reference: &'a mut dyn FnMut(&Scenario) -> Played,
}

impl Trial<'_> {
    /// The first of several ways to tell a run that fails, with all left out that can be.
    fn first(&mut self, tell: impl Fn(Timing) -> Result<Scenario, Unscripted>) -> Result<Scenario, Untold> {
        let mut why = Untold::Kept;
        for (timing, cancels) in
            [(Timing::AsSeen, false), (Timing::AsSeen, true), (Timing::Apart, false), (Timing::Apart, true)]
        {
            let mut scenario = tell(timing)?;
            scenario.secrets = self.failure.secrets.to_vec();
            scenario.person.extend(cancels.then(at_any_other));
            match self.fails(&mut scenario) {
                Ok(_) => return Ok(smaller(scenario, &mut |scenario| self.fails(scenario).is_ok())),
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    /// A shorter scenario, which begins later than this one: with what the reference has stored by then, so that nothing is
    /// asked of a subject but to go on from what is right.
    fn later(&mut self, scenario: &Scenario) -> Option<Scenario> {
        let (right, wrong) = ((self.reference)(scenario).events, (self.plays)(scenario).events);
        let from_last_start = |timing| {
            let none = Unscripted::from("the subject is started once");
            from_last_start(scenario, &right, &wrong, timing).unwrap_or(Err(none))
        };
        let mut shorter = (self.first(from_last_start).ok())
            .or_else(|| resumed(scenario, &right).into_iter().find(|resumed| self.fails(&mut resumed.clone()).is_ok()))
            .filter(|later| (self.plays)(later).events.len() < wrong.len())?;
        self.fails(&mut shorter).ok()?;
        Some(smaller(shorter, &mut |scenario| self.fails(scenario).is_ok()))
    }

    /// Whether the run of the subject breaks the rule, and that of the reference is whole and keeps it. The scenario then
    /// expects the end of the reference's run. Returns what the `Then` must know of the questions.
    fn fails(&mut self, scenario: &mut Scenario) -> Result<Map, Untold> {
        let right = (self.reference)(scenario);
        let end = expected(right.end).ok_or(Untold::End(right.end.word()))?;
        if scenario.end != end {
            scenario.end = end;
            return self.fails(scenario);
        }
        let Failure { rule, system, asks, is_of_reference, .. } = self.failure;
        let kept = |played: &Played, known: &Map| rules::kept(played, rule, system, known).is_ok();
        let is_passed = right.faults.is_empty() && kept(&right, asks);
        if !is_of_reference && !is_passed {
            return Err(Untold::Reference);
        }
        let wrong = (self.plays)(scenario);
        let is_ours = |culprit| matches!(culprit, Culprit::Suite | Culprit::Environment);
        if wrong.faults.iter().any(|fault| is_ours(fault.culprit)) {
            return Err(Untold::Unplayed);
        }
        // The shortest `Then` that fails says nothing of the questions.
        let nothing = Map::new();
        if !kept(&wrong, &nothing) && (*is_of_reference || kept(&right, &nothing)) {
            return Ok(nothing);
        }
        if kept(&wrong, asks) {
            return Err(Untold::Kept);
        }
        Ok(asks.clone())
    }
}

/// The scenario without all that can be left out one by one, as long as it `still` fails.
fn smaller(mut scenario: Scenario, still: &mut dyn FnMut(&mut Scenario) -> bool) -> Scenario {
    for part in PARTS {
        let mut at = 0;
        loop {
            let mut fewer = scenario.clone();
            if !part(&mut fewer, at) {
                break;
            }
            if fewer != scenario && still(&mut fewer) {
                scenario = fewer;
            } else {
                at += 1;
            }
        }
    }
    scenario
}

/// Leaves out one part of a kind, or makes it plain. `false` if there is none with this number.
type Part = fn(&mut Scenario, usize) -> bool;

const PARTS: [Part; 9] = [
    |scenario, at| leave_out(&mut scenario.operator, at),
    |scenario, at| leave_out(&mut scenario.model, at),
    |scenario, at| leave_out(&mut scenario.person, at),
    |scenario, at| leave_out(&mut scenario.tools, at),
    |scenario, at| leave_out(&mut scenario.config, at),
    |scenario, at| leave_out(&mut scenario.stored, at),
    |scenario, at| {
        let path = scenario.files.keys().nth(at).cloned();
        path.is_some_and(|path| scenario.files.remove(&path).is_some())
    },
    |scenario, at| {
        let plain = |tool: &mut ToolScript| {
            let known = plain_tool(tool.tool.name.clone(), ToolEnd::Done("ok".to_owned()));
            *tool = ToolScript {
                asks: tool.asks.clone(),
                asks_in_call: tool.asks_in_call.clone(),
                asks_then: tool.asks_then.clone(),
                ..known
            };
        };
        scenario.tools.get_mut(at).map(plain).is_some()
    },
    |scenario, at| {
        let at_once = |rule: &mut OperatorRule| (rule.when, rule.after_ms) = (When::Start, 0);
        scenario.operator.get_mut(at).map(at_once).is_some()
    },
];

fn leave_out<T>(parts: &mut Vec<T>, at: usize) -> bool {
    at < parts.len() && {
        parts.remove(at);
        true
    }
}

/// The `Then` that says that the rule is kept. What is known of the questions stands in its doc string.
fn then(failure: &Failure<'_>, asks: Map) -> String {
    let Failure { rule, requirements, system, .. } = failure;
    let tags = requirements.join(", ");
    if asks.is_empty() {
        return format!("the rule {rule} of {system} is kept [{tags}]");
    }
    let asks = serde_json::to_string_pretty(&Value::Object(asks)).unwrap_or_default();
    format!("the rule {rule} of {system} is kept of the questions: [{tags}]\n{asks}")
}

/// The end that the scenario expects, if the reference's run of it may be expected to end so.
const fn expected(end: End) -> Option<ExpectedEnd> {
    match end {
        End::Done => Some(ExpectedEnd::Done),
        End::Parked => Some(ExpectedEnd::Parked),
        End::Killed => Some(ExpectedEnd::Killed),
        End::Exited => Some(ExpectedEnd::Exited),
        End::Stuck | End::Endless | End::Hung | End::Broken | End::Left => None,
    }
}

/// What the person does at a prompt that the run does not have, because it ended before.
fn at_any_other() -> PersonRule {
    const TIMES: usize = 4;
    let cancels = vec![TimedAct { after_ms: 0, act: Act::Cancel }];
    PersonRule { prompt: String::new(), visits: vec![cancels; TIMES], optional: true }
}
