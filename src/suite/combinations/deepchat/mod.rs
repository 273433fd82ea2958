//! The combinations of DeepChat: a question, how it is resolved, and what is sent, stored and shown then.

mod demands;
mod outcome;
mod question;
mod script;
mod texts;

use super::{Combination, CombinationError, Table};

pub fn tables() -> Vec<Table> {
    vec![Table::new(include_str!("question.json"), write)]
}

/// The steps of a combination.
fn write(combination: &Combination<'_>) -> Result<String, CombinationError> {
    let question = question::Question::of(combination);
    let outcome = outcome::outcome(&question);
    let mut script = script::Script::of(&question, &outcome);
    demands::write(&question, &outcome, &mut script);
    Ok(script.text.finished())
}
