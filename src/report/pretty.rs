//! The report as text, for a terminal or a CI's log: stories of failures, the table, what failed and why, and what to do
//! next.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::{
    Counts, ExitCode, Report, RequirementReport, Style, Styled, failure_and_commands,
    formats::first_miss,
    summary::{groups, requirements, scenarios, summary},
};
use crate::{
    model::text::shorten,
    stage::{Capability, Fault},
    suite::{catalogue::Level, outcome::CaseVerdict, plan::Verdict},
};

/// How many stories are told if nobody says how many.
const STORIES: usize = 20;
/// How many lines they have at most then.
const STORY_LINES_MAX: usize = 80;
/// How many `Then`s of a story are told then.
const THENS_MAX: usize = 3;
/// The width of the first column of the table.
const NAME_WIDTH: usize = 41;

/// How many stories of failures are told.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Stories {
    /// As many as a reader at a terminal may read: at most 20, on at most 80 lines.
    #[default]
    Few,
    /// So many, each whole.
    Some(usize),
}

/// How a report is told.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// How many stories are told.
    pub stories: Stories,
    /// Whether only the summary is told.
    pub is_quiet: bool,
    /// Whether every scenario and every area has a line.
    pub is_verbose: bool,
    /// The width of a line of the summary, in characters.
    pub width: usize,
}

/// The report as text. `elapsed` stands at the end of the totals.
pub fn pretty(report: &Report, telling: Telling, elapsed: &str) -> Styled {
    let mut text = Styled::default();
    if !telling.is_quiet {
        stories(report, telling.stories, &mut text);
        for path in &report.unreferred_snapshots {
            text.line(format!("no scenario refers to the snapshot {path}: delete it, or name a scenario like it\n"));
        }
    }
    for Fault { culprit, message } in &report.faults {
        text.line(format!("fault of the {}: {message}\n", culprit.words()));
    }
    for bug in &report.internal {
        text.line(format!("a bug of hotseat: {bug}\nplease report it with this text and the command line\n"));
    }
    if telling.is_verbose {
        every_scenario(report, &mut text);
    }
    if !telling.is_quiet {
        table(report, telling.is_verbose, &mut text);
    }
    text.append(summary(report, telling.width));
    for stale in &report.stale {
        text.add(Style::Unsure, "stale: ");
        text.line(stale);
    }
    totals(report, elapsed, &mut text);
    not_run(report, &mut text);
    next(report, &mut text);
    text
}

/// The stories of what failed.
fn stories(report: &Report, stories: Stories, text: &mut Styled) {
    let notable: Vec<_> = report.scenarios.iter().filter(|case| case.is_notable()).collect();
    let (most, lines_max, thens_max) = match stories {
        Stories::Few => (STORIES, STORY_LINES_MAX, THENS_MAX),
        Stories::Some(count) => (count, usize::MAX, usize::MAX),
    };
    let (mut told, mut lines) = (0, 0);
    let mut misses = BTreeSet::new();
    for case in &notable {
        if told == most {
            break;
        }
        // A reader of few stories wants different ones.
        if stories == Stories::Few && !misses.insert(first_miss(case)) {
            continue;
        }
        let story = failure_and_commands(report, case, thens_max);
        lines += story.lines() + 1;
        if told > 0 && lines > lines_max {
            break;
        }
        text.append(story);
        text.line("");
        told += 1;
    }
    let rest = notable.len() - told;
    if rest > 0 && most > 0 {
        let have = if rest == 1 { "has a story" } else { "have stories" };
        let noun = if rest == 1 { "scenario" } else { "scenarios" };
        text.line(format!("{rest} more {noun} {have}: `--stories all` tells all, and a report has them\n"));
    }
}

fn every_scenario(report: &Report, text: &mut Styled) {
    for case in &report.scenarios {
        let why = case.skipped.as_ref().map(|why| {
            let why = why.strip_prefix(&report.subject).unwrap_or(why).trim_start();
            format!(": {}", why.replace('\n', " "))
        });
        text.line(format!("{:<16} {}{}", case.verdict.words(), case.id, why.unwrap_or_default()));
    }
    text.line("");
}

/// The table of requirements: a line for each system, or for each area and level.
fn table(report: &Report, unfolds: bool, text: &mut Styled) {
    if report.requirements.is_empty() {
        return;
    }
    let mut rows: IndexMap<(String, &str), Vec<&RequirementReport>> = IndexMap::new();
    for row in &report.requirements {
        let key = if unfolds {
            let prefix = row.id.split('-').next().unwrap_or_default();
            (format!("{prefix:<7} {}", row.area), row.level.word())
        } else {
            (row.group(), "")
        };
        rows.entry(key).or_default().push(row);
    }
    if unfolds {
        let place = |name: &str| {
            let prefix = name.split(' ').next().unwrap_or_default();
            report.requirements.iter().position(|row| row.id.split('-').next() == Some(prefix))
        };
        rows.sort_by(|(a, _), _, (b, _), _| place(a).cmp(&place(b)));
    }
    let last = if unfolds { "level" } else { "" };
    text.add(
        Style::Bold,
        format!(
            "{:<NAME_WIDTH$} {last:<6} {:>5} {:>5} {:>10} {:>5}\n",
            "requirements", "pass", "fail", "incomplete", "other"
        ),
    );
    for ((name, level), rows) in &rows {
        line(name, level, rows.iter().copied(), text);
    }
    line("all", "", report.requirements.iter(), text);
    for (what, about) in notes(report) {
        text.add(Style::Dim, format!("  {what}: {about}\n"));
    }
    text.line("");
}

