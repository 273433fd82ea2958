//! The person at the prompts.

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
};

use super::Due;
use crate::{
    model::{Millis, Op},
    stage::scenario::{PersonRule, TimedAct},
    system::{Input, Prompt},
};

/// The person, who acts by rules. For each prompt, the first rule counts that fits the drawing and has visits left.
pub struct Person {
    rules: Vec<(PersonRule, usize)>,
    /// The prompts that were shown, with the place of the rule that acts there.
    seen: BTreeMap<Op, Option<usize>>,
    /// The rules that waited for a prompt and fit a later drawing of this one.
    redrawn: BTreeMap<usize, Op>,
}

impl Person {
    pub fn new(rules: &[PersonRule]) -> Self {
        Self {
            rules: rules.iter().map(|rule| (rule.clone(), 0)).collect(),
            seen: BTreeMap::new(),
            redrawn: BTreeMap::new(),
        }
    }

    /// Looks at a prompt. The person acts only at the first drawing of each prompt.
    pub fn look(&mut self, op: Op, prompt: &Prompt, due: &mut Vec<Due>) {
        let waiting = |(_, (rule, visits)): &(usize, &mut (PersonRule, usize))| {
            *visits < rule.visits.len() && prompt.shows(&rule.prompt)
        };
        let mut fitting = self.rules.iter_mut().enumerate().filter(waiting);
        if self.seen.contains_key(&op) {
            self.redrawn.extend(fitting.map(|(place, _)| (place, op)));
            return;
        }
        let mut acting = None;
        if let Some((place, (rule, visits))) = fitting.next() {
            let acts = &rule.visits[*visits];
            *visits += 1;
            due.extend(
                acts.iter().map(|TimedAct { after_ms, act }| (Millis(*after_ms), Input::Person(op, act.clone()))),
            );
            acting = Some(place);
        }
        self.seen.insert(op, acting);
    }

    /// Forgets all prompts, since a restarted subject counts its prompts from 1 again.
    pub fn restart(&mut self) {
        self.seen.clear();
        self.redrawn.clear();
    }

    /// What was redrawn serves only the message of what is left over.
    pub fn fingerprint(&self, mut into: &mut dyn Hasher) {
        self.rules.iter().for_each(|(_, visits)| visits.hash(&mut into));
        self.seen.hash(&mut into);
    }

    pub fn left_over(&self) -> Vec<String> {
        let left = |(_, (rule, visits)): &(usize, &(PersonRule, usize))| *visits < rule.visits.len() && !rule.optional;
        let told = |(place, (rule, visits)): (usize, &(PersonRule, usize))| {
            let hint = self.redrawn.get(&place).and_then(|op| self.hint(*op)).unwrap_or_default();
            let total = rule.visits.len();
            format!("the person waits for a prompt with {:?}: {visits} of {total} shown{hint}", rule.prompt)
        };
        self.rules.iter().enumerate().filter(left).map(told).collect()
    }

    /// How to act at a later drawing of a prompt at which a rule acts.
    fn hint(&self, op: Op) -> Option<String> {
        let place = (*self.seen.get(&op)?)?;
        let first = &self.rules[place].0.prompt;
        Some(format!("; {op} was redrawn with it: to act there, write `1 ms later the person ... at {first:?}`"))
    }
}
