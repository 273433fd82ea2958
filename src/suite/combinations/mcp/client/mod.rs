//! The combinations of a client of the Model Context Protocol: what a server asks, in which version, and what happens then.

mod demands;
mod script;
mod situation;

use super::super::{Combination, CombinationError, Table};

pub fn table() -> Table {
    Table::new(include_str!("mcp-client.json"), write)
}

/// The steps of a combination.
fn write(combination: &Combination<'_>) -> Result<String, CombinationError> {
    let situation = situation::Situation::of(combination);
    let mut text = script::script(&situation);
    demands::write(&situation, &mut text);
    Ok(text.finished())
}
