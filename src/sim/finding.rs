//! A finding: a file with everything that is needed to repeat a failed run exactly.

mod smaller;

use std::{fmt, hash::Hasher};

use crate::model::json::{Value, from_value, to_value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    draws::Decision,
    generator::SystemGenerator,
    generators,
    run::{Options, RunOptions, SimulatedRun, Tested, needs_more, simulate_any},
    scope::Scope,
    stream_hash::Mixer,
    tape::{Choices, Tape},
};
use crate::{
    model::json,
    stage::{Culprit, Observation, Subject},
    subject::StartedSubject,
};

pub use self::smaller::Smaller;

/// The version of this program. Only the same version can replay a finding.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A broken rule, with the run that breaks it.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The version of the program that found it.
    pub hotseat: String,
    /// The seed.
    pub seed: u64,
    /// The options of the run, besides the seed.
    pub options: Options,
    /// The rule that is broken.
    pub rule: String,
    /// The requirements that are not met.
    pub requirements: Vec<String>,
    /// Whose fault it is, if it is not the subject's.
    #[serde(default, rename = "blame", skip_serializing_if = "Option::is_none")]
    pub culprit: Option<Culprit>,
    /// How the rule is broken.
    #[serde(rename = "story")]
    pub message: String,
    /// The number of the observation at which it broke, or 0 if the subject panicked.
    pub seq: u64,
    /// The workload.
    #[serde(rename = "situation")]
    pub workload: Value,
    /// The choices of the run, if they are not those of the seed: it was guided, or made small.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tape: Option<Tape>,
    /// All choices, in order.
    pub decisions: Vec<Decision>,
    /// The event stream.
    pub events: Vec<Observation>,
    /// A checksum of everything above.
    pub sum: String,
}

/// Why a file cannot be replayed.
#[derive(Debug, Error)]
pub enum FindingError {
    /// The file ends too early.
    #[error("the file is cut off at line {line}, column {column}; get the whole file")]
    Cut {
        /// The last line.
        line: usize,
        /// Its length.
        column: usize,
    },
    /// Another version of this program wrote the file.
    #[error(
        "the file is from hotseat {found}, and this is hotseat {VERSION}; only the same version can replay it. \
             Install hotseat {found}{again}"
    )]
    Version {
        /// The version that wrote it.
        found: String,
        /// What else to do, with the command that runs the seed with this version. Nothing if the seed alone does not tell the
        /// choices.
        again: String,
    },
    /// The file is not a finding.
    #[error("the file is not a finding of `hotseat simulate`: {0}")]
    Other(String),
    /// The file was changed.
    #[error(
        "the file was edited: it says that its checksum is {found}, but the checksum of its content is {expected}. \
             Use the file as it was written; to try something else, run `hotseat simulate` with other seeds or faults"
    )]
    Edited {
        /// The checksum in the file.
        found: String,
        /// The checksum of the content.
        expected: String,
    },
}

/// A run: its seed, and its choices if they are not those of the seed.
pub type RunOf<'a> = (u64, Option<&'a Tape>);

/// How often a seed of a subject other than the reference is run again at most, to see a rule broken once more.
pub const TRIES: usize = 5;

/// The result of running a finding again.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Replayed {
    /// The run was the same in everything.
    Same,
    /// The run differed, with a description of the first difference.
    Differs(String),
    /// The same rule was broken, in another run.
    SameRule(String),
    /// The rule was broken only in so many of [`TRIES`] runs.
    NotRepeatable(usize),
}

impl Finding {
    /// Runs a seed of the reference again and keeps everything. Returns nothing if no rule is broken.
    pub fn make(
        options: &Options,
        generator: &SystemGenerator,
        run: RunOf<'_>,
        subject: &mut dyn Subject,
    ) -> Option<Self> {
        Self::of_run(options, generator, run, Tested { scope: Scope::reference(), subject, model: None })
    }

    /// Runs a seed of another subject, at most [`TRIES`] times, until it breaks a rule.
    pub fn make_of(
        options: &Options,
        generator: &SystemGenerator,
        run: RunOf<'_>,
        scope: &Scope,
        started: &mut StartedSubject,
    ) -> Option<Self> {
        (0..TRIES).find_map(|_| Self::of_run(options, generator, run, started.tested(scope)))
    }

    fn of_run(options: &Options, generator: &SystemGenerator, run: RunOf<'_>, tested: Tested<'_>) -> Option<Self> {
        let (seed, tape) = run;
        let choices = tape.map_or(Choices::Seed(seed), Choices::Tape);
        let keep = RunOptions { keep_choices: true, ..RunOptions::default() };
        Self::of(options, run, simulate_any(generator, &options.faults, choices, keep, tested))
    }

