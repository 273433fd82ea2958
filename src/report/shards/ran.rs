//! What `hotseat run` was asked and has found: reports, until all are there to be judged as one.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{error::MergeError, list::ListAsked};
use crate::{
    report::{
        CaseReport, FailOn, Mismatch, Report, Story, Then,
        expected::{Day, ExpectedFailures},
        reading::together,
    },
    stage::Fault,
    suite::{
        case::Case,
        catalogue::Catalogue,
        outcome::{CaseVerdict, Outcome},
        plan::Judged,
        runner::{SHOWN_MAX, Suite, more_show_it},
    },
};

/// The campaign of `hotseat run`.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RunAsked {
    /// The scenarios.
    pub list: ListAsked,
    /// For each subject: the command that runs the scenarios against it.
    pub commands: Vec<String>,
    /// The lowest level at which a failed requirement counts.
    pub fail_on: FailOn,
    /// How many seconds a subject may be silent, if it is not the reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<u16>,
    /// For each subject: the list of what is expected not to hold, if there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<Option<ExpectedText>>,
    /// Whether the scenarios were selected by tags or by names, so that other scenarios of a requirement may be left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_filtered: bool,
    /// The requirement by which they were selected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<String>,
}

/// A list of what is expected not to hold.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedText {
    /// Its file.
    pub file: String,
    /// Its text (TOML).
    pub text: String,
}

/// What was found of one subject.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SubjectFound {
    /// The report, without what only the whole list can tell. None if nothing was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// The place of each scenario in the whole list.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<String, u64>,
    /// For each scenario that shows it: what is asked of every run and does not hold.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub standing: BTreeMap<String, StandingFound>,
}

/// What is asked of every run and does not hold in one. Only the first scenarios that show the same are told of it.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StandingFound {
    /// Which of the scenario's `Then`s it is, from 0.
    pub thens: BTreeSet<usize>,
    /// The story of the scenario for each observation that may then be the first to show a miss; 0 stands for none.
    pub stories: BTreeMap<u64, Story>,
}

impl StandingFound {
    fn of(outcome: &Outcome) -> Option<Self> {
        let thens = outcome.thens.iter().enumerate().filter(|(_, then)| then.is_standing).map(|(at, _)| at);
        let thens: BTreeSet<usize> = thens.collect();
        if thens.is_empty() {
            return None;
        }
        let seqs: BTreeSet<Option<u64>> =
            outcome.thens.iter().map(|then| Then::of(then.clone()).seq()).chain([None]).collect();
        let stories = seqs.into_iter().filter_map(|seq| Some((seq.unwrap_or(0), Story::of(&outcome.events, seq)?)));
        Some(Self { thens, stories: stories.collect() })
    }
}

impl SubjectFound {
    /// What a run of some cases of the list has found. Nothing in the suite is left to the first scenarios that show it.
    pub fn of(
        suite: Suite,
        judged: &[Judged],
        unreferred_snapshots: Vec<String>,
        cases: &[(u64, &Case)],
        asked: &RunAsked,
        command: String,
    ) -> Self {
        let standing = suite.outcomes.iter();
        let standing = standing.filter_map(|outcome| Some((outcome.case.id.clone(), StandingFound::of(outcome)?)));
        let standing = standing.collect();
        let mut report = Report::new(suite, judged, unreferred_snapshots, asked.fail_on, command);
        report = report.with_selected(cases.iter().map(|(_, case)| *case));
        // The runs that break it without naming it are known when all are there.
        let by_id: BTreeMap<&str, &Case> = cases.iter().map(|(_, case)| (case.id.as_str(), *case)).collect();
        let named =
            |id: &str, case: &str| by_id.get(case).is_some_and(|case| case.requirements().any(|named| named == id));
        for row in &mut report.requirements {
            let id = row.id.clone();
            row.scenarios.retain(|case| named(&id, case));
        }
        report.requirements.sort_by(|one, two| one.id.cmp(&two.id));
        let places = cases.iter().map(|(place, case)| (case.id.clone(), *place)).collect();
        Self { report: Some(report), places, standing }
    }

    /// Checks that another part is of the same subject.
    pub(super) fn check(&self, other: &Self, at: usize) -> Result<(), MergeError> {
        match (&self.report, &other.report) {
            (Some(one), Some(two)) if one.subject != two.subject => Err(MergeError::Campaign {
                place: format!("found.run.{at}.report.subject"),
                here: format!("{:?}", two.subject),
                there: format!("{:?}", one.subject),
            }),
            _ => Ok(()),
        }
    }

    /// Adds what another part of the list has shown.
    pub(super) fn join(&mut self, other: Self) {
        self.places.extend(other.places);
        self.standing.extend(other.standing);
        self.report = match (self.report.take(), other.report) {
            (Some(one), Some(two)) => Some(joined(one, two)),
            (one, two) => one.or(two),
        };
    }

    /// Puts everything into its order. A merge does that once, at its end.
    pub(super) fn sort(&mut self) {
        let Some(report) = &mut self.report else { return };
        let place = |id: &String| self.places.get(id).copied();
        report.scenarios.sort_by_key(|case| place(&case.id));
        report.not_begun.sort_by_key(place);
        report.requirements.iter_mut().for_each(|row| row.scenarios.sort_by_key(place));
        report.judge();
    }

