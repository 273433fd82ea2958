//! The combinations of jp: a question of a tool, everything that decides who answers it, and what happens then.

mod demands;
mod person;
mod script;
mod situation;
mod texts;
mod values;

use super::{Combination, CombinationError, Table};

pub fn tables() -> Vec<Table> {
    [include_str!("ask-user.json"), include_str!("inquiry.json")].map(|json| Table::new(json, write)).into()
}

/// The steps of a combination.
fn write(combination: &Combination<'_>) -> Result<String, CombinationError> {
    let situation = situation::Situation::of(combination)?;
    let mut script = script::Script::of(&situation)?;
    demands::write(&situation, &mut script)?;
    Ok(script.text.finished())
}
