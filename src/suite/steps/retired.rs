//! Retired steps. No feature of ours needs them, but a feature of a user may. So this version still reads them without
//! listing them, and the next version drops them.

pub const EXPRESSIONS: &[&str] = &[
    "the call {string} succeeds with at least the JSON {}",
    "a message tells the client something with {string}",
    // In the place of these stands a step that says the same.
    "the model is told of {string} something with {string}",
    "the field {string} of what is recorded last with {} is the id of message {int}",
    "{int} request(s) reach(es) the model where the client is told {}, and {int} where it is told {}",
];

#[cfg(test)]
mod tests {
    use super::{super::TABLE, EXPRESSIONS};

    #[test]
    fn every_retired_step_is_there() {
        for expression in EXPRESSIONS {
            assert!(TABLE.iter().any(|step| step.expression == *expression && !step.is_listed()), "{expression}");
        }
    }
}
