//! Finds the lanes in which two streams of one scenario differ.
//!
//! [`within`] compares the content of each lane by itself. [`lanes`] also compares the order of the lanes' observations
//! among each other.

use crate::stage::{Lane, Observation};

/// The lanes in which `one` and `other` differ: an observation differs, or its time does. If two lanes have the same
/// content in both streams, but their observations are interleaved differently, then both lanes differ.
pub fn lanes(one: &[Observation], other: &[Observation]) -> Vec<Lane> {
    let (one, other) = (as_text(one), as_text(other));
    let (kept, mut differ): (Vec<Lane>, Vec<Lane>) =
        Lane::ALL.into_iter().partition(|lane| are_same(&[*lane], &one, &other));
    for (at, lane) in kept.iter().enumerate() {
        for second in &kept[at + 1..] {
            if !are_same(&[*lane, *second], &one, &other) {
                differ.extend([*lane, *second]);
            }
        }
    }
    differ.sort_unstable();
    differ.dedup();
    differ
}

/// The lanes whose content differs between `one` and `other`. The order between lanes does not count.
pub fn within(one: &[Observation], other: &[Observation]) -> Vec<Lane> {
    let (one, other) = (as_text(one), as_text(other));
    Lane::ALL.into_iter().filter(|lane| !are_same(&[*lane], &one, &other)).collect()
}

fn are_same(lanes: &[Lane], one: &[(Lane, String)], other: &[(Lane, String)]) -> bool {
    let of = |(lane, _): &&(Lane, String)| lanes.contains(lane);
    one.iter().filter(of).eq(other.iter().filter(of))
}

/// The lane and the JSON of each observation, without its number. We compare the text of the JSON, because another
/// order of an object's members is a difference.
fn as_text(events: &[Observation]) -> Vec<(Lane, String)> {
    let lines = events.iter().map(|event| {
        let what = serde_json::to_string(&event.what).unwrap_or_default();
        (event.lane, format!("{} {} {what}", event.at_ms, event.lane.word()))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;
    use rstest::rstest;

    use super::{lanes, within};
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
    #[case::the_same("began ask shows", "began ask shows", &[], &[])]
    #[case::another_record("began ask shows", "began answer shows", &[Lane::Record], &[Lane::Record])]
    #[case::no_record("began ask shows", "began shows", &[Lane::Record], &[Lane::Record])]
    #[case::moved_against_another("began ask shows", "began shows ask", &[], &[Lane::Prompt, Lane::Record])]
    #[case::moved_and_another("began ask shows", "began shows answer", &[Lane::Record], &[Lane::Record])]
    fn lanes_differ_in_content_or_in_order(
        #[case] one: &str,
        #[case] other: &str,
        #[case] inside: &[Lane],
        #[case] moved: &[Lane],
    ) {
        assert_eq!(within(&stream(one), &stream(other)), inside);
        assert_eq!(lanes(&stream(one), &stream(other)), moved);
    }
}
