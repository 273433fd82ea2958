//! The rules of the simulation as `Then`s, for failures that a simulation found.

use std::collections::BTreeMap;

use super::{Step, then, typed::Word};
use crate::{
    llm::script::Body,
    model::json::{Map, Value, from_value},
    sim::{
        generators,
        rules::{Rule, prompts::COMES_TO_AN_END},
        watched::{Watched, watch},
        workload::{Ask, TurnPlan, Workload},
    },
    stage::{Culprit, Played, What},
    suite::check::{Evidence, Finding, fails},
    system::{Input, ModelEvent, ToolEvent, Utterance},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the rule {word} of {word} is kept",
            "A rule of the simulation, which `hotseat simulate --rules` lists, and the system that has it.",
            |evidence, (Word(rule), Word(system)): (Word, Word)| is_kept(evidence, &rule, &system, &Map::new()),
        ),
        then(
            "the rule {word} of {word} is kept of the questions {}",
            "The same for a rule that reads the markers of questions and answers, such as [7.0] for question 7 and [7.3] for an \
             answer to it. What is known of each question is a JSON object, by its number, as in the `asks` of a finding.",
            |evidence, (Word(rule), Word(system), asks): (Word, Word, Value)| match &asks {
                Value::Object(asks) => is_kept(evidence, &rule, &system, asks),
                other => fails("an object of questions", other.to_string(), None),
            },
        ),
    ]
}

fn is_kept(evidence: &Evidence<'_>, name: &str, system: &str, asks: &Map) -> Finding {
    let lanes = rule(name, system).map_or(&[][..], |rule| rule.lanes);
    evidence.events(lanes)?;
    kept(evidence.played(), name, system, asks)
}

fn rule(name: &str, system: &str) -> Option<&'static Rule> {
    generators::of(system)?.rules().into_iter().find(|rule| rule.name == name)
}

/// Whether a run keeps a rule of a system. What is known of the questions is an object, by their numbers.
pub(in crate::suite) fn kept(played: &Played, name: &str, system: &str, asks: &Map) -> Finding {
    let Some(rule) = rule(name, system) else {
        return fails(format!("a rule of {system}"), format!("{system} has no rule {name:?}"), None);
    };
    let mut known = BTreeMap::new();
    for (number, ask) in asks.iter() {
        let read = number.parse::<u32>().ok().zip(from_value::<Ask>(ask).ok());
        let Some((number, ask)) = read else {
            return fails("questions as in the `asks` of a finding", format!("{number:?}: {ask}"), None);
        };
        known.insert(number, ask);
    }
    let mut watched = vec![Watched::new(rule)];
    watch(&mut watched, &workload(played, system, known), played);
    match watched.into_iter().find_map(|one| one.breach) {
        Some((seq, breach)) => fails(rule.about, breach.to_string(), Some(seq)),
        None => by_the_loop(played, rule),
    }
}

/// Some rules are broken by a fault of the whole run: that it never ends, say.
fn by_the_loop(played: &Played, rule: &Rule) -> Finding {
    let is_judged = rule.looks_at.is_empty() || rule.name == COMES_TO_AN_END.name;
    match played.faults.iter().find(|fault| is_judged && fault.culprit == Culprit::Subject) {
        Some(fault) => fails(rule.about, fault.message.clone(), None),
        None => Ok(()),
    }
}

/// What is known of the run besides what it shows: the questions, and all that was said to the subject.
fn workload(played: &Played, system: &str, asks: BTreeMap<u32, Ask>) -> Workload {
    let mut workload = Workload { system: system.to_owned(), asks, ..Workload::default() };
    for event in &played.events {
        let (says, reply) = match &event.what {
            What::Input(Input::Begin(setup)) => {
                workload.setup = (**setup).clone();
                continue;
            }
            What::Input(Input::Says(said)) => (said.clone(), None),
            What::Input(Input::Model(_, ModelEvent::Arguments(text))) => {
                let read = serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into());
                (Utterance::default(), Some(Body::Data(read)))
            }
            What::Input(Input::Model(_, ModelEvent::Text(text))) => (Utterance(text.clone()), None),
            What::Input(Input::Tool(_, ToolEvent::Asks(question))) => {
                (Utterance::default(), Some(Body::Data(question.clone())))
            }
            _ => continue,
        };
        workload.turns.push(TurnPlan { command: None, says, replies: reply.into_iter().collect() });
    }
    workload
}
