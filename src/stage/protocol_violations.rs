//! Effects that contradict each other: an input is refused and acted on, or refused twice, or a prompt is withdrawn
//! twice.
//!
//! **Absent here:** records and drawings beside a refusal. Both are allowed.

use std::collections::{BTreeMap, BTreeSet};

use super::stream::{Observation, What, deliveries};
use crate::{
    model::Op,
    system::{Effect, Input, Offers, Turn},
};

/// The effects of one delivery, as far as these checks need them.
#[derive(Default)]
struct Followed<'a> {
    refusals: usize,
    /// The first effect that continues the work.
    went_on: Option<&'a Observation>,
}

/// The violations in a stream, each as a message. The order of effects within one delivery does not matter.
pub fn protocol_violations(events: &[Observation]) -> Vec<String> {
    let (_, mut found) = withdrawn_twice(events);
    let mut all: BTreeMap<u64, Followed<'_>> = BTreeMap::new();
    for (event, number) in events.iter().zip(deliveries(events)) {
        let followed = all.entry(number).or_default();
        match &event.what {
            What::Effect(Effect::Refuse(_)) => followed.refusals += 1,
            What::Effect(
                Effect::Call(..) | Effect::Request(..) | Effect::Turn(Turn::Began | Turn::Ended(_) | Turn::Paused),
            ) => {
                followed.went_on.get_or_insert(event);
            }
            _ => {}
        }
    }
    for followed in all.into_values() {
        match followed {
            Followed { refusals: 0, .. } => {}
            Followed { went_on: Some(what), .. } => {
                found.push(format!(
                    "an input is refused and acted on all the same; this follows from it: {}",
                    what.to_string().trim()
                ));
            }
            Followed { refusals: 1, .. } => {}
            Followed { refusals, .. } => found.push(format!("one input is refused {refusals} times; once is enough")),
        }
    }
    found
}

/// What the check remembers of a stream whose last delivery is over: the operations that were withdrawn.
pub fn remembered(events: &[Observation]) -> BTreeSet<Op> {
    withdrawn_twice(events).0
}

/// The operations that were withdrawn or cancelled, and those where that came twice, without being shown or started again in
/// between.
fn withdrawn_twice(events: &[Observation]) -> (BTreeSet<Op>, Vec<String>) {
    let (mut gone, mut found): (BTreeSet<Op>, _) = (BTreeSet::new(), Vec::new());
    for event in events {
        match &event.what {
            What::Input(Input::Begin(_)) => gone.clear(),
            What::Effect(Effect::Show(op, prompt)) if prompt.offers != Offers::default() => drop(gone.remove(op)),
            What::Effect(Effect::Call(op, _)) => drop(gone.remove(op)),
            What::Effect(Effect::Request(op, _)) => drop(gone.remove(op)),
            What::Effect(Effect::Cancel(op, _)) if !gone.insert(*op) => {
                found.push(format!("{op} is withdrawn twice; once is enough"));
            }
            _ => {}
        }
    }
    (gone, found)
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;
    use rstest::rstest;

    use super::protocol_violations;
    use crate::{
        model::{Millis, Op},
        stage::{Observation, What},
        system::{Act, Effect, Input, Prompt, Record, Turn, TurnEnd, Utterance, Why},
    };

    const ASKED: Op = Op::Prompt(1);
    const REFUSED: What = What::Effect(Effect::Refuse(Why::Late));
    const GONE: What = What::Effect(Effect::Cancel(ASKED, Why::Interrupted));
    const BEGAN: What = What::Effect(Effect::Turn(Turn::Began));
    const ENDED: What = What::Effect(Effect::Turn(Turn::Ended(TurnEnd::Completed)));

    fn answers() -> What {
        What::Input(Input::Person(ASKED, Act::Answer(json!("A"))))
    }

    fn says() -> What {
        What::Input(Input::Says(Utterance("go".into())))
    }

    fn shown() -> What {
        What::Effect(Effect::Show(ASKED, Prompt::default()))
    }

    fn open() -> What {
        let mut prompt = Prompt::default();
        prompt.offers.reject = true;
        What::Effect(Effect::Show(ASKED, prompt))
    }

    fn recorded() -> What {
        What::Effect(Effect::Record(Record(json!({"type": "refused"}))))
    }

    #[rstest]
    #[case::taken(vec![answers(), ENDED], None)]
    #[case::refused(vec![answers(), REFUSED], None)]
    #[case::each_refused(vec![answers(), REFUSED, answers(), REFUSED], None)]
    #[case::refused_drawn_and_stored(vec![answers(), shown(), REFUSED, recorded()], None)]
    #[case::refused_twice(vec![answers(), REFUSED, REFUSED], Some("one input is refused 2 times; once is enough"))]
    #[case::refused_and_done(vec![answers(), REFUSED, ENDED],
        Some("an input is refused and acted on all the same; this follows from it: 00:00.000 turn   > ended: completed"))]
    #[case::done_and_refused(vec![says(), BEGAN, REFUSED],
        Some("an input is refused and acted on all the same; this follows from it: 00:00.000 turn   > began"))]
    #[case::gone(vec![open(), answers(), GONE], None)]
    #[case::gone_twice(vec![open(), answers(), GONE, says(), GONE],
        Some("prompt#1 is withdrawn twice; once is enough"))]
    #[case::gone_and_shown_again(vec![open(), GONE, open(), GONE], None)]
    #[case::gone_and_drawn_once_more(vec![open(), GONE, shown(), GONE],
        Some("prompt#1 is withdrawn twice; once is enough"))]
    fn contradicting_effects_are_found(#[case] events: Vec<What>, #[case] expected: Option<&str>) {
        let seen = |(seq, what): (u64, What)| Observation { seq, at_ms: Millis(0), lane: what.lane(), what };
        let found = protocol_violations(&(1..).zip(events).map(seen).collect::<Vec<_>>());
        assert_eq!(found, Vec::from_iter(expected.map(str::to_owned)));
    }
}
