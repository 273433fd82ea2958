//! Stored values in any shape. A step finds an object by some of its fields, at any depth of what is stored.

use crate::model::json::Value;

use super::{
    Step,
    comparing::each_has_fields,
    then,
    typed::{DocJson, Fields, Pointer},
};
use crate::suite::check::{Evidence, Mismatch, counted, equal, fails, holds};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "something is recorded with {}",
            "Some stored object has at least these fields, at any depth of what is stored: JSON. A text that ends with \
             an ellipsis (…) is the beginning of what is expected, here and in every step that looks for fields. \
             `<word#1>` in the place of a value stands for any id. It is the same id everywhere, and differs from \
             `<word#2>`.",
            |evidence, Fields(expected): Fields| {
                let records = evidence.records()?;
                let found = records
                    .iter()
                    .any(|record| within(record.what).iter().any(|value| evidence.fits(&expected, value)));
                holds(found, format!("something recorded with {expected}"), "nothing of the kind", None)
            },
        ),
        then(
            "an object is recorded that fits one of {}",
            "Some stored object has at least the fields of one of these: a JSON array.",
            |evidence, several: Vec<Value>| {
                let records = evidence.records()?;
                let mut values = records.iter().flat_map(|record| within(record.what));
                let found = values.any(|value| several.iter().any(|expected| evidence.fits(expected, value)));
                holds(found, format!("one of {} recorded", Value::from(several.clone())), "nothing of the kind", None)
            },
        )
        .was(&["some record fits one of {}", "one of {} is recorded"]),
        then(
            "nothing is recorded with {}",
            "No stored object has these fields, at any depth of what is stored.",
            |evidence, Fields(expected): Fields| {
                let records = evidence.records()?;
                let found = records
                    .iter()
                    .find(|record| within(record.what).iter().any(|value| evidence.fits(&expected, value)));
                match found {
                    None => Ok(()),
                    Some(record) => {
                        fails(format!("nothing with {expected}"), record.what.to_string(), Some(record.seq))
                    }
                }
            },
        ),
        then(
            "{int} record(s) has/have {}",
            "The number of records with at least these fields at the top: JSON. For records that are stored once and \
             never replaced.",
            |evidence, (count, Fields(expected)): (u64, Fields)| {
                let mut records = evidence.records()?;
                records.retain(|record| evidence.fits(&expected, record.what));
                let seq = records.last().map(|record| record.seq);
                equal(&count, &(records.len() as u64), seq, |count| counted(*count, "record"))
            },
        ),
        then(
            "the last object recorded with {} has {}",
            "Of all stored objects with the first fields, at any depth, the last has the other fields, too.",
            |evidence, (Fields(name), Fields(expected)): (Fields, Fields)| {
                let (seq, value) = last_kept(evidence, &name)?;
                holds(evidence.fits(&expected, &value), expected.to_string(), value.to_string(), Some(seq))
            },
        )
        .was(&["what is recorded last with {} has {}"]),
        then(
            "the last object recorded with {} fits one of {}",
            "That object has at least the fields of one of these: a JSON array.",
            |evidence, (Fields(name), several): (Fields, Vec<Value>)| {
                let (seq, value) = last_kept(evidence, &name)?;
                let found = several.iter().any(|expected| evidence.fits(expected, &value));
                holds(found, format!("one of {}", Value::from(several.clone())), value.to_string(), Some(seq))
            },
        )
        .was(&["what is recorded last with {} fits one of {}"]),
        then(
            "the first object recorded with {} has {}",
            "The same for the first such object.",
            |evidence, (Fields(name), Fields(expected)): (Fields, Fields)| {
                let (seq, value) = kept(evidence, &name)?.into_iter().next().ok_or_else(|| none_kept(&name))?;
                holds(evidence.fits(&expected, &value), expected.to_string(), value.to_string(), Some(seq))
            },
        )
        .was(&["what is recorded first with {} has {}"]),
        then(
            "the last object recorded with {} lacks {string}",
            "The last stored object with these fields does not have the field of that name.",
            |evidence, (Fields(name), field): (Fields, String)| {
                let (seq, value) = last_kept(evidence, &name)?;
                holds(value.get(&field).is_none(), format!("no {field:?}"), value.to_string(), Some(seq))
            },
        )
        .was(&["what is recorded last with {} is without {string}"]),
        then(
            "each of the {string} in the last object recorded with {} has the fields {string}",
            "The list of that name in the last such object is there, and each object in it has these fields and no \
             others: names separated by blanks; what stands in parentheses may be left out.",
            |evidence, (list, Fields(name), fields): (String, Fields, String)| {
                let (seq, value) = last_kept(evidence, &name)?;
                each_has_fields(&fields, &value[list], seq)
            },
        )
        .was(&["each of the {string} in what is recorded last with {} has the fields {string}"]),
        then(
            "the last object recorded with {} does not contain {string}",
            "This text is nowhere in the JSON of the last stored object with these fields.",
            |evidence, (Fields(name), piece): (Fields, String)| {
                let (seq, value) = last_kept(evidence, &name)?;
                let found = value.to_string();
                holds(!found.contains(&piece), format!("nothing of {piece:?}"), found, Some(seq))
            },
        )
        .was(&["what is recorded last with {} says nothing of {string}"]),
        then(
            "objects recorded with {} have at {string} in turn {}",
            "The values at that JSON Pointer in all stored objects with these fields, in order: a JSON array. A value \
             that repeats the one before is left out, and null stands for a missing value.",
            |evidence, (Fields(name), Pointer(pointer), expected): (Fields, Pointer, Value)| {
                let kept = kept(evidence, &name)?;
                let mut values: Vec<Value> =
                    kept.iter().map(|(_, value)| value.pointer(&pointer).cloned().unwrap_or_default()).collect();
                values.dedup();
                evidence.same(&expected, &values.into(), kept.last().map(|(seq, _)| *seq))
            },
        )
        .was(&["what is recorded with {} has {string} in turn as {}"]),
        then(
            "{int} event(s) is/are recorded with {}",
            "The number of stored events with at least these fields at the top: JSON. A message that is stored anew \
             counts once.",
            |evidence, (count, Fields(expected)): (u64, Fields)| {
                let mut events = evidence.records()?;
                events.retain(|event| evidence.fits(&expected, event.what));
                let mut ids: Vec<&Value> = Vec::new();
                events.retain(|event| {
                    let id = &event.what["id"];
                    let is_new = !id.is_string() || !ids.contains(&id);
                    ids.push(id);
                    is_new
                });
                let seq = events.last().map(|event| event.seq);
                equal(&count, &(events.len() as u64), seq, |count| counted(*count, "event"))
            },
        ),
        then(
            "the last object recorded with {} is:",
            "That object, whole, as JSON in a doc string.",
            |evidence, (Fields(name), DocJson(expected)): (Fields, DocJson<Value>)| {
                let (seq, value) = last_kept(evidence, &name)?;
                evidence.same(&expected, &value, Some(seq))
            },
        )
        .was(&["what is recorded last with {} is:"]),
        then(
            "before {int} ms nothing is recorded with {}",
            "No object with these fields is stored before that time.",
            |evidence, (until, Fields(name)): (u64, Fields)| {
                let early = evidence.records()?.into_iter().filter(|record| record.at.0 < until);
                let found = early
                    .into_iter()
                    .find(|record| within(record.what).iter().any(|value| evidence.fits(&name, value)));
                match found {
                    None => Ok(()),
                    Some(record) => fails(format!("nothing with {name}"), record.what.to_string(), Some(record.seq)),
                }
            },
        ),
    ]
}

