//! Answers requests from a script.

use std::{
    collections::{BTreeMap, VecDeque},
    future::ready,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures::future::BoxFuture;

use super::{Answer, Answers, Incoming, Kind, Pacing, Release, Served, auxiliary};
use crate::llm::{Format, Plan, Session, Wire, WireRequest, script::FramePace, wire::session_of};

/// Answers every request from a script, and reports each request when it arrives and when it is over.
///
/// A request whose path begins with `/s/TOKEN` belongs to the session of this token. Each session plays the script for
/// itself.
pub struct Scripted<F> {
    state: Mutex<State>,
    /// The wire that is served. `None` for all wires.
    wire: Option<Wire>,
    pause: Duration,
    tell: F,
}

struct State {
    /// A session that nobody has used.
    fresh: Session,
    /// The sessions that were used, each by its token; one has no token.
    sessions: BTreeMap<String, Session>,
    /// The replies whose steps are held, the oldest first.
    held: VecDeque<Release>,
    summary: Summary,
}

/// What is told of a request.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// It has arrived, and is not answered yet.
    Arrived(&'a Served),
    /// It is over.
    Over(&'a Served),
}

/// The requests so far, in numbers.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// The number of requests to the model, without those that were refused.
    pub requests: u64,
    /// How many of them a side expectation answered.
    pub side: u64,
    /// The number of requests beside those to the model: lists of models, counts of tokens, probes, upgrades.
    pub auxiliary: u64,
    /// The number of requests that were refused because of their headers.
    pub refused: u64,
    /// The number of requests to which the script had no reply.
    pub unexpected: u64,
    /// The number of requests that have errors in themselves.
    pub wrong: u64,
    /// The replies of the script that were not used, in words.
    pub left_over: Vec<String>,
}

impl<F: Fn(Told<'_>) + Send + Sync> Scripted<F> {
    /// Answers from copies of `session` on one `wire`, or on all wires. `pause` is the time between the frames of a reply.
    /// `tell` gets each request when it arrives, and when it is over.
    pub fn new(session: Session, wire: Option<Wire>, pause: Duration, tell: F) -> Self {
        let (fresh, sessions) = (session.forgetful(), BTreeMap::new());
        let state = State { fresh, sessions, held: VecDeque::new(), summary: Summary::default() };
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
        let State { fresh, sessions, summary, .. } = &*self.lock();
        let mut left_over = Vec::new();
        for (token, session) in sessions {
            let place = if token.is_empty() { String::new() } else { format!("session {token}: ") };
            left_over.extend(session.left_over().into_iter().map(|left| format!("{place}{left}")));
        }
        if sessions.is_empty() {
            left_over = fresh.left_over();
        }
        Summary { left_over, ..summary.clone() }
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
        Some(Answer { unexpected: Some(message), ..Answer::now(plan) })
    }
}

impl<F: Fn(Told<'_>) + Send + Sync> Answers for Scripted<F> {
    fn answer<'a>(&'a self, incoming: Incoming<'a>) -> BoxFuture<'a, Option<Answer>> {
        Box::pin(ready(Some(self.decide(incoming.request))))
    }

    fn arrived(&self, served: &Served) {
        (self.tell)(Told::Arrived(served));
    }

    fn served(&self, served: &Served) {
        let summary = &mut self.lock().summary;
        let is_auxiliary = served.kind == Kind::Auxiliary;
        summary.requests += u64::from(served.refused.is_none() && !is_auxiliary);
        summary.side += u64::from(served.kind == Kind::Side);
        summary.auxiliary += u64::from(is_auxiliary);
        summary.refused += u64::from(served.refused.is_some());
        summary.unexpected += u64::from(served.unexpected.is_some());
        summary.wrong += u64::from(!served.wrongs.is_empty());
        (self.tell)(Told::Over(served));
    }
}

impl<F: Fn(Told<'_>) + Send + Sync> Scripted<F> {
    fn decide(&self, request: &WireRequest) -> Answer {
        if let Some(plan) = auxiliary::answer(request) {
            return Answer { kind: Kind::Auxiliary, ..Answer::now(plan) };
        }
        if let Some(answer) = self.not_served(&request.path) {
            return answer;
        }
        let mut state = self.lock();
        let State { fresh, sessions, .. } = &mut *state;
        let (token, _) = session_of(&request.path);
        let session = sessions.entry(token.to_owned()).or_insert_with(|| fresh.clone());
        let sides = session.sides();
        let plan = session.reply(request.clone());
        let kind = if session.sides() > sides { Kind::Side } else { Kind::Scripted };
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
        Answer { pacing, plan, unexpected, wrongs, kind }
    }
}
