//! A campaign of one system as data: what was asked, and what was found, as far as its summary tells of it. Parts of a
//! campaign that ran apart are added up to what it would have found as a whole.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ExitCode;
use crate::{
    sim::{
        campaign::{BROKEN_MAX, Campaign, CampaignResult},
        fault::Fault,
        generator::SystemGenerator,
        run::Options,
        scope::Scope,
        states::States,
    },
    stage::{Culprit, Fault as FaultOfRun, SubjectError},
};

/// In so many seeds, every subject comes to a request to the model, if only the first one.
const ENOUGH: u64 = 20;
/// The coverage point of a request to the model.
const ASKED_THE_MODEL: &str = "does request";

/// What the campaign of a system is asked to run.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SystemAsked {
    /// The system, the faults, and what is tested.
    pub options: Options,
    /// The fault classes that are not drawn for this subject, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undrawn: Vec<(Fault, String)>,
    /// The rules that are not demanded of this subject.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
    /// The rules that cannot be decided, each with the lane that is not shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<(String, String)>,
}

/// What the campaign of a system, or a part of it, has found.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SystemFound {
    /// The system.
    pub system: String,
    /// How many seeds were run.
    pub seeds: u64,
    /// The first seed that was not run, if the campaign stopped early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_not_run: Option<u64>,
    /// How many observations all runs had together.
    pub events: u64,
    /// How many seeds were checked for determinism.
    pub checked: u64,
    /// How many seeds were passed over, because they need what the subject does not claim.
    pub passed_over: u64,
    /// The sum of the stream hashes, which does not depend on the order, as 16 hexadecimal digits.
    #[serde(with = "hexadecimal")]
    #[schemars(with = "String")]
    pub hash_sum: u64,
    /// How often a mutant has altered something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub altered: Option<u64>,
    /// The coverage points that were met, each with how often.
    pub met: BTreeMap<String, u64>,
    /// The states that the runs came to, if they were guided: each as a number.
    #[serde(default, skip_serializing_if = "States::is_empty")]
    pub states: States,
    /// How many seeds broke a rule, those that are not listed included.
    pub broken_seeds: u64,
    /// The first of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<BrokenFound>,
    /// Whether the campaign was given up, because the subject was gone or hung too often.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_given_up: bool,
    /// Why the campaign could not go on, or could not end well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultOfRun>,
}

/// A seed that broke a rule, or was not deterministic.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BrokenFound {
    /// The seed.
    pub seed: u64,
    /// What is told of it: the rule and how it is broken, or how two runs differ.
    pub told: String,
    /// Whether two runs of the seed differ.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub differs: bool,
    /// The file of the finding. In a file, its place is meant from the folder of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// Why there is no such file; or the finding itself, if the file could not be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The exit code that it alone would lead to.
    pub exit_code: u8,
}

/// A number as 16 hexadecimal digits: many readers of JSON lose the last digits of a large one.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
    pub fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{number:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        u64::from_str_radix(&text, 16)
            .map_err(|_| D::Error::custom(format!("expected hexadecimal digits, found {text:?}")))
    }
}

impl SystemAsked {
    /// What a campaign with these options is asked, of a subject within this scope.
    pub fn of(options: Options, generator: &SystemGenerator, scope: &Scope) -> Self {
        let points = generator.points();
        let is_of_system = |fault: &Fault| points.contains(&fault.point());
        let undrawn = Fault::ALL.iter().copied().filter(is_of_system);
        let rules = generator.rules();
        let lacks = rules.iter().filter_map(|rule| Some((rule.name.to_owned(), scope.lacks(rule)?.word().to_owned())));
        let free = rules.iter().filter(|rule| !scope.demands(rule) && scope.lacks(rule).is_none());
        Self {
            options,
            undrawn: undrawn.filter_map(|fault| Some((fault, scope.why_not_drawn(fault)?))).collect(),
            free: free.map(|rule| rule.name.to_owned()).collect(),
            undecided: lacks.collect(),
        }
    }
}

impl SystemFound {
    /// What a campaign has found, still without its broken seeds.
    pub fn of(campaign: &Campaign<'_>, result: &CampaignResult) -> Self {
        let CampaignResult { seeds, first_not_run, events, checked, passed_over, hash_sum, broken_seeds, .. } = *result;
        let fault = result.trouble.clone();
        Self {
            system: campaign.generator.system.to_owned(),
            seeds,
            first_not_run,
            events,
            checked,
            passed_over,
            hash_sum,
            altered: None,
            met: result
                .met
                .points()
                .filter(|(_, times)| *times > 0)
                .map(|(point, times)| (point.to_owned(), times))
                .collect(),
            states: result.states.clone(),
            broken_seeds,
            broken: Vec::new(),
            is_given_up: result.is_given_up,
            fault: fault.map(|SubjectError { culprit, message }| FaultOfRun { culprit, message }),
        }
    }

    /// How often this coverage point was met.
    pub fn times(&self, point: &str) -> u64 {
        self.met.get(point).copied().unwrap_or_default()
    }

    /// Whether enough seeds of a subject other than the reference were run, and none came to a request to the model.
    pub fn says_nothing(&self, asked: &SystemAsked) -> bool {
        asked.options.subject.is_some() && self.seeds >= ENOUGH && self.times(ASKED_THE_MODEL) == 0
    }

    /// The exit code.
    pub fn exit_code(&self, asked: &SystemAsked) -> u8 {
        let silent = if self.says_nothing(asked) { ExitCode::INCOMPLETE } else { ExitCode::CONFORMANT };
        // An adapter that does not end as it must is wrong. All else says nothing about the subject.
        let fault = self.fault.as_ref().map(|fault| match fault.culprit {
            Culprit::Adapter => ExitCode::VIOLATED,
            _ => ExitCode::USAGE,
        });
        let broken = self.broken.iter().map(|broken| broken.exit_code);
        broken.chain(fault).fold(silent, ExitCode::first)
    }

    /// Adds what another part of the same campaign has found.
    pub fn join(&mut self, other: Self) {
        let Self { system: _, seeds, first_not_run, events, checked, passed_over, hash_sum, altered, .. } = other;
        let least = |one: Option<u64>, two: Option<u64>| [one, two].into_iter().flatten().min();
        self.seeds = self.seeds.saturating_add(seeds);
        self.first_not_run = least(self.first_not_run, first_not_run);
        self.events = self.events.saturating_add(events);
        self.checked = self.checked.saturating_add(checked);
        self.passed_over = self.passed_over.saturating_add(passed_over);
        self.hash_sum = self.hash_sum.wrapping_add(hash_sum);
        self.altered = self.altered.into_iter().chain(altered).reduce(u64::saturating_add);
        for (point, times) in other.met {
            let sum = self.met.entry(point).or_default();
            *sum = sum.saturating_add(times);
        }
        self.states.extend(other.states);
        self.broken_seeds = self.broken_seeds.saturating_add(other.broken_seeds);
        self.broken.extend(other.broken);
        self.broken.sort_by_key(|broken| broken.seed);
        self.broken.truncate(BROKEN_MAX);
        self.is_given_up |= other.is_given_up;
        // One is told of several, and it must not depend on the order in which they are added.
        let order = |fault: &FaultOfRun| (fault.culprit.words(), fault.message.clone());
        self.fault = self.fault.take().into_iter().chain(other.fault).min_by_key(order);
    }
}
