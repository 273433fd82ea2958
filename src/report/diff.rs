//! What changed between two reports: what the subject does otherwise, told apart from what it was asked otherwise.

use std::{collections::BTreeSet, fmt::Write};

use indexmap::IndexMap;
use serde::Serialize;

use super::{CaseReport, Mismatch, Report, RequirementReport, summary::requirements, summary::scenarios};
use crate::{
    model::text::shorten,
    suite::{outcome::CaseVerdict, plan::Verdict},
};

/// How long a value in the text is, in characters.
const VALUE_MAX: usize = 160;

/// How a requirement changed.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It held, or was not decided, and fails now in a scenario that asks what it asked before.
    NewlyFailing,
    /// It fails now, in scenarios that are new or that ask something else.
    AskedAnew,
    /// It was decided, and cannot be decided now.
    Undecided,
    /// It failed or was not decided, and holds now.
    Mended,
    /// It was asked, and is not asked now.
    NotAsked,
    /// It fails as before, but in other scenarios.
    Moved,
    /// The old report does not have it. It does not fail.
    Added,
}

impl Change {
    /// Every change, those that matter most first.
    const ALL: [Self; 7] =
        [Self::NewlyFailing, Self::AskedAnew, Self::Undecided, Self::Mended, Self::NotAsked, Self::Moved, Self::Added];

    /// The title of its list.
    const fn title(self) -> &'static str {
        match self {
            Self::NewlyFailing => "newly failing",
            Self::AskedAnew => "failing where it is asked anew or otherwise",
            Self::Undecided => "no longer decided",
            Self::Mended => "mended",
            Self::NotAsked => "no longer asked",
            Self::Moved => "failing as before, in other scenarios",
            Self::Added => "added",
        }
    }

    /// How the requirement `id` changed. `None` if it did not.
    pub fn of(old: &Report, new: &Report, id: &str) -> Option<Self> {
        let row = |report: &'_ Report| report.requirements.iter().position(|row| row.id == id);
        let was = row(old).map(|at| &old.requirements[at]);
        let is = row(new).map(|at| &new.requirements[at]);
        let is_asked = |row: &&RequirementReport| row.verdict != Verdict::NotApplicable;
        let Some(is) = is.filter(is_asked) else { return was.filter(is_asked).map(|_| Self::NotAsked) };
        let failing =
            |report: &Report| -> BTreeSet<String> { failing(report, id).map(|case| case.id.clone()).collect() };
        match (was.filter(is_asked).map(|row| shown_of(old, row)), shown_of(new, is)) {
            (Some(Verdict::Fail), Verdict::Fail) => (failing(old) != failing(new)).then_some(Self::Moved),
            (_, Verdict::Fail) => {
                // If nothing names the scenarios, the subject is taken to have changed.
                let mut cases = self::failing(new, id).peekable();
                let anew = cases.peek().is_some() && !cases.any(|case| is_asked_alike(old, case));
                Some(if anew { Self::AskedAnew } else { Self::NewlyFailing })
            }
            (Some(Verdict::Fail | Verdict::Incomplete), Verdict::Pass) => Some(Self::Mended),
            (Some(Verdict::Incomplete), _) => None,
            (Some(_), Verdict::Incomplete) => Some(Self::Undecided),
            (None, _) => Some(Self::Added),
            _ => None,
        }
    }
}

/// The scenarios in which a requirement fails.
fn failing<'r>(report: &'r Report, id: &str) -> impl Iterator<Item = &'r CaseReport> {
    report.scenarios.iter().filter(move |case| {
        let mut missed = case.thens.iter().filter(|then| matches!(then.miss, Some(Mismatch::Fails { .. })));
        missed.any(|then| then.requirements.iter().any(|named| named == id))
    })
}

/// Whether the old report has the scenario with the same steps, and it was asked.
fn is_asked_alike(old: &Report, case: &CaseReport) -> bool {
    let mut olds = old.scenarios.iter();
    olds.any(|old| old.id == case.id && old.asks == case.asks && old.verdict != CaseVerdict::NotApplicable)
}

/// The verdict on a case, whether or not it was expected to fail.
fn shown(case: &CaseReport) -> CaseVerdict {
    let fails = || case.thens.iter().any(|then| matches!(then.miss, Some(Mismatch::Fails { .. })));
    match case.verdict {
        CaseVerdict::ExpectedFailure if fails() || !case.faults.is_empty() => CaseVerdict::Failed,
        CaseVerdict::ExpectedFailure => CaseVerdict::Incomplete,
        CaseVerdict::UnexpectedPass => CaseVerdict::Passed,
        verdict => verdict,
    }
}

/// The verdict on a requirement, whether or not it was expected to fail.
fn shown_of(report: &Report, row: &RequirementReport) -> Verdict {
    match row.verdict {
        Verdict::ExpectedFailure if failing(report, &row.id).next().is_some() => Verdict::Fail,
        Verdict::ExpectedFailure => Verdict::Incomplete,
        Verdict::UnexpectedPass => Verdict::Pass,
        verdict => verdict,
    }
}

