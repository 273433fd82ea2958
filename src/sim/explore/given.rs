//! One order that is given, choice by choice.

use std::hash::Hasher;

use thiserror::Error;

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
}

/// The order of the given choices. After them, the plain order goes on.
pub struct Given<'a, 'w> {
    /// The choices: each is the number of the input that comes next, where several are pending.
    pub choices: &'a [usize],
    /// Holds the run to the rules.
    pub watcher: &'a mut Watcher<'w>,
    /// How many choices of the run were made.
    pub made: usize,
    /// The first choice that is not possible.
    pub wrong: Option<OrderError>,
}

impl Order for Given<'_, '_> {
    fn see(&mut self, at: Millis, seq: u64, what: &What) {
        self.watcher.see(at, seq, what);
    }

    fn parked(&mut self, open: &[Op]) {
        self.watcher.parked(open);
    }

    fn choose(&mut self, pending: usize, _: &dyn Fn(&mut dyn Hasher) -> bool) -> Option<usize> {
        if pending < 2 {
            return Some(0);
        }
        let taken = self.choices.get(self.made).copied().unwrap_or_default();
        self.made += 1;
        if taken >= pending {
            self.wrong = Some(OrderError::Number { choice: self.made, taken, pending });
            return None;
        }
        Some(taken)
    }
}
