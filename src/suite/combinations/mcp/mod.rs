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

/// The version of the protocol, as it is written there.
fn version(combination: &Combination<'_>) -> String {
    combination.get("version").replace('_', "-")
}

/// Whether a result asks, and not a request (era 2026-07-28).
fn is_in_rounds(combination: &Combination<'_>) -> bool {
    combination.get("version") == "2026_07_28"
}
