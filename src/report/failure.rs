//! The text about a failed scenario: what was demanded, what happened, what was expected and found, and the command that
//! runs it again.

use std::fmt::Write;

use super::{CaseReport, Mismatch, Report, Then};
use crate::{stage::Observation, suite::snapshot::Drift};

/// How many observations are shown before and after the one that shows the failure.
const AROUND: usize = 6;
/// How much of a line is shown, in characters.
const LINE_MAX: usize = 200;
/// How much of an expected or found value is shown, in characters.
const VALUE_MAX: usize = 2000;
/// How many differing lines of a drift are shown on each side.
const DRIFT_MAX: usize = 8;

/// The text about a failed scenario, without colour. It ends with the `hotseat` command that runs it again.
pub fn failure(report: &Report, case: &CaseReport) -> String {
    failure_with(report, case, &format!("{} --name '^{}$'", report.command, case.id))
}

/// The text about a failed scenario, without colour. It ends with the command `again`.
pub fn failure_with(report: &Report, case: &CaseReport, again: &str) -> String {
    let mut text = format!("{}: {}\n  {}:{}\n", case.verdict, case.id, case.file, case.line);
    if case.verdict == "unexpected pass" {
        text.push_str("  it is tagged @expected-failure, but everything holds: remove the tag\n");
    }
    for fault in &case.faults {
        let _ = writeln!(text, "  fault of the {}: {}", fault.culprit.words(), indented(&fault.message, "    "));
    }
    let mut shown = None;
    for then in case.thens.iter().filter(|then| then.miss.is_some()) {
        // If the run itself has a fault, a `Then` that could not be read because of it is left out.
        if matches!(then.miss, Some(Mismatch::Unread(_))) && !case.faults.is_empty() {
            continue;
        }
        miss(report, case, then, &mut shown, &mut text);
    }
    if shown.is_none() && !case.faults.is_empty() {
        around(&case.events, None, &mut text);
    }
    if let Some(drift) = &case.drifted {
        drifted(drift, &mut text);
    }
    let _ = writeln!(text, "  again: {again}");
    text
}

/// The text about a failed `Then`. `shown` is the observation that was shown last, which is not shown again.
fn miss(report: &Report, case: &CaseReport, then: &Then, shown: &mut Option<Option<u64>>, text: &mut String) {
    let _ = writeln!(text, "\n  Then {}  ({}:{})", then.text, case.file, then.line);
    for id in &then.requirements {
        if let Some(row) = report.requirements.iter().find(|row| row.id == *id) {
            let _ = writeln!(text, "    {id} ({}): {}", row.level, row.sentence);
        }
    }
    match &then.miss {
        Some(Mismatch::Fails { expected, found, seq }) => {
            if *shown != Some(*seq) {
                around(&case.events, *seq, text);
                *shown = Some(*seq);
            }
            let _ = writeln!(text, "    expected  {}", indented(&cut(expected, VALUE_MAX), "              "));
            let _ = writeln!(text, "    found     {}", indented(&cut(found, VALUE_MAX), "              "));
        }
        Some(Mismatch::Unread(why)) => {
            let _ = writeln!(text, "    not read: {why}");
        }
        None => {}
    }
}

/// A dozen observations around number `seq`, or the last ones.
fn around(events: &[Observation], seq: Option<u64>, text: &mut String) {
    let last = events.len().saturating_sub(1);
    let middle = seq.and_then(|seq| events.iter().position(|event| event.seq == seq)).unwrap_or(last);
    let start = middle.saturating_sub(AROUND).min(last.saturating_sub(2 * AROUND - 1));
    if events.is_empty() {
        return;
    }
    text.push('\n');
    for event in events.iter().skip(start).take(2 * AROUND) {
        let mark = if Some(event.seq) == seq { "->" } else { "  " };
        let _ = writeln!(text, "  {mark} {:>3} {}", event.seq, cut(&event.to_string(), LINE_MAX));
    }
    text.push('\n');
}

/// The text about a drift: the lines that differ.
fn drifted(drift: &Drift, text: &mut String) {
    let Some(expected) = &drift.expected else {
        let _ =
            writeln!(text, "  drift: there is no snapshot {}; `hotseat run --update-snapshots` writes it", drift.path);
        return;
    };
    let _ = writeln!(text, "  drift of the reference from its snapshot {} (- snapshot, + now):", drift.path);
    let (old, new): (Vec<&str>, Vec<&str>) =
        (expected.trim_end().lines().collect(), drift.found.trim_end().lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[same..], &new[same..]);
    let same_at_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (removed, added) = (&old[..old.len() - same_at_end], &new[..new.len() - same_at_end]);
    for (mark, lines) in [('-', removed), ('+', added)] {
        for line in lines.iter().take(DRIFT_MAX) {
            let _ = writeln!(text, "    {mark} {}", cut(line, LINE_MAX));
        }
        if lines.len() > DRIFT_MAX {
            let _ = writeln!(text, "    {mark} ... {} more", lines.len() - DRIFT_MAX);
        }
    }
}

fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

fn cut(text: &str, max: usize) -> String {
    crate::model::text::shorten(text, max)
}
