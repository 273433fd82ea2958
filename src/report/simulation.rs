//! What a simulation says: the summary of a campaign, and the story of a finding.

use std::fmt::Write;

use crate::{
    sim::{
        campaign::{Broken, Campaign, Found},
        fault::FaultChoice,
        finding::Finding,
        generators,
        rule_mutants::{Finds, RuleMutant},
    },
    suite::catalogue::Catalogue,
};

/// How many observations before the one that shows a failure are told, and how many behind it.
const BEFORE: usize = 30;
const BEHIND: usize = 5;
/// How much of a line is shown, in characters.
const LINE_MAX: usize = 220;
/// How wide a list of points is, in characters.
const WIDTH: usize = 110;

/// What a campaign found, in a few lines.
pub fn summary(campaign: &Campaign<'_>, found: &Found) -> String {
    let system = campaign.generator.system;
    let Found { seeds, events, checked, chains, broken_seeds, .. } = found;
    let same = found.broken.iter().all(|broken| broken.differs.is_none());
    let again = if same { "the same each time" } else { "NOT the same each time" };
    let mut text = format!(
        "{system}: {seeds} seeds with faults {}, {events} events; {checked} run again, and through the codecs: {again}; \
         sum {chains:016x}\n",
        campaign.faults
    );
    let points = campaign.generator.points();
    let never: Vec<&str> = points.iter().copied().filter(|point| found.met.times(point) == 0).collect();
    let met = points.len() - never.len();
    let _ = writeln!(text, "  met {met} of {} points{}", points.len(), if never.is_empty() { "" } else { "; never:" });
    list(&never, &mut text);
    idle(campaign, found, &mut text);
    let _ = match broken_seeds {
        0 => writeln!(text, "  every rule of {} holds", campaign.generator.rules().len()),
        1 => writeln!(text, "  1 seed breaks a rule:"),
        more => writeln!(text, "  {more} seeds break a rule, the first of them:"),
    };
    text
}

/// The classes of faults that were asked for and never struck, with the reason where they can not.
fn idle(campaign: &Campaign<'_>, found: &Found, text: &mut String) {
    let FaultChoice::These(faults) = &campaign.faults else { return };
    for fault in faults.iter().filter(|fault| found.met.times(fault.point()) == 0) {
        let _ = match campaign.generator.why_never(fault.point()) {
            Some(why) => writeln!(text, "  {} can not strike here: {why}", fault.word()),
            None => writeln!(text, "  {} did not strike in any of these seeds", fault.word()),
        };
    }
}

fn list(words: &[&str], text: &mut String) {
    let mut line = String::new();
    for (index, word) in words.iter().enumerate() {
        let comma = if index + 1 < words.len() { ", " } else { "" };
        if line.len() + word.len() > WIDTH {
            let _ = writeln!(text, "    {}", line.trim_end());
            line.clear();
        }
        let _ = write!(line, "{word}{comma}");
    }
    if !line.is_empty() {
        let _ = writeln!(text, "    {line}");
    }
}

/// A seed that breaks something, in a line.
pub fn broken(broken: &Broken) -> String {
    let seed = broken.seed;
    match (&broken.differs, &broken.violation) {
        (Some(how), _) => format!("  seed {seed}: not deterministic: another stream when it is {how}\n"),
        (None, Some(violation)) => {
            let requirements = violation.requirements.join(", ");
            format!("  seed {seed}: {} ({requirements}): {}\n", violation.rule, shortened(&violation.message))
        }
        (None, None) => String::new(),
    }
}

/// The story of a finding: which rule is broken, what it stands for, and what led to it.
pub fn story(finding: &Finding) -> String {
    let Finding { seed, options, rule, requirements, message, seq, decisions, events, .. } = finding;
    let mut text = format!("{} seed {seed}: {rule} is broken\n  {}\n", options.system, shortened(message));
    for id in requirements {
        if let Some(row) = Catalogue::embedded().requirement(id) {
            let _ = writeln!(text, "  {id} ({}): {}", row.level.word(), row.sentence);
        }
    }
    let _ = writeln!(text, "  {} decisions, {} observations\n", decisions.len(), events.len());
    let at = events.iter().position(|event| event.seq >= *seq).unwrap_or(events.len());
    for event in events.iter().take(at + BEHIND + 1).skip(at.saturating_sub(BEFORE)) {
        let mark = if event.seq == *seq { ">>" } else { "  " };
        let _ = writeln!(text, "{mark}{:>5}  {}", event.seq, shortened(&event.to_string()));
    }
    let _ = writeln!(text, "\n  again: {}", options.command(*seed));
    text
}

/// The rules, and what each finds.
pub fn rules(rule_mutants: &[RuleMutant]) -> String {
    let mut text = String::new();
    let mut told: Vec<&str> = Vec::new();
    for rule in generators::ALL.iter().flat_map(|generator| generator.rules()) {
        if told.contains(&rule.name) {
            continue;
        }
        told.push(rule.name);
        let _ = writeln!(text, "{} ({})\n  {}", rule.name, rule.requirements.join(", "), rule.about);
        for RuleMutant { system, finds, .. } in rule_mutants.iter().filter(|kill| kill.rule == rule.name) {
            let _ = match finds {
                Finds::Mutant(id) => writeln!(text, "  {system:<12} finds {id}"),
                Finds::Own { about, .. } => writeln!(text, "  {system:<12} finds what {about}"),
                Finds::NothingToCheck(why) => writeln!(text, "  {system:<12} finds nothing: {why}"),
            };
        }
    }
    text
}

fn shortened(line: &str) -> String {
    crate::model::text::shorten(line, LINE_MAX)
}
