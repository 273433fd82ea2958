//! Verdicts on requirements. The plan is fixed before anything runs: every requirement that a selected `Then` names
//! gets exactly one verdict.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    case::Case,
    catalogue::{Catalogue, Requirement},
    check::Mismatch,
    outcome::{CaseVerdict, Outcome},
};
use crate::stage::{Capability, Claims};

/// The verdict on a requirement.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize)]
pub enum Verdict {
    /// Every `Then` that names the requirement holds.
    #[serde(rename = "pass")]
    Pass,
    /// A `Then` that names the requirement fails.
    #[serde(rename = "fail")]
    Fail,
    /// No `Then` that names the requirement fails, but one could not be read.
    #[serde(rename = "incomplete")]
    Incomplete,
    /// The subject does not claim the system, the profile or a capability that the requirement needs.
    #[serde(rename = "not applicable")]
    NotApplicable,
    /// It does not hold, and that is expected: by the tag of a case, or by a list.
    #[serde(rename = "expected failure")]
    ExpectedFailure,
    /// It is expected not to hold, and holds: the expectation is stale.
    #[serde(rename = "unexpected pass")]
    UnexpectedPass,
}

impl Verdict {
    /// The verdict in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Incomplete => "incomplete",
            Self::NotApplicable => "not applicable",
            Self::ExpectedFailure => "expected failure",
            Self::UnexpectedPass => "unexpected pass",
        }
    }
}

/// A requirement of the plan with its verdict.
pub struct Judged {
    /// The requirement.
    pub requirement: Requirement,
    /// The verdict.
    pub verdict: Verdict,
    /// The ids of the cases that name the requirement.
    pub cases: Vec<String>,
    /// The capabilities that the subject lacks, if that is why none of the cases was asked. Empty if a case was asked,
    /// or if the subject does not claim the system or the profile.
    pub lacks: BTreeSet<Capability>,
}

/// The requirements that the selected cases name, in the order of the catalogue.
pub struct Plan {
    entries: BTreeMap<String, Vec<Arc<Case>>>,
}

impl Plan {
    /// The plan of `cases`.
    pub fn of(cases: &[Arc<Case>]) -> Self {
        let mut entries: BTreeMap<String, Vec<Arc<Case>>> = BTreeMap::new();
        for case in cases {
            for id in case.requirements() {
                let named = entries.entry(id.to_owned()).or_default();
                // One case after the other is read, so a case that is known is the last one.
                if named.last().is_none_or(|known| known.id != case.id) {
                    named.push(Arc::clone(case));
                }
            }
        }
        Self { entries }
    }

    /// Gives every requirement of the plan its verdict.
    pub fn judge(&self, outcomes: &[Outcome], catalogue: &Catalogue, claims: &Claims) -> Vec<Judged> {
        let outcomes: BTreeMap<&str, &Outcome> =
            outcomes.iter().map(|outcome| (outcome.case.id.as_str(), outcome)).collect();
        let broken = broken(&outcomes);
        let planned = catalogue.requirements().filter_map(|row| {
            let named = self.entries.get(&row.id).map(Vec::as_slice).unwrap_or_default();
            let broken = broken.get(row.id.as_str()).map(Vec::as_slice).unwrap_or_default();
            let is_named = |case: &&Arc<Case>| named.iter().any(|known| known.id == case.id);
            let cases: Vec<&Arc<Case>> = named.iter().chain(broken.iter().filter(|case| !is_named(case))).collect();
            (!cases.is_empty()).then_some((row, cases))
        });
        planned
            .map(|(requirement, cases)| {
                let asked: Vec<&Case> = cases
                    .iter()
                    .map(|case| case.as_ref())
                    .filter(|case| is_claimed(requirement, case, claims))
                    .collect();
                let verdict = verdict(requirement, &asked, &outcomes);
                let skipped = asked.iter().filter_map(|case| outcomes.get(case.id.as_str()));
                let lacks = skipped.filter(|_| verdict == Verdict::NotApplicable).filter_map(|outcome| outcome.lacks);
                let cases = cases.iter().map(|case| case.id.clone()).collect();
                Judged { requirement: requirement.clone(), verdict, cases, lacks: lacks.collect() }
            })
            .collect()
    }
}

/// For each requirement, the cases that fail it without naming it: their runs break a rule.
fn broken<'o>(outcomes: &BTreeMap<&str, &'o Outcome>) -> BTreeMap<&'o str, Vec<Arc<Case>>> {
    let mut broken: BTreeMap<&str, Vec<Arc<Case>>> = BTreeMap::new();
    for outcome in outcomes.values() {
        for then in outcome.thens.iter().filter(|then| matches!(then.finding, Err(Mismatch::Fails { .. }))) {
            for id in &then.requirements {
                let cases = broken.entry(id).or_default();
                // One case after the other is read, and several of its `Then`s may fail the same requirement.
                if cases.last().is_none_or(|known| known.id != outcome.case.id) {
                    cases.push(Arc::clone(&outcome.case));
                }
            }
        }
    }
    broken
}

/// Whether the subject claims the system of this case, and the requirement's profile in that system.
fn is_claimed(requirement: &Requirement, case: &Case, claims: &Claims) -> bool {
    let system = case.system.as_str();
    let profile = requirement.profile.as_ref().is_none_or(|profile| claims.has_profile(system, profile));
    profile && claims.has_system(system)
}

fn verdict(requirement: &Requirement, cases: &[&Case], outcomes: &BTreeMap<&str, &Outcome>) -> Verdict {
    let (mut applicable, mut failed, mut unread) = (false, false, false);
    let (mut failed_as_expected, mut unexpected) = (false, false);
    let (mut held, mut unmet) = (false, false);
    for case in cases {
        let Some(outcome) = outcomes.get(case.id.as_str()) else {
            // The case was not played because of --fail-fast, a signal, or a bug.
            (applicable, unread) = (true, true);
            continue;
        };
        if outcome.skipped.is_some() {
            continue;
        }
        applicable = true;
        unexpected |= outcome.verdict() == CaseVerdict::UnexpectedPass;
        let mut named = outcome.thens.iter().filter(|then| then.requirements.contains(&requirement.id)).peekable();
        unread |= named.peek().is_none();
        for then in named {
            match &then.finding {
                Ok(()) => held = true,
                Err(Mismatch::Unmet(_)) => unmet = true,
                Err(Mismatch::Fails { .. }) if case.expects_failure() => failed_as_expected = true,
                Err(Mismatch::Fails { .. }) => failed = true,
                // The fault of the run is the expected failure.
                Err(Mismatch::Unread(_)) if outcome.verdict() == CaseVerdict::ExpectedFailure => {
                    failed_as_expected = true;
                }
                Err(Mismatch::Unread(_)) => unread = true,
            }
        }
    }
    applicable &= held || failed || unread || unexpected || failed_as_expected || !unmet;
    match (applicable, failed, unread, unexpected, failed_as_expected) {
        (false, ..) => Verdict::NotApplicable,
        (_, true, ..) => Verdict::Fail,
        (_, _, true, ..) => Verdict::Incomplete,
        (_, _, _, true, _) => Verdict::UnexpectedPass,
        (_, _, _, _, true) => Verdict::ExpectedFailure,
        (true, false, false, false, false) => Verdict::Pass,
    }
}
