//! Who plays scenarios.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use tokio::sync::oneshot;

use super::Transport;
use crate::{
    llm::{
        Format,
        shell::{Http, Memory, ModelShell},
    },
    stage::{Culprit, End, Fault, Played, Scenario, SubjectError, play},
    subject::{AdapterOptions, StartedSubject, SubjectSpec},
};

/// Workers, each with a subject and a shell of its own.
pub enum Workers {
    /// One, on the thread of whoever asks: with one job nobody else has anything to do meanwhile, and waking a
    /// thread for each scenario costs more than many a scenario.
    Here(Box<Mutex<Worker>>),
    /// Several, on threads, that take scenarios from one queue.
    Threads(Mutex<Threads>),
}

/// Workers on threads.
pub struct Threads {
    /// None once the threads are to end.
    queue: Option<Sender<Work>>,
    threads: Vec<JoinHandle<Option<Fault>>>,
}

impl Threads {
    /// Waits for the threads, so that every subject's process is ended before this one is.
    fn end(&mut self) -> Vec<Fault> {
        self.queue = None;
        // A thread that panicked has nothing left to end.
        self.threads.drain(..).filter_map(|thread| thread.join().ok().flatten()).collect()
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.end();
    }
}

type Work = (Scenario, oneshot::Sender<Played>);
type Queue = Arc<Mutex<Receiver<Work>>>;

impl Workers {
    /// Starts `jobs` workers. The first uses `first`; the others seat their own when they first need it.
    pub fn start(jobs: usize, first: StartedSubject, spec: SubjectSpec, model: (Transport, AdapterOptions)) -> Self {
        if jobs == 1 {
            return Self::Here(Box::new(Mutex::new(Worker { spec, model, started: Some(first), shell: None })));
        }
        let (queue, work) = mpsc::channel();
        let work: Queue = Arc::new(Mutex::new(work));
        let mut first = Some(first);
        let threads = (0..jobs).map(|_| {
            let (work, spec, started) = (Arc::clone(&work), spec.clone(), first.take());
            thread::spawn(move || Worker { spec, model, started, shell: None }.run(&work))
        });
        Self::Threads(Mutex::new(Threads { threads: threads.collect(), queue: Some(queue) }))
    }

    /// Ends every subject; yields what was wrong with that.
    pub fn end(&self) -> Vec<Fault> {
        match self {
            Self::Here(worker) => worker.lock().unwrap_or_else(PoisonError::into_inner).close().into_iter().collect(),
            Self::Threads(threads) => threads.lock().unwrap_or_else(PoisonError::into_inner).end(),
        }
    }

    /// Has a free worker play a scenario. None where none is left.
    pub async fn play(&self, scenario: Scenario) -> Option<Played> {
        match self {
            Self::Here(worker) => {
                let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
                Some(worker.play_safely(&scenario))
            }
            Self::Threads(threads) => {
                let (answer, played) = oneshot::channel();
                let queue = threads.lock().unwrap_or_else(PoisonError::into_inner).queue.clone();
                queue?.send((scenario, answer)).ok()?;
                played.await.ok()
            }
        }
    }
}

/// A subject, a shell, and how to make them anew.
pub struct Worker {
    spec: SubjectSpec,
    /// How requests reach the model, in which format, and how an adapter is treated.
    model: (Transport, AdapterOptions),
    started: Option<StartedSubject>,
    shell: Option<Box<dyn ModelShell>>,
}

impl Worker {
    /// Ends its subject.
    fn close(&mut self) -> Option<Fault> {
        let closed = self.started.take()?.subject.close();
        closed.err().map(|SubjectError { culprit, message }| Fault { culprit, message })
    }

    fn run(mut self, work: &Queue) -> Option<Fault> {
        loop {
            let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((scenario, answer)) = next else { return self.close() };
            // The receiver is gone only where the whole run is.
            drop(answer.send(self.play_safely(&scenario)));
        }
    }

    /// Plays a scenario; a panic is that scenario's fault, and no other's.
    fn play_safely(&mut self, scenario: &Scenario) -> Played {
        catch_unwind(AssertUnwindSafe(|| self.play(scenario))).unwrap_or_else(|panic| {
            // What panicked may be in any state: both are made anew.
            (self.started, self.shell) = (None, None);
            let what = panic.downcast_ref::<String>().map(String::as_str);
            let what = what.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            broken(Culprit::Subject, format!("the run panicked: {what}"))
        })
    }

    fn play(&mut self, scenario: &Scenario) -> Played {
        let (transport, adapter_options) = self.model;
        let started = match &mut self.started {
            Some(started) => started,
            empty => match self.spec.take(adapter_options) {
                Ok(started) => empty.insert(started),
                Err(error) => return broken(error.culprit, error.message),
            },
        };
        let model = match (&mut started.model, &mut self.shell) {
            (Some(own), _) => own,
            (None, Some(shell)) => shell,
            (None, shell) => match start(transport, adapter_options.format()) {
                Ok(started) => shell.insert(started),
                Err(error) => return broken(Culprit::Environment, format!("no scripted model over HTTP: {error}")),
            },
        };
        play(scenario, started.subject.as_mut(), model.as_mut())
    }
}

fn start(transport: Transport, format: Format) -> io::Result<Box<dyn ModelShell>> {
    Ok(match transport {
        Transport::Memory => Box::new(Memory::new(format)),
        Transport::Http => Box::new(Http::start(format)?),
    })
}

fn broken(culprit: Culprit, message: String) -> Played {
    let faults = vec![Fault { culprit, message }];
    Played { end: End::Broken, faults, ..Played::nothing() }
}
