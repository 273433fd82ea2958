//! The combinations of pi: a question of a call, where and how the user answers, and what happens before and meanwhile.

mod demands;
mod oracle;
mod prompted;
mod script;
mod second_pass;
mod situation;
mod texts;
mod told;
mod values;

use super::{Combination, CombinationError, Table};

pub fn tables() -> Vec<Table> {
    vec![Table::new(include_str!("pi.json"), write)]
}

/// The steps of a combination.
fn write(combination: &Combination<'_>) -> Result<String, CombinationError> {
    let situation = situation::Situation::of(combination);
    let text = script::script(&situation)?;
    Ok(demands::demands(&situation, text).finished())
}
