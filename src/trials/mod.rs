//! Scenarios as the tests of a test binary, for `cargo test` and for runners such as cargo-nextest. The tests can be
//! listed, filtered and run one by one, as with libtest.
//!
//! Implement [`Subject`], add a test target with `harness = false`, and give it this `main`:
//!
//! ```no_run
//! # struct Mine(hotseat::subject::Reference);
//! # impl Default for Mine { fn default() -> Self { Self(Default::default()) } }
//! # impl hotseat::stage::Subject for Mine {
//! #     fn claims(&self) -> &hotseat::stage::Claims { self.0.claims() }
//! #     fn start(&mut self, scene: &hotseat::stage::Scene) -> Result<(), hotseat::stage::SubjectError> { self.0.start(scene) }
//! #     fn feed(&mut self, now: hotseat::model::Millis, input: hotseat::system::Input)
//! #         -> Result<(), hotseat::stage::SubjectError> { self.0.feed(now, input) }
//! #     fn next(&mut self) -> Result<hotseat::stage::Next, hotseat::stage::SubjectError> { self.0.next() }
//! #     fn open(&self) -> Vec<hotseat::model::Op> { self.0.open() }
//! #     fn kill(&mut self) { self.0.kill() }
//! # }
//! fn main() -> std::process::ExitCode {
//!     hotseat::trials::main(Mine::default)
//! }
//! ```
//!
//! The name of a test is the id of its scenario, such as `jp/routing/row-4`. Ids are stable and have no blanks. A test
//! fails if `hotseat run` of that scenario alone would not exit with 0, and prints the same message. A scenario that is
//! not asked of the subject is an ignored test, with the reason before its name. With `--ignored`, such a test fails
//! with that reason, since it checks nothing.
//!
//! Requests to the scripted model stay in memory.
//!
//! # Drawn runs
//!
//! [`Trials::seeds`] adds a test for each system that the subject claims, such as `simulate/pi`. The test draws whole runs
//! from seeds, with faults, as `hotseat simulate --subject` does. It fails at the first run that breaks a rule, names the
//! requirements, and prints the events that led there. What the subject does not claim is not drawn.
//!
//! ```no_run
//! use hotseat::{subject::{Reference, SubjectSpec}, trials::Trials};
//!
//! fn main() -> std::process::ExitCode {
//!     let spec = SubjectSpec::own(Reference::default); // your own type in its place
//!     Trials::of(spec).seeds(0..1_000).main()
//! }
//! ```

mod one;
mod simulated;

use std::{
    io::{self, Write},
    ops::Range,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
};

use libtest_mimic::{Arguments, Trial};
use thiserror::Error;

pub use crate::report::FailOn;

use self::one::ScenarioTest;
use crate::{
    model::text::harmless,
    report,
    stage::{Subject, SubjectError},
    subject::{AdapterOptions, StartedSubject, SubjectSpec},
    suite::{InputErrors, case::Case, catalogue::Catalogue, former_ids, read_case, read_cases, select::Selection},
};

/// Runs every scenario inside this library as a test of the subjects that `make` makes. This is all that the `main` of
/// a test binary needs.
pub fn main<S: Subject + 'static>(make: impl Fn() -> S + Send + Sync + 'static) -> ExitCode {
    Trials::of(SubjectSpec::own(make)).main()
}

/// The scenarios that are tests, and the subject under test.
#[derive(Clone, Debug)]
#[must_use = "no test runs before `main`"]
pub struct Trials {
    spec: SubjectSpec,
    paths: Vec<PathBuf>,
    system: Option<String>,
    tags: Option<String>,
    fail_on: FailOn,
    seeds: Option<Range<u64>>,
}

/// No test can be run.
#[derive(Debug, Error)]
enum Refusal {
    /// A path, a system or a tag is wrong.
    #[error(transparent)]
    Input(#[from] InputErrors),
    /// The subject does not start.
    #[error("fault of the {}: {}", .0.culprit.words(), .0.message)]
    Subject(#[from] SubjectError),
    /// No scenario is selected.
    #[error("nothing is selected, so nothing would be checked; `hotseat list` shows what there is")]
    NothingSelected,
    /// The subject claims none of the selected scenarios.
    #[error("this subject is asked none of these {count} scenarios; the reason for the first: {why}")]
    NothingAsked {
        /// The number of selected scenarios.
        count: usize,
        /// Why the first of them is not asked.
        why: String,
    },
}

impl Refusal {
    const fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) | Self::Subject(_) => report::ExitCode::USAGE,
            Self::NothingSelected => report::ExitCode::NOTHING_SELECTED,
            Self::NothingAsked { .. } => report::ExitCode::INCOMPLETE,
        }
    }
}

impl Trials {
    /// Every scenario inside this library, as tests of the subject of `spec`. Every test starts its own subject.
    pub const fn of(spec: SubjectSpec) -> Self {
        Self { spec, paths: Vec::new(), system: None, tags: None, fail_on: FailOn::Must, seeds: None }
    }

