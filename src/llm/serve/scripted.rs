//! A script that answers.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::{Answer, Answers, Pace, Served};
use crate::llm::{Session, WireRequest};

/// A script that answers every request, and tells each one that is over.
pub struct Scripted<F> {
    state: Mutex<State>,
    pause: Duration,
    tell: F,
}

struct State {
    session: Session,
    requests: u64,
    unexpected: u64,
}

/// What came of it all.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// How many requests came.
    pub requests: u64,
    /// How many of them nothing was ready for.
    pub unexpected: u64,
    /// What the script still holds ready, in words.
    pub left_over: Vec<String>,
}

impl<F: Fn(&Served) + Send + Sync> Scripted<F> {
    /// Has `session` answer, with `pause` between the frames of a reply; `tell` hears of each request that is over.
    pub fn new(session: Session, pause: Duration, tell: F) -> Self {
        let state = State { session: session.forgetful(), requests: 0, unexpected: 0 };
        Self { state: Mutex::new(state), pause, tell }
    }

    /// What has come so far.
    pub fn summary(&self) -> Summary {
        let State { session, requests, unexpected } = &*self.lock();
        Summary { requests: *requests, unexpected: *unexpected, left_over: session.left_over() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F: Fn(&Served) + Send + Sync> Answers for Scripted<F> {
    fn answer(&self, request: &WireRequest) -> Answer {
        let mut state = self.lock();
        let plan = state.session.reply(request.clone());
        let unexpected = state.session.take_unexpected().pop().map(|unexpected| unexpected.story);
        state.unexpected += u64::from(unexpected.is_some());
        Answer { pace: Pace::timed(plan.after, self.pause), plan, unexpected }
    }

    fn served(&self, served: &Served) {
        self.lock().requests += 1;
        (self.tell)(served);
    }
}
