//! Which tools the model is offered, and what is said of them.
//!
//! **Absent here:** what is called. That is the model's own.

use serde_json::Value;

use super::{Step, comparing::has_fields, then, then_model::some};
use crate::{
    model::{ModelRequest, ToolDefinition},
    suite::check::{Evidence, Mismatch, equal, holds, nth},
};

pub const STEPS: &[Step] = &[
    then(
        "every request offers the tool {string}",
        "With inquiries, and with the one description.",
        |evidence, args| {
            let requests = some(evidence.requests()?)?;
            let first = requests.first().and_then(|request| definition(request.what, &args.text(0))).cloned();
            for request in requests {
                let offered = definition(request.what, &args.text(0));
                let found = if offered.is_some() { "it has no description" } else { "it is not offered" };
                let described = offered.is_some_and(|tool| !tool.description.is_empty());
                holds(described, format!("the tool {} described", args.text(0)), found, Some(request.seq))?;
                let words = |tool: &Option<ToolDefinition>| tool.as_ref().map(|tool| tool.description.clone());
                let (first, offered) = (words(&first), words(&offered.cloned()));
                equal(&first, &offered, Some(request.seq), |words| format!("the description {words:?}"))?;
            }
            Ok(())
        },
    ),
    then("no request offers the tool {string}", "It is defined nowhere.", |evidence, args| {
        for request in some(evidence.requests()?)? {
            let offered = definition(request.what, &args.text(0)).is_some();
            holds(!offered, format!("no tool {}", args.text(0)), "it is offered", Some(request.seq))?;
        }
        Ok(())
    }),
    then(
        "the definition of {string} has {} at {string}",
        "A value in the tool's JSON Schema, by JSON pointer; arrays are compared as sets.",
        |evidence, args| {
            let expected = args.json(1).map_err(Mismatch::Unread)?;
            let pointer = args.text(2);
            let (found, seq) = part(evidence, &args.text(0), &pointer)?;
            equal(&sorted(&expected), &sorted(&found), Some(seq), |value| format!("{value} at {pointer}"))
        },
    ),
    then(
        "the definition of {string} at {string} has one of {}",
        "A value there is one of several, null for none: a JSON array.",
        |evidence, args| {
            let expected = args.json(2).map_err(Mismatch::Unread)?;
            let pointer = args.text(1);
            let (found, seq) = part(evidence, &args.text(0), &pointer)?;
            let mut several = expected.as_array().into_iter().flatten().map(sorted);
            let fits = several.any(|one| one == sorted(&found));
            holds(fits, format!("one of {expected} at {pointer}"), found.to_string(), Some(seq))
        },
    ),
    then(
        "the definition of {string} has the properties {string}",
        "All argument names, separated by blanks, in any order.",
        |evidence, args| {
            let (found, seq) = part(evidence, &args.text(0), "/properties")?;
            has_fields(&args.text(1), &found, seq)
        },
    ),
    then(
        "the definition of {string} at {string} has the properties {string}",
        "The same of a part of the tool's JSON Schema, by JSON pointer.",
        |evidence, args| {
            let (found, seq) = part(evidence, &args.text(0), &format!("{}/properties", args.text(1)))?;
            has_fields(&args.text(2), &found, seq)
        },
    ),
    then(
        "the definition of {string} says nothing of {string}",
        "A text that is nowhere in its JSON Schema.",
        |evidence, args| {
            let request = nth(evidence.requests()?, 1, "request")?;
            let schema =
                definition(request.what, &args.text(0)).map(|tool| tool.parameters.to_string()).unwrap_or_default();
            let piece = args.text(1);
            holds(!schema.is_empty() && !schema.contains(&piece), format!("no {piece}"), schema, Some(request.seq))
        },
    ),
    then(
        "the description of {string} speaks of {string}",
        "Words of the tool's description, in any case.",
        |evidence, args| {
            let request = nth(evidence.requests()?, 1, "request")?;
            let description =
                definition(request.what, &args.text(0)).map(|tool| tool.description.to_lowercase()).unwrap_or_default();
            let words = args.text(1).to_lowercase();
            holds(description.contains(&words), format!("{words:?}"), description, Some(request.seq))
        },
    ),
];

/// What stands at `pointer` in the schema of the tool `name`, null for nothing, and the number of the request.
fn part(evidence: &Evidence<'_>, name: &str, pointer: &str) -> Result<(Value, u64), Mismatch> {
    let request = nth(evidence.requests()?, 1, "request")?;
    let tool = definition(request.what, name);
    let found = tool.and_then(|tool| tool.parameters.pointer(pointer)).cloned().unwrap_or_default();
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
            items.sort_by_key(ToString::to_string);
            Value::Array(items)
        }
        other => other.clone(),
    }
}
