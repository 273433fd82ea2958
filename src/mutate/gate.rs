//! Observes the messages of a run, and says whether a condition of the run holds.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::{
    edit::{Memory, fits},
    kind::On,
    message::Message,
    row::Passing,
    run_condition::RunCondition,
};
use crate::{
    stage::What,
    system::{Input, ModelEvent},
};

/// A condition of the run, and how much of it has passed. The gate is open while the condition holds.
pub struct Gate {
    condition: Arc<RunCondition>,
    /// How many messages of `since` have passed.
    passed: usize,
    /// The pieces of the current call of the model so far.
    call: Vec<What>,
}

/// The condition is the same in the whole run.
impl Hash for Gate {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.passed, &self.call).hash(state);
    }
}

impl Gate {
    /// The gate at the beginning of a run.
    pub const fn new(condition: Arc<RunCondition>) -> Self {
        Self { condition, passed: 0, call: Vec::new() }
    }

    /// Whether the condition holds.
    pub fn is_open(&self) -> bool {
        self.passed == self.condition.since.len()
    }

    /// Observes a message before any change is applied to it. `pieces` are those of a whole call, or a single one.
    pub fn observe(&mut self, on: On, pieces: &[What]) {
        let piece = if on.is_whole_call() { None } else { Piece::of(pieces) };
        if piece == Some(Piece::More) && !self.call.is_empty() {
            self.call.extend_from_slice(pieces);
            return;
        }
        if !self.call.is_empty() {
            let call = std::mem::take(&mut self.call);
            self.step(On::whole_call(), &call);
        }
        if piece == Some(Piece::First) {
            self.call = pieces.to_vec();
        } else {
            self.step(on, pieces);
        }
    }

    fn step(&mut self, on: On, pieces: &[What]) {
        let mut opened: Option<Message> = None;
        let mut is_meant = |passing: &Passing| {
            passing.on.is_of(on) && {
                let message = opened.get_or_insert_with(|| Message::of(on, pieces));
                fits(passing.on, &passing.filter, message, &Memory::new())
            }
        };
        if self.condition.until.iter().any(&mut is_meant) {
            self.passed = 0;
        }
        if self.condition.since.get(self.passed).is_some_and(|step| step.0.iter().any(&mut is_meant)) {
            self.passed += 1;
        }
    }
}

/// A piece of a call of the model.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Piece {
    /// Its id and its name.
    First,
    /// Some of its arguments.
    More,
}

impl Piece {
    /// The piece that a message is, if it is one.
    pub const fn of(pieces: &[What]) -> Option<Self> {
        match pieces {
            [What::Input(Input::Model(_, ModelEvent::Call { .. }))] => Some(Self::First),
            [What::Input(Input::Model(_, ModelEvent::Arguments(_)))] => Some(Self::More),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "gate_tests.rs"]
mod tests;
