//! In which lanes two streams of one scenario differ.

use crate::stage::{Lane, Observation};

/// The lanes in which `one` and `other` differ: something there is another thing, or at another time. Where a lane says
/// the same in both, it may have moved against another that does too; then both differ.
pub fn lanes(one: &[Observation], other: &[Observation]) -> Vec<Lane> {
    let (one, other) = (told(one), told(other));
    let same = |lanes: &[Lane]| {
        let of = |stream: &'_ [(Lane, String)]| -> Vec<String> {
            stream.iter().filter(|(lane, _)| lanes.contains(lane)).map(|(_, told)| told.clone()).collect()
        };
        of(&one) == of(&other)
    };
    let (kept, mut differ): (Vec<Lane>, Vec<Lane>) = Lane::ALL.into_iter().partition(|lane| same(&[*lane]));
    for (at, lane) in kept.iter().enumerate() {
        for second in &kept[at + 1..] {
            if !same(&[*lane, *second]) {
                differ.extend([*lane, *second]);
            }
        }
    }
    differ.sort_unstable();
    differ.dedup();
    differ
}

/// Each observation as it is written, without its number: equal objects may have their members in another order, which
/// is a difference.
fn told(events: &[Observation]) -> Vec<(Lane, String)> {
    let told = events.iter().map(|event| {
        let what = serde_json::to_string(&event.what).unwrap_or_default();
        (event.lane, format!("{} {} {what}", event.at_ms, event.lane.word()))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::lanes;
    use crate::{
        model::{Millis, Op},
        stage::{Lane, Observation, What},
        system::{Effect, Prompt, Record, Turn},
    };

    fn stream(words: &str) -> Vec<Observation> {
        let what = |word: &str| match word {
            "shows" => Effect::Show(Op::Prompt(1), Prompt::default()),
            "began" => Effect::Turn(Turn::Began),
            word => Effect::Record(Record(json!({"type": word}))),
        };
        let whats = words.split_whitespace().map(|word| What::Effect(what(word)));
        (1..).zip(whats).map(|(seq, what)| Observation { seq, at_ms: Millis(0), lane: what.lane(), what }).collect()
    }

    #[rstest]
    #[case::the_same("began ask shows", "began ask shows", &[])]
    #[case::another_record("began ask shows", "began answer shows", &[Lane::Record])]
    #[case::none_at_all("began ask shows", "began shows", &[Lane::Record])]
    #[case::moved_against_another("began ask shows", "began shows ask", &[Lane::Prompt, Lane::Record])]
    #[case::what_moved_is_another("began ask shows", "began shows answer", &[Lane::Record])]
    fn lanes_that_differ(#[case] one: &str, #[case] other: &str, #[case] differ: &[Lane]) {
        assert_eq!(lanes(&stream(one), &stream(other)), differ);
    }
}
