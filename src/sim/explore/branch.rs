//! One run of the search: the choices that it repeats, and those that it meets.

use std::{collections::BTreeSet, hash::Hasher};

use crate::{
    model::{Millis, Op, fingerprint::fingerprint},
    sim::watched::Watcher,
    stage::{Order, What},
};

/// A choice: the number that was taken, and how many there were.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Choice {
    /// The number of the input that came next, counted from 0 in the plain order.
    pub taken: usize,
    /// How many inputs were pending.
    pub of: usize,
}

/// What all runs of a search share.
#[derive(Debug, Default)]
pub struct Shared {
    /// The choices of the run, in order.
    pub path: Vec<Choice>,
    /// The fingerprints of the states with several choices, if states are merged.
    pub seen: Option<BTreeSet<u64>>,
    /// How many states with several choices were met.
    pub states: u64,
    /// How many of them are met at most.
    pub states_max: u64,
}

/// Why a run ended early.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Cut {
    /// It came to a state that was there before.
    Merged,
    /// There would be more states than the limit allows.
    Limit,
    /// The choices of the prefix cannot be repeated: so many inputs were pending at this choice.
    Differs {
        /// The number of the choice, counted from 1.
        choice: usize,
        /// The choice that was to be repeated.
        expected: Choice,
        /// How many inputs were pending.
        found: usize,
    },
}

/// One run.
pub struct Branch<'a, 'w> {
    shared: &'a mut Shared,
    watcher: &'a mut Watcher<'w>,
    /// How many choices of the path are made.
    pub made: usize,
    /// Why it ended early.
    pub cut: Option<Cut>,
    /// The fingerprint of the state in which nothing was pending any more.
    pub last: Option<u64>,
}

impl<'a, 'w> Branch<'a, 'w> {
    /// A run that repeats the path.
    pub const fn new(shared: &'a mut Shared, watcher: &'a mut Watcher<'w>) -> Self {
        Self { shared, watcher, made: 0, cut: None, last: None }
    }

    fn cut(&mut self, cut: Cut) -> Option<usize> {
        self.cut = Some(cut);
        None
    }

    /// The fingerprint of the whole state, if the subject shows its own.
    fn state(&self, state: &dyn Fn(&mut dyn Hasher) -> bool) -> Option<u64> {
        let mut is_shown = false;
        let print = fingerprint(|into| {
            is_shown = state(into);
            self.watcher.fingerprint(into);
        });
        is_shown.then_some(print)
    }
}

impl Order for Branch<'_, '_> {
    fn see(&mut self, at: Millis, seq: u64, what: &What) {
        self.watcher.see(at, seq, what);
    }

    fn parked(&mut self, open: &[Op]) {
        self.watcher.parked(open);
    }

    fn choose(&mut self, pending: usize, state: &dyn Fn(&mut dyn Hasher) -> bool) -> Option<usize> {
        match pending {
            0 => {
                self.last = self.state(state);
                return Some(0);
            }
            1 => return Some(0),
            _ => {}
        }
        if let Some(choice) = self.shared.path.get(self.made).copied() {
            self.made += 1;
            if choice.of != pending || choice.taken >= pending {
                return self.cut(Cut::Differs { choice: self.made, expected: choice, found: pending });
            }
            return Some(choice.taken);
        }
        let print = self.shared.seen.is_some().then(|| self.state(state)).flatten();
        if let (Some(seen), Some(print)) = (&self.shared.seen, print)
            && seen.contains(&print)
        {
            return self.cut(Cut::Merged);
        }
        if self.shared.states == self.shared.states_max {
            return self.cut(Cut::Limit);
        }
        if let (Some(seen), Some(print)) = (&mut self.shared.seen, print) {
            seen.insert(print);
        }
        self.shared.states += 1;
        self.shared.path.push(Choice { taken: 0, of: pending });
        self.made += 1;
        Some(0)
    }
}
