//! The questions that a host's tools ask in jp.

use crate::model::json::{Value, json};

use super::super::{Step, given, typed::Word, words::QuestionKind};

pub fn steps() -> Vec<Step> {
    vec![
        given(
            "the tool {string} asks the {word} question {string} as {string}",
            "A question of the tool: boolean, text or secret; its text, and its id. For select, see the step with \
             `between`.",
            |draft, (tool, QuestionKind(kind), text, id): (String, QuestionKind, String, String)| {
                let question = json!({"id": id, "text": text, "answer_type": {"type": kind}});
                draft.tool(&tool)?.asks.push(question);
                Ok(())
            },
        ),
        given(
            "the tool {string} asks the question {string} as {string} between {}",
            "A select question of the tool: its text, its id, and its options as a JSON array.",
            |draft, (tool, text, id, options): (String, String, String, Value)| {
                let answer_type = json!({"type": "select", "options": options});
                let question = json!({"id": id, "text": text, "answer_type": answer_type});
                draft.tool(&tool)?.asks.push(question);
                Ok(())
            },
        ),
        given(
            "the tool {string} asks its first question {int} times",
            "The tool asks its first question this many times before it accepts an answer.",
            |draft, (tool, count): (String, u64)| {
                draft.tool(&tool)?.insists = u32::try_from(count).unwrap_or(u32::MAX);
                Ok(())
            },
        ),
        given(
            "its question has {word} set to {}",
            "Sets a field of the last question of the tool that was added last; the value is JSON.",
            |draft, (Word(word), expected): (Word, Value)| {
                let (field, value) = (word.to_owned(), expected);
                let asked = draft.scenario.tools.last_mut().and_then(|script| script.asks.last_mut());
                let question = asked.and_then(Value::as_object_mut);
                question
                    .ok_or("there is no question here; a step that makes a tool ask must come first")?
                    .insert(field, value);
                Ok(())
            },
        ),
    ]
}
