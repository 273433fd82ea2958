//! Optional members of questions, options and calls, which a step adds wherever they are missing.

use crate::model::json::Value;

use super::{Draft, Step, typed::Fields, when};
use crate::llm::script::Body;

pub fn steps() -> Vec<Step> {
    vec![
        when(
            "each question also has {}",
            "Each question above, of the model's calls and of the tools, has these members, too: a JSON object. A member \
             that is there already stays.",
            |draft, fields: Fields| {
                to_calls(draft, "question", &fields);
                for script in &mut draft.scenario.tools {
                    let asks = script
                        .asks
                        .iter_mut()
                        .chain(&mut script.asks_then)
                        .chain(script.asks_in_call.values_mut().flatten());
                    asks.for_each(|question| add(question, "text", &fields.0));
                }
                Ok(())
            },
        ),
        when(
            "each option also has {}",
            "The same for each option with a label in the calls above.",
            |draft, fields: Fields| {
                to_calls(draft, "label", &fields);
                Ok(())
            },
        ),
        when(
            "each call with questions also has {}",
            "The same for the arguments of each call with a list of questions.",
            |draft, fields: Fields| {
                to_calls(draft, "questions", &fields);
                Ok(())
            },
        ),
    ]
}

/// Adds the fields in all calls of the model so far, to each object with the member `beside`.
fn to_calls(draft: &mut Draft, beside: &str, fields: &Fields) {
    for reply in draft.scenario.model.iter_mut().flat_map(|exchange| &mut exchange.replies) {
        if let Body::Message { calls, .. } = &mut reply.body {
            calls.iter_mut().for_each(|call| add(&mut call.arguments, beside, &fields.0));
        }
    }
}

/// Adds the members of `fields` to each object with the member `beside`, at any depth. A member that is there stays.
fn add(value: &mut Value, beside: &str, fields: &Value) {
    match value {
        Value::Object(object) => {
            object.values_mut().for_each(|inner| add(inner, beside, fields));
            if object.get(beside).is_some_and(|value| value.is_string() || value.is_array()) {
                for (name, field) in fields.as_object().into_iter().flatten() {
                    object.entry(name.clone()).or_insert_with(|| field.clone());
                }
            }
        }
        Value::Array(items) => items.make_mut().iter_mut().for_each(|item| add(item, beside, fields)),
        _ => {}
    }
}
