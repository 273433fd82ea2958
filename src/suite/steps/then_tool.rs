//! Which tools the model is offered, and what is said of them.
//!
//! **Absent here:** what is called. That is the model's own.

use crate::model::json::{Map, Value};

use super::{
    Step,
    comparing::has_fields,
    json_schema::inlined,
    then,
    then_model::some,
    typed::{DocJson, Pointer},
};
use crate::{
    model::{ModelRequest, ToolDefinition},
    suite::check::{Evidence, Finding, Mismatch, equal, holds, nth},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "every request offers the tool {string}",
            "In every request of the turn, with the one description. Inquiries are left out.",
            |evidence, tool: String| {
                let requests = some(evidence.turn_requests()?)?;
                let first = requests.first().and_then(|request| definition(request.what, &tool)).cloned();
                for request in requests {
                    let offered = definition(request.what, &tool);
                    let found = if offered.is_some() { "it has no description" } else { "it is not offered" };
                    let described = offered.is_some_and(|tool| !tool.description.is_empty());
                    holds(described, format!("the tool {tool} described"), found, Some(request.seq))?;
                    let words = |tool: &Option<ToolDefinition>| tool.as_ref().map(|tool| tool.description.clone());
                    let (first, offered) = (words(&first), words(&offered.cloned()));
                    equal(&first, &offered, Some(request.seq), |words| format!("the description {words:?}"))?;
                }
                Ok(())
            },
        ),
        then("no request offers the tool {string}", "It is defined nowhere.", |evidence, tool: String| {
            for request in some(evidence.requests()?)? {
                let offered = definition(request.what, &tool).is_some();
                holds(!offered, format!("no tool {tool}"), "it is offered", Some(request.seq))?;
            }
            Ok(())
        }),
        then(
            "the definition of {string} has {} at {string}",
            "A value in the tool's JSON Schema, by JSON pointer; arrays are compared as sets.",
            |evidence, (tool, expected, pointer): (String, Value, Pointer)| {
                defines(evidence, &tool, &pointer, &expected)
            },
        ),
        then(
            "the definition of {string} has:",
            "Several such values: a JSON object in a doc string, of JSON pointers and the values there.",
            |evidence, (tool, DocJson(expected)): (String, DocJson<Map>)| {
                let mut places = expected.into_iter();
                places.try_for_each(|(place, value)| defines(evidence, &tool, &Pointer(place.into()), &value))
            },
        ),
        then(
            "the definition of {string} at {string} has one of {}",
            "A value there is one of several, null for none: a JSON array.",
            |evidence, (tool, Pointer(pointer), several): (String, Pointer, Vec<Value>)| {
                let (found, seq) = part(evidence, &tool, &pointer)?;
                let fits = several.iter().map(sorted).any(|one| one == sorted(&found));
                let several = Value::from(several);
                holds(fits, format!("one of {several} at {pointer}"), found.to_string(), Some(seq))
            },
        ),
        then(
            "the properties of {string} are {string}",
            "All argument names, separated by blanks, in any order.",
            |evidence, (tool, fields): (String, String)| {
                let (found, seq) = part(evidence, &tool, "/properties")?;
                has_fields(&fields, &found, seq)
            },
        )
        .was(&["the definition of {string} has the properties {string}"]),
        then(
            "the properties of {string} at {string} are {string}",
            "The same of a part of the tool's JSON Schema, by JSON pointer.",
            |evidence, (tool, Pointer(pointer), fields): (String, Pointer, String)| {
                let (found, seq) = part(evidence, &tool, &format!("{pointer}/properties"))?;
                has_fields(&fields, &found, seq)
            },
        )
        .was(&["the definition of {string} at {string} has the properties {string}"]),
        then(
            "the definition of {string} does not contain {string}",
            "A text that is nowhere in its JSON Schema.",
            |evidence, (tool, piece): (String, String)| {
                let request = nth(evidence.requests()?, 1, "request")?;
                let schema =
                    definition(request.what, &tool).map(|tool| tool.parameters.to_string()).unwrap_or_default();
                holds(!schema.is_empty() && !schema.contains(&piece), format!("no {piece}"), schema, Some(request.seq))
            },
        )
        .was(&["the definition of {string} says nothing of {string}"]),
        then(
            "the description of {string} speaks of {string}",
            "Words of the tool's description, in any case.",
            |evidence, (tool, piece): (String, String)| {
                let request = nth(evidence.requests()?, 1, "request")?;
                let description =
                    definition(request.what, &tool).map(|tool| tool.description.to_lowercase()).unwrap_or_default();
                let words = piece.to_lowercase();
                holds(description.contains(&words), format!("{words:?}"), description, Some(request.seq))
            },
        ),
    ]
}

fn defines(evidence: &Evidence<'_>, tool: &str, Pointer(pointer): &Pointer, expected: &Value) -> Finding {
    let (found, seq) = part(evidence, tool, pointer)?;
    equal(&sorted(expected), &sorted(&found), Some(seq), |value| format!("{value} at {pointer}"))
}

/// What stands at `pointer` in the schema of the tool `name`, null for nothing, and the number of the request.
fn part(evidence: &Evidence<'_>, name: &str, pointer: &str) -> Result<(Value, u64), Mismatch> {
    let request = nth(evidence.requests()?, 1, "request")?;
    let tool = definition(request.what, name);
    let schema = tool.map(|tool| inlined(&tool.parameters)).unwrap_or_default();
    let found = schema.pointer(pointer).cloned().unwrap_or_default();
    Ok((found, request.seq))
}

fn definition<'a>(request: &'a ModelRequest, name: &str) -> Option<&'a ToolDefinition> {
    request.tools.iter().find(|tool| tool.name == name)
}

/// Arrays of texts as sets.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items = items.clone();
            items.make_mut().sort_by_key(ToString::to_string);
            Value::Array(items)
        }
        other => other.clone(),
    }
}
