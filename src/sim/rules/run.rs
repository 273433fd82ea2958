//! Rules that `sim::run::simulate` checks itself, from the faults of the run loop.

use super::{Check, Rule};

/// I-1, for the order of effects.
pub static ORDER: Rule = Rule {
    name: "order-of-the-run",
    about: "a turn begins before it ends, nothing is done outside a turn, and no operation is started twice",
    requirements: &["I-1"],
    make: || Box::new(ByTheLoop),
};

/// I-1, for inputs that were not expected.
pub static NO_PANIC: Rule = Rule {
    name: "no-panic",
    about: "no input makes the subject panic",
    requirements: &["I-1"],
    make: || Box::new(ByTheLoop),
};

/// A check that never fails by itself.
struct ByTheLoop;

impl Check for ByTheLoop {}
