//! What did not hold, grouped by what it has in common: what to look at first.

use std::collections::{BTreeMap, BTreeSet};

use super::{CaseReport, Mismatch, Report, RequirementReport, Style, Styled, Then};
use crate::{model::text::shorten, suite::plan::Verdict};

/// How many requirements have a line of their own.
const ROWS_MAX: usize = 60;

/// The first miss of a requirement.
#[derive(Clone)]
pub struct FirstMiss<'r> {
    /// The requirement.
    pub row: &'r RequirementReport,
    /// The scenario.
    pub case: &'r CaseReport,
    /// The `Then`.
    pub then: &'r Then,
}

/// Requirements that do not hold for what seems to be the same reason: the same fault, or the same event of a run.
pub struct Group<'r> {
    /// What they have in common, in words.
    pub common: String,
    /// The first miss of each.
    pub misses: Vec<FirstMiss<'r>>,
}

/// The first miss of `row`: of one that fails, the first that fails.
pub fn first_miss<'r>(report: &'r Report, row: &'r RequirementReport) -> Option<FirstMiss<'r>> {
    let fails = row.verdict == Verdict::Fail;
    let is_it = |then: &&Then| {
        let as_row = matches!((&then.miss, fails), (Some(Mismatch::Fails { .. }), true) | (Some(_), false));
        as_row && then.requirements.contains(&row.id)
    };
    let own = row.scenarios.iter().collect::<BTreeSet<_>>();
    report.scenarios.iter().filter(|case| case.expected.is_none() && own.contains(&case.id)).find_map(|case| {
        let then = case.thens.iter().find(is_it)?;
        Some(FirstMiss { row, case, then })
    })
}

/// The requirements with this verdict, grouped; the groups with the most requirements that must hold come first.
pub fn groups(report: &Report, verdict: Verdict) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for row in report.requirements.iter().filter(|row| row.verdict == verdict) {
        let Some(miss) = first_miss(report, row) else { continue };
        let common = common(&miss);
        let place = *places.entry(common.clone()).or_insert_with(|| {
            groups.push(Group { common, misses: Vec::new() });
            groups.len() - 1
        });
        groups[place].misses.push(miss);
    }
    let counted = |group: &Group<'_>| group.misses.iter().filter(|miss| report.fail_on.counts(miss.row.level)).count();
    groups.sort_by_key(|group| std::cmp::Reverse((counted(group), group.misses.len())));
    groups
}

/// What a miss may have in common with others: the event that shows it, the fault of the run, or the reason why it was not
/// read.
fn common(FirstMiss { case, then, .. }: &FirstMiss<'_>) -> String {
    let event = |seq: u64| case.story.as_ref().and_then(|story| story.events.iter().find(|one| one.seq == seq));
    if let Some(event) = then.seq().and_then(event) {
        let mark = if event.heard { "" } else { "> " };
        return format!("{}, event {}: {} {mark}{}", case.id, event.seq, event.lane.word(), event.text);
    }
    if let Some(fault) = case.faults.first() {
        let message = fault.message.lines().next().unwrap_or_default();
        return format!("fault of the {}: {message}", fault.culprit.words());
    }
    match &then.miss {
        Some(Mismatch::Unread(why)) => format!("not read: {}", why.lines().next().unwrap_or_default()),
        Some(Mismatch::Fails { .. }) | None => format!("{}, at its end", case.id),
    }
}

