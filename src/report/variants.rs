//! The report of variants: which sets of them pass, and the `Then`s at which the others fail.

use std::{collections::BTreeMap, fmt::Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ExitCode, FailOn, Report};
use crate::{
    model::text::shorten,
    mutate::Variant,
    stage::Lane,
    suite::{
        check::Mismatch,
        outcome::Outcome,
        plan::{Judged, Verdict},
        variants::{Played, VariantSet},
    },
};

/// How many failures of a set are printed.
const FAILURES_MAX: usize = 8;
/// How much of a text the table shows, in characters.
const TEXT_MAX: usize = 160;

/// The report of variants.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct VariantsReport {
    /// The sets, in the order in which they were made: each variant alone first.
    pub sets: Vec<SetReport>,
}

/// Variants that were put together, and what became of them.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct SetReport {
    /// The system.
    pub system: String,
    /// The ids of the variants.
    pub variants: Vec<String>,
    /// What became of the set.
    pub fate: VariantFate,
    /// The exit code of `hotseat run --fail-on should` with this set as the subject.
    pub exit_code: u8,
    /// The lanes in which some stream differs from the reference's.
    pub lanes: Vec<Lane>,
    /// The requirements that fail or could not be decided, with their levels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub requirements: BTreeMap<String, String>,
    /// What failed, in each scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<VariantFailure>,
    /// The variants that altered nothing, and mistakes in rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<String>,
}

/// What became of a set.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VariantFate {
    /// No requirement of level `must` or `should` fails or is incomplete.
    Passes,
    /// Something fails.
    Fails,
    /// A variant alters nothing, or its row has a mistake.
    Wrong,
}

/// What failed.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct VariantFailure {
    /// The scenario.
    pub scenario: String,
    /// The `Then`, or nothing if the whole run is at fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub then: String,
    /// What was found, or the fault.
    pub found: String,
}

impl SetReport {
    /// The report of a set that was played.
    pub fn new(set: &VariantSet<'_>, played: Played) -> Self {
        let Played { suite, judged, altered, lanes } = played;
        let mut wrong = Vec::new();
        for (variant, altered) in set.variants.iter().zip(&altered) {
            // In a set, one variant may take away what another would alter.
            if altered.applied == 0 && set.variants.len() == 1 {
                wrong.push(format!("{} alters nothing in any scenario of {}", variant.id, set.system));
            }
            wrong.extend(altered.complaints.iter().map(|complaint| format!("{}: {complaint}", variant.id)));
        }
        if lanes.is_empty() {
            wrong.push("no stream differs from the reference's".to_owned());
        }
        let counts = |one: &&Judged| matches!(one.verdict, Verdict::Fail | Verdict::Incomplete);
        let requirements = judged
            .iter()
            .filter(counts)
            .map(|one| (one.requirement.id.clone(), one.requirement.level.word().to_owned()));
        let requirements = requirements.collect();
        let failures: Vec<VariantFailure> = suite.outcomes.iter().flat_map(VariantFailure::of).collect();
        let exit_code = Report::new(suite, &judged, Vec::new(), FailOn::Should, String::new()).exit_code;
        let fate = if exit_code != ExitCode::CONFORMANT {
            VariantFate::Fails
        } else if wrong.is_empty() {
            VariantFate::Passes
        } else {
            VariantFate::Wrong
        };
        Self {
            system: set.system.to_owned(),
            variants: set.variants.iter().map(|variant: &&Variant| variant.id.clone()).collect(),
            fate,
            exit_code,
            lanes: lanes.into_iter().collect(),
            requirements,
            failures,
            wrong,
        }
    }

    fn story(&self, text: &mut String) {
        let _ = writeln!(text, "\n{} with {}", self.system, self.variants.join(", "));
        for wrong in &self.wrong {
            let _ = writeln!(text, "  {wrong}");
        }
        let ids: Vec<String> = self.requirements.iter().map(|(id, level)| format!("{id} ({level})")).collect();
        if !ids.is_empty() {
            let _ = writeln!(text, "  not held: {}", ids.join(", "));
        }
        for VariantFailure { scenario, then, found } in self.failures.iter().take(FAILURES_MAX) {
            let then = if then.is_empty() { "the run is at fault" } else { then };
            let _ = writeln!(text, "  {scenario}\n    {}\n    {}", shorten(then, TEXT_MAX), shorten(found, TEXT_MAX));
        }
        if let Some(more) = self.failures.len().checked_sub(FAILURES_MAX).filter(|more| *more > 0) {
            let _ = writeln!(text, "  and {more} more; `--format json` has all");
        }
    }
}

impl VariantFailure {
    fn of(outcome: &Outcome) -> Vec<Self> {
        let scenario = &outcome.case.id;
        let faults = outcome.faults.iter().map(|fault| Self {
            scenario: scenario.clone(),
            then: String::new(),
            found: fault.message.clone(),
        });
        let thens = outcome.thens.iter().filter_map(|then| {
            let found = match then.finding.as_ref().err()? {
                Mismatch::Fails { found, .. } => format!("found {found}"),
                Mismatch::Unread(_) if !outcome.faults.is_empty() => return None,
                Mismatch::Unmet(_) => return None,
                Mismatch::Unread(why) => format!("not decided: {why}"),
            };
            Some(Self { scenario: scenario.clone(), then: then.text.clone(), found })
        });
        faults.chain(thens).collect()
    }
}

impl VariantsReport {
    /// The report as text. With `quiet`, sets that pass are left out.
    pub fn pretty(&self, quiet: bool) -> String {
        let mut text = String::new();
        for set in self.sets.iter().filter(|set| set.fate == VariantFate::Passes && !quiet) {
            let lanes: Vec<&str> = set.lanes.iter().map(|lane| lane.word()).collect();
            let _ = writeln!(text, "passes  {}  {}  ({})", set.system, set.variants.join(", "), lanes.join(" "));
        }
        for set in self.sets.iter().filter(|set| set.fate != VariantFate::Passes) {
            set.story(&mut text);
        }
        let (alone, together): (Vec<&SetReport>, Vec<&SetReport>) =
            self.sets.iter().partition(|set| set.variants.len() == 1);
        let sum = |sets: &[&SetReport]| {
            let of = |fate| sets.iter().filter(|set| set.fate == fate).count();
            let [passes, fails, wrong] = [VariantFate::Passes, VariantFate::Fails, VariantFate::Wrong].map(of);
            format!("{passes} pass, {fails} fail, {wrong} wrong")
        };
        let _ = writeln!(text, "{}alone: {}", if text.is_empty() { "" } else { "\n" }, sum(&alone));
        let _ = writeln!(text, "together: {}", sum(&together));
        text
    }

    /// The exit code: violated if a set fails or a row is wrong.
    pub fn exit_code(&self) -> u8 {
        let pass = self.sets.iter().all(|set| set.fate == VariantFate::Passes);
        if pass { ExitCode::CONFORMANT } else { ExitCode::VIOLATED }
    }
}
