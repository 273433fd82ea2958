//! Plays the scenarios of a cucumber run.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use ::cucumber::gherkin::{Feature, Rule, Scenario as Lines};
use futures::channel::oneshot;

use super::case::case;
use crate::{
    stage::{Claims, Lane, Played, Scenario, SubjectError},
    subject::{AdapterOptions, SubjectSpec},
    suite::runner::{Transport, Worker, not_asked},
};

/// The subjects that play the scenarios, and how they reach the scripted model. Copies share the subjects.
///
/// Every scenario is played on a thread of its own, because all steps of cucumber share one task and must not block.
#[derive(Clone)]
pub struct Players(Arc<Shared>);

struct Shared {
    spec: SubjectSpec,
    transport: Transport,
    adapter_options: AdapterOptions,
    jobs: usize,
    claims: Claims,
    /// Workers that play nothing at the moment.
    free: Mutex<Vec<Worker>>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        let mut free = std::mem::take(self.free.get_mut().unwrap_or_else(PoisonError::into_inner));
        // The server of the scripted model blocks while it ends. That would panic on a thread that runs futures, and
        // this may be one.
        let ended = thread::spawn(move || free.iter_mut().for_each(|worker| drop(worker.close()))).join();
        // All verdicts are known by now, and a subject that ends badly changes none.
        drop(ended);
    }
}

impl fmt::Debug for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Players").field("spec", &self.0.spec).field("jobs", &self.0.jobs).finish_non_exhaustive()
    }
}

impl Default for Players {
    /// The reference, with one job; the model is reached in memory.
    fn default() -> Self {
        let reference = Self::of(SubjectSpec::Reference, Transport::Memory, AdapterOptions::default(), 1);
        reference.unwrap_or_else(|error| panic!("the reference does not start: {error}"))
    }
}

impl Players {
    /// Players with the subject of `spec`. One subject is started at once, to read its claims.
    ///
    /// # Errors
    /// If the subject does not start.
    pub fn of(
        spec: SubjectSpec,
        transport: Transport,
        adapter_options: AdapterOptions,
        jobs: usize,
    ) -> Result<Self, SubjectError> {
        let first = spec.take(&adapter_options)?;
        let claims = first.subject.claims().clone();
        let first = Worker::new(spec.clone(), transport, adapter_options.clone()).with(first);
        let free = Mutex::new(vec![first]);
        Ok(Self(Arc::new(Shared { spec, transport, adapter_options, jobs: jobs.max(1), claims, free })))
    }

    /// How many scenarios are run at once.
    pub fn jobs(&self) -> usize {
        self.0.jobs
    }

    /// The claims of the subject.
    pub fn claims(&self) -> &Claims {
        &self.0.claims
    }

    /// The lanes that the subject shows.
    pub fn lanes(&self) -> &[Lane] {
        &self.0.claims.lanes
    }

    /// Whether the subject is the reference.
    pub(super) fn is_reference(&self) -> bool {
        self.0.spec.is_reference()
    }

    /// Whether the scenario is asked of the subject: whether the subject claims its system, its profile and everything
    /// that it needs. Use it as a filter:
    /// `.filter_run(input, move |feature, rule, scenario| players.asks(feature, rule, scenario))`.
    pub fn asks(&self, feature: &Feature, rule: Option<&Rule>, scenario: &Lines) -> bool {
        self.not_asked(feature, rule, scenario).is_none()
    }

    /// Why the scenario is not asked of the subject. `None` if it is asked.
    pub fn not_asked(&self, feature: &Feature, rule: Option<&Rule>, scenario: &Lines) -> Option<String> {
        let case = case(feature, rule, scenario);
        not_asked(&case, &self.0.claims, self.0.spec.is_reference()).map(|not| not.why)
    }

    /// Plays a scenario.
    pub(super) async fn play(&self, scenario: &Scenario) -> Played {
        let mut worker = self.worker();
        let (answer, played) = oneshot::channel();
        let scenario = scenario.clone();
        thread::spawn(move || {
            let played = worker.play(&scenario);
            // If cucumber has given up the step, sending fails, and the worker ends with its subject.
            drop(answer.send((worker, played)));
        });
        let (worker, played) = played.await.unwrap_or_else(|_| panic!("the thread that played the scenario is gone"));
        self.free(worker);
        played
    }

    fn worker(&self) -> Worker {
        let free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.unwrap_or_else(|| Worker::new(self.0.spec.clone(), self.0.transport, self.0.adapter_options.clone()))
    }

    fn free(&self, worker: Worker) {
        self.0.free.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }
}