/// The summary of what does not hold. Empty if everything does.
pub fn summary(report: &Report, width: usize) -> Styled {
    let mut text = Styled::default();
    let mut rows_left = ROWS_MAX;
    for (verdict, style, what) in
        [(Verdict::Fail, Style::Bad, "failed"), (Verdict::Incomplete, Style::Unsure, "could not be decided")]
    {
        let groups = groups(report, verdict);
        let all = report.requirements.iter().filter(|row| row.verdict == verdict).count();
        if all == 0 {
            continue;
        }
        text.add(style, format!("{what}: {}", requirements(all)));
        let levels = levels(report.requirements.iter().filter(|row| row.verdict == verdict));
        text.line(format!(" ({levels}), grouped by what they have in common\n"));
        let (shared, single): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.misses.len() > 1);
        let mut ends_blank = true;
        for group in &shared {
            ends_blank = rows_left > 0;
            rows_left = self::group(group, rows_left, width, &mut text);
        }
        let has_shared = !shared.is_empty();
        let groups: Vec<Group<'_>> = shared.into_iter().chain(single).collect();
        let own = groups.iter().filter(|group| group.misses.len() == 1).flat_map(|group| &group.misses);
        let own = Group {
            common: if has_shared { "each for itself" } else { "" }.to_owned(),
            misses: own.map(FirstMiss::clone).collect(),
        };
        if !own.misses.is_empty() {
            ends_blank = rows_left > 0;
            rows_left = group(&own, rows_left, width, &mut text);
        }
        if !ends_blank {
            text.line("");
        }
        let told: usize = groups.iter().map(|group| group.misses.len()).sum();
        if told < all {
            let rest = report.requirements.iter().filter(|row| row.verdict == verdict);
            let rest = rest.filter(|row| first_miss(report, row).is_none()).map(|row| row.id.as_str());
            text.line(format!("  decided by scenarios that did not run: {}\n", rest.collect::<Vec<_>>().join(" ")));
        }
    }
    text
}

/// Adds a group, with at most `rows_left` requirements in lines of their own; yields how many are left after it.
fn group(group: &Group<'_>, rows_left: usize, width: usize, text: &mut Styled) -> usize {
    let shown = group.misses.len().min(rows_left);
    if shown == 0 {
        let ids: Vec<&str> = group.misses.iter().map(|miss| miss.row.id.as_str()).collect();
        text.line(shorten(&format!("  and {}, {}", ids.join(" "), group.common), width));
        return 0;
    }
    if !group.common.is_empty() {
        text.add(Style::Bold, shorten(&format!("  {}", group.common), width));
        text.line("");
    }
    for FirstMiss { row, then, case } in &group.misses[..shown] {
        let found = match &then.miss {
            Some(Mismatch::Fails { found, .. }) => format!(", found {}", found.replace('\n', " ")),
            Some(Mismatch::Unread(_)) | None => String::new(),
        };
        let place = if group.common.starts_with(&case.id) { String::new() } else { format!("{}: ", case.id) };
        let begins = format!("    {:<9} {:<6} ", row.id, row.level.word());
        let room = width.saturating_sub(begins.len()).max(20);
        // The end of what was found is as telling as the step.
        let words = then.text.rsplit_once(" [").map_or(then.text.as_str(), |(words, _)| words).replace('\n', " ");
        let step = shorten(&format!("{place}{words}"), room.saturating_sub(found.chars().count().min(room / 3)));
        let rest = room.saturating_sub(step.chars().count());
        text.line(format!("{begins}{step}{}", shorten(&found, rest)));
    }
    if shown < group.misses.len() {
        let ids: Vec<&str> = group.misses[shown..].iter().map(|miss| miss.row.id.as_str()).collect();
        text.line(shorten(&format!("    and {}", ids.join(" ")), width));
    }
    text.line("");
    rows_left - shown
}

/// `3 must, 1 should`.
fn levels<'r>(rows: impl Iterator<Item = &'r RequirementReport>) -> String {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    rows.for_each(|row| *counts.entry(row.level).or_default() += 1);
    counts.iter().map(|(level, count)| format!("{count} {}", level.word())).collect::<Vec<_>>().join(", ")
}

/// `1 requirement`, `2 requirements`.
pub fn requirements(count: usize) -> String {
    format!("{count} requirement{}", if count == 1 { "" } else { "s" })
}

/// `1 scenario`, `2 scenarios`.
pub fn scenarios(count: usize) -> String {
    format!("{count} scenario{}", if count == 1 { "" } else { "s" })
}