/// `value` and every object within it, in order.
pub(super) fn within(value: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    match value {
        Value::Object(members) => {
            found.push(value);
            found.extend(members.values().flat_map(within));
        }
        Value::Array(items) => found.extend(items.iter().flat_map(within)),
        _ => {}
    }
    found
}

/// Every text in what a message says; not the words that say what kind of part it is.
pub(super) fn texts_in<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, texts)),
        Value::Object(members) => {
            let said = members.iter().filter(|(key, _)| !["type", "id", "status"].contains(&key.as_str()));
            said.for_each(|(_, member)| texts_in(member, texts));
        }
        _ => {}
    }
}

/// Every stored object with these fields, with the number of its observation.
pub(super) fn kept(evidence: &Evidence<'_>, name: &Value) -> Result<Vec<(u64, Value)>, Mismatch> {
    let mut kept = Vec::new();
    for record in evidence.records()? {
        let fitting = within(record.what).into_iter().filter(|value| evidence.fits(name, value));
        kept.extend(fitting.map(|value| (record.seq, value.clone())));
    }
    Ok(kept)
}

pub(super) fn last_kept(evidence: &Evidence<'_>, name: &Value) -> Result<(u64, Value), Mismatch> {
    kept(evidence, name)?.pop().ok_or_else(|| none_kept(name))
}

fn none_kept(name: &Value) -> Mismatch {
    Mismatch::Fails {
        expected: format!("something recorded with {name}"),
        found: "nothing of the kind".into(),
        seq: None,
    }
}
