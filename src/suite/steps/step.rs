//! An entry of the vocabulary: its expression, its words for authors, and a function of typed arguments.

use std::panic::Location;

use gherkin::StepType;

use super::{
    args::Args,
    draft::Draft,
    typed::{FromArguments, Kind, StepError},
};
use crate::suite::check::{Evidence, Finding};

/// A step of the vocabulary.
pub struct Step {
    /// The keyword of the step.
    pub kind: StepType,
    /// Its cucumber expression.
    pub expression: &'static str,
    /// The meaning of the step, for authors.
    pub about: &'static str,
    /// Where in the source it is defined.
    pub defined: &'static Location<'static>,
    /// Older wordings. We still read them, and do not list them.
    pub(super) aliases: &'static [&'static str],
    /// Whether the step is retired: we still read it, and do not list it.
    pub(super) is_retired: bool,
    /// What it does.
    pub(super) does: Does,
    /// Reads its arguments, and does nothing with them.
    pub(super) reads: fn(&Args) -> Result<(), StepError>,
}

/// What a step does.
pub(super) enum Does {
    /// Adds to the scenario, or says what is wrong.
    Build(Box<Build>),
    /// Reads the finished run.
    Check(Box<Check>),
}

type Build = dyn Fn(&mut Draft, &Args) -> Result<(), StepError> + Send + Sync;
type Check = dyn Fn(&Evidence<'_>, &Args) -> Finding + Send + Sync;

impl Step {
    /// A step whose function takes an `A`.
    #[track_caller]
    fn new<A: FromArguments>(kind: StepType, expression: &'static str, about: &'static str, does: Does) -> Self {
        let reads = |args: &Args| A::from_args(args).map(drop);
        let step =
            Self { kind, expression, about, defined: Location::caller(), aliases: &[], is_retired: false, does, reads };
        step.takes(expression, &A::kinds());
        step
    }

    /// Panics where the parameters of `expression` are not of these kinds: a bug in the table, which every test meets.
    fn takes(&self, expression: &str, kinds: &[Kind]) {
        let written = Kind::all_of(expression);
        let defined = self.defined;
        assert!(
            written.as_deref() == Some(kinds),
            "{defined}: `{expression}` has the parameters {written:?}, and its function takes {kinds:?}"
        );
    }

    /// The same step with older wordings.
    pub(super) fn was(mut self, aliases: &'static [&'static str]) -> Self {
        let kinds = Kind::all_of(self.expression).unwrap_or_default();
        aliases.iter().for_each(|alias| self.takes(alias, &kinds));
        self.aliases = aliases;
        self
    }

    /// The family of systems that it is for: the room of its definition. `None` if it is for every system.
    pub fn family(&self) -> Option<&'static str> {
        let file = self.defined.file().rsplit_once("steps/")?.1;
        file.split_once('/').map(|(family, _)| family)
    }

    /// Whether it is shown to authors.
    pub fn is_listed(&self) -> bool {
        !self.is_retired
    }
}

#[track_caller]
pub(super) fn given<A: FromArguments + 'static>(
    expression: &'static str,
    about: &'static str,
    build: impl Fn(&mut Draft, A) -> Result<(), StepError> + Send + Sync + 'static,
) -> Step {
    let build: Box<Build> = Box::new(move |draft, args| build(draft, A::from_args(args)?));
    Step::new::<A>(StepType::Given, expression, about, Does::Build(build))
}

#[track_caller]
pub(super) fn when<A: FromArguments + 'static>(
    expression: &'static str,
    about: &'static str,
    build: impl Fn(&mut Draft, A) -> Result<(), StepError> + Send + Sync + 'static,
) -> Step {
    let build: Box<Build> = Box::new(move |draft, args| build(draft, A::from_args(args)?));
    Step::new::<A>(StepType::When, expression, about, Does::Build(build))
}

#[track_caller]
pub(in crate::suite) fn then<A: FromArguments + 'static>(
    expression: &'static str,
    about: &'static str,
    check: impl Fn(&Evidence<'_>, A) -> Finding + Send + Sync + 'static,
) -> Step {
    let check: Box<Check> = Box::new(move |evidence, args| check(evidence, A::from_args(args)?));
    Step::new::<A>(StepType::Then, expression, about, Does::Check(check))
}

#[cfg(test)]
mod tests {
    use super::{given, then};

    #[test]
    fn a_step_knows_where_it_is_defined() {
        let step = given("a {string}", "", |_, _: String| Ok(()));
        assert_eq!(step.defined.file(), file!());
        assert_eq!(step.defined.line(), line!() - 2);
    }

    #[test]
    #[should_panic(
        expected = "`{int} {string}` has the parameters Some([Number, Text]), and its function takes [Number]"
    )]
    fn a_step_whose_function_takes_less_is_a_bug() {
        then("{int} {string}", "", |_, _: u64| Ok(()));
    }

    #[test]
    #[should_panic(expected = "`{word}:` has the parameters")]
    fn an_alias_with_other_parameters_is_a_bug() {
        then("{string}", "", |_, _: String| Ok(())).was(&["{word}:"]);
    }
}
