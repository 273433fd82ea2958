//! Rules that the loop of a run looks after by itself.

use super::{Check, Rule};

/// Turns begin before they end, nothing is done outside them, nothing is started twice, and what is refused is refused.
pub static ORDER: Rule = Rule {
    name: "order-of-the-run",
    about: "turns begin before they end, nothing is done outside them, and no operation is started twice",
    requirements: &["I-1"],
    make: || Box::new(ByTheLoop),
};

/// A machine takes whatever comes.
pub static NO_PANIC: Rule = Rule {
    name: "no-panic",
    about: "whatever comes, the subject does not panic",
    requirements: &["I-1"],
    make: || Box::new(ByTheLoop),
};

struct ByTheLoop;

impl Check for ByTheLoop {}
