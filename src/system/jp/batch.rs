//! The batch: the calls in one answer of the model, and the state of each.

use std::collections::BTreeMap;

use crate::model::json::{Map, Text};

use super::{execution_outcome::ExecutionOutcome, persisted::Event, question::Question};
use crate::model::Op;

/// A call of the batch.
#[derive(Clone, Debug, Hash)]
pub struct Call {
    pub id: Text,
    pub name: Text,
    pub arguments: Map,
    /// The answers so far, by question id. A later answer replaces an earlier one (EXE-20).
    pub answers: Map,
    state: State,
}

/// The state of a call.
#[derive(Clone, Debug, Hash)]
pub enum State {
    /// The call has not begun.
    Queued,
    /// The user is asked whether the call may run.
    Permitting,
    /// The call is being executed.
    Running(Op),
    /// The call has asked a question.
    Asking(Pending),
    /// The user is asked whether the model may have this result.
    Delivering(Response),
    /// The call has its result.
    Done(Response),
}

/// The result of a call, for the model.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Response {
    pub content: Text,
    pub is_error: bool,
}

/// A question without an answer yet, and the id of its inquiry.
#[derive(Clone, Debug, Hash)]
pub struct Pending {
    pub id: Text,
    pub question: Question,
}

impl Response {
    /// A result that is not an error.
    pub fn plain(content: impl Into<String>) -> Self {
        Self { content: content.into().into(), is_error: false }
    }

    /// A result that is an error.
    pub fn error(content: impl Into<String>) -> Self {
        Self { content: content.into().into(), is_error: true }
    }
}

impl Call {
    pub fn new(id: Text, name: Text, arguments: Map) -> Self {
        Self { id, name, arguments, answers: Map::new(), state: State::Queued }
    }

    /// A call whose arguments are not a JSON object. The call fails without being executed.
    pub fn unreadable(id: Text, name: Text) -> Self {
        let message = format!("The arguments of `{name}` are not a JSON object. Repeat the call with valid JSON.");
        Self { state: State::Done(Response::error(message)), ..Self::new(id, name, Map::new()) }
    }
}

/// The calls of one answer, in its order. The cost of each question about the batch does not grow with its calls.
#[derive(Clone, Debug, Default, Hash)]
pub struct Batch {
    calls: Vec<Call>,
    /// The open executions, and the index of the call of each. Cancelled executions stay open until they end.
    running: BTreeMap<Op, usize>,
    /// How many calls wait for the user or for the assistant.
    awaiting: usize,
    /// How many calls have no result yet.
    unfinished: usize,
    /// Whether the batch was stopped or restarted.
    pub outcome: ExecutionOutcome,
    /// Whether the batch must stay open, even with all its results.
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

    /// Sets the state of call `index`.
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

    /// The open executions.
    pub fn running(&self) -> impl Iterator<Item = Op> {
        self.running.keys().copied()
    }

    /// The index of the call whose execution is `op`.
    pub fn owner(&self, op: Op) -> Option<usize> {
        self.running.get(&op).copied()
    }

    /// The open question of call `index`.
    pub fn pending(&self, index: usize) -> Option<&Pending> {
        match self.state(index)? {
            State::Asking(pending) => Some(pending),
            _ => None,
        }
    }

    /// Whether a call waits for the user or for the assistant.
    pub const fn is_awaiting(&self) -> bool {
        self.awaiting > 0
    }

    /// Whether every call has its result, and the batch need not stay open.
    pub const fn is_done(&self) -> bool {
        self.unfinished == 0 && !self.held
    }

    /// Forgets the answers and results, so that the calls can be executed from the start (INT-08).
    pub fn rewind(&mut self) {
        for index in 0..self.calls.len() {
            self.calls[index].answers.clear();
            self.set(index, State::Queued);
        }
        self.outcome = ExecutionOutcome::default();
    }

    /// Takes the results, in the order of the calls. The batch is empty afterwards.
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
