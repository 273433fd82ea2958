//! Prompts that are withdrawn after they were answered, and withdrawn prompts that take an answer.
//!
//! **Absent here:** keys and clicks. Only the subject knows whether they complete an answer.

use std::{collections::BTreeSet, fmt};

use super::stream::{Observation, What, deliveries};
use crate::{
    model::Op,
    system::{Act, Effect, Input, Offers},
};

/// A prompt that was both answered and withdrawn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PromptViolation {
    /// It was withdrawn after it took an answer.
    Withdrawn(Op),
    /// It took an answer after it was withdrawn.
    Answered(Op),
}

impl fmt::Display for PromptViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Withdrawn(op) => {
                write!(f, "{op} is withdrawn, and was answered; only an unanswered prompt may be withdrawn")
            }
            Self::Answered(op) => write!(f, "{op} takes an answer, and was withdrawn; expected a refusal"),
        }
    }
}

/// The violations in a stream. A prompt that is drawn again with offers is a new question. A refusal may stand anywhere
/// among the effects that follow from the answer. If the run `breaks_off`, the subject may have been about to refuse
/// the last delivery, so an answer there does not count as taken.
pub fn prompt_violations(events: &[Observation], breaks_off: bool) -> Vec<PromptViolation> {
    let numbers = deliveries(events);
    let mut refused = refused(events, &numbers);
    refused.extend(numbers.last().copied().filter(|_| breaks_off));
    walk(events, &numbers, &refused).found
}

/// What the check remembers of a stream: the prompts that were answered, and those that were withdrawn. The last delivery is
/// over.
pub fn remembered(events: &[Observation]) -> [BTreeSet<Op>; 2] {
    let numbers = deliveries(events);
    let walked = walk(events, &numbers, &refused(events, &numbers));
    [walked.answered, walked.gone]
}

/// The numbers of the deliveries that were refused.
fn refused(events: &[Observation], numbers: &[u64]) -> BTreeSet<u64> {
    let is_refusal = |event: &Observation| matches!(event.what, What::Effect(Effect::Refuse(_)));
    events.iter().zip(numbers).filter_map(|(event, number)| is_refusal(event).then_some(*number)).collect()
}

/// A stream as far as the check has read it.
#[derive(Default)]
struct Walked {
    /// The prompts that were answered.
    answered: BTreeSet<Op>,
    /// The prompts that were withdrawn.
    gone: BTreeSet<Op>,
    found: Vec<PromptViolation>,
}

fn walk(events: &[Observation], numbers: &[u64], refused: &BTreeSet<u64>) -> Walked {
    let Walked { mut answered, mut gone, mut found } = Walked::default();
    for (event, number) in events.iter().zip(numbers) {
        match &event.what {
            What::Input(Input::Begin(_)) => {
                answered.clear();
                gone.clear();
            }
            What::Input(Input::Person(op, Act::Answer(_) | Act::Remember(_))) if !refused.contains(number) => {
                answered.insert(*op);
                if gone.remove(op) {
                    found.push(PromptViolation::Answered(*op));
                }
            }
            What::Effect(Effect::Show(op, prompt)) if prompt.offers != Offers::default() => {
                answered.remove(op);
                gone.remove(op);
            }
            What::Effect(Effect::Cancel(op, _)) => {
                gone.insert(*op);
                if answered.remove(op) {
                    found.push(PromptViolation::Withdrawn(*op));
                }
            }
            _ => {}
        }
    }
    Walked { answered, gone, found }
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;
    use rstest::rstest;

    use super::{PromptViolation, prompt_violations};
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
    #[case::unanswered(vec![STOPPED, GONE], None)]
    #[case::answered(vec![answers(), GONE], Some(PromptViolation::Withdrawn(ASKED)))]
    #[case::remembered(vec![does(Act::Remember(json!(true))), GONE], Some(PromptViolation::Withdrawn(ASKED)))]
    #[case::answered_and_stopped(vec![answers(), STOPPED, GONE], Some(PromptViolation::Withdrawn(ASKED)))]
    #[case::shown_with_its_answer(vec![answers(), shown(None), GONE], Some(PromptViolation::Withdrawn(ASKED)))]
    #[case::asked_again(vec![answers(), shown(Some(Typing::Echoed)), STOPPED, GONE], None)]
    #[case::refused(vec![answers(), REFUSED, GONE], None)]
    #[case::gone_and_refused(vec![answers(), GONE, REFUSED], None)]
    #[case::refused_later(vec![answers(), STOPPED, GONE, REFUSED], Some(PromptViolation::Withdrawn(ASKED)))]
    #[case::half_typed(vec![does(Act::Choose("A".into())), STOPPED, GONE], None)]
    #[case::gone_before(vec![GONE, answers()], Some(PromptViolation::Answered(ASKED)))]
    #[case::gone_before_and_remembered(vec![GONE, does(Act::Remember(json!(true)))], Some(PromptViolation::Answered(ASKED)))]
    #[case::stopped_before(vec![STOPPED, GONE, answers()], Some(PromptViolation::Answered(ASKED)))]
    #[case::gone_before_and_refused(vec![STOPPED, GONE, answers(), REFUSED], None)]
    #[case::gone_and_asked_again(vec![GONE, shown(Some(Typing::Echoed)), answers()], None)]
    fn a_prompt_is_not_both_answered_and_withdrawn(#[case] then: Vec<What>, #[case] expected: Option<PromptViolation>) {
        assert_eq!(prompt_violations(&seen(then), false), Vec::from_iter(expected));
    }

    /// A subject that is gone may have been about to refuse the last answer. Earlier violations still count.
    #[rstest]
    #[case::gone_before(vec![GONE, answers()], None)]
    #[case::answered_and_gone(vec![answers(), GONE], None)]
    #[case::answered_and_stopped(vec![answers(), STOPPED, GONE], Some(PromptViolation::Withdrawn(ASKED)))]
    #[case::gone_before_and_stopped(vec![GONE, answers(), STOPPED], Some(PromptViolation::Answered(ASKED)))]
    fn an_unsettled_answer_is_no_violation(#[case] then: Vec<What>, #[case] expected: Option<PromptViolation>) {
        assert_eq!(prompt_violations(&seen(then), true), Vec::from_iter(expected));
    }

    fn seen(then: Vec<What>) -> Vec<Observation> {
        let events = std::iter::once(shown(Some(Typing::Echoed))).chain(then);
        let seen = |(seq, what): (u64, What)| Observation { seq, at_ms: Millis(0), lane: what.lane(), what };
        (1..).zip(events).map(seen).collect()
    }
}
