//! Checks of a scenario that its types cannot express.

use std::collections::BTreeSet;

use thiserror::Error;

use super::scenario::{Deed, OperatorRule, Scenario, When};
use crate::{
    llm::{
        ScriptError,
        script::{self, Body, Exchange},
    },
    model::json::Value,
};

/// A scenario that can never be played.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ScenarioError {
    /// Nothing begins a turn.
    #[error(
        "the user never says anything, so no turn begins and nothing can be checked; only with a command line, a stored \
         conversation or a client that sends something may a run be without a turn"
    )]
    NothingBegins,
    /// A rule of the operator kills the subject at the start.
    #[error(
        "rule {number} of the operator kills the subject at the start, before it has done anything; name a later moment, \
         such as a prompt that is shown"
    )]
    KilledAtStart {
        /// The number of the rule, counted from 1.
        number: usize,
    },
    /// A rule of the operator has `too`, and the rule before it has another `when`.
    #[error(
        "rule {number} of the operator belongs to the moment of the rule before it (`too`), and that has another `when`; \
         give both the same"
    )]
    AnotherMoment {
        /// The number of the rule, counted from 1.
        number: usize,
    },
    /// A line that the client sends unasked copies a member of a message.
    #[error(
        "rule {number} of the operator sends a line that answers no message, so `<{member}>` in it stands for nothing; answer the \
         message instead, or name a stored value, such as `<{member}#1>`"
    )]
    CopiesNothing {
        /// The number of the rule, counted from 1.
        number: usize,
        /// The member that it copies.
        member: String,
    },
    /// The script of the model can never be played.
    #[error(transparent)]
    Model(#[from] ScriptError),
    /// A reply of the model has `frames`.
    #[error(
        "expectation {number} of the model: `frames` is for `hotseat serve`, in real time; in a scenario a reply takes \
         its `after_ms`, and comes whole"
    )]
    Frames {
        /// The number of the expectation, counted from 1.
        number: usize,
    },
    /// A reply has a text before a break, and need not be streamed.
    #[error(
        "expectation {number} of the model: the text {text:?} before a break is read of a stream alone; leave it out, or \
         let the scenario say `\"streamed\": true`"
    )]
    TextBeforeBreak {
        /// The number of the expectation, counted from 1.
        number: usize,
        /// The text.
        text: String,
    },
    /// Two tools have one name.
    #[error("two tools are called {0:?}")]
    SameTool(String),
}

impl Scenario {
    /// Checks what the types cannot express.
    ///
    /// # Errors
    /// The first thing that can never be played.
    pub fn check(&self) -> Result<(), ScenarioError> {
        let begins = |rule: &OperatorRule| matches!(rule.does, Deed::Says(_) | Deed::Line(_));
        if self.argv.is_empty() && self.stored.is_empty() && !self.operator.iter().any(begins) {
            return Err(ScenarioError::NothingBegins);
        }
        self.check_operator()?;
        script::check(&self.model)?;
        for (index, exchange) in self.model.iter().enumerate() {
            self.check_replies(index + 1, exchange)?;
        }
        let mut tools = BTreeSet::new();
        let twice = self.tools.iter().find(|script| !tools.insert(script.tool.name.as_str()));
        twice.map_or(Ok(()), |script| Err(ScenarioError::SameTool(script.tool.name.clone())))
    }

    fn check_operator(&self) -> Result<(), ScenarioError> {
        for (index, rule) in self.operator.iter().enumerate() {
            let number = index + 1;
            if rule.when == When::Start && matches!(rule.does, Deed::Kill | Deed::Restart) {
                return Err(ScenarioError::KilledAtStart { number });
            }
            if let Deed::Line(line) = &rule.does
                && let Some(member) = copied(line)
            {
                return Err(ScenarioError::CopiesNothing { number, member });
            }
            let before = index.checked_sub(1).and_then(|before| self.operator.get(before));
            if rule.too && before.is_none_or(|before| before.when != rule.when) {
                return Err(ScenarioError::AnotherMoment { number });
            }
        }
        Ok(())
    }

    /// Checks the replies of the expectation with this number.
    fn check_replies(&self, number: usize, exchange: &Exchange) -> Result<(), ScenarioError> {
        if exchange.replies.iter().any(|reply| reply.frames.is_some()) {
            return Err(ScenarioError::Frames { number });
        }
        let early = exchange.replies.iter().find_map(|reply| match &reply.body {
            Body::Cut { text, .. } | Body::Malformed { text } | Body::Overloaded { text } => {
                Some(text).filter(|text| !text.is_empty() && self.streamed != Some(true))
            }
            _ => None,
        });
        early.map_or(Ok(()), |text| Err(ScenarioError::TextBeforeBreak { number, text: text.clone() }))
    }
}
/// A member of a line that is to be copied from the message that the line answers: its value is its name in angle brackets.
fn copied(line: &Value) -> Option<String> {
    match line {
        Value::Array(items) => items.iter().find_map(copied),
        Value::Object(members) => members.iter().find_map(|(name, member)| {
            let is_copied = member.as_str() == Some(format!("<{}>", name.as_str()).as_str());
            if is_copied { Some(name.as_str().to_owned()) } else { copied(member) }
        }),
        _ => None,
    }
}
