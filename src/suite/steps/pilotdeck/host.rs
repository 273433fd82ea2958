//! The request that pilotdeck's host is given with a prompt.

use crate::model::json::Value;

use super::super::{
    Step,
    comparing::has_fields,
    then, then_offers,
    then_prompt::the_prompt,
    typed::{DocJson, Fields},
};
use crate::{
    suite::check::{Evidence, Mismatch, Seen, holds, nth},
    system::Prompt,
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the host is asked:",
            "The whole request that a host is given with the only prompt, as JSON in a doc string.",
            |evidence, DocJson(expected): DocJson<Value>| {
                let prompt = the_prompt(evidence)?;
                evidence.same(&expected, &request(&prompt)?, Some(prompt.seq))
            },
        ),
        then(
            "the host is asked with {}",
            "The request has at least these fields, to any depth: JSON.",
            |evidence, Fields(expected): Fields| {
                let prompt = the_prompt(evidence)?;
                let found = request(&prompt)?;
                holds(evidence.fits(&expected, &found), expected.to_string(), found.to_string(), Some(prompt.seq))
            },
        ),
        then("the host is asked without {string}", "That field is not in the request.", |evidence, field: String| {
            let prompt = the_prompt(evidence)?;
            let found = request(&prompt)?;
            let absent = found.get(&field).is_none();
            holds(absent, format!("no {field:?}"), found.to_string(), Some(prompt.seq))
        }),
        then(
            "the host is given {string} as {}",
            "A field of that request, with nothing beside what it is: JSON.",
            |evidence, (field, expected): (String, Value)| {
                let prompt = the_prompt(evidence)?;
                let found = request(&prompt)?.get(field).cloned().unwrap_or_default();
                evidence.same(&expected, &found, Some(prompt.seq))
            },
        ),
        then(
            "the host is given the fields {string}",
            "All fields of that request, separated by blanks, in any order; one in parentheses may be left out, and \
             is null nowhere.",
            |evidence, fields: String| {
                let prompt = the_prompt(evidence)?;
                has_fields(&fields, &request(&prompt)?, prompt.seq)
            },
        ),
        then(
            "each request to the host has the fields {string}",
            "The request of every prompt has exactly these fields: names separated by blanks, in any order. One in \
             parentheses may be left out, and is null nowhere. The step also holds without a prompt.",
            |evidence, fields: String| {
                let requests = evidence.prompts()?.into_iter().filter(|prompt| prompt.what.request.is_some());
                requests.into_iter().try_for_each(|prompt| has_fields(&fields, &request(&prompt)?, prompt.seq))
            },
        ),
        then(
            "of the last prompt with {string} the host is given {string} as {}",
            "Of the prompts with the first text, a field of the last one's request, with nothing beside what it is: JSON.",
            |evidence, (piece, field, expected): (String, String, Value)| {
                let prompt = then_offers::last(evidence, &piece)?;
                let found = request(&prompt)?.get(field).cloned().unwrap_or_default();
                evidence.same(&expected, &found, Some(prompt.seq))
            },
        ),
        then(
            "of the last prompt with {string} the host is given the fields {string}",
            "All fields of that prompt's request, separated by blanks, in any order; one in parentheses may be left out.",
            |evidence, (piece, fields): (String, String)| {
                let prompt = then_offers::last(evidence, &piece)?;
                has_fields(&fields, &request(&prompt)?, prompt.seq)
            },
        ),
        then(
            "prompts {int} and {int} are asked with the same {string}",
            "A field of the requests that a host is given with them, whatever it holds.",
            |evidence, (one, other, field): (u64, u64, String)| {
                let (first, second, seq) = of_two(evidence, (one, other), &field)?;
                let is_same = first.is_some() && first == second;
                holds(is_same, format!("one {field:?}"), format!("{first:?} and {second:?}"), Some(seq))
            },
        ),
        then(
            "prompts {int} and {int} are asked with another {string} each",
            "The same for a field that must differ.",
            |evidence, (one, other, field): (u64, u64, String)| {
                let (first, second, seq) = of_two(evidence, (one, other), &field)?;
                let differs = first.is_some() && second.is_some() && first != second;
                holds(differs, format!("two values of {field:?}"), format!("{first:?} and {second:?}"), Some(seq))
            },
        ),
    ]
}

/// A field of the requests that came with two prompts, and the number of the second.
fn of_two(
    evidence: &Evidence<'_>,
    numbers: (u64, u64),
    name: &str,
) -> Result<(Option<Value>, Option<Value>, u64), Mismatch> {
    let field = |number| -> Result<_, Mismatch> {
        let prompt = nth(evidence.prompts()?, number, "prompt")?;
        Ok((request(&prompt)?.get(name).cloned(), prompt.seq))
    };
    let ((first, _), (second, seq)) = (field(numbers.0)?, field(numbers.1)?);
    Ok((first, second, seq))
}

fn request(prompt: &Seen<&Prompt>) -> Result<Value, Mismatch> {
    prompt.what.request.clone().ok_or_else(|| Mismatch::Fails {
        expected: "a request to a host".to_owned(),
        found: "a prompt without one".to_owned(),
        seq: Some(prompt.seq),
    })
}
