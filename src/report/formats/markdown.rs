//! A page in Markdown, for a pull request or the summary of a step.

use std::fmt::Write;

use indexmap::IndexMap;

use super::{Mismatch, Report};
use crate::{
    model::text::{harmless, shorten},
    report::{
        Counts, RequirementReport,
        summary::{first_miss, groups, requirements, scenarios},
    },
    suite::plan::Verdict,
};

/// How many groups of failures are told.
const GROUPS_MAX: usize = 30;
/// How long a value in the page is, in characters.
const VALUE_MAX: usize = 300;

/// The reports as Markdown, one after the other. Of several, their subjects first stand side by side.
pub fn markdown(reports: &[Report]) -> String {
    let beside = (reports.len() > 1).then(|| side_by_side(reports));
    beside.into_iter().chain(reports.iter().map(one)).collect::<Vec<_>>().join("\n")
}

/// The subjects side by side: how many requirements each meets, and every requirement that one of them does not.
fn side_by_side(reports: &[Report]) -> String {
    // Each in its place in the catalogue, with whether a subject does not meet it.
    let mut rows: IndexMap<&str, (&RequirementReport, bool)> = IndexMap::new();
    for row in reports.iter().flat_map(|report| &report.requirements) {
        let (_, is_missed) = rows.entry(&row.id).or_insert((row, false));
        *is_missed |= !matches!(row.verdict, Verdict::Pass | Verdict::NotApplicable);
    }
    let cells = |first: &str, cell: &dyn Fn(&Report) -> String| {
        let cells = reports.iter().map(cell).collect::<Vec<String>>().join(" | ");
        format!("| {first} | {cells} |\n")
    };
    let mut text = "## Side by side\n\n".to_owned();
    text.push_str(&cells("", &|report| escaped(&report.subject)));
    text.push_str(&cells("---", &|_| "---".to_owned()));
    text.push_str(&cells("requirements that hold", &|report| {
        let holds = |row: &&RequirementReport| row.verdict == Verdict::Pass;
        format!("{} of {}", report.requirements.iter().filter(holds).count(), report.requirements.len())
    }));
    for (id, (row, _)) in rows.into_iter().filter(|(_, (_, is_missed))| *is_missed) {
        let sentence = format!("`{id}` ({}): {}", row.level.word(), sentence(&row.sentence));
        text.push_str(&cells(&sentence, &|report| {
            let found = report.requirements.iter().find(|row| row.id == *id);
            found.map_or("not asked", |row| row.verdict.words()).to_owned()
        }));
    }
    text.push('\n');
    for report in reports {
        for row in &report.requirements {
            if let Some(because) = &row.expected {
                let (subject, reason) = (escaped(&report.subject), escaped(&because.reason));
                let _ = writeln!(text, "- `{}`, {subject}: {reason}", row.id);
            }
        }
    }
    text
}

fn one(report: &Report) -> String {
    let sum = Counts::of(report.requirements.iter().map(|row| row.verdict));
    let mut text = format!("## {}\n\n", escaped(&report.subject));
    let _ = writeln!(
        text,
        "{} of {} hold, {} failed, {} could not be decided; {}.\n",
        sum.pass,
        requirements(report.requirements.len()),
        sum.fail,
        sum.incomplete,
        scenarios(report.scenarios.len())
    );
    table(report, &mut text);
    for (verdict, title) in [(Verdict::Fail, "Failed"), (Verdict::Incomplete, "Could not be decided")] {
        let groups = groups(report, verdict);
        if groups.is_empty() {
            continue;
        }
        let _ = writeln!(text, "### {title}\n");
        for group in groups.iter().take(GROUPS_MAX) {
            let _ = writeln!(text, "**{}**\n", escaped(&shorten(&group.common, VALUE_MAX)));
            for miss in &group.misses {
                let _ = writeln!(text, "- {}", row(miss.row, report));
            }
            text.push('\n');
        }
        if groups.len() > GROUPS_MAX {
            let _ = writeln!(text, "And {} more groups.\n", groups.len() - GROUPS_MAX);
        }
    }
    for stale in &report.stale {
        let _ = writeln!(text, "- Stale: {}", escaped(stale));
    }
    let _ = writeln!(text, "Again: `{}`", report.command.replace('`', "'"));
    text
}

/// A requirement, with its first miss.
fn row(row: &RequirementReport, report: &Report) -> String {
    let mut text = format!("`{}` ({}): {}", row.id, row.level.word(), sentence(&row.sentence));
    if let Some(miss) = first_miss(report, row)
        && let Some(Mismatch::Fails { expected, found, .. }) = &miss.then.miss
    {
        let value = |text: &str| escaped(&shorten(text, VALUE_MAX));
        let _ = write!(text, " Expected {}, found {} (`{}`).", value(expected), value(found), miss.case.id);
    }
    text
}

fn table(report: &Report, text: &mut String) {
    let mut rows: IndexMap<String, Vec<Verdict>> = IndexMap::new();
    for row in &report.requirements {
        rows.entry(row.group()).or_default().push(row.verdict);
    }
    text.push_str("| requirements of | pass | fail | incomplete | other |\n|---|---:|---:|---:|---:|\n");
    for (systems, verdicts) in rows {
        let Counts { pass, fail, incomplete, other } = Counts::of(verdicts.into_iter());
        let _ = writeln!(text, "| {systems} | {pass} | {fail} | {incomplete} | {other} |");
    }
    text.push('\n');
}

/// The sentence of a requirement in one line of Markdown. What it marks as code stays code; else it has no meaning of its own.
fn sentence(text: &str) -> String {
    let pieces: Vec<&str> = text.split('`').collect();
    let is_code = |at: usize| at % 2 == 1;
    let is_plain =
        |piece: &str| !piece.is_empty() && !piece.contains(|c: char| c.is_control() || "|<>&\\@".contains(c));
    let mut codes = pieces.iter().enumerate().filter(|(at, _)| is_code(*at));
    if pieces.len().is_multiple_of(2) || !codes.all(|(_, piece)| is_plain(piece)) {
        return escaped(text);
    }
    let written = |(at, piece): (usize, &&str)| if is_code(at) { format!("`{piece}`") } else { escaped(piece) };
    pieces.iter().enumerate().map(written).collect()
}

/// A text of others in one line of Markdown, without any meaning of its own.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in harmless(text).chars() {
        match c {
            '\n' => out.push(' '),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '@' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::sentence;

    #[rstest]
    #[case::plain("a *b*", r"a \*b\*")]
    #[case::code("`a_b` of c_d", r"`a_b` of c\_d")]
    #[case::one_mark("a ` b", r"a \` b")]
    #[case::nothing_in_between("a `` b", r"a \`\` b")]
    #[case::what_would_end_a_cell("`a|b`", r"\`a\|b\`")]
    #[case::what_might_be_read_in_code("`<b>` `@c`", r"\`&lt;b&gt;\` \`\@c\`")]
    fn a_sentence_keeps_its_code(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(sentence(text), expected);
    }
}
