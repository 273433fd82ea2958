//! The result of a call of pi: JSON that the model is told, or what is stored with the call where the model is told
//! words.

use crate::model::json::Value;

use super::super::{
    Step,
    comparing::each_has_fields,
    then,
    then_result::{Told, all, equals, flag},
    then_stored::within,
};
use crate::suite::check::{Evidence, Finding, Mismatch, Seen, holds};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the call {string} has the result {}",
            "Every request that has the call's result has it as this JSON, not flagged as an error. Where the model \
             is told words, which are no JSON object, it is what is stored with the call: the last object there with \
             these members has them so. What else stands beside them is no part of the result.",
            |evidence, (id, expected): (String, Value)| {
                has_result(evidence, &id, &expected, |expected, found| equals(evidence, expected, found))
            },
        ),
        then(
            "the call {string} has at least the result {}",
            "The same where the result may have other fields, too, to any depth.",
            |evidence, (id, expected): (String, Value)| {
                has_result(evidence, &id, &expected, |expected, found| evidence.fits(expected, found))
            },
        ),
        then(
            "each of the {string} in the result of the call {string} has the fields {string}",
            "The list of that name in the call's result, as the model is told it or else as it is stored, is there, \
             and each object in it has these fields and no others: names separated by blanks; what stands in \
             parentheses may be left out.",
            |evidence, (list, id, fields): (String, String, String)| {
                for (seq, found) in results(evidence, &id, &[list.as_str()])? {
                    each_has_fields(&fields, &found[list.as_str()], seq)?;
                }
                Ok(())
            },
        ),
    ]
}

fn has_result(evidence: &Evidence<'_>, id: &str, expected: &Value, fits: impl Fn(&Value, &Value) -> bool) -> Finding {
    let members: Vec<&str> = expected.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    for (seq, found) in results(evidence, id, &members)? {
        holds(fits(expected, &found), format!("the result {expected}"), found.to_string(), Some(seq))?;
    }
    Ok(())
}

/// The successful result of the call `id` in each request, with the number of the observation that shows it. If the
/// model is told words, the result is those members of what is stored.
fn results(evidence: &Evidence<'_>, id: &str, members: &[&str]) -> Result<Vec<(u64, Value)>, Mismatch> {
    let told = all(evidence, id)?;
    for Seen { seq, what: (found, is_error), .. } in &told {
        let is_told = !is_error && !found.trim().is_empty();
        holds(is_told, "a success, in words or as JSON", format!("{}{found:?}", flag(*is_error)), Some(*seq))?;
    }
    let read = |told: &Told<'_>| serde_json::from_str(told.what.0).ok().filter(Value::is_object);
    if told.iter().all(|told| read(told).is_none()) {
        return Ok(vec![kept(evidence, id, members)?]);
    }
    // Words in one request and JSON in another are not the same result.
    Ok(told.iter().map(|told| (told.seq, read(told).unwrap_or_else(|| told.what.0.into()))).collect())
}

/// These members of the last object that has them all, among what is stored with the call `id`.
fn kept(evidence: &Evidence<'_>, id: &str, members: &[&str]) -> Result<(u64, Value), Mismatch> {
    let mut found = None;
    for record in evidence.records()? {
        let objects = within(record.what);
        let mut values =
            objects.iter().filter_map(|object| object.as_object()).flat_map(crate::model::json::Map::values);
        let is_of_call = values.any(|value| value == id);
        let has_all = |object: &&&Value| members.iter().all(|name| object.get(name).is_some());
        if let Some(object) = objects.iter().rfind(has_all).filter(|_| is_of_call) {
            let those = members.iter().map(|name| ((*name).to_owned(), object[*name].clone()));
            found = Some((record.seq, Value::Object(those.collect())));
        }
    }
    found.ok_or_else(|| Mismatch::Fails {
        expected: format!("the result of {id}, as JSON or stored with {members:?}"),
        found: "words, and nothing of the kind stored with the call".to_owned(),
        seq: None,
    })
}
