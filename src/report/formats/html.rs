//! The page: one file for a browser, with everything in it.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use super::{CaseReport, Mismatch, Report};
use crate::{
    model::text::shorten,
    report::{Counts, RequirementReport, Story, StoryEvent, StoryMessage, Survived, diff::Change},
    stage::Fault,
    suite::plan::Verdict,
};

/// How many stories a cell leads to.
const CELL_MAX: usize = 2;
/// How many stories the page has. A page of thousands of failures is no better with all of them.
const STORIES_MAX: usize = 400;
/// How many events of a story the page has before the one that shows the miss, and after it.
const AROUND: (usize, usize) = (12, 3);
/// How long a text of a story is in the page, in characters.
const TEXT_MAX: usize = 160;
/// How long a value or a drawing is, in characters.
const VALUE_MAX: usize = 800;
/// How many missed `Then`s a story has.
const THENS_MAX: usize = 6;
/// How many messages to the model a story has.
const MESSAGES_MAX: usize = 4;

#[derive(Serialize)]
struct Page<'r> {
    title: &'static str,
    made_by: String,
    older: Option<String>,
    subjects: Vec<Subject<'r>>,
    systems: Vec<SystemRows<'r>>,
    stories_json: String,
    css: &'static str,
    js: &'static str,
}

#[derive(Serialize)]
struct Subject<'r> {
    name: &'r str,
    command: &'r str,
    counts: Counts,
}

/// The requirements of a system, or of systems that share them.
#[derive(Serialize)]
struct SystemRows<'r> {
    name: String,
    counts: Vec<Counts>,
    areas: Vec<Area<'r>>,
}

#[derive(Serialize)]
struct Area<'r> {
    prefix: String,
    title: &'r str,
    counts: Vec<Counts>,
    rows: Vec<Row<'r>>,
}

#[derive(Serialize)]
struct Row<'r> {
    id: &'r str,
    level: &'static str,
    sentence: &'r str,
    source: &'r str,
    cells: Vec<Cell>,
}

#[derive(Default, Serialize)]
struct Cell {
    /// The verdict in words; empty if the subject's report does not have the requirement.
    verdict: &'static str,
    change: &'static str,
    stories: Vec<String>,
    why: String,
}

/// A scenario that did not pass.
#[derive(Serialize)]
struct Told<'r> {
    subject: usize,
    scenario: &'r str,
    name: &'r str,
    file: &'r str,
    line: usize,
    verdict: &'static str,
    faults: Vec<ToldFault<'r>>,
    thens: Vec<ToldThen<'r>>,
    again: String,
    story: Option<Story>,
}

#[derive(Serialize)]
struct ToldFault<'r> {
    culprit: &'static str,
    message: &'r str,
}

#[derive(Serialize)]
struct ToldThen<'r> {
    text: &'r str,
    requirements: &'r [String],
    expected: Option<String>,
    found: Option<String>,
    seq: Option<u64>,
    unread: Option<String>,
}

/// The page of the reports. What changed against `older`, a report of the same subject as the last one, is marked.
pub fn html(reports: &[Report], older: Option<&Report>) -> String {
    let mut stories = BTreeMap::new();
    let systems = systems(reports, older, &mut stories);
    // A `<` in a text of others must not end the element that the JSON stands in.
    let stories_json = serde_json::to_string(&stories).unwrap_or_default().replace('<', "\\u003c");
    let page = Page {
        title: "hotseat report",
        made_by: format!("hotseat {}", env!("CARGO_PKG_VERSION")),
        older: older.map(|older| older.subject.clone()),
        subjects: reports.iter().map(subject).collect(),
        systems,
        stories_json,
        css: include_str!("page/page.css"),
        js: include_str!("page/page.js"),
    };
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let template = environment.template_from_str(include_str!("page/page.html"));
    template
        .and_then(|template| template.render(minijinja::value::Serde(&page)))
        .unwrap_or_else(|error| panic!("the template: {error:#}"))
}

fn subject(report: &Report) -> Subject<'_> {
    let counts = Counts::of(report.requirements.iter().map(|row| row.verdict));
    Subject { name: &report.subject, command: &report.command, counts }
}

/// The rows of all reports, by system and area, in the order in which they first come.
fn systems<'r>(
    reports: &'r [Report],
    older: Option<&Report>,
    stories: &mut BTreeMap<String, Told<'r>>,
) -> Vec<SystemRows<'r>> {
    let mut rows: IndexMap<String, IndexMap<String, IndexMap<&'r str, &'r RequirementReport>>> = IndexMap::new();
    for row in reports.iter().flat_map(|report| &report.requirements) {
        let prefix = row.id.split('-').next().unwrap_or_default();
        let area = rows.entry(row.group()).or_default().entry(prefix.to_owned()).or_default();
        area.entry(&row.id).or_insert(row);
    }
    let found: Vec<IndexMap<&str, &RequirementReport>> =
        reports.iter().map(|report| report.requirements.iter().map(|row| (row.id.as_str(), row)).collect()).collect();
    let cases: Vec<IndexMap<&str, &CaseReport>> =
        reports.iter().map(|report| report.scenarios.iter().map(|case| (case.id.as_str(), case)).collect()).collect();
    let counted = |ids: &[&str]| -> Vec<Counts> {
        let verdicts = |rows: &IndexMap<&str, &RequirementReport>| {
            Counts::of(ids.iter().filter_map(|id| rows.get(id)).map(|row| row.verdict))
        };
        found.iter().map(verdicts).collect()
    };
    let mut systems = Vec::new();
    for (name, areas) in rows {
        let ids: Vec<&str> = areas.values().flat_map(IndexMap::keys).copied().collect();
        let counts = counted(&ids);
        let areas = areas.into_iter().map(|(prefix, rows)| {
            let counts = counted(&rows.keys().copied().collect::<Vec<_>>());
            let title = rows.values().next().map_or("", |row| row.area.as_str());
            let rows = rows.into_values().map(|row| {
                let cells = reports.iter().enumerate().map(|(at, report)| {
                    let Some(own) = found[at].get(row.id.as_str()) else { return Cell::default() };
                    let older = older.filter(|_| at + 1 == reports.len());
                    cell(at, report, own, &cases[at], older, stories)
                });
                let cells = cells.collect();
                Row { id: &row.id, level: row.level.word(), sentence: &row.sentence, source: &row.source, cells }
            });
            Area { prefix, title, counts, rows: rows.collect() }
        });
        let areas = areas.collect();
        systems.push(SystemRows { name, counts, areas });
    }
    systems
}

