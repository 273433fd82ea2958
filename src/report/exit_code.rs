//! The exit codes of the program, and which verdicts lead to them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseReport, Mismatch, Report};
use crate::{
    stage::{Culprit, Fault},
    suite::{
        catalogue::{Catalogue, Level},
        outcome::CaseVerdict,
        plan::Verdict,
    },
};

/// The exit codes of the program. If several apply, the first in this order is used.
pub enum ExitCode {}

impl ExitCode {
    /// The program has a bug. The message says how to report it.
    pub const INTERNAL: u8 = 70;
    /// The command line or a file is wrong, and nothing was run. Or a file could not be written, and the verdict is printed
    /// nevertheless. The message says where the mistake is and what to do.
    pub const USAGE: u8 = 2;
    /// Nothing matches the selection, so nothing was checked.
    pub const NOTHING_SELECTED: u8 = 4;
    /// The same run gave different streams.
    pub const NOT_DETERMINISTIC: u8 = 6;
    /// A requirement is violated, a scenario failed, or the reference drifted from its snapshots.
    pub const VIOLATED: u8 = 1;
    /// What is expected to fail passes, is not asked, or was expected until a day that is over: the expectation is stale.
    pub const STALE_BASELINE: u8 = 5;
    /// Nothing is violated, but a requirement that counts could not be decided.
    pub const INCOMPLETE: u8 = 3;
    /// Everything that was asked for holds.
    pub const CONFORMANT: u8 = 0;

    /// All exit codes. The first that applies is used.
    const ORDER: [u8; 8] = [
        Self::INTERNAL,
        Self::USAGE,
        Self::NOTHING_SELECTED,
        Self::NOT_DETERMINISTIC,
        Self::VIOLATED,
        Self::STALE_BASELINE,
        Self::INCOMPLETE,
        Self::CONFORMANT,
    ];

    /// The one of two codes that is used.
    pub fn first(one: u8, other: u8) -> u8 {
        Self::ORDER.into_iter().find(|code| *code == one || *code == other).unwrap_or(Self::INTERNAL)
    }
}

/// The levels at which a failed requirement counts as a violation.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailOn {
    /// `must` only.
    #[default]
    Must,
    /// `must` and `should`.
    Should,
    /// All levels, open questions included.
    Any,
}

impl FailOn {
    /// Whether a failed requirement of this level is a violation.
    pub const fn counts(self, level: Level) -> bool {
        match (self, level) {
            (_, Level::Must) | (Self::Should | Self::Any, Level::Should) | (Self::Any, Level::Open) => true,
            (Self::Must, Level::Should | Level::Open) | (Self::Should, Level::Open) => false,
        }
    }
}

/// The exit code of a report, from everything else in it.
pub(super) fn exit_code(report: &Report) -> u8 {
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
    case.drift.is_some() || own_fails || case.faults.iter().any(|fault| fault_counts(fault, case, report.fail_on))
}

/// Whether a `Then` that names no requirement is missed in this way. It always counts, unless the scenario is expected to
/// fail.
fn own(case: &CaseReport, missed: fn(&Mismatch) -> bool) -> bool {
    let mut own = case.thens.iter().filter(|then| then.requirements.is_empty());
    case.verdict != CaseVerdict::ExpectedFailure && own.any(|then| then.miss.as_ref().is_some_and(missed))
}

/// Whether a fault counts as a violation. If no requirement of a scenario counts, a subject may leave its script: the fault
/// is reported, but is no violation.
fn fault_counts(fault: &Fault, case: &CaseReport, fail_on: FailOn) -> bool {
    let counts = |id: &String| Catalogue::embedded().requirement(id).is_none_or(|row| fail_on.counts(row.level));
    let mut thens = case.thens.iter().peekable();
    let is_of_the_script = fault.culprit == Culprit::SubjectOrScenario && thens.peek().is_some();
    !is_of_the_script || thens.any(|then| then.requirements.is_empty() || then.requirements.iter().any(counts))
}
