//! What decides over the order of a run, when any pending input may come next.

use std::hash::Hasher;

use super::stream::What;
use crate::model::{Millis, Op};

/// Decides over the order of a run, and sees the run as it goes on.
pub trait Order {
    /// Shows what happened at virtual time `at`: the observation with the number `seq`, or a further piece of it.
    fn see(&mut self, at: Millis, seq: u64, what: &What);

    /// The subject is parked, with these operations open.
    fn parked(&mut self, open: &[Op]);

    /// Whether the subject is killed after the effect that was seen last, and restarted with its stored records. It is not
    /// asked of a moment at which the scenario kills the subject itself. A kill at the pause or the end of a turn comes
    /// after all effects of that moment.
    fn kills(&mut self) -> bool;

    /// Whether [`Self::kills`] may still say so in this run. Then what is stored is a part of the state.
    fn may_kill(&self) -> bool;

    /// Chooses the next delivery among `pending` ones, counted from 0 in their plain order. `None` ends the run. `state`
    /// adds the state of the subject and of everybody around it to a fingerprint, and returns `false` if the subject does
    /// not show its state. It is also asked when nothing is pending, before the run ends.
    fn choose(&mut self, pending: usize, state: &dyn Fn(&mut dyn Hasher) -> bool) -> Option<usize>;
}