fn cell<'r>(
    at: usize,
    report: &'r Report,
    row: &'r RequirementReport,
    cases: &IndexMap<&str, &'r CaseReport>,
    older: Option<&Report>,
    stories: &mut BTreeMap<String, Told<'r>>,
) -> Cell {
    let change = older.map_or("", |older| match Change::of(older, report, &row.id) {
        Some(Change::NewlyFailing | Change::AskedAnew) => "newly failing",
        Some(Change::Mended) => "mended",
        Some(Change::NotAsked) => "no longer asked",
        Some(Change::Added) => "new",
        Some(Change::Undecided | Change::Moved) | None => "",
    });
    let mut cell = Cell { verdict: row.verdict.words(), change, ..Cell::default() };
    match row.verdict {
        Verdict::Pass => {
            cell.why = held_in(row.survived);
            return cell;
        }
        Verdict::NotApplicable => {
            let words: Vec<&str> = row.lacks.iter().map(|lack| lack.word()).collect();
            cell.why = if words.is_empty() { String::new() } else { format!("not claimed: {}", words.join(", ")) };
        }
        _ => cell.why = row.expected.as_ref().map(|because| because.reason.clone()).unwrap_or_default(),
    }
    let misses =
        |case: &&&CaseReport| case.thens.iter().any(|then| then.miss.is_some() && then.requirements.contains(&row.id));
    let bad = row.scenarios.iter().filter_map(|id| cases.get(id.as_str())).filter(misses);
    for case in bad.take(CELL_MAX) {
        let key = format!("{at}/{}", case.id);
        if stories.len() >= STORIES_MAX && !stories.contains_key(&key) {
            break;
        }
        stories.entry(key.clone()).or_insert_with(|| told(at, report, case));
        cell.stories.push(key);
    }
    cell
}

/// In what a requirement held, in a few words.
fn held_in(Survived { orders, combinations }: Survived) -> String {
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match (orders, combinations) {
        (0, _) => String::new(),
        (_, 0) => counted(orders, "order"),
        _ => format!("{}, {}", counted(orders, "order"), counted(combinations, "combination")),
    }
}

fn told<'r>(subject: usize, report: &Report, case: &'r CaseReport) -> Told<'r> {
    let fault = |fault: &'r Fault| ToldFault { culprit: fault.culprit.words(), message: &fault.message };
    let thens = case.missed().take(THENS_MAX).map(|(then, miss)| {
        let (expected, found, seq, unread) = match miss {
            Mismatch::Fails { expected, found, seq } => {
                (Some(shorten(expected, VALUE_MAX)), Some(shorten(found, VALUE_MAX)), *seq, None)
            }
            Mismatch::Unread(why) => (None, None, None, Some(shorten(why, VALUE_MAX))),
        };
        ToldThen { text: &then.text, requirements: &then.requirements, expected, found, seq, unread }
    });
    Told {
        subject,
        scenario: &case.id,
        name: &case.name,
        file: &case.file,
        line: case.line,
        verdict: case.verdict.words(),
        faults: case.faults.iter().map(fault).collect(),
        thens: thens.collect(),
        again: report.again(case),
        story: case.story.as_ref().map(|story| excerpt(story, case.missed().find_map(|(then, _)| then.seq()))),
    }
}

/// As much of a story as the page has.
fn excerpt(story: &Story, seq: Option<u64>) -> Story {
    let (before, after) = AROUND;
    let miss = story.place(seq);
    let start = miss.saturating_sub(before);
    let events: Vec<StoryEvent> = story
        .events
        .iter()
        .take(miss + after + 1)
        .skip(start)
        .map(|event| StoryEvent { text: shorten(&event.text, TEXT_MAX), ..event.clone() })
        .collect();
    let skipped = story.messages.len().saturating_sub(MESSAGES_MAX);
    let messages = story.messages.iter().skip(skipped);
    Story {
        before: story.before + start,
        after: story.after + story.events.len() - start - events.len(),
        events,
        prompt: story.prompt.as_ref().map(|prompt| shorten(prompt, VALUE_MAX)),
        messages: messages
            .map(|message| StoryMessage { text: shorten(&message.text, TEXT_MAX), ..message.clone() })
            .collect(),
    }
}
