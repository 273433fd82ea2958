//! The summary of some shards of a campaign, as a file.

use std::hash::Hasher;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    error::{MergeError, SummaryError},
    list::{ConditionsAsked, JudgedAsked, VariantsAsked},
    ran::{RunAsked, SubjectFound},
    simulated::SimulationAsked,
};
use crate::{
    model::{
        json::{Value, to_value},
        shard::{Shard, Shards},
        text::shorten,
    },
    report::{ConditionedFound, MutantsFound, SetReport, campaign::SystemFound},
    sim::{finding::VERSION, stream_hash::Mixer},
};

/// How much of a value an error shows, in characters.
const VALUE_MAX: usize = 80;

/// What some shards of a campaign were asked, and what they have found.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// The version of the program that ran them. Another one may run other things.
    pub hotseat: String,
    /// What was asked: everything that changes what is run.
    #[serde(rename = "campaign")]
    pub asked: Asked,
    /// The shards that it covers.
    pub shards: Shards,
    /// Those of them that were stopped before their end, so that they have not found all. None in a whole summary.
    pub stopped: Shards,
    /// What they have found together.
    pub found: Found,
    /// A checksum of everything above, made when it is written.
    pub sum: String,
}

/// What a campaign is asked.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// `hotseat simulate`
    Simulate(SimulationAsked),
    /// `hotseat run`
    Run(RunAsked),
    /// `hotseat mutants`
    Mutants(JudgedAsked),
    /// `hotseat mutants --conditions`
    Conditions(ConditionsAsked),
    /// `hotseat variants`
    Variants(VariantsAsked),
}

/// What shards have found, in the terms of their command.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// `hotseat simulate`: for each system.
    Simulate(Vec<SystemFound>),
    /// `hotseat run`: for each subject.
    Run(Vec<SubjectFound>),
    /// `hotseat mutants`
    Mutants(MutantsFound),
    /// `hotseat mutants --conditions`
    Conditions(Vec<ConditionedFound>),
    /// `hotseat variants`: each set, with its place in the whole list.
    Variants(Vec<(u64, SetReport)>),
}

/// The members that are read first, to tell a file of another version from one that is none.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Head {
    hotseat: Option<String>,
}

impl Summary {
    /// The summary of a shard that was run by this version, and stopped before its end if `is_stopped`.
    pub fn new(asked: Asked, shard: Shard, is_stopped: bool, found: Found) -> Self {
        let shards = Shards::from(shard);
        let stopped = if is_stopped { shards.clone() } else { Shards::none(shard.of()) };
        Self { hotseat: VERSION.to_owned(), asked, shards, stopped, found, sum: String::new() }
    }

    /// Whether every shard that it covers has come to its end.
    pub const fn is_whole(&self) -> bool {
        self.stopped.is_empty()
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        let shard = if self.shards.count() == 1 { "shard" } else { "shards" };
        format!("{shard}-{}-of-{}.json", self.shards.name(), self.shards.of())
    }

    /// Reads a file that [`Self::write`] wrote.
    ///
    /// # Errors
    /// The file is cut off, edited, from another version, or not a summary.
    pub fn read(text: &str) -> Result<Self, SummaryError> {
        let head: Head = serde_json::from_str(text).map_err(|error| {
            if error.is_eof() {
                SummaryError::Cut { line: error.line(), column: error.column() }
            } else {
                SummaryError::Other(error.to_string())
            }
        })?;
        match head.hotseat.filter(|_| text.trim_start().starts_with('{')) {
            Some(version) if version == VERSION => {}
            Some(version) => return Err(SummaryError::Version(version)),
            None => {
                let what = "expected an object with the version under the key `hotseat`";
                return Err(SummaryError::Other(what.to_owned()));
            }
        }
        let mut reader = serde_json::Deserializer::from_str(text);
        let summary: Self = serde_path_to_error::deserialize(&mut reader)
            .map_err(|error| SummaryError::Other(format!("{} at `{}`", error.inner(), error.path())))?;
        if !summary.is_sound() {
            let what = "what was found is not what was asked".to_owned();
            return Err(SummaryError::Other(what));
        }
        let expected = summary.checksum();
        if summary.sum == expected { Ok(summary) } else { Err(SummaryError::Edited { found: summary.sum, expected }) }
    }

    /// The summary as a file's text.
    pub fn write(&mut self) -> String {
        // Both are done only now, because a merge adds many summaries up and writes one.
        if let Found::Run(found) = &mut self.found {
            found.iter_mut().for_each(SubjectFound::sort);
        }
        self.sum = self.checksum();
        // Nobody reads the stories of many failures there, and indented they would be twice as long.
        let written = if matches!(self.found, Found::Run(_)) {
            serde_json::to_string(self)
        } else {
            serde_json::to_string_pretty(self)
        };
        let mut text = written.unwrap_or_default();
        text.push('\n');
        text
    }

