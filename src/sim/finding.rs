//! A failure as a file: all that is needed to see it again, to the byte.

use std::{fmt, hash::Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::{
    draws::Decision,
    generator::SystemGenerator,
    generators,
    run::{How, Options, Simulated, simulate},
    stream_hash::Mixer,
};
use crate::{
    model::json,
    stage::{Observation, Subject},
};

/// The version of this program, which alone repeats what it found.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a simulation found.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The version of the program that found it.
    pub hotseat: String,
    /// The seed.
    pub seed: u64,
    /// What the seed's run follows from, besides.
    pub options: Options,
    /// The rule that is broken.
    pub rule: String,
    /// The requirements that it stands for.
    pub requirements: Vec<String>,
    /// What happened, and what should have.
    #[serde(rename = "story")]
    pub message: String,
    /// The number of the observation that shows it; 0 where none does.
    pub seq: u64,
    /// What the run was about.
    #[serde(rename = "situation")]
    pub workload: Value,
    /// What was drawn, in order.
    pub decisions: Vec<Decision>,
    /// The stream.
    pub events: Vec<Observation>,
    /// A checksum over all of the above.
    pub sum: String,
}

/// Why a file is not replayed.
#[derive(Debug, Error)]
pub enum FindingError {
    /// It ends too early.
    #[error("it is cut off: it ends at line {line}, column {column}, before it is complete; get the whole file")]
    Cut {
        /// The last line.
        line: usize,
        /// Its length.
        column: usize,
    },
    /// Another version wrote it.
    #[error(
        "hotseat {found} wrote it, and this is hotseat {VERSION}; only the same version repeats it to the byte. \
             Install hotseat {found}, or run the seed anew: {again}"
    )]
    Version {
        /// Which one.
        found: String,
        /// The command that runs the seed with this version.
        again: String,
    },
    /// It is something else.
    #[error("it is no finding of `hotseat simulate`: {0}")]
    Other(String),
    /// Somebody has changed it.
    #[error(
        "it was edited: its checksum is {found}, and its content has {expected}. Take the file as it was written; \
             to try something else, run `hotseat simulate` with other seeds or faults"
    )]
    Edited {
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
}

/// What came of running a finding again.
pub enum Replayed {
    /// The very same.
    Same,
    /// Something else: which, in words.
    Differs(String),
}

impl Finding {
    /// Runs `seed` again, and keeps all that it does; none where it breaks nothing.
    pub fn make(options: &Options, generator: &SystemGenerator, seed: u64, subject: &mut dyn Subject) -> Option<Self> {
        let how = How { keeping: true, ..How::default() };
        let Simulated { seen, decisions, workload, .. } = simulate(generator, &options.faults, seed, how, subject);
        let violation = seen.violation?;
        let finding = Self {
            hotseat: VERSION.to_owned(),
            seed,
            options: options.clone(),
            rule: violation.rule.to_owned(),
            requirements: violation.requirements.iter().map(|id| (*id).to_owned()).collect(),
            message: violation.message,
            seq: violation.seq,
            workload: serde_json::to_value(&workload).unwrap_or_default(),
            decisions,
            events: seen.stream,
            sum: String::new(),
        };
        Some(Self { sum: finding.checksum(), ..finding })
    }