    /// Takes these features, folders of features and scenario files instead of the scenarios inside this library.
    pub fn paths(mut self, paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Takes only scenarios of this system.
    pub fn system(mut self, system: impl Into<String>) -> Self {
        self.system = Some(system.into());
        self
    }

    /// Takes only scenarios whose tags match, such as `@RTE-10 and not @wire`.
    pub fn tags(mut self, tags: impl Into<String>) -> Self {
        self.tags = Some(tags.into());
        self
    }

    /// Sets the level from which on a failed requirement fails its test. The default is `must`. A failure below the
    /// level is printed on stderr.
    pub const fn fail_on(mut self, fail_on: FailOn) -> Self {
        self.fail_on = fail_on;
        self
    }

    /// Adds a test for each claimed system, which draws runs from these seeds.
    pub const fn seeds(mut self, seeds: Range<u64>) -> Self {
        self.seeds = Some(seeds);
        self
    }

    /// Runs or lists the tests, as the command line of the test binary says. This is all that `main` needs.
    pub fn main(self) -> ExitCode {
        let mut arguments = Arguments::from_args();
        if let Some(id) = arguments.filter.as_deref().filter(|_| self.paths.is_empty()).and_then(former_ids::current) {
            arguments.filter = Some(id.to_owned());
        }
        match self.trials(&arguments) {
            Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
            Err(refusal) => {
                say(&refusal.to_string());
                ExitCode::from(refusal.exit_code())
            }
        }
    }

    fn trials(self, arguments: &Arguments) -> Result<Vec<Trial>, Refusal> {
        let cases = self.cases(arguments)?;
        let first = self.spec.take(&AdapterOptions::default())?;
        let claims = first.subject.claims().clone();
        let is_reference = self.spec.is_reference();
        let not_asked = |case: &Case| case.not_asked(&claims, is_reference);
        let drawn = self.seeds.as_ref().map(|seeds| simulated::trials(&self.spec, &claims, seeds));
        let is_of_system =
            |trial: &Trial| self.system.as_ref().is_none_or(|system| trial.name().ends_with(&format!("/{system}")));
        let drawn = drawn.into_iter().flatten().filter(is_of_system).collect::<Vec<_>>();
        let is_whole = arguments.filter.is_none();
        if is_whole && drawn.is_empty() {
            some_test_checks(&cases, not_asked)?;
        }
        let test = Arc::new(ScenarioTest { is_reference, spec: reusing(first, self.spec), fail_on: self.fail_on });
        let trial = |case: Case| {
            let (name, why) = (case.id.clone(), not_asked(&case).map(|why| harmless(&why).replace('\n', " ")));
            let (is_asked, test) = (why.is_none(), Arc::clone(&test));
            let trial = Trial::test(name, move || test.run(case)).with_ignored_flag(!is_asked);
            // A list has only names, as libtest's own list does. Runners find and shard the tests by them.
            trial.with_kind(why.filter(|_| !arguments.list).unwrap_or_default())
        };
        Ok(cases.into_iter().map(trial).chain(drawn).collect())
    }

    /// The selected cases. With `--exact`, only the named case is read, so that its test starts at once.
    fn cases(&self, arguments: &Arguments) -> Result<Vec<Case>, InputErrors> {
        let catalogue = Catalogue::embedded();
        let selection = Selection::parse(self.system.as_slice(), self.tags.as_deref(), None, None, catalogue)?;
        let cases = match arguments.filter.as_deref().filter(|_| arguments.exact) {
            Some(name) if name.starts_with(simulated::PREFIX) => Vec::new(),
            Some(name) => read_case(&self.paths, name, catalogue)?,
            None => read_cases(&self.paths, catalogue)?,
        };
        Ok(cases.into_iter().filter(|case| selection.takes(case)).collect())
    }
}

/// Refuses a test binary that can check nothing: it would always pass.
fn some_test_checks(cases: &[Case], not_asked: impl Fn(&Case) -> Option<String>) -> Result<(), Refusal> {
    let first = cases.first().ok_or(Refusal::NothingSelected)?;
    if cases.iter().any(|case| not_asked(case).is_none()) {
        return Ok(());
    }
    Err(Refusal::NothingAsked { count: cases.len(), why: not_asked(first).unwrap_or_default() })
}

/// A spec that hands out `first`, which was started to read its claims, and then starts the subjects of `spec`. So a
/// process that runs one test starts one subject.
fn reusing(first: StartedSubject, spec: SubjectSpec) -> SubjectSpec {
    if spec.is_reference() {
        return spec;
    }
    let first = Mutex::new(Some(first));
    SubjectSpec::Own(Arc::new(move || {
        let first = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.map_or_else(|| spec.take(&AdapterOptions::default()), Ok)
    }))
}

/// Prints a message on stderr. A closed stderr is no error.
fn say(text: &str) {
    drop(writeln!(io::stderr(), "{}", harmless(text)));
}
