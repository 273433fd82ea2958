//! The model of a report.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    stage::{Capability, Culprit, Fault, Observation},
    suite::{
        catalogue::{Catalogue, Level},
        check,
        outcome::{CaseVerdict, Outcome},
        plan::{Judged, Verdict},
        runner::Suite,
        snapshot::Drift,
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
    /// A scenario that is expected to fail passes: the expectation is stale.
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
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
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
    const fn counts(self, level: Level) -> bool {
        match (self, level) {
            (_, Level::Must) | (Self::Should | Self::Any, Level::Should) | (Self::Any, Level::Open) => true,
            (Self::Must, Level::Should | Level::Open) | (Self::Should, Level::Open) => false,
        }
    }
}

/// The report of a run.
#[derive(Serialize, JsonSchema)]
pub struct Report {
    /// The subject's name and version.
    pub subject: String,
    /// The command that ran this, without the selection by name.
    pub command: String,
    /// The version of hotseat.
    pub hotseat: String,
    /// The exit code.
    pub exit_code: u8,
    /// The scenarios, in the order in which they were selected.
    pub scenarios: Vec<CaseReport>,
    /// The requirements that the selected scenarios decide, in the order of the catalogue.
    pub requirements: Vec<RequirementReport>,
    /// Snapshots that no scenario refers to.
    pub unreferred_snapshots: Vec<String>,
    /// Faults at the end of a subject that had played many scenarios.
    pub faults: Vec<Fault>,
    /// Bugs of hotseat that were noticed.
    pub internal: Vec<String>,
}

/// A scenario.
#[derive(Serialize, JsonSchema)]
pub struct CaseReport {
    /// The id, which is stable and has no blanks.
    pub id: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// `passed`, `failed`, `incomplete`, `expected failure`, `unexpected pass` or `not applicable`.
    pub verdict: &'static str,
    /// How the run ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<&'static str>,
    /// Faults of the run as a whole.
    pub faults: Vec<Fault>,
    /// The `Then`s, with what each found.
    pub thens: Vec<Then>,
    /// The path of the snapshot, if the reference's stream differs from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drift: Option<String>,
    /// Why it was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// The stream, which the text about a failure shows.
    #[serde(skip)]
    pub events: Vec<Observation>,
    /// The drift itself.
    #[serde(skip)]
    pub drifted: Option<Drift>,
}

/// A `Then`.
#[derive(Serialize, JsonSchema)]
pub struct Then {
    /// The text of the step.
    pub text: String,
    /// The line.
    pub line: usize,
    /// The requirements that it decides.
    pub requirements: Vec<String>,
    /// Why it does not hold, if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub miss: Option<Mismatch>,
}

/// Why a `Then` does not hold.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mismatch {
    /// Something else was found.
    Fails {
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
        /// The observation that shows it.
        #[serde(skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// It could not be decided, with the reason.
    Unread(String),
}

/// A requirement.
#[derive(Serialize, JsonSchema)]
pub struct RequirementReport {
    /// Its id.
    pub id: String,
    /// Its level.
    pub level: &'static str,
    /// What it demands.
    pub sentence: String,
    /// The verdict.
    pub verdict: &'static str,
    /// The scenarios that decide it.
    pub scenarios: Vec<String>,
    /// The verdict as a type.
    #[serde(skip)]
    pub judged: Verdict,
    /// The capabilities whose lack is the reason why it was never asked.
    #[serde(skip)]
    pub lacks: BTreeSet<Capability>,
}

/// The numbers of requirements by verdict.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Requirements that hold.
    pub pass: usize,
    /// Requirements that do not hold.
    pub fail: usize,
    /// Requirements that could not be decided.
    pub incomplete: usize,
    /// The rest: requirements that were not asked, or were expected to fail.
    pub other: usize,
}

impl Counts {
    /// Counts a verdict.
    pub fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Pass => self.pass += 1,
            Verdict::Fail => self.fail += 1,
            Verdict::Incomplete => self.incomplete += 1,
            Verdict::NotApplicable | Verdict::ExpectedFailure | Verdict::UnexpectedPass => self.other += 1,
        }
    }
}

