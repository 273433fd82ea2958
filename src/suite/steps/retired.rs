//! Retired steps. No feature of ours needs them, but a feature of a user may. So this version still reads them without
//! listing them, and the next version drops them.

pub const EXPRESSIONS: &[&str] = &[
    "the wire is {string}",
    "the model's replies are streamed",
    "the model's replies are not streamed",
    "if asked, the person submits {string}",
    "if asked, after {int} ms the person submits {string}",
    "after {int} ms the person presses {string} at {string}",
    "if asked, after {int} ms the person presses {string} at {string}",
    "if asked, the person types {string} at {string}",
    "after {int} ms the person pastes {string} at {string}",
    "if asked, the person pastes {string} at {string}",
    "if asked, after {int} ms the person pastes {string} at {string}",
    "after {int} ms the person cancels {string}",
    "if asked, after {int} ms the person cancels {string}",
    "{int} ms later the person cancels {string}",
    "after {int} ms the person rejects {string}",
    "if asked, the person rejects {string}",
    "if asked, after {int} ms the person rejects {string}",
    "{word} arrives after the turn",
    "{word} arrives at the start",
    "the subject is restarted when {string} is asked of the model",
    "the subject is restarted when the tool {string} runs",
    "the subject is restarted at the start",
    "a client comes when {string} is shown",
    "a client comes when {string} is asked of the model",
    "a client comes when the tool {string} runs",
    "a client comes when the client is told {string}",
    "a client comes while the turn is paused",
    "a client comes at the start",
    "the client goes when {string} is shown",
    "the client goes when {string} is asked of the model",
    "the client goes while the turn is paused",
    "the client goes after the turn",
    "the client sends {} when {string} is asked of the model",
    "the client sends {} when the tool {string} runs",
    "meanwhile the user says {string} when the tool {string} runs",
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