/// A requirement that changed.
#[derive(Clone, Debug, Serialize)]
pub struct ChangedRequirement {
    /// The requirement.
    pub id: String,
    /// Its level.
    pub level: &'static str,
    /// What it demands.
    pub sentence: String,
    /// How it changed.
    pub change: Change,
    /// The verdict in the old report.
    pub was: Option<&'static str>,
    /// The verdict in the new report.
    pub is: Option<&'static str>,
    /// The first scenario in which it fails now.
    pub scenario: Option<String>,
    /// What was expected there.
    pub expected: Option<String>,
    /// What was found there.
    pub found: Option<String>,
}

/// A scenario whose verdict changed, or whose event stream did.
#[derive(Clone, Debug, Serialize)]
pub struct ChangedScenario {
    /// The scenario.
    pub id: String,
    /// The verdict in the old report.
    pub was: Option<&'static str>,
    /// The verdict in the new report.
    pub is: Option<&'static str>,
    /// Whether it asks something else than before.
    pub asks_otherwise: bool,
}

/// A stream that changed, from its first different line on.
#[derive(Clone, Debug, Serialize)]
pub struct ChangedStream {
    /// The scenario.
    pub scenario: String,
    /// The first line that differs.
    pub line: usize,
    /// This line in the old stream.
    pub was: Option<String>,
    /// This line in the new stream.
    pub is: Option<String>,
}

/// What changed between two reports.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The subject of the old report.
    pub old: String,
    /// The subject of the new report.
    pub new: String,
    /// Whether the two were asked by the same catalogue of requirements.
    pub same_catalogue: bool,
    /// How many scenarios are in both and ask the same.
    pub asked_alike: usize,
    /// How many scenarios are in both and ask something else.
    pub asked_otherwise: usize,
    /// How many scenarios are in the new report alone.
    pub added: usize,
    /// How many scenarios are in the old report alone.
    pub removed: usize,
    /// The requirements that changed, those that matter most first.
    pub requirements: Vec<ChangedRequirement>,
    /// The scenarios whose verdict changed.
    pub scenarios: Vec<ChangedScenario>,
    /// The streams that changed, if there were folders of events to compare.
    pub streams: Vec<ChangedStream>,
    /// Whether something that counts is newly failing.
    pub is_worse: bool,
}

impl Difference {
    /// What changed from `old` to `new`.
    pub fn of(old: &Report, new: &Report, streams: Vec<ChangedStream>) -> Self {
        let olds: IndexMap<&str, &CaseReport> = old.scenarios.iter().map(|case| (case.id.as_str(), case)).collect();
        let news: IndexMap<&str, &CaseReport> = new.scenarios.iter().map(|case| (case.id.as_str(), case)).collect();
        let both: Vec<(&CaseReport, &CaseReport)> =
            new.scenarios.iter().filter_map(|case| Some((*olds.get(case.id.as_str())?, case))).collect();
        let asked_alike = both.iter().filter(|(old, new)| old.asks == new.asks).count();
        let mut ids: Vec<&str> = new.requirements.iter().map(|row| row.id.as_str()).collect();
        ids.extend(
            old.requirements
                .iter()
                .map(|row| row.id.as_str())
                .filter(|id| !new.requirements.iter().any(|row| row.id == *id)),
        );
        let mut requirements: Vec<ChangedRequirement> =
            ids.iter().filter_map(|id| Change::of(old, new, id).map(|change| changed(old, new, id, change))).collect();
        requirements.sort_by_key(|row| row.change);
        let scenarios: Vec<ChangedScenario> = both
            .iter()
            .filter(|(old, new)| shown(old) != shown(new))
            .map(|(old, new)| ChangedScenario {
                id: new.id.clone(),
                was: Some(shown(old).words()),
                is: Some(shown(new).words()),
                asks_otherwise: old.asks != new.asks,
            })
            .collect();
        let counts = |id: &str| {
            let mut rows = new.requirements.iter().filter(|row| row.id == id);
            rows.any(|row| new.fail_on.counts(row.level) && row.verdict != Verdict::ExpectedFailure)
        };
        let is_worse = requirements.iter().any(|row| row.change == Change::NewlyFailing && counts(&row.id))
            || both.iter().any(|(old, new)| is_newly_broken(old, new));
        Self {
            old: old.subject.clone(),
            new: new.subject.clone(),
            same_catalogue: old.catalogue == new.catalogue,
            asked_otherwise: both.len() - asked_alike,
            asked_alike,
            added: news.keys().filter(|id| !olds.contains_key(*id)).count(),
            removed: olds.keys().filter(|id| !news.contains_key(*id)).count(),
            requirements,
            scenarios,
            streams,
            is_worse,
        }
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.requirements.is_empty() && self.scenarios.is_empty() && self.streams.is_empty()
    }
}

