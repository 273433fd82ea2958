//! Verdicts on requirements. The plan is closed before anything runs: every requirement that a selected `Then`
//! names ends in exactly one verdict.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use super::{
    case::Case,
    catalogue::{Catalogue, Requirement},
    check::Miss,
    outcome::{CaseVerdict, Outcome},
};
use crate::stage::Claims;

/// What is found of a requirement.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every `Then` that names it holds.
    Pass,
    /// A `Then` that names it fails.
    Fail,
    /// A `Then` that names it could not be read, and none failed.
    Incomplete,
    /// The subject does not claim what it is about.
    NotApplicable,
    /// It fails, where it is expected to.
    ExpectedFailure,
    /// It holds, where it is expected to fail: the expectation is stale.
    UnexpectedPass,
}

impl Verdict {
    /// The words for it.
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

/// A requirement of the plan, and what was found.
pub struct Judged {
    /// The requirement.
    pub requirement: Requirement,
    /// What was found.
    pub verdict: Verdict,
    /// The cases that name it.
    pub cases: Vec<String>,
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
                if !named.iter().any(|known| known.id == case.id) {
                    named.push(Arc::clone(case));
                }
            }
        }
        Self { entries }
    }

    /// Judges every requirement of the plan by `outcomes`.
    pub fn judge(&self, outcomes: &[Outcome], catalogue: &Catalogue, claims: &Claims) -> Vec<Judged> {
        let planned = catalogue.requirements().filter_map(|row| Some((row, self.entries.get(&row.id)?)));
        planned
            .map(|(requirement, cases)| Judged {
                requirement: requirement.clone(),
                verdict: verdict(requirement, cases, outcomes, claims),
                cases: cases.iter().map(|case| case.id.clone()).collect(),
            })
            .collect()
    }
}

fn verdict(requirement: &Requirement, cases: &[Arc<Case>], outcomes: &[Outcome], claims: &Claims) -> Verdict {
    let asked = |case: &Case| {
        let system = case.system.as_str();
        let profile = requirement.profile.as_ref().is_none_or(|profile| claims.has_profile(system, profile));
        profile && claims.has_system(system)
    };
    let (mut applicable, mut failed, mut unread) = (false, false, false);
    let (mut failed_as_expected, mut unexpected) = (false, false);
    for case in cases.iter().filter(|case| asked(case)) {
        let Some(outcome) = outcomes.iter().find(|outcome| outcome.case.id == case.id) else {
            // A planned case without an outcome was cut off, by --fail-fast or by a bug.
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
                Ok(()) => {}
                Err(Miss::Fails { .. }) if case.expects_failure() => failed_as_expected = true,
                Err(Miss::Fails { .. }) => failed = true,
                // A run that is at fault as a whole, where a failure is expected, is that failure.
                Err(Miss::Unread(_)) if outcome.verdict() == CaseVerdict::ExpectedFailure => {
                    failed_as_expected = true;
                }
                Err(Miss::Unread(_)) => unread = true,
            }
        }
    }
    match (applicable, failed, unread, unexpected, failed_as_expected) {
        (false, ..) => Verdict::NotApplicable,
        (_, true, ..) => Verdict::Fail,
        (_, _, true, ..) => Verdict::Incomplete,
        (_, _, _, true, _) => Verdict::UnexpectedPass,
        (_, _, _, _, true) => Verdict::ExpectedFailure,
        (true, false, false, false, false) => Verdict::Pass,
    }
}
