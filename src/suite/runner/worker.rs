//! A worker: a subject, a model's shell, and how to make both anew.

use std::{
    any::Any,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
};

use super::Transport;
use crate::{
    llm::shell::{Http, Memory, ModelShell},
    stage::{Culprit, End, Fault, Identity, Played, Scenario, SubjectError, play},
    subject::{AdapterOptions, StartedSubject, SubjectSpec},
};

/// Plays scenarios, one after another. The subject and the shell are started when the first scenario needs them.
pub(crate) struct Worker {
    spec: SubjectSpec,
    transport: Transport,
    adapter_options: AdapterOptions,
    started: Option<StartedSubject>,
    shell: Option<Box<dyn ModelShell>>,
}

impl Worker {
    /// A worker whose subject is to be started by `spec`.
    pub fn new(spec: SubjectSpec, transport: Transport, adapter_options: AdapterOptions) -> Self {
        Self { spec, transport, adapter_options, started: None, shell: None }
    }

    /// The worker with a subject that is started already.
    pub fn with(self, started: StartedSubject) -> Self {
        Self { started: Some(started), ..self }
    }

    /// Ends the subject; yields what was wrong with the end.
    pub fn close(&mut self) -> Option<Fault> {
        let closed = self.started.take()?.subject.close();
        closed.err().map(|SubjectError { culprit, message }| Fault { culprit, message })
    }

    /// Who the subject said that it is.
    pub fn identity(&self) -> Option<&Identity> {
        self.started.as_ref()?.subject.identity()
    }

    /// Whether the last run began where earlier ones had left something. If so, the next one begins with nothing.
    pub fn renew(&mut self) -> bool {
        self.started.as_mut().is_some_and(|started| started.subject.renew())
    }

    /// Plays a scenario. A panic is a fault of this scenario, and of no other.
    pub fn play(&mut self, scenario: &Scenario) -> Played {
        catch_unwind(AssertUnwindSafe(|| self.play_here(scenario))).unwrap_or_else(|panic| {
            // The subject and the shell may be in any state after a panic: both are made anew.
            (self.started, self.shell) = (None, None);
            broken(Culprit::Subject, format!("the run panicked: {}", message_of(&*panic)))
        })
    }

    fn play_here(&mut self, scenario: &Scenario) -> Played {
        let started = match &mut self.started {
            Some(started) => started,
            empty => match self.spec.take(&self.adapter_options) {
                Ok(started) => empty.insert(started),
                Err(error) => return broken(error.culprit, error.message),
            },
        };
        let model = match (&mut started.model, &mut self.shell) {
            (Some(own), _) => own,
            (None, Some(shell)) => shell,
            (None, shell) => match start(self.transport, &self.adapter_options) {
                Ok(started) => shell.insert(started),
                Err(error) => return broken(Culprit::Environment, format!("no scripted model over HTTP: {error}")),
            },
        };
        play(scenario, started.subject.as_mut(), model.as_mut())
    }
}

/// The message of a panic.
pub fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

fn start(transport: Transport, adapter_options: &AdapterOptions) -> io::Result<Box<dyn ModelShell>> {
    let format = adapter_options.format();
    Ok(match transport {
        Transport::Memory => Box::new(Memory::new(format)),
        Transport::Http => Box::new(Http::start(format, adapter_options.hosts.clone())?),
    })
}

fn broken(culprit: Culprit, message: String) -> Played {
    let faults = vec![Fault { culprit, message }];
    Played { end: End::Broken, faults, ..Played::nothing() }
}
