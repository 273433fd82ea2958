//! Checks that every request must pass, independent of the script.

use std::collections::BTreeMap;

use crate::model::json::Value;

use super::{
    signature::{BrokenSignature, QUOTED_MAX},
    wire::{DecodedRequest, WireRequest},
};
use crate::model::{Message, Part, Role, text::shorten};

/// The prefix of recorded events that no model may see.
const HIDDEN: &str = "inquiry";
/// The argument in which answers were once hidden inside a call.
const SMUGGLED: &str = "tool_answers";

/// An error in a request itself.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The first request of the run that has the error, counted from 1.
    pub request: usize,
    /// The error message.
    pub message: String,
}

/// Checks a request, and adds its errors to `wrongs`. Every request repeats the history, so an error that is known is
/// not added again. `is_own` says whether a reasoning came from the scripted model.
pub fn check_request(
    number: usize,
    decoded: &DecodedRequest,
    wire: &WireRequest,
    is_own: impl Fn(&str) -> bool,
    wrongs: &mut Vec<Wrong>,
) {
    let mut tell = |message: String| {
        if wrongs.iter().all(|wrong| wrong.message != message) {
            wrongs.push(Wrong { request: number, message });
        }
    };
    let messages = &decoded.request.messages;
    for (index, message) in messages.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| messages.get(before));
        match message.role {
            Role::User => pairs(before.map(|message| &**message), message, &mut tell),
            Role::Assistant if index + 1 == messages.len() => {
                for id in calls(message) {
                    tell(format!("the call {id:?} is sent without a result"));
                }
            }
            Role::Assistant => {}
        }
        for part in &message.parts {
            match part {
                Part::Call { id, arguments, .. } if arguments.get(SMUGGLED).is_some() => {
                    tell(format!("the arguments of the call {id:?} have a key {SMUGGLED:?}"));
                }
                Part::Text(text) => {
                    if let Some(kind) = hidden(text) {
                        tell(format!("a text that the model sees is the recorded event {kind:?}"));
                    }
                }
                Part::Reasoning(text) if message.role == Role::User => {
                    tell(format!("the reasoning {:?} stands in a message of the user", shorten(text, QUOTED_MAX)));
                }
                Part::Reasoning(_) | Part::Call { .. } | Part::Result { .. } => {}
            }
        }
    }
    // Only the rules of a system say whether reasoning must come back at all. Reasoning from elsewhere may have no
    // signature.
    let is_error = |broken: &&BrokenSignature| !broken.is_missing || is_own(&broken.reasoning);
    decoded.broken_signatures.iter().filter(is_error).for_each(|broken| tell(broken.message.clone()));
    if decoded.skipped {
        let body = serde_json::from_slice(&wire.body).unwrap_or_default();
        hidden_kinds(&body, &mut tell);
    }
}

/// The ids of the calls in a message.
fn calls(message: &Message) -> impl Iterator<Item = &str> {
    message.parts.iter().filter_map(|part| match part {
        Part::Call { id, .. } => Some(id.as_str()),
        Part::Text(_) | Part::Reasoning(_) | Part::Result { .. } => None,
    })
}

/// Checks that each call of the message before has exactly one result in this one, and that there are no other results.
fn pairs(before: Option<&Message>, message: &Message, tell: &mut impl FnMut(String)) {
    let results = || {
        message.parts.iter().filter_map(|part| match part {
            Part::Result { id, .. } => Some(id.as_str()),
            Part::Text(_) | Part::Reasoning(_) | Part::Call { .. } => None,
        })
    };
    // The fast path: most messages have the results in the order of the calls.
    if before.into_iter().flat_map(calls).eq(results()) {
        return;
    }
    // The number of calls and of results for each id.
    let mut found: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for id in before.into_iter().flat_map(calls) {
        found.entry(id).or_default().0 += 1;
    }
    for id in results() {
        found.entry(id).or_default().1 += 1;
    }
    for (id, (calls, results)) in found.into_iter().filter(|(_, (calls, results))| calls != results) {
        tell(match (calls, results) {
            (1, 0) => format!("the call {id:?} has no result in the message after it"),
            (0, _) => format!("a result is sent for {id:?}, and the message before it makes no such call"),
            _ => format!("calls {id:?} in one message: {calls}, results in the message after it: {results}"),
        });
    }
}

/// The kind of the recorded event in `text`, if no model may see that event.
fn hidden(text: &str) -> Option<String> {
    let text = text.trim_start();
    if !text.starts_with('{') || !text.contains(HIDDEN) {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    value["type"].as_str().filter(|kind| kind.starts_with(HIDDEN)).map(str::to_owned)
}

/// Reports every part that is a recorded event, if no model may see that event.
fn hidden_kinds(value: &Value, tell: &mut impl FnMut(String)) {
    match value {
        Value::Object(members) => {
            if let Some(kind) = value["type"].as_str().filter(|kind| kind.starts_with(HIDDEN)) {
                tell(format!("a part of a message is the recorded event {kind:?}"));
            }
            members.values().for_each(|member| hidden_kinds(member, tell));
        }
        Value::Array(items) => items.iter().for_each(|item| hidden_kinds(item, tell)),
        _ => {}
    }
}

#[cfg(test)]
#[path = "checks_tests.rs"]
mod tests;
