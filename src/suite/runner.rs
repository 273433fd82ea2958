//! Plays cases: workers take them from one queue, play and judge them, and report each outcome.
//!
//! Each worker has its own subject and its own shell. With one job, the worker runs on the calling thread. With several
//! jobs, each worker has a thread.

mod worker;

use std::{
    cmp::Reverse,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

pub(crate) use self::worker::{Worker, message_of};
pub use super::standing::{SHOWN_MAX, more_show_it};
use super::{
    case::{Case, Origin},
    catalogue::Catalogue,
    check::Mismatch,
    judge,
    outcome::{CaseVerdict, NotAsked, Outcome},
    snapshot::Store,
    standing,
};
use crate::{
    llm::shell::Memory,
    model::json::Value,
    sim::scope::Scope,
    stage::{
        Capability, Claim, Claims, Culprit, Fault, Identity, Lane, Scenario, SubjectError, play, redaction::Secrets,
        used,
    },
    subject::{AdapterOptions, Reference, SubjectSpec, process},
    system::System,
};

/// How requests reach the scripted model.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Transport {
    /// A socket on loopback.
    #[default]
    Http,
    /// No socket, but the same wire formats.
    Memory,
}

/// Says of an outcome whether no more cases are started after it.
#[derive(Clone)]
pub struct StopsAt(pub Arc<dyn Fn(&Outcome) -> bool + Send + Sync>);

impl fmt::Debug for StopsAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StopsAt")
    }
}

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The subject under test.
    pub spec: SubjectSpec,
    /// How requests reach the scripted model.
    pub transport: Transport,
    /// The wire format of requests if a scenario names none, and the options for adapters.
    pub adapter_options: AdapterOptions,
    /// The number of workers.
    pub jobs: usize,
    /// After which outcome to start no more cases. `None` plays them all.
    pub stops_at: Option<StopsAt>,
    /// The lanes that a `Then` may read.
    pub lanes: Vec<Lane>,
    /// The snapshots to compare the event streams with. `None` while snapshots are written, and for all subjects but the
    /// reference, because another right implementation has other streams.
    pub snapshots: Option<Store>,
    /// Whether the streams of all runs are kept. Otherwise only those are that a failure is told with.
    pub keeps_streams: bool,
}

impl Options {
    /// Those of a run in which one subject is looked at, case by case, and not compared with the reference.
    pub(crate) fn looking_at(spec: &SubjectSpec, adapter_options: &AdapterOptions) -> Self {
        Self {
            spec: spec.clone(),
            transport: Transport::Http,
            adapter_options: adapter_options.clone(),
            jobs: 1,
            stops_at: None,
            lanes: Lane::ALL.to_vec(),
            snapshots: None,
            keeps_streams: true,
        }
    }
}

/// The result of a run.
pub struct Suite {
    /// The outcomes, in the order of the cases. With `stops_at`, cases after that one may have none.
    pub outcomes: Vec<Outcome>,
    /// What the subject claims.
    pub claims: Claims,
    /// Faults that belong to no case, such as a subject that ends wrongly after its last case.
    pub faults: Vec<Fault>,
    /// Bugs of this program that the run has shown.
    pub internal: Vec<String>,
    /// Who the subject said that it is.
    pub identity: Option<Identity>,
}

impl Suite {
    /// The result if the subject `who` did not start. It may claim every system and profile, so each case
    /// that it could be asked counts as unread.
    pub fn unread(cases: &[Arc<Case>], who: String, fault: Fault) -> Self {
        let claim = |system: &System| Claim {
            system: system.name.to_owned(),
            profiles: system.profiles.iter().map(|profile| (*profile).to_owned()).collect(),
        };
        let claims = Claims::whole(who, System::ALL.iter().map(claim).collect());
        let outcomes = cases.iter().map(|case| match case.not_asked(&claims, false) {
            Some(why) => Outcome::skipped(Arc::clone(case), why.into()),
            None => Outcome::unread(Arc::clone(case), false, "the subject did not start"),
        });
        Self { outcomes: outcomes.collect(), claims, faults: vec![fault], internal: Vec::new(), identity: None }
    }
}

