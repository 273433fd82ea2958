//! The rows of the tables of variants.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::row::Change;

/// An implementation that is right in another way than the reference. The documents leave something free, and the variant
/// does that otherwise. No requirement may fail because of it.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The name: lower-case words joined by `-`, such as `prompts-in-other-words`.
    pub id: String,
    /// The systems in which it is right.
    pub systems: Vec<String>,
    /// The profile in which it is right. Without one, every profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// What it does otherwise, in one line.
    pub about: String,
    /// The place in the documents that leaves this free.
    pub freedom: String,
    /// The choice that it takes. Two variants that take the same choice otherwise are never put together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// The changes. Every change that fits a message is applied to it, in this order.
    pub changes: Vec<Change>,
}

impl Variant {
    /// Whether both can be right in one implementation.
    pub fn goes_with(&self, other: &Self) -> bool {
        let same = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
        self.id != other.id
            && !same(&self.choice, &other.choice)
            && (self.profile == other.profile || self.profile.is_none() || other.profile.is_none())
            && self.systems.iter().any(|system| other.systems.contains(system))
    }
}
