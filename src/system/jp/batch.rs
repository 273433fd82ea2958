//! The batch: the calls of one answer of the model, and how far each of them is.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{execution_outcome::ExecutionOutcome, persisted::Event, question::Question};
use crate::model::Op;

/// A call of the batch.
#[derive(Clone, Debug)]
pub struct Call {
    pub id: String,
    pub name: String,
    pub arguments: Map<String, Value>,
    /// By question id; the latest wins (EXE-20).
    pub answers: Map<String, Value>,
    state: State,
}

/// How far a call is.
#[derive(Clone, Debug)]
pub enum State {
    /// Not begun.
    Queued,
    /// The person is asked whether it may run.
    Permitting,
    /// It is executed.
    Running(Op),
    /// It asks.
    Asking(Pending),
    /// The person is asked whether this result may go to the model.
    Delivering(Response),
    /// It has its result.
    Done(Response),
}

/// What the model is told of a call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Response {
    pub content: String,
    pub is_error: bool,
}

/// A question that is being asked, with the id of its inquiry: minted once and carried along.
#[derive(Clone, Debug)]
pub struct Pending {
    pub id: String,
    pub question: Question,
}

impl Response {
    /// A result that is not flagged.
    pub fn plain(content: impl Into<String>) -> Self {
        Self { content: content.into(), is_error: false }
    }

    /// A result that is flagged as an error.
    pub fn error(content: impl Into<String>) -> Self {
        Self { content: content.into(), is_error: true }
    }
}

impl Call {
    pub fn new(id: String, name: String, arguments: Map<String, Value>) -> Self {
        Self { id, name, arguments, answers: Map::new(), state: State::Queued }
    }

    /// A call whose arguments are no JSON object: it is answered without being executed.
    pub fn unreadable(id: String, name: String) -> Self {
        let message = format!("The arguments of `{name}` are not a JSON object. Repeat the call with valid JSON.");
        Self { state: State::Done(Response::error(message)), ..Self::new(id, name, Map::new()) }
    }
}

/// The calls of one answer, in its order. What is asked of it takes as long however many calls there are.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    calls: Vec<Call>,
    /// The executions under way, and whose they are; those that were cancelled included.
    running: BTreeMap<Op, usize>,
    /// How many calls wait for a person or the assistant.
    awaiting: usize,
    /// How many calls have no result yet.
    unfinished: usize,
    /// What has become of it.
    pub outcome: ExecutionOutcome,
    /// Whether it may not be done yet, although it has all results.
    pub held: bool,
}

impl Batch {
    pub fn of(calls: Vec<Call>) -> Self {
        let unfinished = calls.iter().filter(|call| !matches!(call.state, State::Done(_))).count();
        Self { calls, unfinished, ..Self::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    pub fn len(&self) -> usize {
        self.calls.len()
    }

    pub fn call(&self, index: usize) -> &Call {
        &self.calls[index]
    }

    pub fn call_mut(&mut self, index: usize) -> &mut Call {
        &mut self.calls[index]
    }

    pub fn state(&self, index: usize) -> Option<&State> {
        self.calls.get(index).map(|call| &call.state)
    }

    /// Moves call `index` on.
    pub fn set(&mut self, index: usize, state: State) {
        let awaits = |state: &State| matches!(state, State::Permitting | State::Asking(_) | State::Delivering(_));
        let is_done = |state: &State| matches!(state, State::Done(_));
        let before = std::mem::replace(&mut self.calls[index].state, state);
        let after = &self.calls[index].state;
        self.awaiting = self.awaiting + usize::from(awaits(after)) - usize::from(awaits(&before));
        self.unfinished = self.unfinished + usize::from(is_done(&before)) - usize::from(is_done(after));
        if let State::Running(op) = before {
            self.running.remove(&op);
        }
        if let State::Running(op) = after {
            self.running.insert(*op, index);
        }
    }

    /// The executions under way.
    pub fn running(&self) -> impl Iterator<Item = Op> {
        self.running.keys().copied()
    }

    /// Whose execution `op` is.
    pub fn owner(&self, op: Op) -> Option<usize> {
        self.running.get(&op).copied()
    }

    /// The question that call `index` is asking.
    pub fn pending(&self, index: usize) -> Option<&Pending> {
        match self.state(index)? {
            State::Asking(pending) => Some(pending),
            _ => None,
        }
    }

    /// Whether a call waits for a person or the assistant.
    pub const fn is_awaiting(&self) -> bool {
        self.awaiting > 0
    }

    /// Whether every call has its result, and nothing holds it.
    pub const fn is_done(&self) -> bool {
        self.unfinished == 0 && !self.held
    }

    /// Forgets what has come of the calls, so that they can be executed from the start (INT-08).
    pub fn rewind(&mut self) {
        for index in 0..self.calls.len() {
            self.calls[index].answers.clear();
            self.set(index, State::Queued);
        }
        self.outcome = ExecutionOutcome::default();
    }

    /// The results, in the order of the calls; the batch is empty after it.
    pub fn take_responses(&mut self) -> Vec<Event> {
        let calls = std::mem::take(self).calls;
        let response = |call: Call| match call.state {
            State::Done(Response { content, is_error }) => {
                Some(Event::ToolCallResponse { id: call.id, content, is_error })
            }
            _ => None,
        };
        calls.into_iter().filter_map(response).collect()
    }
}
