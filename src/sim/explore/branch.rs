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
    /// The number of the input that came next, counted from 0 in the plain order. Of a kill: 0 if the run went on, 1 if the
    /// subject was killed.
    pub taken: usize,
    /// How many inputs were pending. Of a kill: 2.
    pub of: usize,
    /// Of a kill: the number of the effect after which it comes, counted from 1 in the run.
    pub effect: Option<u64>,
}

/// The order of one run: which input came next wherever several were pending, and where the subject was killed.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Way {
    /// After which effect of the run the subject is killed, counted from 1. `None` if it is not killed.
    pub kill: Option<u64>,
    /// The number of the input that comes next, counted from 0 in the plain order, wherever several are pending. After the
    /// last one, the plain order goes on.
    pub choices: Vec<usize>,
}

impl Way {
    /// The way of these choices. Choices of the plain order at its end are left out.
    pub fn of(path: &[Choice]) -> Self {
        let kill = path.iter().filter(|one| one.taken == 1).find_map(|one| one.effect);
        let inputs = path.iter().filter(|one| one.effect.is_none());
        Self { kill, ..inputs.map(|one| one.taken).collect::<Vec<_>>().into() }
    }

    /// Ways that are a little closer to the plain order: without the kill, without one choice, or with a lower one.
    pub fn smaller(&self) -> Vec<Self> {
        let mut ways = Vec::new();
        ways.extend(self.kill.map(|_| Self { kill: None, choices: self.choices.clone() }));
        for (at, taken) in self.choices.iter().enumerate() {
            let mut without = self.choices.clone();
            without.remove(at);
            ways.push(without.into());
            for lower in 0..*taken {
                let mut choices = self.choices.clone();
                choices[at] = lower;
                ways.push(choices.into());
            }
        }
        for way in ways.iter_mut().skip(usize::from(self.kill.is_some())) {
            way.kill = self.kill;
        }
        ways
    }
}

impl From<Vec<usize>> for Way {
    /// The order of these choices, without a kill.
    fn from(mut choices: Vec<usize>) -> Self {
        choices.truncate(choices.iter().rposition(|taken| *taken > 0).map_or(0, |last| last + 1));
        Self { kill: None, choices }
    }
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
    /// How many states and points of kills are met at most.
    pub states_max: u64,
    /// Whether each run may kill the subject once.
    pub kills: bool,
    /// How many points were met at which the subject may be killed.
    pub kill_points: u64,
}

impl Shared {
    /// Whether no further state may be met. Where the subject may be killed is a state, too.
    const fn is_full(&self) -> bool {
        self.states + self.kill_points >= self.states_max
    }
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
    /// How many effects there were.
    effects: u64,
    /// Whether the subject was killed.
    is_killed: bool,
    /// Why it ended early.
    pub cut: Option<Cut>,
    /// The fingerprint of the state in which nothing was pending any more.
    pub last: Option<u64>,
}

impl<'a, 'w> Branch<'a, 'w> {
    /// A run that repeats the path.
    pub const fn new(shared: &'a mut Shared, watcher: &'a mut Watcher<'w>) -> Self {
        Self { shared, watcher, made: 0, effects: 0, is_killed: false, cut: None, last: None }
    }

    fn cut(&mut self, cut: Cut) -> Option<usize> {
        self.cut = Some(cut);
        None
    }

    /// The next choice of the path. `None` if the run has repeated it.
    fn repeated(&mut self) -> Option<Choice> {
        let choice = self.shared.path.get(self.made).copied()?;
        self.made += 1;
        Some(choice)
    }

    /// Takes the first of several possibilities, for now.
    fn first(&mut self, of: usize, effect: Option<u64>) {
        self.shared.path.push(Choice { taken: 0, of, effect });
        self.made += 1;
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
        self.effects += u64::from(matches!(what, What::Effect(_)));
        self.watcher.see(at, seq, what);
    }

    fn parked(&mut self, open: &[Op]) {
        self.watcher.parked(open);
    }

    fn kills(&mut self) -> bool {
        if self.cut.is_some() || !self.may_kill() {
            return false;
        }
        let effect = Some(self.effects);
        match self.repeated() {
            Some(choice) if choice.effect == effect => self.is_killed = choice.taken == 1,
            Some(expected) => self.cut = Some(Cut::Differs { choice: self.made, expected, found: 2 }),
            None if self.shared.is_full() => self.cut = Some(Cut::Limit),
            None => {
                self.shared.kill_points += 1;
                self.first(2, effect);
            }
        }
        self.is_killed
    }

    fn may_kill(&self) -> bool {
        self.shared.kills && !self.is_killed
    }

    fn choose(&mut self, pending: usize, state: &dyn Fn(&mut dyn Hasher) -> bool) -> Option<usize> {
        match pending {
            _ if self.cut.is_some() => return None,
            0 => {
                self.last = self.state(state);
                return Some(0);
            }
            1 => return Some(0),
            _ => {}
        }
        if let Some(choice) = self.repeated() {
            if choice.effect.is_some() || choice.of != pending || choice.taken >= pending {
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
        if self.shared.is_full() {
            return self.cut(Cut::Limit);
        }
        if let (Some(seen), Some(print)) = (&mut self.shared.seen, print) {
            seen.insert(print);
        }
        self.shared.states += 1;
        self.first(pending, None);
        Some(0)
    }
}
