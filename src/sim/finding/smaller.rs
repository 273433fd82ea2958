//! Makes a finding small: the same rule and the same requirements, broken in as few events, and by as few choices, as can be
//! found.

use std::collections::BTreeSet;

use super::{Finding, FindingError, TRIES};
use crate::{
    sim::{
        generator::SystemGenerator,
        run::{RunOptions, Tested, is_sound, simulate_any},
        scope::Scope,
        shrink::{Shrunk, Tried, shrink},
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
        /// The finding with the fewest choices, if it is another. Its run may be longer, and is often plainer: in the smallest
        /// one, a fault may end the run early.
        plain: Option<Box<Finding>>,
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

    /// `with` hands the subject to a run. The finding must fail so many `times`.
    fn smaller_with(
        &self,
        scope: &Scope,
        times: usize,
        may_go_on: &dyn Fn() -> bool,
        with: &mut Hands<'_>,
    ) -> Result<Smaller, FindingError> {
        let generator = self.generator()?;
        let mut runs = 0;
        let mut tries = |choices: Choices<'_>| {
            let mut tried = None;
            with(&mut |tested| tried = Some(self.tried(generator, choices, tested)));
            runs += 1;
            tried
        };
        let first: Vec<Tried> = (0..times).filter_map(|_| tries(self.choices())).collect();
        let failed = first.iter().filter(|tried| tried.fails).count();
        let Some(first) = first.into_iter().next().filter(|_| failed == times) else {
            return Ok(Smaller::NotRepeatable(failed));
        };
        // If the reference breaks a rule itself, the failure is the reference's.
        let is_of_reference = self.options.mutant.is_none() && self.options.subject.is_none();
        let mut attempt = |tape: &Tape| {
            let mut tried = tries(tape.into()).unwrap_or_else(|| Tried { fails: false, ..first.clone() });
            tried.fails &= is_of_reference || is_sound(generator, &self.options.faults, tape, scope);
            tried
        };
        let Shrunk { plain, tape } = shrink(first.clone(), &mut attempt, may_go_on);
        // A subject that fails each time but this once is told as it was.
        let mut finding_of = |tape: &Tape| {
            let mut small = None;
            with(&mut |tested| small = Self::of_run(&self.options, generator, (self.seed, Some(tape)), tested));
            Box::new(small.filter(|small| self.is_alike(small)).unwrap_or_else(|| self.clone()))
        };
        let finding = finding_of(&tape);
        let plain = (plain != tape).then(|| finding_of(&plain));
        Ok(Smaller::Found { finding, plain, runs })
    }

    /// Runs these choices, to see whether they break the same rule for the same requirements.
    fn tried(&self, generator: &SystemGenerator, choices: Choices<'_>, tested: Tested<'_>) -> Tried {
        let keep = RunOptions { keep_choices: true, ..RunOptions::default() };
        let run = simulate_any(generator, &self.options.faults, choices, keep, tested);
        let fails = run.outcome.violation.is_some_and(|violation| {
            violation.rule == self.rule && are_same(&violation.requirements, &self.requirements)
        });
        Tried { kept: run.kept, events: run.outcome.events, fails }
    }

    fn is_alike(&self, other: &Self) -> bool {
        self.rule == other.rule && are_same(&self.requirements, &other.requirements)
    }
}

/// Whether these are the same requirements. A rule that is broken several times in a run may name one several times.
fn are_same(some: &[String], others: &[String]) -> bool {
    let all = |requirements: &[String]| requirements.iter().cloned().collect::<BTreeSet<_>>();
    all(some) == all(others)
}
