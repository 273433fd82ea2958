//! What one of several prompts shows and offers. Only what is named is looked at.

use serde_json::Value;

use super::{Step, then};
use crate::{
    suite::check::{Evidence, Mismatch, Seen, equal, holds, nth},
    system::{Prompt, Typing},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "prompt {int} shows {string} above {string}",
            "The same as `the prompt shows`, of the prompt that is shown first, second and so on.",
            |evidence, (number, upper, lower): (u64, String, String)| {
                let prompt = prompt(evidence, number)?;
                let line = |piece: &str| prompt.what.text.lines().position(|line| line.contains(piece));
                let is_above = matches!((line(&upper), line(&lower)), (Some(upper), Some(lower)) if upper < lower);
                let found = prompt.what.text.clone();
                holds(is_above, format!("{upper:?} on a line above {lower:?}"), found, Some(prompt.seq))
            },
        ),
        then(
            "prompt {int} offers at least the keys {string}",
            "Keys of that prompt that mean something of their own, separated by blanks. It may offer more.",
            |evidence, (number, expected): (u64, String)| {
                let prompt = prompt(evidence, number)?;
                let keys = keys(&prompt);
                let lacking = expected.split(' ').find(|key| keys.iter().all(|offered| offered != key));
                let found = format!("the keys {}", keys.join(" "));
                holds(lacking.is_none(), format!("the keys {expected}"), found, Some(prompt.seq))
            },
        ),
        then(
            "prompt {int} offers none of the keys {string}",
            "Keys that mean nothing of their own at that prompt, separated by blanks.",
            |evidence, (number, unwanted): (u64, String)| {
                let prompt = prompt(evidence, number)?;
                let keys = keys(&prompt);
                let is_offered = unwanted.split(' ').any(|key| keys.iter().any(|offered| offered == key));
                let found = format!("the keys {}", keys.join(" "));
                holds(!is_offered, format!("none of the keys {unwanted}"), found, Some(prompt.seq))
            },
        ),
        then(
            "prompt {int} offers the choices {}",
            "All choices of that prompt in their order, as a JSON array.",
            |evidence, (number, expected): (u64, Value)| {
                let prompt = prompt(evidence, number)?;
                equal(&expected, &prompt.what.offers.choices.clone().into(), Some(prompt.seq), |choices| {
                    format!("the choices {choices}")
                })
            },
        ),
        then(
            "prompt {int} shows what is typed",
            "A text may be typed at that prompt, and is shown.",
            |evidence, number: u64| typed(evidence, number, Typing::Echoed, "typing that is shown"),
        ),
        then(
            "prompt {int} hides what is typed",
            "Text is typed at that prompt without echo.",
            |evidence, number: u64| typed(evidence, number, Typing::Hidden, "typing without echo"),
        ),
    ]
}

fn prompt<'a>(evidence: &Evidence<'a>, number: u64) -> Result<Seen<&'a Prompt>, Mismatch> {
    nth(evidence.prompts()?, number, "prompt")
}

fn keys(prompt: &Seen<&Prompt>) -> Vec<String> {
    prompt.what.offers.keys.iter().map(ToString::to_string).collect()
}

fn typed(evidence: &Evidence<'_>, number: u64, expected: Typing, words: &str) -> Result<(), Mismatch> {
    let prompt = prompt(evidence, number)?;
    let found = format!("{:?}", prompt.what.offers.typing);
    holds(prompt.what.offers.typing == Some(expected), words, found, Some(prompt.seq))
}
