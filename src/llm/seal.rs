//! Reasoning is handed back unchanged: what a provider tells that by.
//!
//! | wire | what it is sealed with |
//! |---|---|
//! | `anthropic` | the `signature` of the block |
//! | `responses` | the `id` of the item, under which the provider knows it |
//! | `chat` | nothing |
//!
//! A seal is a function of the text. So the neutral form needs none: whoever has the text unchanged has the seal, and
//! the streams are the same over every wire. A client of its own knows no such function, and hands back what it got.

use crate::model::text::{checksum, shorten};

/// How much of a reasoning a message quotes.
pub const QUOTED_MAX: usize = 60;

/// A kind of seal.
#[derive(Clone, Copy, Debug)]
pub struct Seal {
    word: &'static str,
    prefix: &'static str,
}

impl Seal {
    /// What Anthropic signs a block with.
    pub const SIGNATURE: Self = Self { word: "signature", prefix: "sig_" };
    /// What Responses knows an item by.
    pub const ITEM: Self = Self { word: "id", prefix: "rs_" };

    /// The seal of `reasoning`.
    pub fn of(self, reasoning: &str) -> String {
        format!("{}{:08x}", self.prefix, checksum(reasoning))
    }

    /// What is wrong where `reasoning` comes back with the seal `found`.
    pub fn broken(self, reasoning: &str, found: Option<&str>) -> Option<String> {
        let (Self { word, .. }, expected) = (self, self.of(reasoning));
        let quoted = shorten(reasoning, QUOTED_MAX);
        match found {
            Some(found) if found == expected => None,
            Some(found) => {
                let found = shorten(found, QUOTED_MAX);
                Some(format!("the reasoning {quoted:?} comes back with the {word} {found:?}, not with {expected:?}"))
            }
            None => Some(format!("the reasoning {quoted:?} comes back without its {word} {expected:?}")),
        }
    }
}