/// The state that all workers of a run share.
struct Run<'a> {
    cases: &'a [Arc<Case>],
    /// The indices of the cases in the order in which they are played.
    order: Vec<usize>,
    /// The place of the next case in that order.
    next: AtomicUsize,
    /// Set when no more cases may be started, because one has failed.
    stop: AtomicBool,
    is_reference: bool,
    claims: Claims,
    /// The requirements that the subject must meet.
    scope: Scope,
    /// The lanes that a `Then` may read: those of the options that the subject shows.
    lanes: Vec<Lane>,
    snapshots: Option<Store>,
    stops_at: Option<StopsAt>,
    keeps_streams: bool,
    found: &'a Mutex<Found>,
    progress: &'a (dyn Fn(&Outcome) + Sync),
}

/// What the workers have found so far.
#[derive(Default)]
struct Found {
    /// The outcomes, each with the index of its case.
    outcomes: Vec<(usize, Outcome)>,
    /// Bugs of this program.
    bugs: Vec<String>,
    /// Who the subject said that it is.
    identity: Option<Identity>,
}

/// What a run has found so far, for a program that is asked to end while it goes on.
#[derive(Clone, Default)]
pub struct SoFar(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Whether the cases are a part of those that are judged together.
    is_part: bool,
    found: Mutex<Found>,
    /// What the subject claims, once it has started.
    claims: OnceLock<Claims>,
}

impl SoFar {
    /// For a run of a part of the cases that are judged together. What the first cases are told of for all is not left to
    /// them: others may be the first.
    pub fn of_part() -> Self {
        Self(Arc::new(Shared { is_part: true, ..Shared::default() }))
    }

    /// Takes the result of the run as far as it has come. `None` if no case has an outcome.
    pub fn take(&self, cases: &[Arc<Case>]) -> Option<Suite> {
        let found = self.0.take();
        let claims = self.0.claims.get().filter(|_| !found.outcomes.is_empty())?;
        Some(found.into_suite(cases, claims.clone(), Vec::new(), self.0.is_part))
    }
}

