//! Running cases: each is taken from one queue, played by a worker, judged, and told.
//!
//! A worker has a subject and a shell of its own. One job works on the calling thread; several work on threads.

mod worker;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

pub(crate) use self::worker::{Worker, message_of};
use super::{
    case::Case,
    check::Mismatch,
    judge,
    outcome::{CaseVerdict, NotAsked, Outcome},
    snapshot::Store,
};
use crate::{
    llm::shell::Memory,
    stage::{Capability, Claim, Claims, Culprit, Fault, Lane, Scenario, SubjectError, play, redaction::Secrets, used},
    subject::{AdapterOptions, Reference, SubjectSpec},
    system::System,
};

/// How requests reach the scripted model.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Transport {
    /// Over a socket on loopback.
    #[default]
    Http,
    /// In memory, through the same wire formats.
    Memory,
}

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who sits in the hot seat.
    pub spec: SubjectSpec,
    /// How requests reach the model.
    pub transport: Transport,
    /// The wire format in which the model is asked, where a scenario says nothing else, and how an adapter is treated.
    pub adapter_options: AdapterOptions,
    /// How many workers.
    pub jobs: usize,
    /// Whether to start nothing more after the first failure.
    pub fail_fast: bool,
    /// The lanes that are shown.
    pub lanes: Vec<Lane>,
    /// The snapshots to hold the streams against; none for another subject than the reference, whose streams
    /// are its own, and where they are being updated.
    pub snapshots: Option<Store>,
}

/// What a run of the suite found.
pub struct Suite {
    /// By case, in the order in which the cases were given.
    pub outcomes: Vec<Outcome>,
    /// What the subject says of itself.
    pub claims: Claims,
    /// What was wrong with the end of a subject that had played many cases.
    pub faults: Vec<Fault>,
    /// Bugs of this program that showed.
    pub internal: Vec<String>,
}

impl Suite {
    /// What is found where the subject `who` does not start: nothing of what it might claim can be read.
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
        Self { outcomes: outcomes.collect(), claims, faults: vec![fault], internal: Vec::new() }
    }
}

/// What all workers of a run share.
struct Run<'a> {
    cases: &'a [Arc<Case>],
    /// The index of the next case that no worker has taken.
    next: AtomicUsize,
    /// A case failed, and nothing more is to be started.
    stop: AtomicBool,
    is_reference: bool,
    claims: Claims,
    /// The lanes that are shown.
    lanes: Vec<Lane>,
    snapshots: Option<Store>,
    fail_fast: bool,
    found: Mutex<Found>,
    progress: &'a (dyn Fn(&Outcome) + Sync),
}

/// What the workers have found.
#[derive(Default)]
struct Found {
    /// With the place of each case.
    outcomes: Vec<(usize, Outcome)>,
    /// Bugs of this program.
    bugs: Vec<String>,
}

/// Runs `cases`, and tells `progress` of each that is done, one at a time. One job runs them in their order.
///
/// # Errors
/// Where the subject does not start, or does not ask over the wire that is wanted.
pub fn run(cases: Vec<Arc<Case>>, options: Options, progress: impl Fn(&Outcome) + Sync) -> Result<Suite, SubjectError> {
    let Options { spec, transport, adapter_options, jobs, fail_fast, lanes, snapshots } = options;
    let first = spec.take(&adapter_options)?;
    let claims = first.subject.claims().clone();
    if let Some(wire) = adapter_options.wire.filter(|wire| !claims.wires.contains(wire)) {
        let known: Vec<&str> = claims.wires.iter().map(|wire| wire.word()).collect();
        let message = format!("{} does not claim the wire {}; it claims {}", claims.who, wire.word(), known.join(", "));
        return Err(SubjectError { culprit: Culprit::Environment, message });
    }
    let run = Run {
        cases: &cases,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        is_reference: spec.is_reference(),
        lanes: lanes.into_iter().filter(|lane| claims.lanes.contains(lane)).collect(),
        claims,
        snapshots,
        fail_fast,
        found: Mutex::default(),
        progress: &progress,
    };
    let first = Worker::new(spec.clone(), transport, adapter_options.clone()).with(first);
    let mut faults: Vec<Fault> = if jobs <= 1 {
        run.work(first).into_iter().collect()
    } else {
        let others = (1..jobs).map(|_| Worker::new(spec.clone(), transport, adapter_options.clone()));
        let workers: Vec<Worker> = [first].into_iter().chain(others).collect();
        thread::scope(|scope| {
            let threads: Vec<_> = workers.into_iter().map(|worker| scope.spawn(|| run.work(worker))).collect();
            threads.into_iter().filter_map(|thread| run.ended(thread.join())).collect()
        })
    };
    let Run { found, claims, .. } = run;
    let Found { mut outcomes, mut bugs } = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    // What is told of no case may still tell a secret of any: an adapter's log, say.
    let secrets: Vec<String> = cases.iter().flat_map(|case| case.scenario.secrets.iter().cloned()).collect();
    let secrets = Secrets::new(&secrets);
    faults.iter_mut().map(|fault| &mut fault.message).chain(&mut bugs).for_each(|text| secrets.redact(text));
    outcomes.sort_by_key(|(index, _)| *index);
    let outcomes = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
    Ok(Suite { outcomes, claims, faults, internal: bugs })
}

