//! A script that answers.

use std::{
    collections::VecDeque,
    future::ready,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures::future::BoxFuture;

use super::{Answer, Answers, Incoming, Pacing, Release, Served};
use crate::llm::{Format, Plan, Session, Wire, WireRequest, script::FramePace};

/// A script that answers every request, and tells each one that is over.
pub struct Scripted<F> {
    state: Mutex<State>,
    /// The one wire that is served, where only one is.
    wire: Option<Wire>,
    pause: Duration,
    tell: F,
}

struct State {
    session: Session,
    /// The replies whose steps are held, the oldest first.
    held: VecDeque<Release>,
    summary: Summary,
}

/// What came of it all.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// How many requests came.
    pub requests: u64,
    /// How many of them nothing was ready for.
    pub unexpected: u64,
    /// How many of them are wrong in themselves.
    pub wrong: u64,
    /// What the script still holds ready, in words.
    pub left_over: Vec<String>,
}

impl<F: Fn(&Served) + Send + Sync> Scripted<F> {
    /// Has `session` answer, over one wire or every one, with `pause` between the frames of a reply; `tell` hears of
    /// each request that is over.
    pub fn new(session: Session, wire: Option<Wire>, pause: Duration, tell: F) -> Self {
        let state = State { session: session.forgetful(), held: VecDeque::new(), summary: Summary::default() };
        Self { state: Mutex::new(state), wire, pause, tell }
    }

    /// Lets the next `steps` of the oldest held reply go.
    pub fn release(&self, steps: usize) {
        let held = &mut self.lock().held;
        while held.front().is_some_and(Release::is_over) {
            held.pop_front();
        }
        if let Some(oldest) = held.front() {
            oldest.steps(steps);
        }
    }

    /// What has come so far.
    pub fn summary(&self) -> Summary {
        let State { session, summary, .. } = &*self.lock();
        Summary { left_over: session.left_over(), ..summary.clone() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why nobody is served under this path, and how that is said there.
    fn nobody(&self, path: &str) -> Option<Answer> {
        let wire = Wire::of_path(path);
        if wire.is_some_and(|wire| self.wire.is_none_or(|only| only == wire)) {
            return None;
        }
        let served: Vec<Wire> =
            Wire::ALL.into_iter().filter(|wire| self.wire.is_none_or(|only| only == *wire)).collect();
        let format = Format { wire: wire.or(self.wire).unwrap_or_default(), streamed: false };
        let (plan, message) = Plan::not_found(path, &served, format);
        Some(Answer { plan, pacing: Pacing::now(), unexpected: Some(message), wrongs: Vec::new() })
    }
}

impl<F: Fn(&Served) + Send + Sync> Answers for Scripted<F> {
    fn answer<'a>(&'a self, incoming: Incoming<'a>) -> BoxFuture<'a, Option<Answer>> {
        Box::pin(ready(Some(self.decide(incoming.request))))
    }

    fn served(&self, served: &Served) {
        let summary = &mut self.lock().summary;
        summary.requests += 1;
        summary.unexpected += u64::from(served.unexpected.is_some());
        summary.wrong += u64::from(!served.wrongs.is_empty());
        (self.tell)(served);
    }
}

impl<F: Fn(&Served) + Send + Sync> Scripted<F> {
    fn decide(&self, request: &WireRequest) -> Answer {
        if let Some(answer) = self.nobody(&request.path) {
            return answer;
        }
        let mut state = self.lock();
        let session = &mut state.session;
        let plan = session.reply(request.clone());
        let (unexpected, wrongs) = session.take_faults();
        let unexpected = unexpected.into_iter().next().map(|unexpected| unexpected.message);
        let wrongs = wrongs.into_iter().map(|wrong| wrong.message).collect();
        let pacing = match plan.pacing {
            None => Pacing::timed(plan.after, self.pause),
            Some(FramePace::PauseMs(pause)) => Pacing::timed(plan.after, Duration::from_millis(pause.into())),
            Some(FramePace::Held) => {
                let (pacing, release) = Pacing::held();
                state.held.push_back(release);
                pacing
            }
        };
        Answer { pacing, plan, unexpected, wrongs }
    }
}
