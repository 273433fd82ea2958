//! Known failures: a list of what is expected not to hold, with the reason for each.
//!
//! ```toml
//! [[expected]]
//! id = "RTE-10"                 # a requirement, or a scenario
//! expect = "fail"               # or "incomplete"; "flaky" where it fails in some runs alone
//! reason = "the prompt is lost on resize"
//! link = "https://example.com/issues/12"
//! expires = 2027-01-31          # the last day on which it is expected
//! ```
//!
//! What is listed does not count as a violation. A listed one that passes, is selected and not asked, or has expired is
//! stale, and makes the run end with [`ExitCode::STALE_BASELINE`](super::ExitCode::STALE_BASELINE). What is not selected, or
//! only in part, is left alone.

mod list;
mod write;

use std::collections::BTreeMap;

pub use self::list::{Day, Expectation, Expected, ExpectedFailures};
use super::{ExpectedBecause, Report, RequirementReport, Then, judging::breaks};
use crate::suite::{outcome::CaseVerdict, plan::Verdict};

impl ExpectedFailures {
    /// Marks in `report` what is expected, notes what is stale on the day `today`, and finds the exit code anew. Of a requirement
    /// for which `is_whole` does not hold only some scenarios were run: that it passes in them makes nothing stale.
    pub fn apply(&self, report: &mut Report, today: Day, is_whole: impl Fn(&str) -> bool) {
        for entry in &self.entries {
            self.mark_scenario(entry, report);
        }
        for row in 0..report.requirements.len() {
            if let Some(because) = self.covers(report, &report.requirements[row]) {
                report.requirements[row].verdict = Verdict::ExpectedFailure;
                report.requirements[row].expected = Some(because);
            }
        }
        Self::mark_scenarios_of_requirements(report);
        let stale = self.entries.iter().filter_map(|entry| {
            let why = Self::is_stale(entry, report, today, &is_whole)?;
            Some(format!("{}:{}: {} {why}", self.file, entry.line, entry.id))
        });
        report.stale = stale.collect();
        report.judge();
    }

    /// Marks the scenarios in which nothing is wrong but requirements that are expected not to hold.
    fn mark_scenarios_of_requirements(report: &mut Report) {
        let expected: BTreeMap<String, ExpectedBecause> =
            report.requirements.iter().filter_map(|row| Some((row.id.clone(), row.expected.clone()?))).collect();
        let is_expected =
            |then: &Then| !then.requirements.is_empty() && then.requirements.iter().all(|id| expected.contains_key(id));
        for case in &mut report.scenarios {
            let is_bad = matches!(case.verdict, CaseVerdict::Failed | CaseVerdict::Incomplete);
            let is_otherwise_right =
                case.drift.is_none() && case.faults.iter().all(|fault| fault.culprit.may_be_the_subjects());
            let mut missed = case.thens.iter().filter(|then| then.miss.is_some()).peekable();
            let first = missed.peek().and_then(|then| then.requirements.first()).and_then(|id| expected.get(id));
            if let Some(because) = first.filter(|_| is_bad && is_otherwise_right).cloned()
                && missed.all(is_expected)
            {
                case.verdict = CaseVerdict::ExpectedFailure;
                case.expected = Some(because);
            }
        }
    }

    /// Marks the scenario that an entry lists, if it ends as expected.
    fn mark_scenario(&self, entry: &Expectation, report: &mut Report) {
        let Some(case) = report.scenarios.iter_mut().find(|case| case.id == entry.id) else { return };
        let found = match case.verdict {
            CaseVerdict::Failed => Expected::Fail,
            CaseVerdict::Incomplete => Expected::Incomplete,
            _ => return,
        };
        if entry.expect.covers(found) {
            case.verdict = CaseVerdict::ExpectedFailure;
            case.expected = Some(entry.because());
        }
    }

    /// Why a requirement is expected not to hold: it is listed as it is, or every scenario in which it does not hold is.
    fn covers(&self, report: &Report, row: &RequirementReport) -> Option<ExpectedBecause> {
        let found = match row.verdict {
            Verdict::Fail => Expected::Fail,
            Verdict::Incomplete => Expected::Incomplete,
            _ => return None,
        };
        if let Some(entry) = self.entry(&row.id).filter(|entry| entry.expect.covers(found)) {
            return Some(entry.because());
        }
        let misses = |case: &&super::CaseReport| {
            case.thens.iter().any(|then| then.miss.is_some() && then.requirements.contains(&row.id))
        };
        let mut bad = report.scenarios.iter().filter(misses);
        let first = bad.next()?.expected.clone()?;
        // A scenario that was not begun leaves a requirement undecided, too.
        let is_begun = report.not_begun.iter().all(|id| !row.scenarios.contains(id));
        (is_begun && bad.all(|case| case.expected.is_some())).then_some(first)
    }

    /// Why an entry is stale. `None` if it is not, or if what it lists is not in the run, or not as a whole.
    fn is_stale(entry: &Expectation, report: &Report, today: Day, is_whole: impl Fn(&str) -> bool) -> Option<String> {
        if let Some(expires) = entry.expires.filter(|expires| *expires < today) {
            return Some(format!("was expected until {expires}, which is over"));
        }
        if let Some(row) = report.requirements.iter().find(|row| row.id == entry.id) {
            if !is_whole(&row.id) {
                return None;
            }
            return is_otherwise(row.verdict.words(), row.verdict == Verdict::ExpectedFailure, "pass", entry.expect);
        }
        let case = report.scenario(&entry.id)?;
        let is_as_listed = case.expected.is_some() || case.verdict == CaseVerdict::ExpectedFailure;
        is_otherwise(case.verdict.words(), is_as_listed, "passed", entry.expect)
    }
}

/// What is said of an entry that is not as it is listed.
fn is_otherwise(verdict: &str, is_as_listed: bool, passes: &str, expect: Expected) -> Option<String> {
    if is_as_listed {
        return None;
    }
    Some(if verdict == passes {
        if expect == Expected::Flaky {
            return None;
        }
        "passes: take it off the list".to_owned()
    } else if verdict == "not applicable" {
        "is selected and not asked: take it off the list".to_owned()
    } else {
        format!("is listed as `{}`, and is `{verdict}`", expect.word())
    })
}

/// The requirements that the list must have so that `report` is as expected.
fn needed_requirements(report: &Report) -> Vec<(String, Expected)> {
    let rows = report.requirements.iter().filter(|row| report.fail_on.counts(row.level));
    rows.filter_map(|row| match row.verdict {
        Verdict::Fail => Some((row.id.clone(), Expected::Fail)),
        Verdict::Incomplete => Some((row.id.clone(), Expected::Incomplete)),
        _ => None,
    })
    .collect()
}

/// The scenarios that the list must have beside the requirements: those that are violations by themselves.
fn needed_scenarios(report: &Report) -> Vec<(String, Expected)> {
    let is_own = |then: &Then| then.requirements.is_empty() && then.miss.is_some();
    let cases = report.scenarios.iter();
    cases
        .filter_map(|case| match case.verdict {
            CaseVerdict::Failed if breaks(report, case) => Some((case.id.clone(), Expected::Fail)),
            CaseVerdict::Incomplete if case.thens.iter().any(is_own) => Some((case.id.clone(), Expected::Incomplete)),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
#[path = "expected_tests.rs"]
mod tests;
