//! The combinations of a server of the Model Context Protocol: which tool asks, in which version, and what comes of it. Those of a
//! client stand in `client`.

mod client;
mod demands;
mod script;
mod situation;

use super::{Combination, CombinationError, Table};

pub fn tables() -> Vec<Table> {
    vec![Table::new(include_str!("mcp.json"), write), client::table()]
}

/// The steps of a combination.
fn write(combination: &Combination<'_>) -> Result<String, CombinationError> {
    let situation = situation::Situation::of(combination);
    let mut text = script::script(&situation);
    demands::write(&situation, &mut text);
    Ok(text.finished())
}
