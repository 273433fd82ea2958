//! The implementation that a simulation tests: the reference, a mutant of it, or an adapter.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::MutantChoice;
use crate::{
    cli::tell_refused,
    llm::{serve::HostFilter, shell::Memory},
    sim::{
        finding::{Finding, FindingError, Replayed, RunOf, Smaller},
        generator::SystemGenerator,
        run::Options,
        scope::Scope,
    },
    stage::{Scenario, SubjectError, play},
    subject::{AdapterOptions, Reference, StartedSubject, SubjectSpec},
    suite::{
        InputError, InputErrors,
        catalogue::Catalogue,
        found::{Failure, Told, Untold, told},
    },
};

/// The implementation under test.
pub enum TestedChoice {
    /// The reference, or a mutant of it.
    Reference(MutantChoice),
    /// An adapter.
    Adapter(Box<Adapter>),
}

/// An adapter, and what it claims.
pub struct Adapter {
    spec: SubjectSpec,
    options: AdapterOptions,
    scope: Scope,
    /// The process that was started to read the claims. The first thread takes it.
    first: Mutex<Option<StartedSubject>>,
}

/// No implementation can be tested.
pub enum NotTested {
    /// An argument is wrong.
    Input(InputErrors),
    /// The subject does not start.
    Subject(SubjectError),
}

impl From<InputErrors> for NotTested {
    fn from(errors: InputErrors) -> Self {
        Self::Input(errors)
    }
}

impl TestedChoice {
    /// The adapter with the command line `subject`, or else the mutant with this id, or else the reference.
    pub fn of(
        subject: Option<&str>,
        mutant: Option<&str>,
        patience: Duration,
        hosts: HostFilter,
    ) -> Result<Self, NotTested> {
        let Some(subject) = subject else { return Ok(Self::Reference(MutantChoice::of(mutant)?)) };
        let spec = SubjectSpec::adapter(subject)
            .map_err(|error| NotTested::Input(InputError::new(error.to_string()).into()))?;
        let options = AdapterOptions { patience, hosts, ..AdapterOptions::default() };
        let first = spec.take(&options).map_err(NotTested::Subject)?;
        let claims = first.subject.claims();
        let scope = Scope::of(claims, Catalogue::embedded().musts_of(claims), true);
        Ok(Self::Adapter(Box::new(Adapter { spec, options, scope, first: Mutex::new(Some(first)) })))
    }

    /// What may be drawn.
    pub fn scope(&self) -> &Scope {
        match self {
            Self::Reference(_) => Scope::reference(),
            Self::Adapter(adapter) => &adapter.scope,
        }
    }

    /// Starts the implementation.
    pub fn start(&self) -> Result<StartedSubject, SubjectError> {
        match self {
            Self::Reference(mutant) => Ok(StartedSubject::alone(mutant.reference())),
            Self::Adapter(adapter) => {
                let first = adapter.first.lock().unwrap_or_else(PoisonError::into_inner).take();
                first.map_or_else(|| adapter.spec.take(&adapter.options), Ok)
            }
        }
    }

    /// How many times a mutant has altered something so far.
    pub fn altered(&self) -> Option<u64> {
        match self {
            Self::Reference(mutant) => mutant.altered(),
            Self::Adapter(_) => None,
        }
    }

    /// Why the system cannot be simulated, if so.
    pub fn why_not(&self, generator: &SystemGenerator) -> Option<String> {
        match self {
            Self::Reference(mutant) if mutant.is_for(generator) => None,
            Self::Reference(_) => Some(format!("the mutant is not for {}", generator.system)),
            Self::Adapter(adapter) => adapter.scope.why_not(generator.system, generator.profiles),
        }
    }

    /// Runs a seed again, and keeps everything. Nothing if it breaks no rule this time.
    pub fn finding(
        &self,
        options: &Options,
        generator: &SystemGenerator,
        run: RunOf<'_>,
    ) -> Result<Option<Finding>, SubjectError> {
        match self {
            Self::Reference(mutant) => Ok(Finding::make(options, generator, run, &mut mutant.reference())),
            Self::Adapter(adapter) => {
                let mut started = self.start()?;
                let finding = Finding::make_of(options, generator, run, &adapter.scope, &mut started);
                end(started);
                Ok(finding)
            }
        }
    }

    /// Runs a finding again.
    pub fn replay(&self, finding: &Finding) -> Result<Result<Replayed, FindingError>, SubjectError> {
        match self {
            Self::Reference(mutant) => Ok(finding.replay(&mut mutant.reference())),
            Self::Adapter(adapter) => {
                let mut started = self.start()?;
                let replayed = finding.replay_of(&adapter.scope, &mut started);
                end(started);
                Ok(replayed)
            }
        }
    }

    /// Makes a finding small. The search ends once `may_go_on` says no.
    pub fn smaller(
        &self,
        finding: &Finding,
        may_go_on: &dyn Fn() -> bool,
    ) -> Result<Result<Smaller, FindingError>, SubjectError> {
        match self {
            Self::Reference(mutant) => Ok(finding.smaller(&mut mutant.reference(), may_go_on)),
            Self::Adapter(adapter) => {
                let mut started = self.start()?;
                let smaller = finding.smaller_of(&adapter.scope, &mut started, may_go_on);
                end(started);
                Ok(smaller)
            }
        }
    }

    /// Tells a failure as a scenario, or why it is none.
    pub fn told(&self, failure: &Failure<'_>) -> Result<Result<Told, Untold>, SubjectError> {
        let mut right = |scenario: &Scenario| play(scenario, &mut Reference::default(), &mut Memory::default());
        match self {
            Self::Reference(mutant) => {
                let mut wrong = |scenario: &Scenario| play(scenario, &mut mutant.reference(), &mut Memory::default());
                Ok(told(failure, &mut wrong, &mut right))
            }
            Self::Adapter(_) => {
                let mut started = self.start()?;
                let StartedSubject { subject, model } = &mut started;
                let mut memory = Memory::default();
                let mut wrong = |scenario: &Scenario| match model {
                    Some(model) => play(scenario, subject.as_mut(), model.as_mut()),
                    None => play(scenario, subject.as_mut(), &mut memory),
                };
                let told = told(failure, &mut wrong, &mut right);
                end(started);
                Ok(told)
            }
        }
    }

    /// Ends the process that no thread has taken, and tells which requests the model has refused.
    pub fn close(self) {
        let Self::Adapter(adapter) = self else { return };
        if let Some(first) = adapter.first.into_inner().unwrap_or_else(PoisonError::into_inner) {
            end(first);
        }
        tell_refused(&adapter.options.hosts);
    }
}

/// Ends a subject. How it ends says nothing about what was just run.
fn end(mut started: StartedSubject) {
    drop(started.subject.close());
}
