//! Makes a report of a run.

use std::collections::BTreeSet;

use super::{
    exit_code::{ExitCode, FailOn},
    model::{CaseReport, Drift, Mismatch, REPORT_VERSION, Report, RequirementReport, Survived, Then},
    story::Story,
};
use crate::{
    model::text::checksum,
    stage::Identity,
    suite::{
        case::{Case, Origin},
        catalogue::Catalogue,
        check,
        outcome::{CaseVerdict, Outcome, ThenOutcome},
        plan::Judged,
        runner::Suite,
        snapshot,
    },
};

impl Report {
    /// The report of a run.
    pub fn new(
        suite: Suite,
        judged: &[Judged],
        unreferred_snapshots: Vec<String>,
        fail_on: FailOn,
        command: String,
    ) -> Self {
        let Suite { outcomes, claims, faults, internal, identity } = suite;
        let catalogue = Catalogue::embedded();
        let requirements = judged.iter().map(|one| {
            let area = catalogue.area(&one.requirement.id);
            RequirementReport {
                id: one.requirement.id.clone(),
                area: area.map(|area| area.title.clone()).unwrap_or_default(),
                systems: catalogue.systems_of(&one.requirement.id).to_vec(),
                level: one.requirement.level,
                sentence: one.requirement.sentence.clone(),
                source: one.requirement.source.clone(),
                verdict: one.verdict,
                scenarios: one.cases.clone(),
                survived: Survived::default(),
                expected: None,
                lacks: one.lacks.clone(),
            }
        });
        let mut report = Self {
            report_version: REPORT_VERSION,
            subject: claims.who,
            identity: identity.map(|Identity { name, version }| format!("{name} {version}")),
            command,
            hotseat: env!("CARGO_PKG_VERSION").to_owned(),
            catalogue: catalogue.revision(),
            fail_on,
            exit_code: ExitCode::CONFORMANT,
            requirements: requirements.collect(),
            scenarios: outcomes.into_iter().map(CaseReport::new).collect(),
            not_begun: Vec::new(),
            stale: Vec::new(),
            unreferred_snapshots,
            faults,
            internal,
        };
        report.judge();
        report
    }

    /// Names the selected scenarios that have no outcome.
    pub fn with_selected<'c>(mut self, selected: impl Iterator<Item = &'c Case>) -> Self {
        let begun: BTreeSet<&str> = self.scenarios.iter().map(|case| case.id.as_str()).collect();
        self.not_begun =
            selected.filter(|case| !begun.contains(case.id.as_str())).map(|case| case.id.clone()).collect();
        self
    }
}

impl Then {
    /// What a `Then` found.
    pub fn of(then: ThenOutcome) -> Self {
        Self {
            text: then.text,
            line: then.line,
            requirements: then.requirements,
            unmet: match &then.finding {
                Err(check::Mismatch::Unmet(why)) => Some(why.clone()),
                _ => None,
            },
            miss: then.finding.err().and_then(|miss| match miss {
                check::Mismatch::Fails { expected, found, seq } => Some(Mismatch::Fails { expected, found, seq }),
                check::Mismatch::Unread(why) => Some(Mismatch::Unread(why)),
                check::Mismatch::Unmet(_) => None,
            }),
        }
    }
}

impl CaseReport {
    fn new(outcome: Outcome) -> Self {
        let verdict = outcome.verdict();
        let thens: Vec<Then> = outcome.thens.into_iter().map(Then::of).collect();
        let seq = thens.iter().find_map(Then::seq);
        let has_story = !matches!(verdict, CaseVerdict::Passed | CaseVerdict::NotApplicable);
        Self {
            id: outcome.case.id.clone(),
            file: outcome.case.file.clone(),
            line: outcome.case.line,
            name: outcome.case.name.clone(),
            system: outcome.case.system.clone(),
            is_carried: outcome.case.is_ours(),
            asks: asks(&outcome.case),
            verdict,
            end: outcome.end.map(|end| end.word().to_owned()),
            order: outcome.order.map(|order| format!("{order:08x}")),
            is_combination: outcome.case.origin == Origin::Combination,
            faults: outcome.faults,
            thens,
            drift: outcome.drift.as_ref().map(Drift::of),
            skipped: outcome.skipped,
            expected: None,
            story: if has_story { Story::of(&outcome.events, seq) } else { None },
            took: outcome.took,
        }
    }
}

/// A checksum of the steps of a case.
fn asks(case: &Case) -> String {
    let steps = case.steps.iter().map(|line| format!("{:?} {}\n", line.kind, line.whole()));
    format!("{:08x}", checksum(&steps.collect::<String>()))
}

impl Drift {
    fn of(drift: &snapshot::Drift) -> Self {
        let expected = drift.expected.as_deref().unwrap_or_default();
        let (old, new): (Vec<&str>, Vec<&str>) =
            (expected.trim_end().lines().collect(), drift.found.trim_end().lines().collect());
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let (old, new) = (&old[same..], &new[same..]);
        let same_at_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
        let owned = |lines: &[&str]| lines.iter().map(ToString::to_string).collect();
        let is_missing = drift.expected.is_none();
        Self {
            path: drift.path.clone(),
            is_missing,
            removed: owned(&old[..old.len() - same_at_end]),
            added: if is_missing { Vec::new() } else { owned(&new[..new.len() - same_at_end]) },
        }
    }
}

#[cfg(test)]
#[path = "making_tests.rs"]
mod tests;
