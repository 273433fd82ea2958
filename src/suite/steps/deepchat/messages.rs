//! The messages that deepchat stores: each has an id and a role, and is stored anew when it changes.

use crate::model::json::Value;

use super::super::{
    Step, then,
    then_stored::{last_kept, texts_in, within},
    typed::{Fields, Pointer},
};
use crate::suite::check::{Evidence, Finding, counted, equal, holds, nth};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the messages recorded are {string}",
            "The role of each stored message, in order, separated by blanks. A message that is stored anew counts \
             once, and neighbours of the model count as one.",
            |evidence, expected: String| {
                let messages = evidence.messages()?;
                let roles: Vec<&str> = messages.iter().filter_map(|message| message.what["role"].as_str()).collect();
                let seq = messages.last().map(|message| message.seq);
                equal(&expected, &roles.join(" "), seq, |roles| format!("messages of {roles}"))
            },
        ),
        then(
            "message {int} is recorded with {}",
            "The message, as it is stored last, has at least these fields: JSON.",
            |evidence, (number, Fields(expected)): (u64, Fields)| {
                let message = nth(evidence.messages()?, number, "message")?;
                let found = within(&message.what).iter().any(|value| evidence.fits(&expected, value));
                holds(found, expected.to_string(), message.what.to_string(), Some(message.seq))
            },
        ),
        then(
            "the last message has {int} object(s) with {}",
            "In the message that began last, as it is stored last, so many objects have at least these fields: JSON.",
            |evidence, (count, Fields(expected)): (u64, Fields)| {
                let messages = evidence.messages()?;
                let number = messages.len() as u64;
                let message = nth(messages, number, "message")?;
                let found = within(&message.what).into_iter().filter(|value| evidence.fits(&expected, value)).count();
                equal(&count, &(found as u64), Some(message.seq), |count| counted(*count, "object"))
            },
        ),
        then(
            "message {int} has {int} object(s) with {}",
            "In the message, as it is stored last, so many objects have at least these fields: JSON.",
            |evidence, (number, count, Fields(expected)): (u64, u64, Fields)| {
                let message = nth(evidence.messages()?, number, "message")?;
                let found = within(&message.what).into_iter().filter(|value| evidence.fits(&expected, value)).count();
                equal(&count, &(found as u64), Some(message.seq), |count| counted(*count, "object"))
            },
        ),
        then(
            "the text of message {int} is recorded as {string}",
            "All texts in the content of that message, as it is stored last, are this one.",
            |evidence, (number, expected): (u64, String)| {
                let message = nth(evidence.messages()?, number, "message")?;
                let mut texts: Vec<&str> = Vec::new();
                texts_in(&message.what["content"], &mut texts);
                texts.dedup();
                equal(&expected.as_str(), &texts.join(" | ").as_str(), Some(message.seq), |text| format!("{text:?}"))
            },
        ),
        then(
            "the id of message {int} stands at {string} in the last object recorded with {}",
            "The last stored object with these fields has the id of that message at this JSON Pointer.",
            |evidence, (number, pointer, fields): (u64, Pointer, Fields)| names(evidence, number, &pointer, &fields),
        )
        .was(&["message {int} is named at {string} in what is recorded last with {}"]),
        then(
            "the field {string} of what is recorded last with {} is the id of message {int}",
            "The same, in an older wording.",
            |evidence, (pointer, fields, number): (Pointer, Fields, u64)| names(evidence, number, &pointer, &fields),
        ),
        then(
            "as JSON or text, the last object recorded with {} has {}",
            "Of all stored objects with the first fields, the last has the other fields, too. A list or an object may \
             be stored as a text with its JSON.",
            |evidence, (Fields(name), Fields(expected)): (Fields, Fields)| {
                let (seq, value) = last_kept(evidence, &name)?;
                holds(
                    evidence.fits(&expected, &unpacked(&expected, &value)),
                    expected.to_string(),
                    value.to_string(),
                    Some(seq),
                )
            },
        )
        .was(&["what is recorded last with {} has, perhaps as text, {}"]),
    ]
}

/// `found`, with texts parsed as JSON where a list or an object is expected.
fn unpacked(expected: &Value, found: &Value) -> Value {
    let mut unpacked = found.clone();
    for (name, member) in unpacked.as_object_mut().into_iter().flatten() {
        let is_whole = expected[name].is_array() || expected[name].is_object();
        let held = member.as_str().filter(|_| is_whole).and_then(|text| serde_json::from_str(text).ok());
        *member = held.unwrap_or_else(|| member.take());
    }
    unpacked
}

fn names(evidence: &Evidence<'_>, number: u64, Pointer(pointer): &Pointer, Fields(name): &Fields) -> Finding {
    let (seq, value) = last_kept(evidence, name)?;
    let message = nth(evidence.messages()?, number, "message")?;
    let found = value.pointer(pointer).cloned().unwrap_or_default();
    equal(&message.what["id"], &found, Some(seq), ToString::to_string)
}