impl Run<'_> {
    /// Takes cases and plays them until none is left, then ends the worker's subject; yields what is wrong with the
    /// end.
    fn work(&self, mut worker: Worker) -> Option<Fault> {
        while !self.stop.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = self.cases.get(index) else { break };
            let outcome = self.outcome(case, &mut worker);
            self.done(index, outcome);
        }
        worker.close()
    }

    fn outcome(&self, case: &Arc<Case>, worker: &mut Worker) -> Outcome {
        if let Some(why) = not_asked(case, &self.claims, self.is_reference) {
            return Outcome::skipped(Arc::clone(case), why);
        }
        let played = worker.play(&case.scenario);
        let thens = catch_unwind(AssertUnwindSafe(|| judge::read(case, self.is_reference, &played, &self.lanes)));
        let thens = thens.unwrap_or_else(|panic| {
            self.bug(format!("{}: a step panicked: {}", case.id, message_of(&*panic)));
            judge::thens(case, self.is_reference, |_| {
                Err(Mismatch::Unread("a step panicked, which is a bug of hotseat".to_owned()))
            })
        });
        let mut outcome = judge::outcome(case, played, thens);
        self.compare(&mut outcome);
        outcome
    }

    /// Holds the stream of a run without faults against its snapshot.
    fn compare(&self, outcome: &mut Outcome) {
        let Some(store) = self.snapshots.as_ref().filter(|_| outcome.faults.is_empty() && !outcome.case.is_combination)
        else {
            return;
        };
        // A folder that is named is one in which every scenario has its snapshot.
        let required = outcome.case.embedded || matches!(store, Store::Folder(_));
        match store.compare(&outcome.case.id, &outcome.events, required) {
            Ok(drift) => outcome.drift = drift,
            Err(mistake) => {
                outcome.faults.push(Fault { culprit: Culprit::Environment, message: mistake.to_string() });
            }
        }
    }

    fn done(&self, index: usize, outcome: Outcome) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if self.fail_fast && outcome.verdict() == CaseVerdict::Failed {
            self.stop.store(true, Ordering::Relaxed);
        }
        (self.progress)(&outcome);
        found.outcomes.push((index, outcome));
    }

    fn bug(&self, message: String) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).bugs.push(message);
    }

    /// What was wrong with the end of a worker's subject, once its thread has ended.
    fn ended(&self, ended: thread::Result<Option<Fault>>) -> Option<Fault> {
        ended.unwrap_or_else(|panic| {
            self.bug(format!("a worker panicked: {}", message_of(&*panic)));
            None
        })
    }
}

/// Why `case` is not asked of a subject with these claims, where it is not.
pub(crate) fn not_asked(case: &Case, claims: &Claims, is_reference: bool) -> Option<NotAsked> {
    let unclaimed = case.not_asked(claims, is_reference).map(NotAsked::from);
    let real = (!is_reference && !case.scenario.files_meanwhile.is_empty()).then(|| {
        "another process writes a file in it, which only the files in memory can do in time".to_owned().into()
    });
    unclaimed.or(real).or_else(|| needs_more(&case.scenario, claims))
}

/// Why `scenario` is not asked of a subject with these claims: the scenario needs more than they claim.
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
    // What the scripts do not tell, the reference does: whether it takes a timer, say.
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
