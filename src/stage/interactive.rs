//! A human who takes the person's part during a run, and the rules of a scenario that repeat their acts.
//!
//! The inputs of all other parties are delivered first, even if they are due late. Then the human is asked. Each act
//! takes one millisecond. So it has an instant of its own, and the recorded rules make the same run. Timers wait for
//! the human, since otherwise every timeout in virtual time would be over first. The human may let a timer fire.
//!
//! **Absent here:** how the human sees the prompts, and which keys they press.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    party::Due,
    scenario::{PersonRule, TimedAct},
    stream::What,
};
use crate::{
    model::{Millis, Op},
    system::{Act, Effect, Input},
};

/// How long an act takes, in virtual time.
const TAKES: Millis = Millis(1);
/// The most acts in a run. After them the human counts as gone, so a longer run is not the subject's fault.
const ACTS_MAX: usize = 10_000;

/// The most drawings of which the telling lines are looked for. Of more, the first line of each is taken.
const COMPARED_MAX: usize = 100;

/// A human who takes the person's part.
pub trait InteractivePerson {
    /// Shows them what happened at virtual time `at`.
    fn see(&mut self, at: Millis, what: &What);

    /// What they do now, while these prompts are open. Some of the prompts may be shown to other parties. `timer` is
    /// the time until the first timer fires, if one is set.
    fn act(&mut self, open: &[Op], timer: Option<Millis>) -> Move;
}

/// What the human does when asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Move {
    /// An act at a prompt.
    Acts(Op, Act),
    /// Nothing, until the next timer fires. If none is set, nothing at all.
    Waits,
    /// They leave, and the run ends.
    Leaves,
}

/// The human in a run, and the rules that repeat what they did.
pub struct InteractiveSession<'a> {
    person: &'a mut dyn InteractivePerson,
    has_left: bool,
    acts: usize,
    rules: Vec<PersonRule>,
    /// The first drawing of the prompt of each rule.
    drawings: Vec<String>,
    /// The rule of each prompt, and when it was first shown.
    shown: BTreeMap<Op, (usize, Millis)>,
}

impl<'a> InteractiveSession<'a> {
    pub fn new(person: &'a mut dyn InteractivePerson) -> Self {
        Self { person, has_left: false, acts: 0, rules: Vec::new(), drawings: Vec::new(), shown: BTreeMap::new() }
    }

    pub const fn has_left(&self) -> bool {
        self.has_left
    }

    /// A rule for each prompt that was shown, in order. Each prompt uses up one rule, so the first unused rule that
    /// fits a prompt is always the right one. A rule names its prompt by the line that the fewest drawings have.
    pub fn rules(self) -> Vec<PersonRule> {
        let Self { mut rules, drawings, .. } = self;
        let different: BTreeSet<&str> = drawings.iter().map(String::as_str).collect();
        let having = |line: &str| match different.len() {
            0..=COMPARED_MAX => different.iter().filter(|drawing| drawing.contains(line)).count(),
            _ => 0,
        };
        let telling: BTreeMap<&str, &str> = different
            .iter()
            .map(|drawing| {
                let lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty());
                (*drawing, lines.min_by_key(|line| having(line)).unwrap_or_default())
            })
            .collect();
        for (rule, drawing) in rules.iter_mut().zip(&drawings) {
            telling[drawing.as_str()].clone_into(&mut rule.prompt);
        }
        rules
    }

    pub fn see(&mut self, at: Millis, what: &What) {
        match what {
            What::Input(Input::Begin(_)) => self.shown.clear(),
            What::Effect(Effect::Show(op, prompt)) if !self.shown.contains_key(op) => {
                self.shown.insert(*op, (self.rules.len(), at));
                self.drawings.push(prompt.text.clone());
                self.rules.push(PersonRule { prompt: String::new(), visits: vec![Vec::new()], optional: false });
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

    /// Asks the human, and returns the inputs that are due then.
    pub fn ask(&mut self, open: &[Op], timer: Option<Millis>) -> Vec<Due> {
        let prompts: Vec<Op> = open.iter().copied().filter(|op| matches!(op, Op::Prompt(_))).collect();
        // A timer that fires before an act could take effect goes first.
        if prompts.is_empty() || timer.is_some_and(|timer| timer <= TAKES) {
            return Vec::new();
        }
        if self.acts == ACTS_MAX {
            self.has_left = true;
            return Vec::new();
        }
        match self.person.act(&prompts, timer) {
            Move::Acts(op, act) => {
                self.acts += 1;
                vec![(TAKES, Input::Person(op, act))]
            }
            Move::Waits => Vec::new(),
            Move::Leaves => {
                self.has_left = true;
                Vec::new()
            }
        }
    }
}
