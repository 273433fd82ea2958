//! Rules that `sim::run::simulate` checks itself, from the faults of the run loop.

use super::{Check, Rule};
use crate::stage::Lane;

/// I-1, for the order of effects.
pub static ORDER: Rule = Rule {
    name: "order-of-the-run",
    about: "a turn begins before it ends, nothing is done outside a turn, and no operation is started twice",
    requirements: &["I-1"],
    lanes: &[Lane::Turn],
    premises: &[],
    only_simulated: true,
    looks_at: &[],
    make: || Box::new(ByTheLoop),
};

/// I-1, for inputs that were not expected.
pub static NO_PANIC: Rule = Rule {
    name: "no-panic",
    about: "no input makes the subject panic",
    requirements: &["I-1"],
    lanes: &[],
    premises: &[],
    only_simulated: true,
    looks_at: &[],
    make: || Box::new(ByTheLoop),
};

/// I-1, for a subject that says nothing any more.
pub static HANGS: Rule = Rule {
    name: "hangs",
    about: "the subject comes to rest after every input",
    requirements: &["I-1"],
    lanes: &[],
    premises: &[],
    only_simulated: true,
    looks_at: &[],
    make: || Box::new(ByTheLoop),
};

/// For requests that no provider accepts.
pub static REQUESTS: Rule = Rule {
    name: "requests",
    about: "a request to the model can be read, and a provider would accept it",
    requirements: &["I-1"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: true,
    looks_at: &[],
    make: || Box::new(ByTheLoop),
};

/// For the adapter in front of the subject. It stands for no requirement.
pub static ADAPTER: Rule = Rule {
    name: "adapter",
    about: "the adapter keeps to the protocol, and its process stays alive",
    requirements: &[],
    lanes: &[],
    premises: &[],
    only_simulated: true,
    looks_at: &[],
    make: || Box::new(ByTheLoop),
};

/// Whether a rule with this name is broken by a subject that was gone or hung.
pub fn is_gone(rule: &str) -> bool {
    [&HANGS, &ADAPTER].iter().any(|known| known.name == rule)
}

/// A check that never fails by itself.
#[derive(Hash)]
struct ByTheLoop;

impl Check for ByTheLoop {}