    /// Adds another summary of the same campaign.
    ///
    /// # Errors
    /// It is of another campaign, or has a shard that is here already. Then nothing is added.
    pub fn join(&mut self, other: Self) -> Result<(), MergeError> {
        self.check(&other)?;
        self.shards = self.shards.and(&other.shards);
        self.stopped = self.stopped.and(&other.stopped);
        match (&mut self.found, other.found) {
            (Found::Simulate(found), Found::Simulate(more)) => {
                if let Asked::Simulate(asked) = &self.asked {
                    asked.join(found, more);
                }
            }
            (Found::Run(found), Found::Run(more)) => {
                found.resize_with(found.len().max(more.len()), SubjectFound::default);
                found.iter_mut().zip(more).for_each(|(found, more)| found.join(more));
            }
            (Found::Mutants(found), Found::Mutants(more)) => found.join(more),
            (Found::Conditions(found), Found::Conditions(more)) => {
                found.extend(more);
                found.sort_by_key(|one| one.place);
            }
            (Found::Variants(found), Found::Variants(more)) => {
                found.extend(more);
                found.sort_by_key(|(place, _)| *place);
            }
            // The campaign is the same, and so is its command.
            _ => {}
        }
        Ok(())
    }

    /// Checks that another summary can be added.
    fn check(&self, other: &Self) -> Result<(), MergeError> {
        let differs = |place: &str, there: &Value, here: &Value| MergeError::Campaign {
            place: place.to_owned(),
            here: shorten(&here.to_string(), VALUE_MAX),
            there: shorten(&there.to_string(), VALUE_MAX),
        };
        if self.asked != other.asked {
            let [there, here] = [&self.asked, &other.asked].map(|asked| to_value(asked).unwrap_or_default());
            let (place, there, here) = first_difference("campaign", &there, &here);
            return Err(differs(&place, &there, &here));
        }
        if self.shards.of() != other.shards.of() {
            return Err(differs("shards.of", &self.shards.of().into(), &other.shards.of().into()));
        }
        if let Some(shard) = self.shards.common(&other.shards) {
            return Err(MergeError::Doubled(shard));
        }
        match (&self.found, &other.found) {
            (Found::Run(found), Found::Run(more)) => {
                (0..).zip(found.iter().zip(more)).try_for_each(|(at, (found, more))| found.check(more, at))
            }
            _ => Ok(()),
        }
    }

    /// Whether the command that was asked is the one that has found something.
    const fn is_sound(&self) -> bool {
        matches!(
            (&self.asked, &self.found),
            (Asked::Simulate(_), Found::Simulate(_))
                | (Asked::Run(_), Found::Run(_))
                | (Asked::Mutants(_), Found::Mutants(_))
                | (Asked::Conditions(_), Found::Conditions(_))
                | (Asked::Variants(_), Found::Variants(_))
        ) && self.shards.of() == self.stopped.of()
    }

    /// Changes where each file of a finding is.
    #[must_use]
    pub fn with_places(mut self, place: impl Fn(&str) -> String) -> Self {
        if let Found::Simulate(systems) = &mut self.found {
            let broken = systems.iter_mut().flat_map(|found| &mut found.broken);
            broken.filter_map(|broken| broken.finding.as_mut()).for_each(|file| *file = place(file));
        }
        self
    }

    fn checksum(&self) -> String {
        // Of a tuple, so that the checksum itself is left out without a copy.
        let bare = (&self.hotseat, &self.asked, &self.shards, &self.stopped, &self.found);
        let mut hasher = Mixer::default();
        hasher.write(serde_json::to_string(&bare).unwrap_or_default().as_bytes());
        format!("{:016x}", hasher.finish())
    }
}

/// The place at which two values differ first, and what stands there in each.
fn first_difference(place: &str, one: &Value, other: &Value) -> (String, Value, Value) {
    let below = match (one, other) {
        (Value::Object(these), Value::Object(those)) => {
            let keys = these.keys().chain(those.keys().filter(|key| !these.contains_key(key)));
            let pairs = keys.map(|key| (key.to_string(), these.get(key).cloned(), those.get(key).cloned()));
            pairs.collect::<Vec<_>>()
        }
        (Value::Array(these), Value::Array(those)) => {
            let all = 0..these.len().max(those.len());
            all.map(|at| (at.to_string(), these.get(at).cloned(), those.get(at).cloned())).collect()
        }
        _ => Vec::new(),
    };
    match below.into_iter().find(|(_, one, other)| one != other) {
        Some((key, one, other)) => {
            first_difference(&format!("{place}.{key}"), &one.unwrap_or_default(), &other.unwrap_or_default())
        }
        None => (place.to_owned(), one.clone(), other.clone()),
    }
}
