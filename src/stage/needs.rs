//! The capabilities that a scenario needs, and those that a run used.

use std::collections::BTreeSet;

use super::{
    Capability, Observation, Scenario, What,
    scenario::{Deed, OperatorRule, PersonRule, TimedAct},
};
use crate::system::{Act, Effect, Input};

impl Scenario {
    /// The capabilities that the scripts of this scenario need. [`used`] finds those that a subject uses on its own,
    /// such as timers.
    pub fn needs(&self) -> BTreeSet<Capability> {
        let mut needs = BTreeSet::from([Capability::Idle]);
        let acts = self.person.iter().flat_map(|PersonRule { visits, .. }| visits.iter().flatten());
        needs.extend(acts.filter_map(|TimedAct { act, .. }| of_act(act)));
        needs.extend(self.operator.iter().filter_map(|OperatorRule { does, .. }| match does {
            Deed::Attaches | Deed::Leaves | Deed::Line(_) => Some(Capability::Client),
            Deed::Kill | Deed::Restart => Some(Capability::Kill),
            Deed::Stray(act) => of_act(act),
            Deed::Says(_) | Deed::Signal(_) => None,
        }));
        needs.extend((!self.client.is_empty()).then_some(Capability::Client));
        needs.extend((!self.tools.is_empty()).then_some(Capability::Tools));
        needs.extend(
            (!self.files.is_empty() || !self.files_meanwhile.is_empty() || !self.obstacles.is_empty())
                .then_some(Capability::Files),
        );
        needs
    }
}

/// The capabilities that the subject of a run used.
pub fn used(events: &[Observation]) -> BTreeSet<Capability> {
    let of_event = |event: &Observation| match &event.what {
        What::Effect(Effect::Call(..)) => Some(Capability::Tools),
        // A timer of zero length needs no clock: a subject without timers does the same thing at once.
        What::Effect(Effect::Timer(_, after)) => (after.0 > 0).then_some(Capability::Clock),
        What::Effect(Effect::Client(_)) | What::Input(Input::Client(_)) => Some(Capability::Client),
        What::Effect(Effect::File(..)) => Some(Capability::Files),
        What::Input(Input::Person(_, act)) => of_act(act),
        What::Effect(
            Effect::Request(..)
            | Effect::Show(..)
            | Effect::Cancel(..)
            | Effect::Record(_)
            | Effect::Refuse(_)
            | Effect::Turn(_)
            | Effect::Notice(_)
            | Effect::Exit(_),
        )
        | What::Input(
            Input::Begin(_)
            | Input::Says(_)
            | Input::Model(..)
            | Input::Tool(..)
            | Input::File(..)
            | Input::Signal(_)
            | Input::Fired(_),
        ) => None,
    };
    let begun = events.iter().filter(|event| matches!(event.what, What::Input(Input::Begin(_)))).count();
    events.iter().filter_map(of_event).chain((begun > 1).then_some(Capability::Kill)).collect()
}

const fn of_act(act: &Act) -> Option<Capability> {
    match act {
        Act::Key(_) | Act::Paste(_) | Act::Choose(_) | Act::Submit => Some(Capability::Keys),
        Act::Answer(_) | Act::Remember(_) | Act::Reject | Act::Cancel | Act::Eof | Act::Broken => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rstest::rstest;

    use super::used;
    use crate::{
        model::{Millis, Op},
        stage::{Capability, Observation, What},
        system::Effect,
    };

    #[rstest]
    #[case(0, None)]
    #[case(1, Some(Capability::Clock))]
    fn a_timer_that_is_due_at_once_needs_no_clock(#[case] after_ms: u64, #[case] needs: Option<Capability>) {
        let what = What::Effect(Effect::Timer(Op::Timer(1), Millis(after_ms)));
        let events = [Observation { seq: 1, at_ms: Millis(0), lane: what.lane(), what }];
        assert_eq!(used(&events), needs.into_iter().collect::<BTreeSet<_>>());
    }
}
