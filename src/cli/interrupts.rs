//! A run that a signal stops: what was judged before is told.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, RecvError, Sender, channel},
    },
    thread,
};

use crate::{
    stage::SubjectError,
    subject::process::{self, Stop},
    suite::{
        InputError,
        case::Case,
        outcome::Outcome,
        runner::{self, Options, SoFar, Suite},
    },
};

/// What a run with foreign subjects waits for.
enum Event {
    /// The run has ended, or panicked.
    Ended(Result<Box<Result<Suite, SubjectError>>, Box<dyn Any + Send>>),
    /// A signal has stopped the program, and the subjects have ended.
    Stopped(Stop),
}

/// How a run has ended.
pub enum Ended {
    /// With this result.
    ByItself(Result<Suite, SubjectError>),
    /// By a signal, with what the run had found before. `None` if nothing was judged.
    Stopped(Stop, Option<Suite>),
}

/// Signals that stop the program while a run goes on.
pub struct Interrupts {
    events: Sender<Event>,
    heard: Receiver<Event>,
}

impl Interrupts {
    /// Listens to signals from now on.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn listen() -> Result<Self, InputError> {
        let (events, heard) = channel();
        let stopped = events.clone();
        let then = move |stop| {
            // If nobody listens any more, the run has ended by itself and is told.
            let _ = stopped.send(Event::Stopped(stop));
        };
        process::watch_and(then).map_err(|error| InputError::new(format!("cannot listen to signals: {error}")))?;
        Ok(Self { events, heard })
    }

    /// Plays cases until they are done or a signal stops the program.
    pub fn play(
        &self,
        cases: Vec<Arc<Case>>,
        options: Options,
        progress: impl Fn(&Outcome) + Send + Sync + 'static,
    ) -> Ended {
        let so_far = SoFar::default();
        let playing = {
            let (events, so_far, cases) = (self.events.clone(), so_far.clone(), cases.clone());
            move || {
                let play = || Box::new(runner::run_shown(&cases, options, progress, &so_far));
                let _ = events.send(Event::Ended(catch_unwind(AssertUnwindSafe(play))));
            }
        };
        thread::spawn(playing);
        loop {
            match self.heard.recv() {
                Ok(Event::Ended(Ok(ended))) => return Ended::ByItself(*ended),
                Ok(Event::Ended(Err(panic))) => resume_unwind(panic),
                Ok(Event::Stopped(stop)) => return Ended::Stopped(stop, so_far.take(&cases)),
                // A sender is kept, so this never happens.
                Err(RecvError) => thread::park(),
            }
        }
    }
}
