//! The files that a run leaves in its folder. The path in the folder names a file; so does a longer path that ends
//! with it, such as an absolute one.
//!
//! **Absent here:** files that the scenario put there, and reads, which leave no trace.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::model::json::Value;
use regex::Regex;

use super::{Step, then, then_stored::within, typed::Pointer};
use crate::{
    suite::check::{Evidence, Mismatch, holds},
    system::FileOp,
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the file {string} holds {}",
            "When the run ends, the file is JSON with at least these fields.",
            |evidence, (path, expected): (String, Value)| {
                let (text, seq) = text(evidence, &path)?;
                holds(evidence.fits(&expected, &json(text)), expected.to_string(), text, Some(seq))
            },
        ),
        then(
            "the files hold {}",
            "As the run leaves them, anywhere in the JSON of one that was written there is an object with at least \
             these fields: for what may stand in a file of any name.",
            |evidence, expected: Value| {
                let left = left(evidence)?;
                let texts: Vec<&str> = left.values().filter_map(|(text, _)| *text).collect();
                let has = |text: &&str| within(&json(text)).iter().any(|value| evidence.fits(&expected, value));
                holds(texts.iter().any(has), format!("a file with {expected}"), format!("{texts:?}"), None)
            },
        ),
        then(
            "the file {string} does not contain {string}",
            "This text is nowhere in the file when the run ends.",
            |evidence, (path, piece): (String, String)| {
                let (text, seq) = text(evidence, &path)?;
                holds(!text.contains(&piece), format!("nothing of {piece:?}"), text, Some(seq))
            },
        )
        .was(&["the file {string} says nothing of {string}", "the file {string} does not have {string}"]),
        then(
            "no file contains {string}",
            "This text is in nothing that the subject ever writes to the disk.",
            |evidence, piece: String| {
                let files = evidence.files()?;
                let holding = files.iter().find_map(|file| match file.what {
                    FileOp::Write { path, content, .. } if content.contains(&piece) => Some((path, file.seq)),
                    _ => None,
                });
                let found = holding.map_or_else(String::new, |(path, _)| format!("it is in {path}"));
                holds(holding.is_none(), format!("no file with {piece:?}"), found, holding.map(|(_, seq)| seq))
            },
        ),
        then(
            "the file {string} has a time in UTC at {string}",
            "A text at that JSON pointer, as ISO 8601 writes it: `2026-02-04T22:16:32Z`, perhaps with parts of a \
             second.",
            |evidence, (path, Pointer(pointer)): (String, Pointer)| {
                let (text, seq) = text(evidence, &path)?;
                let found = json(text).pointer(&pointer).cloned().unwrap_or_default();
                let is_time = found.as_str().is_some_and(|text| time().is_match(text));
                holds(is_time, "a time in UTC", found.to_string(), Some(seq))
            },
        ),
        then(
            "the file {string} is private",
            "Each time the file is written, only its owner may read it.",
            |evidence, path: String| {
                let written = evidence.files()?.into_iter().filter_map(|file| match file.what {
                    FileOp::Write { path: at, private, .. } if leads_to(&path, at) => Some((*private, file.seq)),
                    _ => None,
                });
                let written: Vec<(bool, u64)> = written.collect();
                holds(!written.is_empty(), format!("the file {path} written"), "it is not", None)?;
                let open = written.iter().find(|(private, _)| !private);
                holds(
                    open.is_none(),
                    format!("{path} for its owner alone"),
                    "for others, too",
                    open.map(|(_, seq)| *seq),
                )
            },
        ),
        then("the file {string} is removed", "As the run leaves it, it is there no more.", |evidence, path: String| {
            let left = left(evidence)?.into_iter().find(|(known, _)| leads_to(&path, known)).map(|(_, left)| left);
            let found = if left.is_some() { "it is there" } else { "nothing is done to it" };
            let is_removed = matches!(left, Some((None, _)));
            holds(is_removed, format!("{path} removed"), found, left.map(|(_, seq)| seq))
        }),
        then("the file {string} is left alone", "It is neither written nor removed.", |evidence, path: String| {
            let left = left(evidence)?.into_iter().find(|(known, _)| leads_to(&path, known)).map(|(_, left)| left);
            let found = if matches!(left, Some((None, _))) { "it is removed" } else { "it is written" };
            holds(left.is_none(), format!("nothing done to {path}"), found, left.map(|(_, seq)| seq))
        }),
    ]
}

/// The JSON of a text, or the text itself if it is not JSON.
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

/// A time in UTC, as ISO 8601 writes it.
fn time() -> &'static Regex {
    static TIME: LazyLock<Regex> = LazyLock::new(|| {
        let time = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$";
        Regex::new(time).unwrap_or_else(|error| panic!("{error}"))
    });
    &TIME
}

/// The last change to a file: its content, or that it was removed; and the observation that shows this.
type Left<'a> = (Option<&'a str>, u64);

/// What was done last to each file that was worked on, by its path.
fn left<'a>(evidence: &Evidence<'a>) -> Result<BTreeMap<&'a str, Left<'a>>, Mismatch> {
    let mut left = BTreeMap::new();
    for file in evidence.files()? {
        match file.what {
            FileOp::Write { path, content, .. } => drop(left.insert(path.as_str(), (Some(content.as_str()), file.seq))),
            FileOp::Remove { path, .. } => drop(left.insert(path.as_str(), (None, file.seq))),
            FileOp::Read { .. } => {}
        }
    }
    Ok(left)
}

/// The text of the file at `path`, as the run leaves it.
fn text<'a>(evidence: &Evidence<'a>, path: &str) -> Result<(&'a str, u64), Mismatch> {
    let left = left(evidence)?.into_iter().find(|(known, _)| leads_to(path, known)).map(|(_, left)| left);
    let miss = |found: &str, seq| Mismatch::Fails {
        expected: format!("the file {path} written"),
        found: found.to_owned(),
        seq,
    };
    match left {
        Some((Some(text), seq)) => Ok((text, seq)),
        Some((None, seq)) => Err(miss("it is removed", Some(seq))),
        None => Err(miss("it is not", None)),
    }
}

/// Whether `path`, which may begin at the root, leads to `file`, which begins in the folder of the run.
fn leads_to(path: &str, file: &str) -> bool {
    path.strip_suffix(file).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::leads_to;

    #[rstest]
    #[case(".pi/a.json", true)]
    #[case("/tmp/run/.pi/a.json", true)]
    #[case("/tmp/run.pi/a.json", false)]
    #[case("a.json", false)]
    fn a_path_leads_to_a_file(#[case] path: &str, #[case] expected: bool) {
        assert_eq!(leads_to(path, ".pi/a.json"), expected);
    }
}
