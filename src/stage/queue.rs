//! What is due, the earliest first, and in the order of scheduling within one instant.

use std::collections::BTreeMap;

use crate::{model::Millis, system::Input};

/// Deliveries that are due at some virtual time.
#[derive(Debug, Default)]
pub struct Queue {
    due: BTreeMap<(Millis, u64), Input>,
    scheduled: u64,
}

impl Queue {
    /// Schedules an input.
    pub fn push(&mut self, at: Millis, input: Input) {
        self.due.insert((at, self.scheduled), input);
        self.scheduled += 1;
    }

    /// Drops what was owed to a subject that is no more: whatever names one of its operations.
    pub fn forget_operations(&mut self) {
        self.due.retain(|_, input| match input {
            Input::Model(..) | Input::Tool(..) | Input::Person(..) | Input::File(..) | Input::Fired(_) => false,
            Input::Begin(_) | Input::Says(_) | Input::Client(_) | Input::Signal(_) => true,
        });
    }

    /// Takes the earliest.
    pub fn pop(&mut self) -> Option<(Millis, Input)> {
        self.due.pop_first().map(|((at, _), input)| (at, input))
    }
}
