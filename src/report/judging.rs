//! Which verdicts lead to which exit code.

use super::{
    exit_code::ExitCode,
    model::{CaseReport, Mismatch, Report},
};
use crate::{
    stage::{Culprit, Fault},
    suite::{catalogue::Catalogue, outcome::CaseVerdict, plan::Verdict},
};

impl Report {
    /// Finds the exit code, also anew after something in the report has changed.
    pub fn judge(&mut self) {
        self.exit_code = exit_code(self);
    }
}

/// The exit code of a report, from everything else in it.
fn exit_code(report: &Report) -> u8 {
    let counted = report.requirements.iter().filter(|row| report.fail_on.counts(row.level));
    let any = |verdict: Verdict| counted.clone().any(|row| row.verdict == verdict);
    let mut cases = report.scenarios.iter();
    let is_broken =
        report.scenarios.iter().any(|case| case.verdict != CaseVerdict::ExpectedFailure && breaks(report, case));
    let is_stale =
        !report.stale.is_empty() || report.scenarios.iter().any(|case| case.verdict == CaseVerdict::UnexpectedPass);
    let is_unread = report.scenarios.iter().any(|case| own(case, |miss| matches!(miss, Mismatch::Unread(_))));
    if !report.internal.is_empty() {
        ExitCode::INTERNAL
    } else if is_broken || any(Verdict::Fail) || !report.unreferred_snapshots.is_empty() || !report.faults.is_empty() {
        ExitCode::VIOLATED
    } else if is_stale {
        ExitCode::STALE_BASELINE
    } else if any(Verdict::Incomplete) || cases.all(|case| case.skipped.is_some()) || is_unread {
        ExitCode::INCOMPLETE
    } else {
        ExitCode::CONFORMANT
    }
}

/// Whether a scenario is a violation by itself, whatever its requirements are.
pub(super) fn breaks(report: &Report, case: &CaseReport) -> bool {
    let own_fails = own(case, |miss| matches!(miss, Mismatch::Fails { .. }));
    case.drift.is_some() || own_fails || case.faults.iter().any(|fault| fault_counts(fault, case, report))
}

/// Whether a `Then` that names no requirement is missed in this way. It always counts, unless the scenario is expected to
/// fail.
fn own(case: &CaseReport, missed: fn(&Mismatch) -> bool) -> bool {
    let mut own = case.thens.iter().filter(|then| then.requirements.is_empty());
    case.verdict != CaseVerdict::ExpectedFailure && own.any(|then| then.miss.as_ref().is_some_and(missed))
}

/// Whether a fault counts as a violation. If no requirement of a scenario counts, or all that do are expected to fail, a
/// subject may leave its script: the fault is reported, but is no violation.
fn fault_counts(fault: &Fault, case: &CaseReport, report: &Report) -> bool {
    let counts = |id: &String| match report.requirements.iter().find(|row| row.id == *id) {
        Some(row) => report.fail_on.counts(row.level) && row.verdict != Verdict::ExpectedFailure,
        None => Catalogue::embedded().requirement(id).is_none_or(|row| report.fail_on.counts(row.level)),
    };
    let mut thens = case.thens.iter().peekable();
    let is_of_the_script = fault.culprit == Culprit::SubjectOrScenario && thens.peek().is_some();
    !is_of_the_script || thens.any(|then| then.requirements.is_empty() || then.requirements.iter().any(counts))
}
