//! What holds for each stored object or message of a kind. Such a step holds, too, if there is none, so it can be asked of
//! any run.

use crate::model::json::{List, Value};

use super::{
    Step,
    comparing::{each_has_fields, has_fields},
    then,
    then_client::told,
    then_stored::kept,
    typed::{Fields, Pointer},
};
use crate::{
    suite::check::{Evidence, Finding, holds},
    system::Prompt,
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "each object recorded with {} also has {}",
            "Every stored object with the first fields has the second, too.",
            |evidence, (Fields(name), Fields(expected)): (Fields, Fields)| {
                each(evidence, &name, "", |found, seq| {
                    holds(evidence.fits(&expected, found), expected.to_string(), found.to_string(), Some(seq))
                })
            },
        ),
        then(
            "each object recorded with {} has at {string} the fields {string}",
            "What stands at that JSON Pointer in every stored object with these fields has exactly the fields of the \
             list: names separated by blanks, in any order. A field in parentheses may be missing, and is never null.",
            |evidence, (Fields(name), Pointer(pointer), fields): (Fields, Pointer, String)| {
                each(evidence, &name, &pointer, |found, seq| has_fields(&fields, found, seq))
            },
        ),
        then(
            "each object recorded with {} has at {string} entries with the fields {string}",
            "The same of each entry of the list there. An empty list has no entry that could be wrong.",
            |evidence, (Fields(name), Pointer(pointer), fields): (Fields, Pointer, String)| {
                each(evidence, &name, &pointer, |found, seq| {
                    let is_empty = found.as_array().is_some_and(List::is_empty);
                    if is_empty { Ok(()) } else { each_has_fields(&fields, found, seq) }
                })
            },
        ),
        then(
            "each object recorded with {} has at {string} {int} entry/entries",
            "The list there has that many entries.",
            |evidence, (Fields(name), Pointer(pointer), count): (Fields, Pointer, u64)| {
                each(evidence, &name, &pointer, |found, seq| {
                    let length = found.as_array().map_or(0, |items| items.len()) as u64;
                    holds(length == count, format!("{count} at {pointer}"), found.to_string(), Some(seq))
                })
            },
        ),
        then(
            "each message to the client with {} has the fields {string}",
            "Every message to the client with these fields has exactly the fields of the list: names separated by \
             blanks, in any order. A field in parentheses may be missing, and is never null.",
            |evidence, (Fields(name), fields): (Fields, String)| {
                let mut messages = told(evidence)?;
                messages.retain(|message| evidence.fits(&name, message.what));
                messages.iter().try_for_each(|message| has_fields(&fields, message.what, message.seq))
            },
        ),
        then(
            "each prompt that waits offers to reject",
            "Every prompt that offers choices or typing offers to reject, too.",
            |evidence, (): ()| each_waiting(evidence, |prompt| prompt.offers.reject, "a reject"),
        ),
        then(
            "no prompt that waits offers to reject",
            "No prompt that offers choices or typing offers to reject.",
            |evidence, (): ()| each_waiting(evidence, |prompt| !prompt.offers.reject, "no reject"),
        ),
    ]
}

/// Holds if every stored object with the fields of `name` passes `check`. It is given what stands at `pointer`, if there
/// is something.
fn each(evidence: &Evidence<'_>, name: &Value, pointer: &str, check: impl Fn(&Value, u64) -> Finding) -> Finding {
    let kept = kept(evidence, name)?;
    kept.iter().try_for_each(|(seq, value)| value.pointer(pointer).map_or(Ok(()), |found| check(found, *seq)))
}

/// Holds if the first drawing of every prompt that offers choices or typing is right.
fn each_waiting(evidence: &Evidence<'_>, is_right: impl Fn(&Prompt) -> bool, expected: &str) -> Finding {
    evidence.prompts()?.into_iter().try_for_each(|prompt| {
        let offers = &prompt.what.offers;
        let waits = !offers.choices.is_empty() || offers.typing.is_some();
        holds(!waits || is_right(prompt.what), expected, format!("{offers:?}"), Some(prompt.seq))
    })
}
