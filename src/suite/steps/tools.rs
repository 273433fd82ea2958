//! The host's tools, and what they ask.

use super::{
    Step, given,
    typed::{DocJson, Fields},
};
use crate::{model::json::Value, stage::scenario::ToolEnd};

pub fn steps() -> Vec<Step> {
    vec![
        given("a tool {string}", "A tool of the host; it returns `ok`.", |draft, tool: String| {
            draft.add_tool(tool, ToolEnd::Done("ok".to_owned()));
            Ok(())
        }),
        given(
            "a tool {string} that returns {string}",
            "A tool of the host that succeeds like that.",
            |draft, (tool, result): (String, String)| {
                draft.add_tool(tool, ToolEnd::Done(result));
                Ok(())
            },
        ),
        given(
            "a tool {string} that fails with {string}",
            "A tool of the host that fails like that.",
            |draft, (tool, error): (String, String)| {
                draft.add_tool(tool, ToolEnd::Error(error));
                Ok(())
            },
        ),
        given("a tool {string} that ends without a word", "A tool of the host that crashes.", |draft, tool: String| {
            draft.add_tool(tool, ToolEnd::Panicked);
            Ok(())
        }),
        given(
            "a tool {string} that repeats what it is told",
            "A tool of the host that succeeds with what each of its questions was told, as JSON.",
            |draft, tool: String| {
                draft.add_tool(tool, ToolEnd::Told);
                Ok(())
            },
        ),
        given(
            "the tool {string} is described with {}",
            "How the tool is described to the model: its `description`, its `parameters` or both, in a JSON object.",
            |draft, (tool, Fields(fields)): (String, Fields)| {
                let tool = &mut draft.tool(&tool)?.tool;
                for (name, value) in fields.as_object().into_iter().flatten() {
                    match (name.as_str(), value) {
                        ("description", Value::String(text)) => tool.description = text.to_string(),
                        ("parameters", schema) => tool.parameters = schema.clone().into(),
                        _ => {
                            return Err(format!(
                                "expected a text as `description` or a schema as `parameters`, found {name:?}: {value}"
                            )
                            .into());
                        }
                    }
                }
                Ok(())
            },
        ),
        given(
            "the tool {string} takes {int} ms",
            "How long each execution takes.",
            |draft, (tool, ms): (String, u64)| {
                draft.tool(&tool)?.after_ms = ms;
                Ok(())
            },
        ),
        given(
            "the tool {string} asks:",
            "A question of the tool as it writes it, as JSON in a doc string.",
            |draft, (tool, DocJson(question)): (String, DocJson<Value>)| {
                draft.tool(&tool)?.asks.push(question);
                Ok(())
            },
        ),
        given(
            "once that is answered, the tool {string} asks:",
            "A question of the tool as it writes it, as JSON in a doc string, once all that it asks otherwise is answered. It may have \
             the id of one that is answered: then it is that question, asked again in other words.",
            |draft, (tool, DocJson(question)): (String, DocJson<Value>)| {
                draft.tool(&tool)?.asks_then.push(question);
                Ok(())
            },
        ),
        given(
            "in the call {string} the tool {string} asks:",
            "What the tool asks instead in that call, as JSON in a doc string.",
            |draft, (id, tool, DocJson(question)): (String, String, DocJson<Value>)| {
                draft.tool(&tool)?.asks_in_call.entry(id).or_default().push(question);
                Ok(())
            },
        ),
    ]
}
