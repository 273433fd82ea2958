//! Makes a finding small: the same rule and the same requirements, broken by as few choices as can be found.

use super::{Finding, FindingError, TRIES};
use crate::{
    sim::{
        draws::Kept,
        generator::SystemGenerator,
        run::{RunOptions, Tested, is_sound, simulate_any},
        scope::Scope,
        shrink::shrink,
        tape::{Choices, Tape},
    },
    stage::Subject,
    subject::StartedSubject,
};

/// Hands the subject to a run.
type Hands<'a> = dyn FnMut(&mut dyn FnMut(Tested<'_>)) + 'a;

/// What became of a finding that should be made small.
#[derive(Clone, Debug)]
pub enum Smaller {
    /// The same failure, in a run that is as small as could be found. It had been tried so many times.
    Found {
        /// The small finding.
        finding: Box<Finding>,
        /// How many tapes were run.
        runs: u64,
    },
    /// The rule was broken in so many of [`TRIES`] runs only. Nobody can tell which choices such a failure needs.
    NotRepeatable(usize),
}

impl Finding {
    /// Makes a finding of the reference, or of a mutant of it, small. The search ends once `may_go_on` says no.
    ///
    /// # Errors
    /// If there is no such system.
    pub fn smaller(&self, subject: &mut dyn Subject, may_go_on: &dyn Fn() -> bool) -> Result<Smaller, FindingError> {
        let scope = Scope::reference();
        self.smaller_with(scope, 1, may_go_on, &mut |run| run(Tested { scope, subject: &mut *subject, model: None }))
    }

    /// Makes a finding of another subject small.
    ///
    /// # Errors
    /// If there is no such system.
    pub fn smaller_of(
        &self,
        scope: &Scope,
        started: &mut StartedSubject,
        may_go_on: &dyn Fn() -> bool,
    ) -> Result<Smaller, FindingError> {
        self.smaller_with(scope, TRIES, may_go_on, &mut |run| run(started.tested(scope)))
    }

    /// `with` hands the subject to a run.
    fn smaller_with(
        &self,
        scope: &Scope,
        tries: usize,
        may_go_on: &dyn Fn() -> bool,
        with: &mut Hands<'_>,
    ) -> Result<Smaller, FindingError> {
        let generator = self.generator()?;
        let mut runs = 0;
        let mut fails = |choices: Choices<'_>| {
            let mut kept = None;
            with(&mut |tested| kept = self.fails_alike(generator, choices, tested));
            runs += 1;
            kept
        };
        let first: Vec<Option<Kept>> = (0..tries).map(|_| fails(self.choices())).collect();
        let failed = first.iter().flatten().count();
        let Some(first) = first.into_iter().next().flatten().filter(|_| failed == tries) else {
            return Ok(Smaller::NotRepeatable(failed));
        };
        // If the reference breaks a rule itself, the failure is the reference's.
        let is_of_reference = self.options.mutant.is_none() && self.options.subject.is_none();
        let mut attempt = |tape: &Tape| {
            let taken = fails(tape.into())?;
            (is_of_reference || is_sound(generator, &self.options.faults, tape, scope)).then_some(taken)
        };
        let tape = shrink(first, &mut attempt, may_go_on);
        let mut small = None;
        with(&mut |tested| small = Self::of_run(&self.options, generator, (self.seed, Some(&tape)), tested));
        // A subject that fails each time but this once is told as it was.
        let finding = Box::new(small.filter(|small| self.is_alike(small)).unwrap_or_else(|| self.clone()));
        Ok(Smaller::Found { finding, runs })
    }

    /// The choices of a run, if it breaks the same rule for the same requirements.
    fn fails_alike(&self, generator: &SystemGenerator, choices: Choices<'_>, tested: Tested<'_>) -> Option<Kept> {
        let keep = RunOptions { keep_choices: true, ..RunOptions::default() };
        let run = simulate_any(generator, &self.options.faults, choices, keep, tested);
        let violation = run.outcome.violation?;
        let is_alike = violation.rule == self.rule && violation.requirements == self.requirements;
        is_alike.then_some(run.kept)
    }

    fn is_alike(&self, other: &Self) -> bool {
        self.rule == other.rule && self.requirements == other.requirements
    }
}