impl Report {
    /// The report of a run.
    pub fn new(
        suite: Suite,
        judged: &[Judged],
        unreferred_snapshots: Vec<String>,
        fail_on: FailOn,
        command: String,
    ) -> Self {
        let Suite { outcomes, claims, faults, internal } = suite;
        let is_clean = unreferred_snapshots.is_empty() && faults.is_empty();
        let exit_code = exit_code(&outcomes, judged, is_clean, &internal, fail_on);
        let requirements = judged.iter().map(|one| RequirementReport {
            id: one.requirement.id.clone(),
            level: one.requirement.level.word(),
            sentence: one.requirement.sentence.clone(),
            verdict: one.verdict.words(),
            scenarios: one.cases.clone(),
            judged: one.verdict,
            lacks: one.lacks.clone(),
        });
        Self {
            subject: claims.who,
            command,
            hotseat: env!("CARGO_PKG_VERSION").to_owned(),
            exit_code,
            requirements: requirements.collect(),
            scenarios: outcomes.into_iter().map(CaseReport::new).collect(),
            unreferred_snapshots,
            faults,
            internal,
        }
    }

    /// The prefix and title of a requirement's area.
    pub fn area(&self, id: &str) -> (String, String) {
        let area = Catalogue::embedded().area(id);
        area.map_or_else(Default::default, |area| (area.prefix.clone(), area.title.clone()))
    }
}

impl CaseReport {
    fn new(outcome: Outcome) -> Self {
        let verdict = outcome.verdict().words();
        let thens = outcome.thens.into_iter().map(|then| Then {
            text: then.text,
            line: then.line,
            requirements: then.requirements,
            miss: then.finding.err().map(|miss| match miss {
                check::Mismatch::Fails { expected, found, seq } => Mismatch::Fails { expected, found, seq },
                check::Mismatch::Unread(why) => Mismatch::Unread(why),
            }),
        });
        Self {
            id: outcome.case.id.clone(),
            file: outcome.case.file.clone(),
            line: outcome.case.line,
            name: outcome.case.name.clone(),
            verdict,
            end: outcome.end.map(|end| end.word()),
            faults: outcome.faults,
            thens: thens.collect(),
            drift: outcome.drift.as_ref().map(|drift| drift.path.clone()),
            skipped: outcome.skipped,
            events: outcome.events,
            drifted: outcome.drift,
        }
    }
}

fn exit_code(outcomes: &[Outcome], judged: &[Judged], is_clean: bool, internal: &[String], fail_on: FailOn) -> u8 {
    let counted = |one: &&Judged| fail_on.counts(one.requirement.level);
    let any = |verdict: Verdict| judged.iter().filter(counted).any(|one| one.verdict == verdict);
    // A `Then` that names no requirement always counts.
    let own = |outcome: &Outcome, missed: fn(&check::Mismatch) -> bool| {
        let mut own = outcome.thens.iter().filter(|then| then.requirements.is_empty());
        !outcome.case.expects_failure() && own.any(|then| then.finding.as_ref().is_err_and(missed))
    };
    let own_failed = |outcome: &Outcome| own(outcome, |miss| matches!(miss, check::Mismatch::Fails { .. }));
    let own_unread = |outcome: &Outcome| own(outcome, |miss| matches!(miss, check::Mismatch::Unread(_)));
    let broken = outcomes.iter().any(|outcome| {
        let expected = outcome.verdict() == CaseVerdict::ExpectedFailure;
        let at_fault = outcome.faults.iter().any(|fault| fault_counts(fault, outcome, fail_on)) && !expected;
        outcome.drift.is_some() || at_fault || own_failed(outcome)
    });
    let stale = outcomes.iter().any(|outcome| outcome.verdict() == CaseVerdict::UnexpectedPass);
    let unread = outcomes.iter().any(own_unread);
    let ran = outcomes.iter().any(|outcome| outcome.skipped.is_none());
    if !internal.is_empty() {
        ExitCode::INTERNAL
    } else if broken || any(Verdict::Fail) || !is_clean {
        ExitCode::VIOLATED
    } else if stale {
        ExitCode::STALE_BASELINE
    } else if any(Verdict::Incomplete) || !ran || unread {
        ExitCode::INCOMPLETE
    } else {
        ExitCode::CONFORMANT
    }
}

/// Whether a fault counts as a violation. If no requirement of a scenario counts, a subject may leave its script: the fault
/// is reported, but is no violation.
fn fault_counts(fault: &Fault, outcome: &Outcome, fail_on: FailOn) -> bool {
    let counts = |id: &String| Catalogue::embedded().requirement(id).is_none_or(|row| fail_on.counts(row.level));
    let mut thens = outcome.thens.iter().peekable();
    let is_of_the_script = fault.culprit == Culprit::SubjectOrScenario && thens.peek().is_some();
    !is_of_the_script || thens.any(|then| then.requirements.is_empty() || then.requirements.iter().any(counts))
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
