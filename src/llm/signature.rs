//! Signatures of reasoning. A provider uses them to check that its reasoning comes back unchanged.
//!
//! | wire | what serves as the signature |
//! |---|---|
//! | `anthropic` | the `signature` of the block |
//! | `responses` | the `id` of the item, under which the provider knows it |
//! | `chat` | nothing |
//! | `gemini` | the `thoughtSignature` of the part, which must be base64 |
//!
//! Only reasoning from this run has a signature. A stored conversation may hold older reasoning without one.
//!
//! A signature is a function of the text. The neutral form therefore stores none: it is computed from the unchanged
//! text, and the event streams are the same over every wire. A foreign client does not know the function. It returns
//! the signature that it received.

use crate::model::text::{checksum, shorten};

/// How many characters of the reasoning an error message quotes.
pub const QUOTED_MAX: usize = 60;

/// A kind of signature.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    word: &'static str,
    prefix: &'static str,
}

/// Reasoning that comes back with a wrong signature, or with none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BrokenSignature {
    /// The reasoning.
    pub reasoning: String,
    /// Whether the signature is absent or empty.
    pub is_missing: bool,
    /// The error message.
    pub message: String,
}

impl Signature {
    /// The `signature` of a block in Anthropic Messages.
    pub const SIGNATURE: Self = Self { word: "signature", prefix: "sig_" };
    /// The `id` of an item in Responses.
    pub const ITEM: Self = Self { word: "id", prefix: "rs_" };

    /// The `thoughtSignature` of a part in Gemini.
    pub const THOUGHT: Self = Self { word: "thoughtSignature", prefix: "sig0" };

    /// The signature of `reasoning`.
    pub fn of(self, reasoning: &str) -> String {
        format!("{}{:08x}", self.prefix, checksum(reasoning))
    }

    /// The error if `reasoning` comes back with the signature `found` and that is not the right one.
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
