//! What the person does at the prompts.

use super::{
    line::{Arg, Line},
    writer::{Lacking, Writer},
};
use crate::{
    model::Key,
    stage::scenario::{PersonRule, TimedAct},
    system::Act,
};

/// Some acts of one instant that one step says.
enum Deed<'a> {
    Presses(Vec<Key>),
    Types(String),
    Acts(&'a Act),
}

/// The expression of what a person does, behind `the person `, and its arguments.
fn words(deed: &Deed<'_>, prompt: &Arg) -> Option<(&'static str, Vec<Arg>)> {
    let prompt = prompt.clone();
    Some(match deed {
        Deed::Presses(keys) => {
            let names: Vec<String> = keys.iter().map(ToString::to_string).collect();
            ("presses {string} at {string}", vec![Arg::Text(names.join(" ")), prompt])
        }
        Deed::Types(text) => ("types {string} at {string}", vec![Arg::text(text), prompt]),
        Deed::Acts(Act::Answer(value)) => ("answers {string} with {}", vec![prompt, Arg::Json(value.clone())]),
        Deed::Acts(Act::Remember(value)) => {
            ("answers and remembers {string} with {}", vec![prompt, Arg::Json(value.clone())])
        }
        Deed::Acts(Act::Choose(label)) => ("chooses {string} at {string}", vec![Arg::text(label.as_str()), prompt]),
        Deed::Acts(Act::Paste(text)) => ("pastes {string} at {string}", vec![Arg::text(text.as_str()), prompt]),
        Deed::Acts(Act::Submit) => ("submits {string}", vec![prompt]),
        Deed::Acts(Act::Cancel) => ("cancels {string}", vec![prompt]),
        Deed::Acts(Act::Reject) => ("rejects {string}", vec![prompt]),
        Deed::Acts(Act::Key(_) | Act::Eof | Act::Broken) => return None,
    })
}

/// The expression for the end of the person's input, or of the terminal.
const fn ending(act: &Act) -> Option<&'static str> {
    match act {
        Act::Eof => Some("the input ends at {string}"),
        Act::Broken => Some("the terminal breaks at {string}"),
        _ => None,
    }
}

impl Writer<'_> {
    /// Checks that every rule of the person is said. No step says one without a visit.
    pub(super) fn all_acts(&self) -> Result<(), Lacking> {
        let (said, target) = (&self.draft.scenario.person, &self.target.person);
        let lacking = (0..target.len()).find(|index| said.get(*index) != target.get(*index));
        lacking.map_or(Ok(()), |index| Err(Lacking::Person(index)))
    }

    /// Says visit `visit` of rule `index`. With `secret`, its answer is a secret that must be said with it. Yields how many
    /// visits are said then.
    pub(super) fn visit(&mut self, index: usize, visit: usize, secret: bool) -> Result<usize, Lacking> {
        let target = self.target;
        let rule = &target.person[index];
        let said = |rules: &[PersonRule], visits: usize| {
            rules.len() > index
                && rules[..index]
                    .iter()
                    .map(|rule| &rule.prompt)
                    .eq(target.person[..index].iter().map(|rule| &rule.prompt))
                && rules[index].prompt == rule.prompt
                && rules[index].optional == rule.optional
                && rules[index].visits == rule.visits[..visits]
        };
        let again = [Line::when("if asked again, the person rejects {string}", [Arg::text(&rule.prompt)])];
        if visit == 0 && rule.optional && self.add(&again, |draft| said(&draft.scenario.person, rule.visits.len())) {
            return Ok(rule.visits.len());
        }
        let acts = &rule.visits[visit];
        let lines = if secret { secret_lines(rule, acts) } else { lines(rule, acts) };
        let lines = lines.ok_or(Lacking::Person(index))?;
        let is_added = self.add(&lines, |draft| said(&draft.scenario.person, visit + 1));
        if is_added { Ok(visit + 1) } else { Err(Lacking::Person(index)) }
    }
}

