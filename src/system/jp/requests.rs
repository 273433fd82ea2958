//! The requests to the model: those that were sent, and those that wait to be sent again.

use std::{collections::BTreeMap, mem::take};

use super::retry;
use crate::{
    model::{ModelRequest, Op, op::Mint},
    system::{Answer, Effect, Failure, ModelEvent, Progress, Why},
};

/// The purpose of a request.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Purpose {
    /// The next answer of the turn.
    Turn,
    /// The answer to a tool's question. The number is the index of the call in the batch.
    Inquiry(usize),
}

/// A request without a whole answer.
#[derive(Clone, Debug, Hash)]
struct PendingRequest {
    purpose: Purpose,
    request: ModelRequest,
    /// How often the request was sent again.
    retries: u32,
    /// The answer so far.
    answer: Answer,
}

/// A request that has ended: with its whole answer, or with a failure that is not tried again.
#[derive(Hash)]
pub struct Ended {
    pub purpose: Purpose,
    pub answer: Result<Answer, Failure>,
}

/// All requests without a whole answer.
#[derive(Clone, Debug, Default, Hash)]
pub struct Requests {
    sent: BTreeMap<Op, Box<PendingRequest>>,
    /// The requests that wait for their retry, by the timer.
    waiting: BTreeMap<Op, Box<PendingRequest>>,
}

impl Requests {
    /// The open operations: requests and timers.
    pub fn open(&self) -> impl Iterator<Item = Op> {
        self.sent.keys().chain(self.waiting.keys()).copied()
    }

    /// Sends a request.
    pub fn ask(&mut self, purpose: Purpose, request: ModelRequest, mint: &mut Mint, out: &mut Vec<Effect>) {
        let pending = PendingRequest { purpose, request, retries: 0, answer: Answer::default() };
        self.send(Box::new(pending), mint, out);
    }

    fn send(&mut self, pending: Box<PendingRequest>, mint: &mut Mint, out: &mut Vec<Effect>) {
        let op = mint.next(Op::Request);
        out.push(Effect::Request(op, Box::new(pending.request.clone())));
        self.sent.insert(op, pending);
    }

    /// Takes a piece of an answer. A request that fails may be sent again later. A piece for a cancelled request is
    /// ignored.
    pub fn take(&mut self, op: Op, event: ModelEvent, mint: &mut Mint, out: &mut Vec<Effect>) -> Option<Ended> {
        let Some(pending) = self.sent.get_mut(&op) else {
            if !mint.knows(op) {
                out.push(Effect::Refuse(Why::Foreign));
            }
            return None;
        };
        match pending.answer.take(event) {
            Progress::More => None,
            // An answer that is cut off counts as it is. A call whose arguments lack their end fails as invalid JSON.
            Progress::Whole => {
                let pending = self.sent.remove(&op)?;
                Some(Ended { purpose: pending.purpose, answer: Ok(pending.answer) })
            }
            Progress::Failed(failure) => {
                let pending = self.sent.remove(&op)?;
                self.failed(pending, failure, mint, out)
            }
        }
    }

    /// Sets a timer for the retry. `Some` if the failure is final.
    fn failed(
        &mut self,
        mut pending: Box<PendingRequest>,
        failure: Failure,
        mint: &mut Mint,
        out: &mut Vec<Effect>,
    ) -> Option<Ended> {
        let Some(wait) = retry::wait(&failure, pending.retries + 1) else {
            return Some(Ended { purpose: pending.purpose, answer: Err(failure) });
        };
        let timer = mint.next(Op::Timer);
        out.push(Effect::Timer(timer, wait));
        pending.retries += 1;
        pending.answer = Answer::default();
        self.waiting.insert(timer, pending);
        None
    }

    /// A timer has fired: sends its request again.
    pub fn fired(&mut self, timer: Op, mint: &mut Mint, out: &mut Vec<Effect>) {
        match self.waiting.remove(&timer) {
            Some(pending) => self.send(pending, mint, out),
            None if mint.knows(timer) => {}
            None => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    /// Cancels every request and every retry. Yields the calls whose inquiries are cancelled, by their index.
    pub fn cancel_all(&mut self, out: &mut Vec<Effect>) -> Vec<usize> {
        let mut inquiries = Vec::new();
        for (op, pending) in take(&mut self.sent).into_iter().chain(take(&mut self.waiting)) {
            out.push(Effect::Cancel(op, Why::Interrupted));
            if let Purpose::Inquiry(index) = pending.purpose {
                inquiries.push(index);
            }
        }
        inquiries.sort_unstable();
        inquiries
    }
}
