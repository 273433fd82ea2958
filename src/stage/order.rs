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

    /// Chooses the next delivery among `pending` ones, counted from 0 in their plain order. `None` ends the run. `state`
    /// adds the state of the subject and of everybody around it to a fingerprint, and returns `false` if the subject does
    /// not show its state. It is also asked when nothing is pending, before the run ends.
    fn choose(&mut self, pending: usize, state: &dyn Fn(&mut dyn Hasher) -> bool) -> Option<usize>;
}
