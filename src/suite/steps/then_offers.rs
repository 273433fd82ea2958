//! What a prompt shows and offers that is known by its text. Several prompts may be shown, in any order.

use crate::model::json::Value;

use super::{Step, then};
use crate::{
    suite::check::{Evidence, Mismatch, Seen, equal, holds},
    system::{Prompt, Typing},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the last prompt with {string} shows above it {string}",
            "Of the prompts with the first text, the last has the second text on a line above.",
            |evidence, (piece, upper): (String, String)| {
                let prompt = last(evidence, &piece)?;
                let line = |piece: &str| prompt.what.lines_of(piece).map(|(first, _)| first);
                let is_above = matches!((line(&upper), line(&piece)), (Some(upper), Some(lower)) if upper < lower);
                let found = prompt.what.text.clone();
                holds(is_above, format!("{upper:?} on a line above {piece:?}"), found, Some(prompt.seq))
            },
        ),
        then(
            "the last prompt with {string} offers at least the keys {string}",
            "Keys of that prompt that mean something of their own, separated by blanks. It may offer more.",
            |evidence, (piece, expected): (String, String)| {
                let prompt = last(evidence, &piece)?;
                let keys = keys(&prompt);
                let lacking = expected.split(' ').find(|key| keys.iter().all(|offered| offered != key));
                let found = format!("the keys {}", keys.join(" "));
                holds(lacking.is_none(), format!("the keys {expected}"), found, Some(prompt.seq))
            },
        ),
        then(
            "the last prompt with {string} offers none of the keys {string}",
            "Keys that mean nothing of their own at that prompt, separated by blanks.",
            |evidence, (piece, unwanted): (String, String)| {
                let prompt = last(evidence, &piece)?;
                let keys = keys(&prompt);
                let is_offered = unwanted.split(' ').any(|key| keys.iter().any(|offered| offered == key));
                let found = format!("the keys {}", keys.join(" "));
                holds(!is_offered, format!("none of the keys {unwanted}"), found, Some(prompt.seq))
            },
        ),
        then(
            "the last prompt with {string} offers the choices {}",
            "All choices of that prompt in their order, as a JSON array.",
            |evidence, (piece, expected): (String, Value)| {
                let prompt = last(evidence, &piece)?;
                equal(&expected, &prompt.what.offers.choices.clone().into(), Some(prompt.seq), |choices| {
                    format!("the choices {choices}")
                })
            },
        ),
        then(
            "the last prompt with {string} shows what is typed",
            "A text may be typed at that prompt, and is shown.",
            |evidence, piece: String| typed(evidence, &piece, Typing::Echoed, "typing that is shown"),
        ),
        then(
            "the last prompt with {string} hides what is typed",
            "Text is typed at that prompt without echo.",
            |evidence, piece: String| typed(evidence, &piece, Typing::Hidden, "typing without echo"),
        ),
    ]
}

/// The prompt that was shown last of those with this text.
pub(super) fn last<'a>(evidence: &Evidence<'a>, piece: &str) -> Result<Seen<&'a Prompt>, Mismatch> {
    let found = evidence.prompts()?.into_iter().rfind(|prompt| prompt.what.shows(piece));
    found.ok_or_else(|| Mismatch::Fails {
        expected: format!("a prompt with {piece:?}"),
        found: "none".to_owned(),
        seq: None,
    })
}

fn keys(prompt: &Seen<&Prompt>) -> Vec<String> {
    prompt.what.offers.keys.iter().map(ToString::to_string).collect()
}

fn typed(evidence: &Evidence<'_>, piece: &str, expected: Typing, words: &str) -> Result<(), Mismatch> {
    let prompt = last(evidence, piece)?;
    let found = format!("{:?}", prompt.what.offers.typing);
    holds(prompt.what.offers.typing == Some(expected), words, found, Some(prompt.seq))
}
