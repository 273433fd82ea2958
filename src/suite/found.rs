//! A finding of a simulation as a scenario: it fails for the same reason, and the reference passes it.

use std::collections::BTreeMap;

use super::{
    retold::{Timing, retold},
    steps::rules,
    written::feature,
};
use crate::{
    model::{
        json::{Map, Value, from_value},
        text::shorten,
    },
    sim::finding::Finding,
    stage::{
        Culprit, End, Played, Scenario,
        scenario::{ExpectedEnd, PersonRule, TimedAct},
    },
    system::Act,
};

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

/// The longest title, in characters.
const TITLE_MAX: usize = 100;

/// Tells a finding as a scenario. `plays` plays one with the subject that failed, and `reference` with the reference.
///
/// # Errors
/// Why the run is no scenario.
pub fn told(
    finding: &Finding,
    plays: &mut dyn FnMut(&Scenario) -> Played,
    reference: &mut dyn FnMut(&Scenario) -> Played,
) -> Result<Told, String> {
    let system = &finding.options.system;
    let files: BTreeMap<String, String> = from_value(&finding.workload["files"]).unwrap_or_default();
    let asks = finding.workload["asks"].as_object().cloned().unwrap_or_default();
    let is_of_reference = finding.options.mutant.is_none() && finding.options.subject.is_none();
    let mut why = String::new();
    for (timing, cancels) in
        [Timing::AsSeen, Timing::Apart].into_iter().flat_map(|timing| [(timing, false), (timing, true)])
    {
        let mut scenario = retold(system, &files, &finding.events, timing)?;
        if cancels {
            scenario.person.push(at_any_other());
        }
        let right = reference(&scenario);
        let Some(end) = expected(right.end) else {
            why = format!("the reference's run of it ends {}", right.end.word());
            continue;
        };
        scenario.end = end;
        scenario.about = finding.message.clone();
        let of_reference = rules::kept(&right, &finding.rule, system, &asks);
        let is_sound = of_reference.is_ok() && reference(&scenario).faults.is_empty();
        if !is_of_reference && !is_sound {
            why = "the reference does not pass it".to_owned();
            continue;
        }
        let wrong = plays(&scenario);
        if wrong.faults.iter().any(|fault| !matches!(fault.culprit, Culprit::Subject | Culprit::SubjectOrScenario)) {
            why = "it cannot be played".to_owned();
            continue;
        }
        // The shortest `Then` that fails says nothing of the questions.
        let of_none =
            (!is_of_reference).then(Map::new).filter(|none| rules::kept(&right, &finding.rule, system, none).is_ok());
        let known = of_none.filter(|none| rules::kept(&wrong, &finding.rule, system, none).is_err());
        let known = known.unwrap_or_else(|| asks.clone());
        if rules::kept(&wrong, &finding.rule, system, &known).is_err() {
            let title = shorten(&format!("{}: {}", finding.rule, finding.message), TITLE_MAX);
            return Ok(Told { title, scenario, then: then(finding, known) });
        }
        why = "it does not fail when its parties follow scripts".to_owned();
    }
    Err(why)
}

/// The `Then` that says that the rule is kept. What is known of the questions stands in its doc string.
fn then(finding: &Finding, asks: Map) -> String {
    let Finding { rule, requirements, options, .. } = finding;
    let tags = requirements.join(", ");
    let system = &options.system;
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
