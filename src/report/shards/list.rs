//! What was asked of a closed list: scenarios, mutants, or sets of variants.

use std::hash::Hasher;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    report::MutantsAsked,
    sim::stream_hash::Mixer,
    suite::{case::Case, catalogue::Catalogue},
};

/// A closed list in its fixed order.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ListAsked {
    /// How many items it has.
    pub count: u64,
    /// A digest of the items and of their order, as 16 hexadecimal digits.
    pub digest: String,
    /// The catalogue of requirements.
    pub catalogue: String,
}

/// Makes the digest of a list.
#[derive(Default)]
pub struct Digest(Mixer);

impl Digest {
    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.0.write_usize(text.len());
        self.0.write(text.as_bytes());
    }

    /// Adds something as JSON.
    pub fn json(&mut self, value: &impl Serialize) {
        self.text(&serde_json::to_string(value).unwrap_or_default());
    }

    /// Adds scenarios: their ids, and what they ask.
    pub fn cases<'c>(&mut self, cases: impl IntoIterator<Item = &'c Case>) {
        for case in cases {
            self.text(&case.id);
            case.steps.iter().for_each(|line| self.text(&line.whole()));
            self.json(&*case.scenario);
        }
    }

    /// The list of `count` items with this digest.
    pub fn list(self, count: usize) -> ListAsked {
        let digest = format!("{:016x}", self.0.finish());
        ListAsked { count: count as u64, digest, catalogue: Catalogue::embedded().revision() }
    }
}

/// The campaign of `hotseat mutants`.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedAsked {
    /// The mutants, first those of requirements, and the scenarios that judge them.
    pub list: ListAsked,
    /// Whether each runs in the process of an adapter.
    pub in_adapter: bool,
    /// What is asked of them.
    pub asked: MutantsAsked,
}

/// The campaign of `hotseat mutants --conditions`.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionsAsked {
    /// The mutants with their conditions, and the scenarios that judge them.
    pub list: ListAsked,
    /// How many percent must be killed.
    pub at_least: u8,
}

/// The campaign of `hotseat variants`.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct VariantsAsked {
    /// The sets of variants, and the scenarios that they play.
    pub list: ListAsked,
    /// Whether each runs in the process of an adapter.
    pub in_adapter: bool,
}
