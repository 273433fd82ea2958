//! Which verdicts lead to which exit code.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    exit_code::ExitCode,
    model::{CaseReport, Mismatch, Report, Survived, Then},
};
use crate::{
    stage::{Culprit, Fault},
    suite::{catalogue::Catalogue, outcome::CaseVerdict, plan::Verdict},
};

impl Report {
    /// Finds what follows from the scenarios and the verdicts: in what each requirement was decided and held, and the exit code.
    /// Also anew, after something in the report has changed.
    pub fn judge(&mut self) {
        let mut survived = survived(&self.scenarios);
        for row in &mut self.requirements {
            row.survived = survived.remove(row.id.as_str()).unwrap_or_default();
        }
        self.exit_code = exit_code(self);
    }
}

/// In what each requirement was decided and held: where every `Then` that names it holds, and was about something that came up.
fn survived(cases: &[CaseReport]) -> BTreeMap<String, Survived> {
    let mut orders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut combinations: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases {
        let Some(order) = case.order.as_deref().filter(|_| case.faults.is_empty()) else { continue };
        let ids = |holds: fn(&Then) -> bool| -> BTreeSet<&str> {
            case.thens
                .iter()
                .filter(|then| holds(then))
                .flat_map(|then| &then.requirements)
                .map(String::as_str)
                .collect()
        };
        let held = ids(|then| then.miss.is_none() && then.unmet.is_none());
        for id in held.difference(&ids(|then| then.miss.is_some())) {
            orders.entry(id).or_default().insert(order);
            *combinations.entry(id).or_default() += usize::from(case.is_combination);
        }
    }
    let of = |(id, orders): (&str, BTreeSet<&str>)| {
        let combinations = combinations.get(id).copied().unwrap_or_default();
        (id.to_owned(), Survived { orders: orders.len(), combinations })
    };
    orders.into_iter().map(of).collect()
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
