//! The combinations of PilotDeck: a call with up to four questions, how the questions are answered, and what the model
//! is told and what is stored then.

mod demands;
mod oracle;
mod request;
mod script;
mod situation;
mod texts;

use super::{Combination, CombinationError, Table};

pub fn tables() -> Vec<Table> {
    vec![Table::new(include_str!("pilotdeck.json"), write)]
}

/// The steps of a combination.
fn write(combination: &Combination<'_>) -> Result<String, CombinationError> {
    let situation = situation::Situation::of(combination);
    let mut script = script::Script::of(&situation);
    demands::write(&situation, &mut script);
    Ok(script.text.finished())
}