impl Shared {
    fn take(&self) -> Found {
        std::mem::take(&mut *self.found.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Found {
    /// The result of a run of `cases` that has found this.
    fn into_suite(self, cases: &[Arc<Case>], claims: Claims, mut faults: Vec<Fault>, is_part: bool) -> Suite {
        let Self { mut outcomes, mut bugs, identity } = self;
        // These texts belong to no case, but may contain a secret of any case, for example in the log of an adapter.
        let secrets: Vec<String> = cases.iter().flat_map(|case| case.scenario.secrets.iter().cloned()).collect();
        let secrets = Secrets::new(&secrets);
        faults.iter_mut().map(|fault| &mut fault.message).chain(&mut bugs).for_each(|text| secrets.redact(text));
        outcomes.sort_by_key(|(index, _)| *index);
        let mut outcomes: Vec<Outcome> = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
        if !is_part {
            standing::keep_first(&mut outcomes);
        }
        Suite { outcomes, claims, faults, internal: bugs, identity }
    }
}

/// Plays `cases`, and calls `progress` with each outcome, one at a time. With one job, the cases are played in their order, but
/// those of an agent that can share a process come one after another.
///
/// # Errors
/// If the subject does not start, or does not claim the wire of the options.
pub fn run(cases: Vec<Arc<Case>>, options: Options, progress: impl Fn(&Outcome) + Sync) -> Result<Suite, SubjectError> {
    run_shown(&cases, options, progress, &SoFar::default())
}

/// The same. Meanwhile, what was found stands in `so_far`.
///
/// # Errors
/// As for [`run`].
pub fn run_shown(
    cases: &[Arc<Case>],
    options: Options,
    progress: impl Fn(&Outcome) + Sync,
    so_far: &SoFar,
) -> Result<Suite, SubjectError> {
    let Options { spec, transport, adapter_options, jobs, stops_at, lanes, snapshots, keeps_streams } = options;
    let first = spec.take(&adapter_options)?;
    let claims = first.subject.claims().clone();
    if let Some(wire) = adapter_options.wire.filter(|wire| !claims.wires.contains(wire)) {
        let known: Vec<&str> = claims.wires.iter().map(|wire| wire.word()).collect();
        let message = format!("{} does not claim the wire {}; it claims {}", claims.who, wire.word(), known.join(", "));
        return Err(SubjectError { culprit: Culprit::Environment, message });
    }
    so_far.0.claims.get_or_init(|| claims.clone());
    let run = Run {
        cases,
        order: order(cases, &spec),
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        is_reference: spec.is_reference(),
        scope: if spec.is_reference() {
            Scope::reference().clone()
        } else {
            Scope::of(&claims, Catalogue::embedded().musts_of(&claims), true)
        },
        lanes: lanes.into_iter().filter(|lane| claims.lanes.contains(lane)).collect(),
        claims,
        snapshots,
        stops_at,
        keeps_streams,
        found: &so_far.0.found,
        progress: &progress,
    };
    let first = Worker::new(spec.clone(), transport, adapter_options.clone()).with(first);
    let faults: Vec<Fault> = if jobs <= 1 {
        run.play_all(first).into_iter().collect()
    } else {
        let others = (1..jobs).map(|_| Worker::new(spec.clone(), transport, adapter_options.clone()));
        let workers: Vec<Worker> = [first].into_iter().chain(others).collect();
        thread::scope(|scope| {
            let threads: Vec<_> = workers.into_iter().map(|worker| scope.spawn(|| run.play_all(worker))).collect();
            threads.into_iter().filter_map(|thread| run.fault_at_end(thread.join())).collect()
        })
    };
    Ok(so_far.0.take().into_suite(cases, run.claims, faults, so_far.0.is_part))
}

/// The order in which the cases are played: those that can share a process of the subject come one after another, the largest
/// such group first.
fn order(cases: &[Arc<Case>], spec: &SubjectSpec) -> Vec<usize> {
    let mut groups: Vec<(Option<Value>, Vec<usize>)> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let in_common = spec.in_common(&case.scenario.config);
        match groups.iter_mut().find(|(other, _)| *other == in_common) {
            Some((_, group)) => group.push(index),
            None => groups.push((in_common, vec![index])),
        }
    }
    groups.sort_by_key(|(_, group)| Reverse(group.len()));
    groups.into_iter().flat_map(|(_, group)| group).collect()
}

impl Run<'_> {
    /// Takes cases from the queue and plays them until none is left. Then ends the worker's subject. Returns the fault if the
    /// subject ends wrongly.
    fn play_all(&self, mut worker: Worker) -> Option<Fault> {
        while !self.stop.load(Ordering::Relaxed) {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&index) = self.order.get(next) else { break };
            let outcome = self.play_and_judge(&self.cases[index], &mut worker);
            self.report(index, outcome);
        }
        self.note_identity(&worker);
        worker.close()
    }

    fn play_and_judge(&self, case: &Arc<Case>, worker: &mut Worker) -> Outcome {
        if let Some(why) = not_asked(case, &self.claims, self.is_reference) {
            return Outcome::skipped(Arc::clone(case), why);
        }
        let started = now();
        let mut outcome = self.play_once(case, worker);
        // What an agent keeps of earlier sessions may be the reason, so only a fresh one is blamed.
        if outcome.verdict() != CaseVerdict::Passed && worker.renew() {
            outcome = self.play_once(case, worker);
        }
        outcome.took = started.elapsed();
        outcome
    }

    fn play_once(&self, case: &Arc<Case>, worker: &mut Worker) -> Outcome {
        let played = worker.play(&case.scenario);
        let thens =
            catch_unwind(AssertUnwindSafe(|| judge::read(case, self.is_reference, &played, &self.lanes, &self.scope)));
        let thens = thens.unwrap_or_else(|panic| {
            self.add_bug(format!("{}: a step panicked: {}", case.id, message_of(&*panic)));
            judge::thens(case, self.is_reference, |_| {
                Err(Mismatch::Unread("a step panicked, which is a bug of hotseat".to_owned()))
            })
        });
        let mut outcome = judge::outcome(case, played, thens);
        self.compare_with_snapshot(&mut outcome);
        outcome
    }