    /// Reads what [`Self::write`] has written.
    ///
    /// # Errors
    /// Where it is cut, edited, of another version, or something else.
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
            None => return Err(FindingError::Other("expected an object with the version under `hotseat`".to_owned())),
            Some(VERSION) => {}
            Some(found) => {
                let options: Option<Options> =
                    value.get("options").and_then(|options| serde_json::from_value(options.clone()).ok());
                let seed = value.get("seed").and_then(Value::as_u64);
                let again = options.zip(seed).map(|(options, seed)| options.command(seed));
                let again = again.unwrap_or_else(|| "hotseat simulate".to_owned());
                return Err(FindingError::Version { found: found.to_owned(), again });
            }
        }
        let finding: Self = serde_path_to_error::deserialize(value)
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

    /// Runs it again and compares.
    ///
    /// # Errors
    /// Where its system is not known.
    pub fn replay(&self, subject: &mut dyn Subject) -> Result<Replayed, FindingError> {
        let generator = generators::of(&self.options.system)
            .ok_or_else(|| FindingError::Other(format!("there is no system {:?}", self.options.system)))?;
        let again = Self::make(&self.options, generator, self.seed, subject);
        Ok(match again {
            Some(again) if again == *self => Replayed::Same,
            Some(again) => Replayed::Differs(self.difference(&again)),
            None => Replayed::Differs("this time no rule is broken".to_owned()),
        })
    }

    fn difference(&self, again: &Self) -> String {
        let first = |one: usize, other: usize, same: usize| (one != other || same < one).then_some(same + 1);
        let decisions = self.decisions.iter().zip(&again.decisions).take_while(|(one, other)| one == other).count();
        let events = self.events.iter().zip(&again.events).take_while(|(one, other)| one == other).count();
        if let Some(number) = first(self.decisions.len(), again.decisions.len(), decisions) {
            return format!("decision {number} is another");
        }
        if let Some(number) = first(self.events.len(), again.events.len(), events) {
            return format!("observation {number} is another");
        }
        if self.rule != again.rule {
            return format!("it breaks {} this time: {}", again.rule, again.message);
        }
        let other = |what: &str, there: &dyn fmt::Display, now: &dyn fmt::Display| {
            format!("{what} is another: the file has {there}, and it is {now} this time")
        };
        let ids = |finding: &Self| finding.requirements.join(", ");
        if self.requirements != again.requirements {
            other("what the rule stands for", &ids(self), &ids(again))
        } else if self.seq != again.seq {
            other("the number of the observation that shows it", &self.seq, &again.seq)
        } else if self.message != again.message {
            other("the story", &format!("{:?}", self.message), &format!("{:?}", again.message))
        } else {
            "the situation is another".to_owned()
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
    use rstest::rstest;
    use serde_json::Value;

    use super::{Finding, Options, Replayed};
    use crate::{
        mutate::generics,
        sim::{fault::FaultChoice, generators},
        subject::Reference,
    };

    const MUTANT: &str = "pi/effect/turn/ended/drop";

    fn mutant() -> Reference {
        let mutant = generics().iter().find(|mutant| mutant.id == MUTANT).unwrap();
        Reference::mutant(mutant.changes.clone().into())
    }

    /// What is done to a finding.
    type Edit = fn(Finding) -> Finding;

    /// What a replay of a finding says to which this was done.
    fn replayed(edit: Edit) -> String {
        let options = Options { system: "pi".to_owned(), faults: FaultChoice::None, mutant: Some(MUTANT.to_owned()) };
        let finding = Finding::make(&options, generators::of("pi").unwrap(), 0, &mut mutant()).unwrap();
        match edit(finding).replay(&mut mutant()) {
            Ok(Replayed::Same) => "the same".to_owned(),
            Ok(Replayed::Differs(how)) => how,
            Err(error) => error.to_string(),
        }
    }

    #[rstest]
    #[case(|finding: Finding| finding, "the same")]
    #[case(|finding: Finding| Finding { decisions: Vec::new(), ..finding }, "decision 1 is another")]
    #[case(|finding: Finding| Finding { events: Vec::new(), ..finding }, "observation 1 is another")]
    #[case(|finding: Finding| Finding { rule: "no-such-rule".to_owned(), ..finding }, "it breaks ")]
    #[case(|finding: Finding| Finding { message: "It rained.".to_owned(), ..finding },
        "the story is another: the file has \"It rained.\", and it is ")]
    #[case(|finding: Finding| Finding { seq: 999, ..finding },
        "the number of the observation that shows it is another: the file has 999, and it is ")]
    #[case(|finding: Finding| Finding { requirements: vec!["RTE-99".to_owned()], ..finding },
        "what the rule stands for is another: the file has RTE-99, and it is ")]
    #[case(|finding: Finding| Finding { workload: Value::Null, ..finding }, "the situation is another")]
    fn what_differs_is_told(#[case] edit: Edit, #[case] told: &str) {
        let said = replayed(edit);
        assert!(said.contains(told), "{said}");
    }
}
