//! Reasoning is handed back unchanged: what a provider tells that by.
//!
//! | wire | what it is sealed with |
//! |---|---|
//! | `anthropic` | the `signature` of the block |
//! | `responses` | the `id` of the item, under which the provider knows it |
//! | `chat` | nothing |
//!
//! Only what the model said itself has a seal: a stored conversation may have reasoning of another day, without one.
//!
//! A seal is a function of the text. So the neutral form needs none: whoever has the text unchanged has the seal, and
//! the streams are the same over every wire. A client of its own knows no such function, and hands back what it got.

use crate::model::text::{checksum, shorten};

/// How much of a reasoning a message quotes.
pub const QUOTED_MAX: usize = 60;

/// A kind of seal.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    word: &'static str,
    prefix: &'static str,
}

/// Reasoning that comes back otherwise than it was given out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BrokenSignature {
    /// The reasoning.
    pub reasoning: String,
    /// Whether it comes without any seal, or with an empty one.
    pub is_missing: bool,
    /// What is wrong.
    pub message: String,
}

impl Signature {
    /// What Anthropic signs a block with.
    pub const SIGNATURE: Self = Self { word: "signature", prefix: "sig_" };
    /// What Responses knows an item by.
    pub const ITEM: Self = Self { word: "id", prefix: "rs_" };

    /// The seal of `reasoning`.
    pub fn of(self, reasoning: &str) -> String {
        format!("{}{:08x}", self.prefix, checksum(reasoning))
    }

    /// What is wrong where `reasoning` comes back with the seal `found`.
    pub fn broken(self, reasoning: &str, found: Option<&str>) -> Option<BrokenSignature> {
        let (Self { word, .. }, expected) = (self, self.of(reasoning));
        let quoted = shorten(reasoning, QUOTED_MAX);
        let message = match found {
            Some(found) if found == expected => return None,
            Some(found) => {
                let found = shorten(found, QUOTED_MAX);
                format!("the reasoning {quoted:?} comes back with the {word} {found:?}, not with {expected:?}")
            }
            None => format!("the reasoning {quoted:?} comes back without its {word} {expected:?}"),
        };
        Some(BrokenSignature { reasoning: reasoning.to_owned(), is_missing: found.is_none_or(str::is_empty), message })
    }
}
