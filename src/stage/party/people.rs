//! The person at the prompts.

use std::collections::BTreeSet;

use super::Due;
use crate::{
    model::{Millis, Op},
    stage::scenario::{PersonRule, TimedAct},
    system::{Input, Prompt},
};

/// The person, who acts by rules. For each prompt, the first rule counts that fits the drawing and has visits left.
pub struct Person {
    rules: Vec<(PersonRule, usize)>,
    seen: BTreeSet<Op>,
}

impl Person {
    pub fn new(rules: &[PersonRule]) -> Self {
        Self { rules: rules.iter().map(|rule| (rule.clone(), 0)).collect(), seen: BTreeSet::new() }
    }

    /// Looks at a prompt. The person acts only at the first drawing of each prompt.
    pub fn look(&mut self, op: Op, prompt: &Prompt, due: &mut Vec<Due>) {
        if !self.seen.insert(op) {
            return;
        }
        let fits =
            |(rule, visits): &&mut (PersonRule, usize)| *visits < rule.visits.len() && prompt.shows(&rule.prompt);
        if let Some((rule, visits)) = self.rules.iter_mut().find(fits) {
            let acts = &rule.visits[*visits];
            *visits += 1;
            due.extend(
                acts.iter().map(|TimedAct { after_ms, act }| (Millis(*after_ms), Input::Person(op, act.clone()))),
            );
        }
    }

    /// Forgets all prompts, since a restarted subject counts its prompts from 1 again.
    pub fn restart(&mut self) {
        self.seen.clear();
    }

    pub fn left_over(&self) -> Vec<String> {
        let left = self.rules.iter().filter(|(rule, visits)| *visits < rule.visits.len() && !rule.optional);
        left.map(|(rule, visits)| {
            let total = rule.visits.len();
            format!("the person waits for a prompt with {:?}: {visits} of {total} shown", rule.prompt)
        })
        .collect()
    }
}