fn line<'r>(name: &str, level: &str, rows: impl Iterator<Item = &'r RequirementReport>, text: &mut Styled) {
    let Counts { pass, fail, incomplete, other } = Counts::of(rows.map(|row| row.verdict));
    text.add(Style::Plain, format!("{:<NAME_WIDTH$} {level:<6} {pass:>5} ", shorten(name, NAME_WIDTH)));
    text.add(if fail > 0 { Style::Bad } else { Style::Plain }, format!("{fail:>5}"));
    text.add(if incomplete > 0 { Style::Unsure } else { Style::Plain }, format!(" {incomplete:>10}"));
    text.line(format!(" {other:>5}"));
}

/// What the words of the table mean, where they stand in it.
fn notes(report: &Report) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    let open =
        report.requirements.iter().filter(|row| row.level == Level::Open && row.verdict == Verdict::Fail).count();
    if open > 0 {
        let them =
            if open == 1 { "one of the failed is open".to_owned() } else { format!("{open} of the failed are open") };
        notes.push(("open", format!("{them}: the documents do not settle it, and only `--fail-on any` counts it")));
    }
    let count = |verdict: Verdict| report.requirements.iter().filter(|row| row.verdict == verdict).count();
    let others = [
        (Verdict::NotApplicable, "not applicable (not claimed, or it never came up)"),
        (Verdict::ExpectedFailure, "expected to fail"),
        (Verdict::UnexpectedPass, "expected to fail, and passed"),
    ];
    let told: Vec<String> = others
        .into_iter()
        .filter(|(verdict, _)| count(*verdict) > 0)
        .map(|(verdict, what)| format!("{} {what}", count(verdict)))
        .collect();
    if !told.is_empty() {
        notes.push(("other", told.join(", ")));
    }
    notes
}

fn totals(report: &Report, elapsed: &str, text: &mut Styled) {
    let count = |verdict: CaseVerdict| report.scenarios.iter().filter(|case| case.verdict == verdict).count();
    let mut line = format!(
        "{}: {} passed, {} failed",
        scenarios(report.scenarios.len()),
        count(CaseVerdict::Passed),
        count(CaseVerdict::Failed)
    );
    for verdict in
        [CaseVerdict::Incomplete, CaseVerdict::ExpectedFailure, CaseVerdict::UnexpectedPass, CaseVerdict::NotApplicable]
    {
        if count(verdict) > 0 {
            line.push_str(&format!(", {} {}", count(verdict), verdict.words()));
        }
    }
    text.line(format!("{line}; subject: {}{elapsed}", report.subject.replace('\n', " ")));
}

/// Reports what was not run, and why.
fn not_run(report: &Report, text: &mut Styled) {
    let not_begun = report.not_begun.len();
    if not_begun > 0 {
        let all = report.scenarios.len() + not_begun;
        text.line(format!(
            "{not_begun} of {} did not run: the run ended before, by --fail-fast or a signal",
            scenarios(all)
        ));
    }
    let rows: Vec<_> =
        report.requirements.iter().filter(|row| row.level == Level::Must && !row.lacks.is_empty()).collect();
    let lacks: BTreeSet<Capability> = rows.iter().flat_map(|row| row.lacks.iter().copied()).collect();
    let words: Vec<&str> = lacks.into_iter().map(Capability::word).collect();
    let was = if rows.len() == 1 { "was" } else { "were" };
    let lacking = if words.len() == 1 { "this capability is" } else { "these capabilities are" };
    if !rows.is_empty() {
        let (count, words) = (requirements(rows.len()), words.join(", "));
        text.line(format!("{count} that must hold {was} never asked, since {lacking} not claimed: {words}"));
    }
}

/// Says what to do next, if something does not hold.
fn next(report: &Report, text: &mut Styled) {
    let failed = groups(report, Verdict::Fail);
    let undecided = groups(report, Verdict::Incomplete);
    let Some(first) = failed.first().or(undecided.first()).and_then(|group| group.misses.first()) else { return };
    if report.exit_code == ExitCode::CONFORMANT {
        return;
    }
    text.add(Style::Bold, "next: ");
    text.line(format!("{} --stories all", report.again(first.case)));
    text.line(format!("      {}", Report::show(first.case)));
    text.line(format!("      hotseat explain {}", first.row.id));
}