    /// The finding of a run whose choices were kept. Returns nothing if no rule is broken.
    pub fn of(options: &Options, (seed, tape): RunOf<'_>, simulated: SimulatedRun) -> Option<Self> {
        let SimulatedRun { outcome, kept, workload, .. } = simulated;
        let violation = outcome.violation?;
        let finding = Self {
            hotseat: VERSION.to_owned(),
            seed,
            options: options.clone(),
            rule: violation.rule.to_owned(),
            requirements: violation.requirements,
            culprit: Some(violation.culprit).filter(|culprit| *culprit != Culprit::Subject),
            message: violation.message,
            seq: violation.seq,
            workload: to_value(&workload).unwrap_or_default(),
            tape: tape.cloned(),
            decisions: kept.decisions,
            events: outcome.stream,
            sum: String::new(),
        };
        Some(Self { sum: finding.checksum(), ..finding })
    }

    /// Reads a file that [`Self::write`] wrote.
    ///
    /// # Errors
    /// If the file is cut off, edited, from another version, or not a finding.
    pub fn read(text: &str) -> Result<Self, FindingError> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            if error.is_eof() {
                FindingError::Cut { line: error.line(), column: error.column() }
            } else {
                FindingError::Other(error.to_string())
            }
        })?;
        json::each_key_once(text).map_err(|error| FindingError::Other(error.to_string()))?;
        let version = value.get("hotseat").and_then(Value::as_str);
        match version {
            None => {
                return Err(FindingError::Other(
                    "expected an object with the version under the key `hotseat`".to_owned(),
                ));
            }
            Some(VERSION) => {}
            Some(found) => {
                let options: Option<Options> =
                    value.get("options").and_then(|options| from_value(options.clone()).ok());
                let seed = value.get("seed").and_then(Value::as_u64);
                let is_of_seed = value.get("tape").is_none();
                let again = options.zip(seed).filter(|_| is_of_seed).map(|(options, seed)| {
                    format!(", or run the seed again with this version: {}", options.command(seed))
                });
                let again = again.unwrap_or_default();
                return Err(FindingError::Version { found: found.to_owned(), again });
            }
        }
        let finding: Self = serde_path_to_error::deserialize(&value)
            .map_err(|error| FindingError::Other(format!("{} at `{}`", error.inner(), error.path())))?;
        let expected = finding.checksum();
        if finding.sum == expected { Ok(finding) } else { Err(FindingError::Edited { found: finding.sum, expected }) }
    }

    /// The finding as a file's text.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Runs the finding again and compares.
    ///
    /// # Errors
    /// If there is no such system.
    pub fn replay(&self, subject: &mut dyn Subject) -> Result<Replayed, FindingError> {
        let tested = Tested { scope: Scope::reference(), subject, model: None };
        Ok(match self.again(self.generator()?, tested) {
            Some(again) if again == *self => Replayed::Same,
            Some(again) => Replayed::Differs(self.difference(&again)),
            None => Replayed::Differs("no rule was broken this time".to_owned()),
        })
    }

    /// Runs the finding of a subject other than the reference again. Such a subject may choose its ids anew, so the same
    /// rule is enough. If the rule is not broken at once, more runs tell how often it is.
    ///
    /// # Errors
    /// If there is no such system.
    pub fn replay_of(&self, scope: &Scope, started: &mut StartedSubject) -> Result<Replayed, FindingError> {
        let generator = self.generator()?;
        let mut run = || self.again(generator, started.tested(scope)).filter(|again| again.rule == self.rule);
        Ok(match run() {
            Some(again) if again == *self => Replayed::Same,
            Some(again) => Replayed::SameRule(self.difference(&again)),
            None => Replayed::NotRepeatable((1..TRIES).filter(|_| run().is_some()).count()),
        })
    }

    /// Runs its choices again. Returns nothing if no rule is broken.
    fn again(&self, generator: &SystemGenerator, tested: Tested<'_>) -> Option<Self> {
        Self::of_run(&self.options, generator, (self.seed, self.tape.as_ref()), tested)
    }

    /// Runs its choices with any subject.
    ///
    /// # Errors
    /// If there is no such system.
    pub fn run(&self, tested: Tested<'_>) -> Result<SimulatedRun, FindingError> {
        Ok(simulate_any(self.generator()?, &self.options.faults, self.choices(), RunOptions::default(), tested))
    }

    /// Whether its run needs what a subject with this scope does not claim.
    ///
    /// # Errors
    /// If there is no such system.
    pub fn needs_more(&self, scope: &Scope) -> Result<bool, FindingError> {
        Ok(needs_more(self.generator()?, &self.options.faults, self.choices(), scope))
    }

    /// Where the choices of its run come from.
    fn choices(&self) -> Choices<'_> {
        self.tape.as_ref().map_or(Choices::Seed(self.seed), Choices::Tape)
    }

    fn generator(&self) -> Result<&'static SystemGenerator, FindingError> {
        generators::of(&self.options.system)
            .ok_or_else(|| FindingError::Other(format!("there is no system {:?}", self.options.system)))
    }

    fn difference(&self, again: &Self) -> String {
        let first = |one: usize, other: usize, same: usize| (one != other || same < one).then_some(same + 1);
        let decisions = self.decisions.iter().zip(&again.decisions).take_while(|(one, other)| one == other).count();
        let events = self.events.iter().zip(&again.events).take_while(|(one, other)| one == other).count();
        if let Some(number) = first(self.decisions.len(), again.decisions.len(), decisions) {
            return format!("decision {number} differs");
        }
        if let Some(number) = first(self.events.len(), again.events.len(), events) {
            return format!("observation {number} differs");
        }
        if self.rule != again.rule {
            return format!("it broke the rule {} this time: {}", again.rule, again.message);
        }
        let other = |what: &str, there: &dyn fmt::Display, now: &dyn fmt::Display| {
            format!("{what} differs: the file has {there}, and this time it was {now}")
        };
        let ids = |finding: &Self| finding.requirements.join(", ");
        if self.requirements != again.requirements {
            other("the list of requirements", &ids(self), &ids(again))
        } else if self.seq != again.seq {
            other("the number of the observation at which the rule broke", &self.seq, &again.seq)
        } else if self.message != again.message {
            other("the message", &format!("{:?}", self.message), &format!("{:?}", again.message))
        } else {
            "the workload differs".to_owned()
        }
    }

    fn checksum(&self) -> String {
        let bare = Self { sum: String::new(), ..self.clone() };
        let mut hasher = Mixer::default();
        hasher.write(serde_json::to_string(&bare).unwrap_or_default().as_bytes());
        format!("{:016x}", hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::Value;
    use rstest::rstest;

    use super::{Finding, Options, Replayed};
    use crate::{
        mutate::generics,
        sim::{fault::FaultChoice, generators},
        subject::Reference,
    };

    const MUTANT: &str = "pi/effect/turn/ended/drop";

    fn mutant() -> Reference {
        let mutant = generics().iter().find(|mutant| mutant.id == MUTANT).unwrap();
        Reference::with_changes(vec![mutant.changes.clone().into()])
    }

    /// An edit of a finding.
    type Edit = fn(Finding) -> Finding;

    /// What the replay of an edited finding says.
    fn replayed(edit: Edit) -> String {
        let options = Options {
            system: "pi".to_owned(),
            faults: FaultChoice::None,
            mutant: Some(MUTANT.to_owned()),
            subject: None,
        };
        let finding = Finding::make(&options, generators::of("pi").unwrap(), (0, None), &mut mutant()).unwrap();
        match edit(finding).replay(&mut mutant()) {
            Ok(Replayed::Same) => "the same".to_owned(),
            Ok(Replayed::Differs(how) | Replayed::SameRule(how)) => how,
            Ok(Replayed::NotRepeatable(times)) => format!("{times} times"),
            Err(error) => error.to_string(),
        }
    }

    #[rstest]
    #[case(|finding: Finding| finding, "the same")]
    #[case(|finding: Finding| Finding { decisions: Vec::new(), ..finding }, "decision 1 differs")]
    #[case(|finding: Finding| Finding { events: Vec::new(), ..finding }, "observation 1 differs")]
    #[case(|finding: Finding| Finding { rule: "no-such-rule".to_owned(), ..finding }, "it broke the rule ")]
    #[case(|finding: Finding| Finding { message: "It rained.".to_owned(), ..finding },
        "the message differs: the file has \"It rained.\", and this time it was ")]
    #[case(|finding: Finding| Finding { seq: 999, ..finding },
        "the number of the observation at which the rule broke differs: the file has 999, and this time it was ")]
    #[case(|finding: Finding| Finding { requirements: vec!["RTE-99".to_owned()], ..finding },
        "the list of requirements differs: the file has RTE-99, and this time it was ")]
    #[case(|finding: Finding| Finding { workload: Value::Null, ..finding }, "the workload differs")]
    fn a_replay_names_the_first_difference(#[case] edit: Edit, #[case] expected: &str) {
        let said = replayed(edit);
        assert!(said.contains(expected), "{said}");
    }
}