    /// Compares the event stream with the snapshot. A run with faults has a broken stream, and combinations have no
    /// snapshots.
    fn compare_with_snapshot(&self, outcome: &mut Outcome) {
        let Some(store) =
            self.snapshots.as_ref().filter(|_| outcome.faults.is_empty() && outcome.case.origin == Origin::Written)
        else {
            return;
        };
        // Every scenario must have a snapshot in a folder that the user has named. The embedded snapshots are only those of
        // embedded scenarios.
        let required = outcome.case.embedded || matches!(store, Store::Folder(_));
        match store.compare(&outcome.case.id, &outcome.events, required) {
            Ok(drift) => outcome.drift = drift,
            Err(error) => {
                outcome.faults.push(Fault { culprit: Culprit::Environment, message: error.to_string() });
            }
        }
    }

    /// Reports an outcome, and keeps it.
    fn report(&self, index: usize, mut outcome: Outcome) {
        // What a subject does once it is told to end is not judged.
        process::stand_still_if_stopping();
        if !self.keeps_streams && outcome.verdict() == CaseVerdict::Passed && outcome.faults.is_empty() {
            (outcome.events, outcome.raw, outcome.exchanged) = (Vec::new(), Vec::new(), String::new());
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if self.stops_at.as_ref().is_some_and(|stops_at| (stops_at.0)(&outcome)) {
            self.stop.store(true, Ordering::Relaxed);
        }
        (self.progress)(&outcome);
        found.outcomes.push((index, outcome));
    }

    /// Keeps who the subject of this worker said that it is.
    fn note_identity(&self, worker: &Worker) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.identity = found.identity.take().or_else(|| worker.identity().cloned());
    }

    fn add_bug(&self, message: String) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).bugs.push(message);
    }

    /// The fault that the thread of a worker has returned. A panic of the thread is a bug of this program.
    fn fault_at_end(&self, joined: thread::Result<Option<Fault>>) -> Option<Fault> {
        joined.unwrap_or_else(|panic| {
            self.add_bug(format!("a worker panicked: {}", message_of(&*panic)));
            None
        })
    }
}

#[expect(clippy::disallowed_types, reason = "a report may say how long a case took; no verdict depends on it")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

/// Why `case` is not played with a subject that has these claims. `None` if it is played.
pub(crate) fn not_asked(case: &Case, claims: &Claims, is_reference: bool) -> Option<NotAsked> {
    let unclaimed = case.not_asked(claims, is_reference).map(NotAsked::from);
    let needs_reference = (!is_reference && !case.scenario.files_meanwhile.is_empty()).then(|| {
        "another process writes a file in it, and only files in memory can do that at the right moment"
            .to_owned()
            .into()
    });
    unclaimed.or(needs_reference).or_else(|| needs_more(&case.scenario, claims))
}

/// What `scenario` needs and the subject does not claim, as the reason why the scenario is not played. `None` if the
/// subject claims everything.
fn needs_more(scenario: &Scenario, claims: &Claims) -> Option<NotAsked> {
    let who = &claims.who;
    if let Some(wire) = scenario.wire.filter(|wire| !claims.wires.contains(wire)) {
        return Some(format!("{who} does not claim the wire {}, which this scenario is about", wire.word()).into());
    }
    if claims.wires.is_empty() && !scenario.model.is_empty() {
        return Some(format!("{who} does not claim any wire, and this scenario asks the model").into());
    }
    if Capability::ALL.iter().all(|capability| claims.capabilities.contains(capability)) {
        return None;
    }
    let mut needs = scenario.needs();
    // The scripts do not show every need. The reference shows the others, for example whether it sets a timer.
    if System::named(&scenario.system).is_some() {
        needs.extend(used(&play(scenario, &mut Reference::default(), &mut Memory::default()).events));
    }
    let lacks = needs.iter().find(|capability| !claims.capabilities.contains(capability))?;
    let why = format!("{who} does not claim the capability {}, which this scenario needs", lacks.word());
    Some(NotAsked { why, lacks: Some(*lacks) })
}

#[cfg(test)]
#[path = "runner_tests.rs"]
mod tests;
