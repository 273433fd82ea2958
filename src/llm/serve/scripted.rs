//! Answers requests from a script.

use std::{
    collections::VecDeque,
    future::ready,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures::future::BoxFuture;

use super::{Answer, Answers, Incoming, Pacing, Release, Served};
use crate::llm::{Format, Plan, Session, Wire, WireRequest, script::FramePace};

/// Answers every request from a script, and reports each request that is over.
pub struct Scripted<F> {
    state: Mutex<State>,
    /// The wire that is served. `None` for all wires.
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

/// The requests so far, in numbers.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// The number of requests, without those that were refused.
    pub requests: u64,
    /// The number of requests that were refused because of their headers.
    pub refused: u64,
    /// The number of requests to which the script had no reply.
    pub unexpected: u64,
    /// The number of requests that have errors in themselves.
    pub wrong: u64,
    /// The replies of the script that were not used, in words.
    pub left_over: Vec<String>,
}

impl<F: Fn(&Served) + Send + Sync> Scripted<F> {
    /// Answers from `session` on one `wire`, or on all wires. `pause` is the time between the frames of a reply. `tell`
    /// gets each request that is over.
    pub fn new(session: Session, wire: Option<Wire>, pause: Duration, tell: F) -> Self {
        let state = State { session: session.forgetful(), held: VecDeque::new(), summary: Summary::default() };
        Self { state: Mutex::new(state), wire, pause, tell }
    }

    /// Releases the next `steps` of the oldest held reply.
    pub fn release(&self, steps: usize) {
        let held = &mut self.lock().held;
        while held.front().is_some_and(Release::is_over) {
            held.pop_front();
        }
        if let Some(oldest) = held.front() {
            oldest.steps(steps);
        }
    }

    /// The requests so far, in numbers.
    pub fn summary(&self) -> Summary {
        let State { session, summary, .. } = &*self.lock();
        Summary { left_over: session.left_over(), ..summary.clone() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to a request whose path is not served. `None` if the path is served.
    fn not_served(&self, path: &str) -> Option<Answer> {
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
        summary.requests += u64::from(served.refused.is_none());
        summary.refused += u64::from(served.refused.is_some());
        summary.unexpected += u64::from(served.unexpected.is_some());
        summary.wrong += u64::from(!served.wrongs.is_empty());
        (self.tell)(served);
    }
}

impl<F: Fn(&Served) + Send + Sync> Scripted<F> {
    fn decide(&self, request: &WireRequest) -> Answer {
        if let Some(answer) = self.not_served(&request.path) {
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
