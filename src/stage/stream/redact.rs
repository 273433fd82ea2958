//! Secrets stand as `<secret>`.

use serde_json::Value;

use super::Observation;

/// What stands for a secret.
const MARK: &str = "<secret>";

/// The observation with every secret replaced, in values and in keys.
pub fn redact(observation: Observation, secrets: &[String]) -> Observation {
    let Ok(mut value) = serde_json::to_value(&observation.what) else { return observation };
    replace(&mut value, secrets);
    // Where a secret is also a word of the vocabulary, the text could not be read back; then nothing is shown.
    let what = serde_json::from_value(value)
        .unwrap_or_else(|_| super::What::Input(crate::system::Input::Says(crate::system::Utterance(MARK.to_owned()))));
    Observation { what, ..observation }
}

fn replace(value: &mut Value, secrets: &[String]) {
    match value {
        Value::String(text) => clean(text, secrets),
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, secrets)),
        Value::Object(fields) => {
            let taken = std::mem::take(fields);
            fields.extend(taken.into_iter().map(|(mut key, mut value)| {
                clean(&mut key, secrets);
                replace(&mut value, secrets);
                (key, value)
            }));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn clean(text: &mut String, secrets: &[String]) {
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        if text.contains(secret.as_str()) {
            *text = text.replace(secret.as_str(), MARK);
        }
    }
}
