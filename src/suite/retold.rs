//! Tells a run again as a scenario: what every party did, and when, as their scripts. So a failure that nobody wrote becomes a
//! scenario that anybody can read.
//!
//! Not all that happens in a run can be scripted. Whoever tells a run again plays the scenario, to see that it does the same.

mod model;
mod moments;
mod start;

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use self::{
    model::replies,
    moments::{Moments, piece},
};
pub use self::{
    moments::Timing,
    start::{from_last_start, resumed},
};
use crate::{
    model::{Millis, Op, json::Value},
    stage::{
        Observation, Scenario, What,
        scenario::{Deed, OperatorRule, PersonRule, TimedAct, ToolEnd, ToolScript},
    },
    system::{ClientEvent, Effect, FileEvent, Input, Setup, ToolEvent},
};

/// What happens in a run that no script can do.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("{0}")]
pub struct Unscripted(&'static str);

impl From<&'static str> for Unscripted {
    fn from(what: &'static str) -> Self {
        Self(what)
    }
}

/// The scripts with which the parties do the same as in a run of this system. `files` are there at the start. With
/// [`Timing::Apart`], what came at one instant comes a millisecond apart, in the order in which it came.
///
/// # Errors
/// What no script can do.
pub fn retold(
    system: &str,
    files: &BTreeMap<String, String>,
    events: &[Observation],
    timing: Timing,
) -> Result<Scenario, Unscripted> {
    let Some(What::Input(Input::Begin(setup))) = events.first().map(|event| &event.what) else {
        return Err("it does not begin with a setup".into());
    };
    let moments = Moments::new(events, timing);
    let Setup { profile, terminal, argv, config, tools, stored } = (**setup).clone();
    let mut scenario = Scenario {
        system: system.to_owned(),
        profile,
        terminal,
        argv,
        config,
        stored,
        files: files.clone(),
        model: replies(events, &moments)?,
        person: person(events, &moments)?,
        operator: operator(events, &moments)?,
        ..Scenario::default()
    };
    for tool in tools {
        let mut script = ToolScript::new(tool, ToolEnd::Done("ok".to_owned()));
        executions(events, &moments, &mut script)?;
        scenario.tools.push(script);
    }
    Ok(scenario)
}

/// What the executions of a tool do.
fn executions(events: &[Observation], moments: &Moments, script: &mut ToolScript) -> Result<(), Unscripted> {
    let mut calls: BTreeMap<Op, (String, Millis)> = BTreeMap::new();
    let mut end = None;
    for (index, event) in events.iter().enumerate() {
        match &event.what {
            What::Input(Input::Begin(_)) => calls.clear(),
            What::Effect(Effect::Call(op, call)) if call.name == script.tool.name.as_str() => {
                calls.insert(*op, (call.id.to_string(), moments.at(index)));
            }
            What::Input(Input::Tool(op, does)) => {
                let Some((id, from)) = calls.get(op) else { continue };
                script.after_ms = script.after_ms.max(moments.at(index).0.saturating_sub(from.0));
                let ends = match does {
                    ToolEvent::Asks(question) => {
                        let asks = script.asks_in_call.entry(id.clone()).or_default();
                        if !asks.contains(question) {
                            asks.push(question.clone());
                        }
                        continue;
                    }
                    ToolEvent::Done(text) => ToolEnd::Done(text.to_string()),
                    ToolEvent::Error(text) => ToolEnd::Error(text.to_string()),
                    ToolEvent::Panicked => ToolEnd::Panicked,
                };
                if end.as_ref().is_some_and(|known| *known != ends) {
                    return Err("a tool ends in different ways".into());
                }
                end = Some(ends);
            }
            _ => {}
        }
    }
    script.then = end.unwrap_or_else(|| script.then.clone());
    Ok(())
}

/// What the person does at each prompt. Prompts that a script names alike are visits of one rule.
fn person(events: &[Observation], moments: &Moments) -> Result<Vec<PersonRule>, Unscripted> {
    let mut rules: Vec<PersonRule> = Vec::new();
    let mut shown: BTreeMap<Op, (usize, usize, Millis)> = BTreeMap::new();
    for (index, event) in events.iter().enumerate() {
        match &event.what {
            What::Input(Input::Begin(_)) => shown.clear(),
            What::Effect(Effect::Show(op, prompt)) if !shown.contains_key(op) => {
                let prompt = piece(prompt).unwrap_or_default();
                let known = rules.iter().position(|rule| rule.prompt == prompt);
                let rule = known.unwrap_or_else(|| {
                    rules.push(PersonRule { prompt, visits: Vec::new(), optional: true });
                    rules.len() - 1
                });
                shown.insert(*op, (rule, rules[rule].visits.len(), moments.at(index)));
                rules[rule].visits.push(Vec::new());
            }
            What::Input(Input::Person(op, act)) => {
                let Some((rule, visit, from)) = shown.get(op) else { continue };
                let after_ms = moments.at(index).0.saturating_sub(from.0);
                rules[*rule].visits[*visit].push(TimedAct { after_ms, act: act.clone() });
            }
            _ => {}
        }
    }
    Ok(rules)
}

/// What the user, the client and the operating system do.
fn operator(events: &[Observation], moments: &Moments) -> Result<Vec<OperatorRule>, Unscripted> {
    let (mut rules, mut shown) = (Vec::new(), BTreeSet::new());
    for (index, event) in events.iter().enumerate().skip(1) {
        let does = match &event.what {
            What::Effect(Effect::Show(op, _)) => {
                shown.insert(*op);
                continue;
            }
            What::Input(Input::Person(op, act)) if !shown.contains(op) => Deed::Stray(act.clone()),
            What::Input(Input::Says(said)) => Deed::Says(said.0.to_string()),
            What::Input(Input::Signal(signal)) => Deed::Signal(*signal),
            What::Input(Input::Client(ClientEvent::Attached)) => Deed::Attaches,
            What::Input(Input::Client(ClientEvent::Gone)) => Deed::Leaves,
            What::Input(Input::Client(ClientEvent::Line(line))) => Deed::Line(line.clone()),
            What::Input(Input::Client(ClientEvent::Written(written))) => {
                let line = serde_json::from_str::<Value>(written).map_err(|_| "the client writes what is no line")?;
                Deed::Line(line)
            }
            What::Input(Input::Begin(_)) => {
                shown.clear();
                let (when, after) =
                    moments.kill(events, index).ok_or("the subject is killed before an effect that a step names")?;
                rules.push(OperatorRule { when, after_ms: after.0, too: false, optional: false, does: Deed::Restart });
                continue;
            }
            What::Input(Input::File(_, FileEvent::Failed(_))) => return Err("a file operation fails".into()),
            _ => continue,
        };
        let (when, after) = moments.before(events, index);
        rules.push(OperatorRule { when, after_ms: after.0, too: false, optional: false, does });
    }
    Ok(rules)
}
