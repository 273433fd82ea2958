//! A moment before a delivery at which any pending input may come next.

use std::{
    collections::BTreeSet,
    hash::{Hash, Hasher},
};

use super::{party::Killed, queue::Queue, subject::Subject};
use crate::{
    model::{Millis, Op},
    system::Turn,
};

/// A moment before a delivery.
pub struct Crossroads<'a> {
    pub(super) now: Millis,
    pub(super) queue: &'a Queue,
    pub(super) kills: &'a [(Millis, Killed)],
    pub(super) turn: &'a Option<Turn>,
    pub(super) goes_on: bool,
    pub(super) started: &'a BTreeSet<Op>,
    pub(super) has_run: bool,
    pub(super) outside_turn: &'a [String],
    pub(super) subject: &'a dyn Subject,
}

impl Crossroads<'_> {
    /// How many inputs may come next.
    pub fn count(&self) -> usize {
        self.queue.count_heads()
    }

    /// Adds the state of the loop, of what is pending, and of the subject to a fingerprint. `false` if the subject does
    /// not show its state, so that nobody can tell whether this moment was there before.
    pub fn fingerprint(&self, mut into: &mut dyn Hasher) -> bool {
        let Self { now, queue, kills, turn, goes_on, started, has_run, outside_turn, subject } = self;
        queue.hash_lines(*now, into);
        kills.iter().for_each(|(at, killed)| (at.0.saturating_sub(now.0), killed).hash(&mut into));
        (turn, goes_on, started, has_run, outside_turn).hash(&mut into);
        subject.fingerprint(*now, into)
    }
}
