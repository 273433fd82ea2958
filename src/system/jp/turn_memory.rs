//! What the machine remembers until the turn ends.

use std::collections::BTreeMap;

use crate::model::json::Text;

use super::cache::TurnCache;

/// The memory of one turn. A new turn begins with an empty one.
#[derive(Clone, Debug, Default, Hash)]
pub struct TurnMemory {
    /// Whether the model has called a tool. From the first call on, the model may choose whether to call one.
    pub has_called: bool,
    /// The answers that the user had remembered.
    pub answers: TurnCache,
    /// Whether a tool may run, by its name, as the user had it remembered.
    permissions: BTreeMap<Text, bool>,
    /// How often each question of each call was asked (REC-05).
    attempts: BTreeMap<(Text, Text), u32>,
}

impl TurnMemory {
    /// The number of this attempt at a question of a call, from 1.
    pub fn attempt(&mut self, call: &str, question: &str) -> u32 {
        let attempt = self.attempts.entry((call.into(), question.into())).or_default();
        *attempt += 1;
        *attempt
    }

    /// Whether the tool may run, if the user had that remembered.
    pub fn permission(&self, tool: &str) -> Option<bool> {
        self.permissions.get(tool).copied()
    }

    /// Remembers whether the tool may run.
    pub fn permit(&mut self, tool: &str, is_allowed: bool) {
        self.permissions.insert(tool.into(), is_allowed);
    }
}