/// Whether a scenario that asks the same fails now without any requirement that could say so.
fn is_newly_broken(old: &CaseReport, new: &CaseReport) -> bool {
    let names_some = new.thens.iter().any(|then| then.miss.is_some() && !then.requirements.is_empty());
    old.asks == new.asks && shown(old) == CaseVerdict::Passed && new.verdict == CaseVerdict::Failed && !names_some
}

fn changed(old: &Report, new: &Report, id: &str, change: Change) -> ChangedRequirement {
    let row = |report: &Report| report.requirements.iter().find(|row| row.id == id).cloned();
    let (was, is) = (row(old), row(new));
    let case = failing(new, id).next();
    let miss = case.and_then(|case| {
        case.thens.iter().filter(|then| then.requirements.iter().any(|named| named == id)).find_map(|then| match &then
            .miss
        {
            Some(Mismatch::Fails { expected, found, .. }) => Some((expected.clone(), found.clone())),
            _ => None,
        })
    });
    let about = is.as_ref().or(was.as_ref());
    ChangedRequirement {
        id: id.to_owned(),
        level: about.map_or("", |row| row.level.word()),
        sentence: about.map(|row| row.sentence.clone()).unwrap_or_default(),
        change,
        was: was.map(|row| row.verdict.words()),
        is: is.map(|row| row.verdict.words()),
        scenario: case.map(|case| case.id.clone()),
        expected: miss.as_ref().map(|(expected, _)| expected.clone()),
        found: miss.map(|(_, found)| found),
    }
}

/// The difference as text.
pub fn text(difference: &Difference) -> String {
    told(difference, &|title| format!("\n{title}\n"), &|text| text.to_owned(), "  ")
}

/// The difference as Markdown, for a pull request.
pub fn markdown(difference: &Difference) -> String {
    told(difference, &|title| format!("\n### {title}\n\n"), &super::formats::escaped, "- ")
}

fn told(
    difference: &Difference,
    title: &dyn Fn(&str) -> String,
    plain: &dyn Fn(&str) -> String,
    bullet: &str,
) -> String {
    let Difference { old, new, same_catalogue, asked_alike, asked_otherwise, added, removed, .. } = difference;
    let mut text = if old == new { format!("{}\n", plain(new)) } else { format!("{} -> {}\n", plain(old), plain(new)) };
    let _ = writeln!(
        text,
        "{} asked as before, {asked_otherwise} otherwise, {added} added, {removed} removed; {}",
        scenarios(*asked_alike),
        if *same_catalogue {
            "the same catalogue of requirements"
        } else {
            "another revision of the catalogue of requirements"
        },
    );
    if difference.is_empty() {
        text.push_str("nothing changed\n");
    }
    for change in Change::ALL {
        let rows: Vec<&ChangedRequirement> =
            difference.requirements.iter().filter(|row| row.change == change).collect();
        if rows.is_empty() {
            continue;
        }
        text.push_str(&title(&format!("{} {}", requirements(rows.len()), change.title())));
        for row in rows {
            let sentence = shorten(&row.sentence, VALUE_MAX);
            let _ = writeln!(text, "{bullet}{} ({}): {}", row.id, row.level, plain(&sentence));
            if let (Some(scenario), Some(expected), Some(found)) = (&row.scenario, &row.expected, &row.found) {
                let value = |text: &str| plain(&shorten(&text.replace('\n', " "), VALUE_MAX));
                let _ = writeln!(text, "    {scenario}: expected {}, found {}", value(expected), value(found));
            }
        }
    }
    let list = |text: &mut String, heading: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&title(heading));
            text.extend(lines.iter().map(|line| format!("{bullet}{line}\n")));
        }
    };
    let of_scenario = |case: &ChangedScenario| {
        let otherwise = if case.asks_otherwise { ", and it asks something else" } else { "" };
        format!("{}: {} -> {}{otherwise}", case.id, case.was.unwrap_or("-"), case.is.unwrap_or("-"))
    };
    let count = difference.scenarios.len();
    list(
        &mut text,
        &format!("{} with another verdict", scenarios(count)),
        difference.scenarios.iter().map(of_scenario).collect(),
    );
    let of_stream = |stream: &ChangedStream| {
        let line =
            |line: &Option<String>| line.as_ref().map_or("its end".to_owned(), |line| plain(&shorten(line, VALUE_MAX)));
        format!("{}, line {}: {} -> {}", stream.scenario, stream.line, line(&stream.was), line(&stream.is))
    };
    let count = difference.streams.len();
    let many = if count == 1 { "" } else { "s" };
    list(&mut text, &format!("{count} event stream{many} changed"), difference.streams.iter().map(of_stream).collect());
    text
}
