//! One order that is given, choice by choice.

use std::hash::Hasher;

use thiserror::Error;

use super::branch::Way;
use crate::{
    model::{Millis, Op},
    sim::watched::Watcher,
    stage::{Order, What},
};

/// The choices of an order are not possible in the run.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum OrderError {
    /// A choice has a number that is too high.
    #[error("choice {choice} is number {taken}, and only {pending} inputs are pending there")]
    Number {
        /// Which choice it is, counted from 1.
        choice: usize,
        /// Its number.
        taken: usize,
        /// How many inputs were pending.
        pending: usize,
    },
    /// The run ends before all choices are made.
    #[error("the file has {given} choices, and the run came to {made} of them")]
    TooMany {
        /// How many choices are given.
        given: usize,
        /// How many the run came to.
        made: usize,
    },
    /// The run ends before the subject is killed.
    #[error("the subject is to be killed after effect {kill}, and the run has {effects} effects")]
    NoKill {
        /// The number of the effect, counted from 1.
        kill: u64,
        /// How many effects the run had.
        effects: u64,
    },
}

/// A given order.
pub struct Given<'a, 'w> {
    /// The order.
    pub way: &'a Way,
    /// Holds the run to the rules.
    pub watcher: &'a mut Watcher<'w>,
    /// How many choices of the run were made.
    pub made: usize,
    /// How many effects there were.
    pub effects: u64,
    /// Whether the subject was killed.
    pub is_killed: bool,
    /// The first choice that is not possible.
    pub wrong: Option<OrderError>,
}

impl Order for Given<'_, '_> {
    fn see(&mut self, at: Millis, seq: u64, what: &What) {
        self.effects += u64::from(matches!(what, What::Effect(_)));
        self.watcher.see(at, seq, what);
    }

    fn parked(&mut self, open: &[Op]) {
        self.watcher.parked(open);
    }

    fn kills(&mut self) -> bool {
        self.is_killed |= self.way.kill == Some(self.effects);
        self.way.kill == Some(self.effects)
    }

    fn may_kill(&self) -> bool {
        self.way.kill.is_some() && !self.is_killed
    }

    fn choose(&mut self, pending: usize, _: &dyn Fn(&mut dyn Hasher) -> bool) -> Option<usize> {
        if pending < 2 {
            return Some(0);
        }
        let taken = self.way.choices.get(self.made).copied().unwrap_or_default();
        self.made += 1;
        if taken >= pending {
            self.wrong = Some(OrderError::Number { choice: self.made, taken, pending });
            return None;
        }
        Some(taken)
    }
}
