//! The file in which jp keeps a conversation: a JSON array of events.

use crate::model::json::Value;

use super::super::{Step, then, typed::DocJson};
use crate::{
    stage::Lane,
    suite::check::{Evidence, Mismatch, equal, holds, only},
    system::{Effect, FileOp},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the file {string} has the line {string}",
            "A whole line of the file as it is written last.",
            |evidence, (path, line): (String, String)| {
                let content = written(evidence, &path)?;
                holds(content.lines().any(|found| found == line), format!("the line {line:?} in {path}"), content, None)
            },
        ),
        then(
            "the file {string} has the event:",
            "An element of the JSON array that the file is as it is written last: JSON in a doc string.",
            |evidence, (path, DocJson(expected)): (String, DocJson<Value>)| {
                let events = events(evidence, &path)?;
                let found = events.iter().map(|event| format!("\n    {event}")).collect::<String>();
                holds(events.contains(&expected), format!("the event {expected}"), found, None)
            },
        ),
        then(
            "the file {string} has the events {string}",
            "All elements of that array, in order: their types, each with its id behind a colon where it has one, \
             separated by blanks.",
            |evidence, (path, expected): (String, String)| {
                let word = |event: &Value| {
                    let kind = event["type"].as_str().unwrap_or_default().to_owned();
                    event["id"].as_str().map_or(kind.clone(), |id| format!("{kind}:{id}"))
                };
                let found: Vec<String> = events(evidence, &path)?.iter().map(word).collect();
                equal(&expected, &found.join(" "), None, |events| format!("the events {events}"))
            },
        ),
        then(
            "the file {string} is written with the JSON:",
            "The whole content of the only file that is written, as JSON in a doc string.",
            |evidence, (path, DocJson(expected)): (String, DocJson<Value>)| {
                let mut written = evidence.effects(Lane::File)?;
                written.retain(|effect| matches!(effect.what, Effect::File(_, FileOp::Write { .. })));
                let written = only(written, "file written")?;
                let Effect::File(_, FileOp::Write { path: found_path, content, .. }) = written.what else {
                    return Ok(());
                };
                let found = serde_json::from_str(content).unwrap_or_else(|_| content.as_str().into());
                equal(&path, found_path, Some(written.seq), Clone::clone)?;
                equal(&expected, &found, Some(written.seq), ToString::to_string)
            },
        ),
    ]
}

/// The last text that was written to the file at `path`.
fn written<'a>(evidence: &Evidence<'a>, path: &str) -> Result<&'a str, Mismatch> {
    let effects = evidence.effects(Lane::File)?;
    let content = effects.iter().rev().find_map(|effect| match effect.what {
        Effect::File(_, FileOp::Write { path: found, content, .. }) if found == path => Some(content.as_str()),
        _ => None,
    });
    content.ok_or_else(|| Mismatch::Fails {
        expected: format!("the file {path} written"),
        found: "it is not".to_owned(),
        seq: None,
    })
}

/// The stored events that the file at `path` is written with.
fn events(evidence: &Evidence<'_>, path: &str) -> Result<Vec<Value>, Mismatch> {
    let content = written(evidence, path)?;
    let found = || Mismatch::Fails { expected: "a JSON array".to_owned(), found: content.to_owned(), seq: None };
    serde_json::from_str(content).map_err(|_| found())
}
