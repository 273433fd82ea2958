//! Prompts that are taken away although somebody answered them.
//!
//! **Absent here:** keys, clicks and what else a person does at a prompt: whether that was all, its subject alone knows.

use std::collections::BTreeSet;

use super::stream::{Observation, What, deliveries};
use crate::{
    model::Op,
    system::{Act, Effect, Input, Offers},
};

/// The prompts that are withdrawn after an answer was taken there, and that were not opened again in between. Where the
/// refusal of an answer stands among what else follows from it does not matter.
pub fn withdrawn(events: &[Observation]) -> Vec<Op> {
    let numbers = deliveries(events);
    let refused: BTreeSet<u64> = events
        .iter()
        .zip(&numbers)
        .filter_map(|(event, number)| matches!(event.what, What::Effect(Effect::Refuse(_))).then_some(*number))
        .collect();
    let (mut answered, mut found) = (BTreeSet::new(), Vec::new());
    for (event, number) in events.iter().zip(numbers) {
        match &event.what {
            What::Input(Input::Begin(_)) => answered.clear(),
            What::Input(Input::Person(op, Act::Answer(_) | Act::Remember(_))) if !refused.contains(&number) => {
                answered.insert(*op);
            }
            What::Effect(Effect::Show(op, prompt)) if prompt.offers != Offers::default() => {
                answered.remove(op);
            }
            What::Effect(Effect::Cancel(op, _)) if answered.remove(op) => found.push(*op),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::withdrawn;
    use crate::{
        model::{Millis, Op},
        stage::{Observation, What},
        system::{Act, Effect, Input, Offers, Prompt, Signal, Typing, Why},
    };

    const ASKED: Op = Op::Prompt(1);
    const GONE: What = What::Effect(Effect::Cancel(ASKED, Why::Interrupted));
    const REFUSED: What = What::Effect(Effect::Refuse(Why::Late));
    const STOPPED: What = What::Input(Input::Signal(Signal::Interrupt));

    fn does(act: Act) -> What {
        What::Input(Input::Person(ASKED, act))
    }

    fn answers() -> What {
        does(Act::Answer(json!("A")))
    }

    fn shown(typing: Option<Typing>) -> What {
        let offers = Offers { typing, ..Offers::default() };
        What::Effect(Effect::Show(ASKED, Prompt { offers, ..Prompt::default() }))
    }

    #[rstest]
    #[case::unanswered(vec![STOPPED, GONE], false)]
    #[case::answered(vec![answers(), GONE], true)]
    #[case::remembered(vec![does(Act::Remember(json!(true))), GONE], true)]
    #[case::answered_and_stopped(vec![answers(), STOPPED, GONE], true)]
    #[case::shown_with_its_answer(vec![answers(), shown(None), GONE], true)]
    #[case::asked_again(vec![answers(), shown(Some(Typing::Echoed)), STOPPED, GONE], false)]
    #[case::refused(vec![answers(), REFUSED, GONE], false)]
    #[case::gone_and_refused(vec![answers(), GONE, REFUSED], false)]
    #[case::refused_later(vec![answers(), STOPPED, GONE, REFUSED], true)]
    #[case::half_typed(vec![does(Act::Choose("A".into())), STOPPED, GONE], false)]
    fn a_prompt_is_withdrawn_though_it_was_answered(#[case] then: Vec<What>, #[case] is_found: bool) {
        let events = std::iter::once(shown(Some(Typing::Echoed))).chain(then);
        let seen = |(seq, what): (u64, What)| Observation { seq, at_ms: Millis(0), lane: what.lane(), what };
        let found = withdrawn(&(1..).zip(events).map(seen).collect::<Vec<_>>());
        assert_eq!(found, if is_found { vec![ASKED] } else { Vec::new() });
    }
}
