//! Where the acts of the person stand in the story: below the call that asks.

use std::collections::BTreeSet;

use super::writer::{Lacking, Writer};
use crate::{
    llm::script::{Body, ScriptedCall},
    model::json::Value,
    stage::Scenario,
    system::Act,
};

/// A shorter text than this says nothing of a prompt that has it.
const TELLING_MIN: usize = 3;

/// What of the person is said so far.
pub struct Acts<'s> {
    target: &'s Scenario,
    /// How many visits of each rule are said.
    said: Vec<usize>,
    /// The visits whose secret is said with their first act, by rule and visit.
    secret: BTreeSet<(usize, usize)>,
    /// For each rule, how many calls that ask for it are still to come; none, if no call does.
    calls: Vec<Option<usize>>,
    has_begun: bool,
}

impl<'s> Acts<'s> {
    /// Nothing is said, except for the first `known` rules.
    pub fn new(target: &'s Scenario, known: usize) -> Self {
        let bodies = || target.model.iter().flat_map(|exchange| &exchange.replies).map(|reply| &reply.body);
        let calls = target.person.iter().map(|rule| {
            let asking = bodies().map(|body| asking(target, body, &rule.prompt)).sum::<usize>();
            (asking > 0).then_some(asking)
        });
        let said = target.person.iter().enumerate();
        let said = said.map(|(index, rule)| if index < known { rule.visits.len() } else { 0 });
        Self { target, said: said.collect(), secret: BTreeSet::new(), calls: calls.collect(), has_begun: false }
    }

    /// Has the last secrets entered by the person, where they are, and yields how many others there are.
    pub fn enter_secrets(&mut self) -> usize {
        let secrets = &self.target.secrets;
        let mut others = secrets.len();
        for (index, rule) in self.target.person.iter().enumerate().rev() {
            for (visit, acts) in rule.visits.iter().enumerate().rev().filter(|(visit, _)| *visit >= self.said[index]) {
                let answer = acts.first().filter(|act| act.after_ms == 0 && !rule.optional);
                let answer =
                    answer.and_then(|act| if let Act::Answer(value) = &act.act { value.as_str() } else { None });
                if others > 0 && answer == Some(secrets[others - 1].as_str()) {
                    others -= 1;
                    self.secret.insert((index, visit));
                }
            }
        }
        others
    }

    /// Says what belongs after this reply of the model; without one, all that is left.
    pub fn after(&mut self, writer: &mut Writer<'_>, reply: Option<&Body>) -> Result<(), Lacking> {
        let asks = reply.is_none_or(|body| matches!(body, Body::Message { calls, .. } if !calls.is_empty()));
        if !asks {
            return Ok(());
        }
        for index in 0..self.said.len() {
            let left = self.target.person[index].visits.len().saturating_sub(self.said[index]);
            let now = match (reply, &mut self.calls[index]) {
                (None, _) => left,
                // No call asks for it: it follows what stands before it.
                (Some(_), None) if index == 0 || self.said[index - 1] > 0 => left,
                (Some(_), None) => 0,
                (Some(body), Some(to_come)) => {
                    let here = asking(self.target, body, &self.target.person[index].prompt);
                    *to_come -= here;
                    if here == 0 { 0 } else { left.min(here.max(left.saturating_sub(*to_come))) }
                }
            };
            self.say(writer, index, now)?;
        }
        if !self.has_begun {
            self.has_begun = true;
            writer.client()?;
        }
        Ok(())
    }

    /// Says so many visits of a rule, after the first visit of each rule before it.
    fn say(&mut self, writer: &mut Writer<'_>, index: usize, count: usize) -> Result<(), Lacking> {
        if count == 0 {
            return Ok(());
        }
        for before in 0..index {
            if self.said[before] == 0 && !self.target.person[before].visits.is_empty() {
                self.visit(writer, before)?;
            }
        }
        let end = self.said[index] + count;
        while self.said[index] < end {
            self.visit(writer, index)?;
        }
        Ok(())
    }

    fn visit(&mut self, writer: &mut Writer<'_>, index: usize) -> Result<(), Lacking> {
        let visit = self.said[index];
        self.said[index] = writer.visit(index, visit, self.secret.contains(&(index, visit)))?;
        Ok(())
    }
}

/// How many calls in `body` ask something with that text.
fn asking(target: &Scenario, body: &Body, prompt: &str) -> usize {
    let Body::Message { calls, .. } = body else { return 0 };
    calls.iter().filter(|call| asks(target, call, prompt)).count()
}

fn asks(target: &Scenario, call: &ScriptedCall, prompt: &str) -> bool {
    let tool = target.tools.iter().find(|script| script.tool.name == call.name);
    let questions = tool.map(|script| script.asks_in_call.get(&call.id).unwrap_or(&script.asks));
    is_about(&call.arguments, prompt) || questions.into_iter().flatten().any(|question| is_about(question, prompt))
}

/// Whether a prompt with that piece may be about some text in the value: one has the other.
fn is_about(value: &Value, piece: &str) -> bool {
    match value {
        Value::String(text) => text.contains(piece) || text.len() >= TELLING_MIN && piece.contains(text.as_str()),
        Value::Array(items) => items.iter().any(|item| is_about(item, piece)),
        Value::Object(members) => members.values().any(|member| is_about(member, piece)),
        _ => false,
    }
}
