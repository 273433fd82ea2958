//! The result of a call, as the model is told it.
//!
//! **Absent here:** the source of a result. Every later request tells it, after a restart, too, and each must be right.

use crate::model::json::Value;

use super::{Step, then};
use crate::suite::check::{Evidence, Finding, Mismatch, Seen, holds};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the call {string} succeeds, telling the model {string}",
            "The call's result, whole, and not flagged as an error.",
            |evidence, (id, piece): (String, String)| told(evidence, &id, false, &Content::Whole(piece)),
        ),
        then(
            "the call {string} succeeds, telling the model something with {string}",
            "A piece of the result, in any case of letters, and not flagged as an error.",
            |evidence, (id, piece): (String, String)| told(evidence, &id, false, &Content::Piece(piece)),
        ),
        then(
            "the call {string} fails, telling the model {string}",
            "The call's result, whole, and flagged as an error.",
            |evidence, (id, piece): (String, String)| told(evidence, &id, true, &Content::Whole(piece)),
        ),
        then(
            "the call {string} fails, telling the model something with {string}",
            "A piece of the result, in any case of letters, and flagged as an error.",
            |evidence, (id, piece): (String, String)| told(evidence, &id, true, &Content::Piece(piece)),
        ),
        then(
            "the call {string} fails, telling the model something with one of {}",
            "The same with one of these pieces: a JSON array.",
            |evidence, (id, expected): (String, Vec<String>)| told(evidence, &id, true, &Content::PieceOf(expected)),
        ),
        then(
            "the call {string} succeeds with the JSON {}",
            "The call's result in every request that has it, compared as JSON, and not flagged as an error.",
            |evidence, (id, expected): (String, Value)| {
                in_json(evidence, &id, &expected, |expected, found| equals(evidence, expected, found))
            },
        ),
        then(
            "the call {string} succeeds with at least the JSON {}",
            "The same where the result may have other fields, too, to any depth.",
            |evidence, (id, expected): (String, Value)| {
                in_json(evidence, &id, &expected, |expected, found| evidence.fits(expected, found))
            },
        ),
        then(
            "the model is told of {string} something with {string}",
            "A piece of the call's result, flagged or not.",
            |evidence, (id, piece): (String, String)| {
                let result = first(evidence, &id)?;
                let found = format!("{:?}", result.what.0);
                holds(
                    Content::Piece(piece.clone()).fits(result.what.0),
                    format!("something with {piece:?}"),
                    found,
                    Some(result.seq),
                )
            },
        ),
    ]
}

enum Content {
    Whole(String),
    Piece(String),
    PieceOf(Vec<String>),
}

impl Content {
    fn fits(&self, found: &str) -> bool {
        match self {
            Self::Whole(text) => text == found,
            Self::Piece(piece) => found.to_lowercase().contains(&piece.to_lowercase()),
            Self::PieceOf(pieces) => pieces.iter().any(|piece| Self::Piece(piece.clone()).fits(found)),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Whole(text) => format!("{text:?}"),
            Self::Piece(piece) => format!("something with {piece:?}"),
            Self::PieceOf(pieces) => format!("something with one of {pieces:?}"),
        }
    }
}

pub(super) type Told<'a> = Seen<(&'a str, bool)>;

pub(super) fn all<'a>(evidence: &Evidence<'a>, id: &str) -> Result<Vec<Told<'a>>, Mismatch> {
    let results = evidence.results(id)?;
    let found = "no request of the turn has its result";
    holds(!results.is_empty(), format!("the result of {id}"), found, None)?;
    Ok(results)
}

fn first<'a>(evidence: &Evidence<'a>, id: &str) -> Result<Told<'a>, Mismatch> {
    Ok(all(evidence, id)?.remove(0))
}

pub(super) fn flag(is_error: bool) -> &'static str {
    if is_error { "an error: " } else { "a success: " }
}

fn told(evidence: &Evidence<'_>, id: &str, is_error: bool, content: &Content) -> Finding {
    let Seen { seq, what: (found, flagged), .. } = first(evidence, id)?;
    let expected = format!("{}{}", flag(is_error), content.words());
    holds(
        evidence.may_be(flagged, is_error) && content.fits(found),
        expected,
        format!("{}{found:?}", flag(flagged)),
        Some(seq),
    )
}

pub(super) fn equals(evidence: &Evidence<'_>, expected: &Value, found: &Value) -> bool {
    evidence.same(expected, found, None).is_ok()
}

fn in_json(evidence: &Evidence<'_>, id: &str, expected: &Value, fits: impl Fn(&Value, &Value) -> bool) -> Finding {
    for Seen { seq, what: (found, is_error), .. } in all(evidence, id)? {
        let is_right = !is_error && serde_json::from_str(found).is_ok_and(|found| fits(expected, &found));
        holds(is_right, format!("a success: {expected}"), format!("{}{found:?}", flag(is_error)), Some(seq))?;
    }
    Ok(())
}
