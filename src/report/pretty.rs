//! The report as text, for a terminal or a CI's log.

use std::{collections::BTreeSet, fmt::Write};

use indexmap::IndexMap;

use super::{Counts, Report, failure};
use crate::{
    model::text::harmless,
    stage::{Capability, Fault},
    suite::catalogue::Level,
};

/// First the failures, then the table of requirements, then a line of totals.
pub fn pretty(report: &Report, verbose: bool, elapsed: &str) -> String {
    let mut text = String::new();
    let cases = report.scenarios.iter();
    for case in cases.filter(|case| matches!(case.verdict, "failed" | "incomplete" | "unexpected pass")) {
        let _ = writeln!(text, "{}", failure(report, case));
    }
    for path in &report.unreferred_snapshots {
        let _ = writeln!(text, "no scenario refers to the snapshot {path}: delete it, or name a scenario like it\n");
    }
    for Fault { culprit, message } in &report.faults {
        let _ = writeln!(text, "fault of the {}: {}\n", culprit.words(), harmless(message));
    }
    for bug in &report.internal {
        let _ = writeln!(text, "a bug of hotseat: {bug}\nplease report it with this text and the command line\n");
    }
    if verbose {
        for case in &report.scenarios {
            let why = case.skipped.as_ref().map(|why| {
                let why = why.strip_prefix(&report.subject).unwrap_or(why).trim_start();
                format!(": {}", harmless(why).replace('\n', " "))
            });
            let _ = writeln!(text, "{:<16} {}{}", case.verdict, case.id, why.unwrap_or_default());
        }
        text.push('\n');
    }
    table(report, &mut text);
    let count = |verdict: &str| report.scenarios.iter().filter(|case| case.verdict == verdict).count();
    let all = report.scenarios.len();
    let noun = if all == 1 { "scenario" } else { "scenarios" };
    let _ = write!(text, "{all} {noun}: {} passed, {} failed", count("passed"), count("failed"));
    for verdict in ["incomplete", "expected failure", "unexpected pass", "not applicable"] {
        if count(verdict) > 0 {
            let _ = write!(text, ", {} {verdict}", count(verdict));
        }
    }
    let _ = writeln!(text, "; subject: {}{elapsed}", harmless(&report.subject).replace('\n', " "));
    never_asked(report, &mut text);
    text
}

/// Reports requirements that must hold but were never asked, because their scenarios need capabilities that the subject
/// does not claim.
fn never_asked(report: &Report, text: &mut String) {
    let rows: Vec<_> =
        report.requirements.iter().filter(|row| row.level == Level::Must.word() && !row.lacks.is_empty()).collect();
    let lacks: BTreeSet<Capability> = rows.iter().flat_map(|row| row.lacks.iter().copied()).collect();
    let words: Vec<&str> = lacks.into_iter().map(Capability::word).collect();
    let (noun, was) = if rows.len() == 1 { ("requirement", "was") } else { ("requirements", "were") };
    let lacking = if words.len() == 1 { "this capability is" } else { "these capabilities are" };
    if !rows.is_empty() {
        let (count, words) = (rows.len(), words.join(", "));
        let _ = writeln!(text, "{count} {noun} that must hold {was} never asked, since {lacking} not claimed: {words}");
    }
}

/// The table of requirements, by area and level.
fn table(report: &Report, text: &mut String) {
    let mut rows: IndexMap<(String, String, &str), Counts> = IndexMap::new();
    let mut sum = Counts::default();
    for row in &report.requirements {
        let (prefix, title) = report.area(&row.id);
        rows.entry((prefix, title, row.level)).or_default().add(row.judged);
        sum.add(row.judged);
    }
    if rows.is_empty() {
        return;
    }
    rows.sort_by(|(a, ..), _, (b, ..), _| {
        let place = |prefix: &str| report.requirements.iter().position(|row| row.id.split('-').next() == Some(prefix));
        place(a).cmp(&place(b))
    });
    let _ = writeln!(
        text,
        "{:<44} {:<7} {:>5} {:>5} {:>11} {:>6}",
        "requirements", "level", "pass", "fail", "incomplete", "other"
    );
    for ((prefix, title, level), counts) in &rows {
        line(text, &format!("{prefix:<7} {title}"), level, counts);
    }
    line(text, "all", "", &sum);
    text.push('\n');
}

fn line(text: &mut String, name: &str, level: &str, counts: &Counts) {
    let Counts { pass, fail, incomplete, other } = counts;
    let _ = writeln!(text, "{name:<44} {level:<7} {pass:>5} {fail:>5} {incomplete:>11} {other:>6}");
}
