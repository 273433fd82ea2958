//! Ends of a run from outside, and answers of the client.

use crate::model::json::Value;

use super::{Draft, Step, StepError, typed::DocJson, when};
use crate::stage::scenario::{ClientRule, ExpectedEnd, TimedLine};

pub fn steps() -> Vec<Step> {
    vec![
        when("the subject exits by itself", "The run is expected to end with the subject's process.", |draft, ()| {
            draft.scenario.end = ExpectedEnd::Exited;
            Ok(())
        }),
        when(
            "the subject may exit by itself",
            "Both ends count: a process that cannot begin a run may end, or stay and refuse everything.",
            |draft, ()| {
                draft.scenario.end = ExpectedEnd::Unbegun;
                Ok(())
            },
        ),
        when(
            "the client answers {string} with:",
            "Lines that the client sends upon a message with that text in it (of a word such as the name of a method: in \
             a text that is no prose): a JSON array in a doc string, each \
             {\"after_ms\": N, \"line\": ...}. A text such as \"<requestId>\" in a line stands for that field of the \
             message, and a message without a field that a member of the line names so is another one; a member's name \
             \"<first key of properties>\" for the name of the first member of that object in the message; \
             \"<taskId wherever it is>\" for that field of any object in it; \"<text of id>\" for the digits of \
             a number as a text; a text such as \
             \"<id#2>\" for the second different value of that field in what the subject has stored so far. A \
             \"frame\" says how a line is written where a system reads a stream: {\"before\": \"\", \"ending\": \
             \"\\r\\n\", \"piece\": 3} cuts it after every third character.",
            |draft, (piece, DocJson(lines)): (String, DocJson<Vec<TimedLine>>)| {
                answers_with(draft, piece, lines, false)
            },
        ),
        when(
            "if told, the client answers {string} with:",
            "The same where it may be that no such message comes.",
            |draft, (piece, DocJson(lines)): (String, DocJson<Vec<TimedLine>>)| answers_with(draft, piece, lines, true),
        ),
        when(
            "if told, the client answers {string} with the line {}",
            "One such line, where it may be that no such message comes.",
            |draft, (piece, line): (String, Value)| answers_with(draft, piece, vec![at_once(line)], true),
        ),
        when(
            "the client answers {string} with the line {}",
            "One line that the client sends upon a message with that text in it: JSON; see the step before.",
            |draft, (piece, line): (String, Value)| answers_with(draft, piece, vec![at_once(line)], false),
        ),
    ]
}

/// The client sends these lines upon a message with that piece, which may be missing if the rule is optional.
fn answers_with(draft: &mut Draft, message: String, lines: Vec<TimedLine>, optional: bool) -> Result<(), StepError> {
    draft.scenario.client.push(ClientRule { message, lines, optional });
    Ok(())
}

fn at_once(line: Value) -> TimedLine {
    TimedLine { after_ms: 0, line, frame: None }
}
