//! Somebody who takes the person's part while the run goes on, and what they did as rules of a scenario.
//!
//! All that others owe comes first, however late it is due; then they are asked. Whatever they do takes a millisecond, so
//! that it has an instant of its own, and rules that do it then make the same run. Timers alone wait for them: a
//! timeout would be over before anybody could answer. They may let it come to that.
//!
//! **Absent here:** how they see and what they press.

use std::collections::BTreeMap;

use super::{
    party::Due,
    scenario::{PersonRule, TimedAct},
    stream::What,
};
use crate::{
    model::{Millis, Op},
    system::{Act, Effect, Input},
};

/// How long an act takes.
const TAKES: Millis = Millis(1);
/// After so many acts they leave: a run that does not end is then theirs, and not the subject's.
const ACTS_MAX: usize = 10_000;

/// Somebody who takes the person's part.
pub trait InteractivePerson {
    /// They see what happens, at virtual time `at`.
    fn see(&mut self, at: Millis, what: &What);

    /// What they do now, with these prompts open, some of which may be shown to others; `timer` is how long it takes
    /// until the first timer fires, where one is set.
    fn act(&mut self, open: &[Op], timer: Option<Millis>) -> Move;
}

/// What somebody does who is asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Move {
    /// This, at that prompt.
    Acts(Op, Act),
    /// Nothing, until the next timer fires; where none is set, nothing ever.
    Waits,
    /// They leave, and the run with them.
    Leaves,
}

/// Where they sit.
pub struct InteractiveSession<'a> {
    person: &'a mut dyn InteractivePerson,
    is_left: bool,
    acts: usize,
    rules: Vec<PersonRule>,
    /// The rule of each prompt, and when it was first shown.
    shown: BTreeMap<Op, (usize, Millis)>,
}

impl<'a> InteractiveSession<'a> {
    pub fn new(person: &'a mut dyn InteractivePerson) -> Self {
        Self { person, is_left: false, acts: 0, rules: Vec::new(), shown: BTreeMap::new() }
    }

    pub const fn is_left(&self) -> bool {
        self.is_left
    }

    /// A rule for each prompt that was shown, in order, used up by it: so whatever its piece is found in, every rule
    /// before it is used up already, and it is the first that fits.
    pub fn rules(self) -> Vec<PersonRule> {
        self.rules
    }

    pub fn see(&mut self, at: Millis, what: &What) {
        match what {
            What::Input(Input::Begin(_)) => self.shown.clear(),
            What::Effect(Effect::Show(op, prompt)) if !self.shown.contains_key(op) => {
                self.shown.insert(*op, (self.rules.len(), at));
                let piece = prompt.text.lines().map(str::trim).find(|line| !line.is_empty());
                let prompt = piece.unwrap_or_default().to_owned();
                self.rules.push(PersonRule { prompt, visits: vec![Vec::new()], optional: false });
            }
            What::Input(Input::Person(op, act)) => {
                let shown = self.shown.get(op);
                let visit = shown.and_then(|(rule, _)| self.rules.get_mut(*rule)?.visits.first_mut());
                if let (Some((_, first)), Some(visit)) = (shown, visit) {
                    visit.push(TimedAct { after_ms: at.0.saturating_sub(first.0), act: act.clone() });
                }
            }
            _ => {}
        }
        self.person.see(at, what);
    }

    /// What is due because of what they do.
    pub fn ask(&mut self, open: &[Op], timer: Option<Millis>) -> Vec<Due> {
        let prompts: Vec<Op> = open.iter().copied().filter(|op| matches!(op, Op::Prompt(_))).collect();
        // What fires before they could have done anything comes first.
        if prompts.is_empty() || timer.is_some_and(|timer| timer <= TAKES) {
            return Vec::new();
        }
        if self.acts == ACTS_MAX {
            self.is_left = true;
            return Vec::new();
        }
        match self.person.act(&prompts, timer) {
            Move::Acts(op, act) => {
                self.acts += 1;
                vec![(TAKES, Input::Person(op, act))]
            }
            Move::Waits => Vec::new(),
            Move::Leaves => {
                self.is_left = true;
                Vec::new()
            }
        }
    }
}
