//! A run that a signal stops: what was judged before is told.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering},
        mpsc::{Receiver, RecvError, Sender, channel},
    },
    thread,
};

use crate::{
    report::ExitCode,
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

    /// Plays cases until they are done or a signal stops the program. Meanwhile, what was found stands in `so_far`.
    pub fn play(
        &self,
        cases: Vec<Arc<Case>>,
        options: Options,
        progress: impl Fn(&Outcome) + Send + Sync + 'static,
        so_far: SoFar,
    ) -> Ended {
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

/// A signal that a command heeds by coming to its end: what was found before is told.
#[derive(Clone, Default)]
pub struct Signal(Arc<AtomicI32>);

impl Signal {
    /// Listens from now on. A second signal ends the program at once.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn heed() -> Result<Self, InputError> {
        let signal = Self::default();
        let heard = Arc::clone(&signal.0);
        process::heed(move |number| heard.store(number, Ordering::Relaxed))
            .map_err(|error| InputError::new(format!("cannot listen to signals: {error}")))?;
        Ok(signal)
    }

    /// Whether it has come.
    pub fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// The exit code of a command that has found `code` so far. If nothing is wrong, a signal is told. Of a shard, it is told
    /// whatever was found, because its engine must not take it for done.
    pub fn exit_code(&self, code: u8, is_shard: bool) -> u8 {
        let number = u8::try_from(self.0.load(Ordering::Relaxed)).unwrap_or_default();
        let is_told =
            code == ExitCode::CONFORMANT || is_shard && ![ExitCode::USAGE, ExitCode::INTERNAL].contains(&code);
        if is_told && number != 0 { 128 + number } else { code }
    }
}