    /// The report of what is here. `is_whole` says whether that is the whole list.
    pub fn finished(&self, asked: &RunAsked, number: usize, is_whole: bool, today: Day) -> Option<Report> {
        let mut sorted = self.clone();
        sorted.sort();
        let mut report = sorted.report?;
        self.keep_first(&mut report);
        let rows: BTreeMap<&str, usize> =
            Catalogue::embedded().requirements().map(|row| row.id.as_str()).zip(0..).collect();
        report.requirements.sort_by_key(|row| rows.get(row.id.as_str()).copied());
        add_broken(&mut report);
        report.judge();
        if let Some(Some(ExpectedText { file, text })) = asked.expected.get(number)
            && let Ok(list) = ExpectedFailures::parse(file, text.clone())
        {
            let of_another = |id: &str| asked.requirement.as_deref().is_some_and(|selected| selected != id);
            list.apply(&mut report, today, |id| is_whole && !asked.is_filtered && !of_another(id));
        }
        Some(report)
    }

    /// Leaves each reason that is asked of every run to the first scenarios that show it, by their ids.
    fn keep_first(&self, report: &mut Report) {
        let mut shown: BTreeMap<String, Vec<(&str, usize)>> = BTreeMap::new();
        for (id, found) in &self.standing {
            let Some(case) = report.scenario(id) else { continue };
            for at in &found.thens {
                let text = case.thens.get(*at).map(|then| then.text.clone());
                shown.entry(text.unwrap_or_default()).or_default().push((id, *at));
            }
        }
        let mut gone: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        let mut last: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        for cases in shown.into_values() {
            let Some((first, more)) = cases.split_at_checked(SHOWN_MAX) else { continue };
            for (id, at) in more {
                gone.entry(id).or_default().insert(*at);
            }
            if let Some(first) = first.last().filter(|_| !more.is_empty()) {
                last.insert(*first, more.len());
            }
        }
        for case in &mut report.scenarios {
            let Some(found) = self.standing.get(&case.id) else { continue };
            for at in &found.thens {
                if let Some(more) = last.get(&(case.id.as_str(), *at))
                    && let Some(Mismatch::Fails { found, .. }) =
                        case.thens.get_mut(*at).and_then(|then| then.miss.as_mut())
                {
                    *found = more_show_it(found, *more);
                }
            }
            let Some(gone) = gone.get(case.id.as_str()) else { continue };
            let mut at = 0_usize..;
            case.thens.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
            case.verdict = verdict(case);
            let seq = case.thens.iter().find_map(Then::seq).unwrap_or(0);
            let is_told = case.verdict != CaseVerdict::Passed;
            case.story = found.stories.get(&seq).filter(|_| is_told).cloned();
        }
    }
}

/// The verdict of a scenario that has lost a `Then`. None that is expected to fail loses one.
fn verdict(case: &CaseReport) -> CaseVerdict {
    let misses = || case.thens.iter().filter_map(|then| then.miss.as_ref());
    if case.drift.is_some() || !case.faults.is_empty() || misses().any(|miss| matches!(miss, Mismatch::Fails { .. })) {
        CaseVerdict::Failed
    } else if misses().next().is_some() {
        CaseVerdict::Incomplete
    } else {
        CaseVerdict::Passed
    }
}

/// Adds to each requirement the scenarios that fail it without naming it, by their ids.
fn add_broken(report: &mut Report) {
    let mut broken: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for case in &report.scenarios {
        let fails = case.thens.iter().filter(|then| matches!(then.miss, Some(Mismatch::Fails { .. })));
        for id in fails.flat_map(|then| &then.requirements) {
            broken.entry(id).or_default().insert(&case.id);
        }
    }
    for row in &mut report.requirements {
        let named: BTreeSet<&str> = row.scenarios.iter().map(String::as_str).collect();
        let added = broken.get(row.id.as_str()).into_iter().flatten().filter(|id| !named.contains(**id));
        let added: Vec<String> = added.map(|id| (*id).to_owned()).collect();
        row.scenarios.extend(added);
    }
}

/// Two reports of parts of one list.
fn joined(mut one: Report, two: Report) -> Report {
    let Report { scenarios, not_begun, requirements, unreferred_snapshots, faults, internal, identity, .. } = two;
    one.scenarios.extend(scenarios);
    one.not_begun.extend(not_begun);
    one.identity = one.identity.take().into_iter().chain(identity).min();
    // They are sorted by their ids.
    for mut row in requirements {
        match one.requirements.binary_search_by(|known| known.id.cmp(&row.id)) {
            Ok(at) => {
                // No scenario is in two parts.
                let scenarios = std::mem::take(&mut row.scenarios);
                together(&mut one.requirements[at], row);
                one.requirements[at].scenarios.extend(scenarios);
            }
            Err(at) => one.requirements.insert(at, row),
        }
    }
    // One process would have told each of them once.
    let all: BTreeSet<String> = one.unreferred_snapshots.drain(..).chain(unreferred_snapshots).collect();
    one.unreferred_snapshots = all.into_iter().collect();
    let all: BTreeSet<String> = one.internal.drain(..).chain(internal).collect();
    one.internal = all.into_iter().collect();
    one.faults.extend(faults);
    let order = |fault: &Fault| (fault.culprit.words(), fault.message.clone());
    one.faults.sort_by_key(order);
    one.faults.dedup();
    one
}
