//! The text about a failed scenario: what was demanded, what happened, what was expected and found, and the commands that
//! show it and run it again.

use std::fmt::Write;

use super::{CaseReport, Drift, Mismatch, Report, Story, Style, Styled, Then};
use crate::{model::text::shorten, suite::outcome::CaseVerdict};

/// How many events are shown before the one that shows the first miss.
const BEFORE: usize = 6;
/// How many events are shown after it.
const AFTER: usize = 2;
/// How much of a line is shown, in characters.
const LINE_MAX: usize = 200;
/// How much of an expected or found value is shown, in characters.
const VALUE_MAX: usize = 2000;
/// How many differing lines of a drift are shown on each side.
const DRIFT_MAX: usize = 8;

/// The text about a failed scenario, without colour. It ends with the command `again`.
pub fn failure_with(report: &Report, case: &CaseReport, again: &str) -> String {
    let mut text = failure(report, case, usize::MAX).rendered(false);
    let _ = writeln!(text, "  again: {again}");
    text
}

/// The text about a failed scenario, with the commands that show it and run it again.
pub fn failure_and_commands(report: &Report, case: &CaseReport, thens_max: usize) -> Styled {
    let mut text = failure(report, case, thens_max);
    text.add(Style::Dim, format!("  show:  {}\n  again: {}\n", Report::show(case), report.again(case)));
    text
}

/// The text about a failed scenario. It has one excerpt of the events, and the `Then`s that were missed below it, at most
/// `thens_max`.
fn failure(report: &Report, case: &CaseReport, thens_max: usize) -> Styled {
    let mut text = Styled::default();
    let style = if case.verdict == CaseVerdict::Failed { Style::Bad } else { Style::Unsure };
    text.add(style, format!("{}: ", case.verdict.words()));
    text.add(Style::Bold, &case.id);
    text.line(format!("\n  {}:{}", case.file, case.line));
    if case.verdict == CaseVerdict::UnexpectedPass {
        text.line("  it is tagged @expected-failure, but everything holds: remove the tag");
    }
    for fault in &case.faults {
        text.line(format!("  fault of the {}: {}", fault.culprit.words(), indented(&fault.message, "    ")));
    }
    let missed: Vec<(&Then, &Mismatch)> = case.missed().collect();
    if let Some(story) = case.story.as_ref().filter(|_| case.drift.is_none() || !missed.is_empty()) {
        around(story, missed.iter().find_map(|(then, _)| then.seq()), &mut text);
    }
    for (then, miss) in missed.iter().take(thens_max) {
        self::miss(report, case, then, miss, &mut text);
    }
    let rest: Vec<&str> =
        missed.iter().skip(thens_max).flat_map(|(then, _)| &then.requirements).map(String::as_str).collect();
    if missed.len() > thens_max {
        let count = missed.len() - thens_max;
        let many = if count == 1 { "" } else { "s" };
        let mut ids: Vec<&str> = rest;
        ids.dedup();
        text.line(format!("\n  and {count} more Then{many} {}", ids.join(" ")));
    }
    if let Some(drift) = &case.drift {
        drifted(drift, &mut text);
    }
    text
}

/// The text about a missed `Then`.
fn miss(report: &Report, case: &CaseReport, then: &Then, miss: &Mismatch, text: &mut Styled) {
    text.line(format!("\n  Then {}  ({}:{})", then.text, case.file, then.line));
    for id in &then.requirements {
        if let Some(row) = report.requirements.iter().find(|row| row.id == *id) {
            text.add(Style::Dim, format!("    {id} ({}): {}\n", row.level.word(), row.sentence));
        }
    }
    match miss {
        Mismatch::Fails { expected, found, seq: _ } => {
            text.line(format!("    expected  {}", indented(&shorten(expected, VALUE_MAX), "              ")));
            text.line(format!("    found     {}", indented(&shorten(found, VALUE_MAX), "              ")));
        }
        Mismatch::Unread(why) => text.line(format!("    not read: {why}")),
    }
}

/// The events around number `seq`, or the last ones.
fn around(story: &Story, seq: Option<u64>, text: &mut Styled) {
    let miss = story.place(seq);
    let start = miss.saturating_sub(BEFORE);
    text.line("");
    for event in story.events.iter().take(miss + AFTER + 1).skip(start) {
        let mark = if Some(event.seq) == seq { "->" } else { "  " };
        let style = if Some(event.seq) == seq { Style::Bold } else { Style::Plain };
        text.add(style, format!("  {mark} {:>3} {}\n", event.seq, shorten(&event.line(), LINE_MAX)));
    }
}

/// The text about a drift: the lines that differ.
fn drifted(drift: &Drift, text: &mut Styled) {
    if drift.is_missing {
        text.line(format!("  drift: there is no snapshot {}; `hotseat run --update-snapshots` writes it", drift.path));
        return;
    }
    text.line(format!("  drift of the reference from its snapshot {} (- snapshot, + now):", drift.path));
    for (mark, lines) in [('-', &drift.removed), ('+', &drift.added)] {
        for line in lines.iter().take(DRIFT_MAX) {
            text.line(format!("    {mark} {}", shorten(line, LINE_MAX)));
        }
        if lines.len() > DRIFT_MAX {
            text.line(format!("    {mark} ... {} more", lines.len() - DRIFT_MAX));
        }
    }
}

fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}
