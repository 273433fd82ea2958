//! Optional members of questions, options and calls, which a step adds wherever they are missing.

use serde_json::{Map, Value};

use super::{Step, StepError, typed::Fields, when};
use crate::llm::script::Body;

use super::draft::Draft;

pub fn steps() -> Vec<Step> {
    vec![
        when(
            "each question also has {}",
            "Each question above, of the model's calls and of the tools, has these members, too: a JSON object. A member \
             that is there already stays.",
            |draft, fields: Fields| {
                to_calls(draft, "question", &fields)?;
                for script in &mut draft.scenario.tools {
                    let asks = script.asks.iter_mut().chain(script.asks_in_call.values_mut().flatten());
                    for question in asks {
                        add(question, "text", members(&fields)?);
                    }
                }
                Ok(())
            },
        ),
        when(
            "each option also has {}",
            "The same for each option with a label in the calls above.",
            |draft, fields: Fields| to_calls(draft, "label", &fields),
        ),
        when(
            "each call with questions also has {}",
            "The same for the arguments of each call with a list of questions.",
            |draft, fields: Fields| to_calls(draft, "questions", &fields),
        ),
    ]
}

fn members(fields: &Fields) -> Result<&Map<String, Value>, StepError> {
    fields.0.as_object().ok_or_else(|| "expected a JSON object".into())
}

/// Adds the fields in all calls of the model so far, to each object with the member `beside`.
fn to_calls(draft: &mut Draft, beside: &str, fields: &Fields) -> Result<(), StepError> {
    for reply in draft.scenario.model.iter_mut().flat_map(|exchange| &mut exchange.replies) {
        if let Body::Message { calls, .. } = &mut reply.body {
            for call in calls {
                add(&mut call.arguments, beside, members(fields)?);
            }
        }
    }
    Ok(())
}

/// Adds the fields to each object with the member `beside`, at any depth. A member that is there stays.
fn add(value: &mut Value, beside: &str, fields: &Map<String, Value>) {
    match value {
        Value::Object(object) => {
            object.values_mut().for_each(|inner| add(inner, beside, fields));
            let is_one = match object.get(beside) {
                Some(Value::Array(_)) => beside == "questions",
                Some(Value::String(_)) => true,
                _ => false,
            };
            if is_one {
                for (name, field) in fields {
                    object.entry(name.clone()).or_insert_with(|| field.clone());
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| add(item, beside, fields)),
        _ => {}
    }
}