/// The lines of a visit whose first act enters a secret.
fn secret_lines(rule: &PersonRule, acts: &[TimedAct]) -> Option<Vec<Line>> {
    let (TimedAct { act: Act::Answer(answer), .. }, more) = acts.split_first()? else { return None };
    let args = [Arg::text(answer.as_str()?), Arg::text(&rule.prompt)];
    let mut lines = vec![Line::when("the person enters the secret {string} at {string}", args)];
    lines.extend(later_lines(rule, 0, more)?);
    Some(lines)
}

/// The lines of a visit. `None` if no steps say it.
fn lines(rule: &PersonRule, acts: &[TimedAct]) -> Option<Vec<Line>> {
    let prompt = Arg::text(&rule.prompt);
    let if_asked = if rule.optional { "if asked, " } else { "" };
    let nothing = || Line::when(format!("{if_asked}the person does nothing at {{string}}"), [prompt.clone()]);
    let Some(first) = acts.first() else { return Some(vec![nothing()]) };
    let (deed, count) = deed(acts);
    let at_once = first.after_ms == 0;
    let mut lines = Vec::new();
    let mut rest = &acts[count..];
    let mut at = first.after_ms;
    if let Some((words, args)) = words(&deed, &prompt) {
        lines.push(if at_once {
            Line::when(format!("{if_asked}the person {words}"), args)
        } else {
            let args: Vec<Arg> = [Arg::number(at)].into_iter().chain(args).collect();
            Line::when(format!("{if_asked}after {{int}} ms the person {words}"), args)
        });
    } else if let Some(words) = ending(&first.act).filter(|_| at_once && !rule.optional) {
        lines.push(Line::when(words, [prompt]));
    } else {
        lines.push(nothing());
        (rest, at) = (acts, 0);
    }
    lines.extend(later_lines(rule, at, rest)?);
    Some(lines)
}

/// The lines of further acts at a prompt, after an act at `at`. `None` if one of them comes earlier.
fn later_lines(rule: &PersonRule, mut at: u64, mut acts: &[TimedAct]) -> Option<Vec<Line>> {
    let prompt = Arg::text(&rule.prompt);
    let mut lines = Vec::new();
    while let Some(first) = acts.first() {
        let (deed, count) = deed(acts);
        let wait = Arg::number(first.after_ms.checked_sub(at)?);
        lines.push(match words(&deed, &prompt) {
            Some((words, args)) => {
                let args: Vec<Arg> = [wait].into_iter().chain(args).collect();
                Line::when(format!("{{int}} ms later the person {words}"), args)
            }
            None => Line::when(format!("{{int}} ms later {}", ending(&first.act)?), [wait, prompt.clone()]),
        });
        at = first.after_ms;
        acts = &acts[count..];
    }
    Some(lines)
}

/// What the first of the acts, and those that one step says with it, amount to, and how many they are.
fn deed(acts: &[TimedAct]) -> (Deed<'_>, usize) {
    let at = acts[0].after_ms;
    let keys: Vec<Key> = acts
        .iter()
        .map_while(|act| match act.act {
            Act::Key(key) if act.after_ms == at => Some(key),
            _ => None,
        })
        .collect();
    if keys.is_empty() {
        return (Deed::Acts(&acts[0].act), 1);
    }
    if let Some(text) = typed(&keys) {
        let count = text.chars().count() + 1;
        return (Deed::Types(text), count);
    }
    let alone = (1..keys.len()).find(|from| typed(&keys[*from..]).is_some()).unwrap_or(keys.len());
    (Deed::Presses(keys[..alone].to_vec()), alone)
}

/// The text of several characters that these keys type first, if Enter follows it.
fn typed(keys: &[Key]) -> Option<String> {
    let text: String = keys.iter().map_while(|key| if let Key::Char(c) = key { Some(*c) } else { None }).collect();
    let count = text.chars().count();
    (count > 1 && keys.get(count) == Some(&Key::Enter)).then_some(text)
}
