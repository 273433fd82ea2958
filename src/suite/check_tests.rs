//! What a `Then` reads of a run.

use rstest::rstest;

use super::{Evidence, Mismatch};
use crate::{
    model::{Millis, Op},
    stage::{Lane, Observation, Played, What},
    system::{Act, Effect, Input, Offers, Prompt, Typing, Why},
};

fn played(events: Vec<What>) -> Played {
    let seen = |(seq, what): (u64, What)| Observation { seq, at_ms: Millis(0), lane: what.lane(), what };
    Played { events: (1..).zip(events).map(seen).collect(), ..Played::nothing() }
}

fn shown() -> Effect {
    let offers = Offers { typing: Some(Typing::Echoed), ..Offers::default() };
    Effect::Show(Op::Prompt(1), Prompt { offers, ..Prompt::default() })
}

const REFUSED: Effect = Effect::Refuse(Why::NotOffered);
const GONE: Effect = Effect::Cancel(Op::Prompt(1), Why::Superseded);

#[rstest]
#[case::answered(vec![], 0)]
#[case::refused(vec![REFUSED], 1)]
#[case::refused_and_gone(vec![REFUSED, GONE], 0)]
#[case::gone_and_refused(vec![GONE, REFUSED], 0)]
#[case::drawn_again_and_refused(vec![shown(), REFUSED], 1)]
#[case::emptied_and_refused(vec![Effect::Show(Op::Prompt(1), Prompt::default()), REFUSED], 0)]
fn a_refusal_opens_a_prompt_again_unless_it_was_withdrawn_or_emptied(#[case] then: Vec<Effect>, #[case] open: usize) {
    let act = What::Input(Input::Person(Op::Prompt(1), Act::Submit));
    let events = [What::Effect(shown()), act].into_iter().chain(then.into_iter().map(What::Effect));
    let played = played(events.collect());
    assert_eq!(Evidence::new(&played, &Lane::ALL).left_open().map(|open| open.len()), Ok(open));
}

/// Effects of one delivery have an order only if it was seen. Effects of two deliveries always have one.
#[rstest]
#[case::in_order(1, 2, &[], Some(true))]
#[case::the_other_way(2, 1, &[], Some(false))]
#[case::one_unseen(1, 2, &[2], None)]
#[case::the_other_unseen(2, 1, &[2], None)]
#[case::of_two_deliveries(1, 4, &[1, 4], Some(true))]
fn an_order_holds_or_fails_or_is_unread(
    #[case] first: u64,
    #[case] second: u64,
    #[case] unplaced: &[u64],
    #[case] holds: Option<bool>,
) {
    let events =
        vec![What::Effect(GONE), What::Effect(REFUSED), What::Input(Input::Fired(Op::Timer(1))), What::Effect(GONE)];
    let played = Played { unplaced: unplaced.iter().copied().collect(), ..played(events) };
    let found = match Evidence::new(&played, &Lane::ALL).ordered(first, second, "") {
        Ok(()) => Some(true),
        Err(Mismatch::Fails { .. }) => Some(false),
        Err(Mismatch::Unread(_) | Mismatch::Unmet(_)) => None,
    };
    assert_eq!(found, holds);
}
