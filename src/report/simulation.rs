//! The texts of `hotseat simulate` and `hotseat replay`: the summary of a campaign, a finding, and the list of rules.

use std::fmt::Write;

use super::campaign::{BrokenFound, SystemAsked, SystemFound};
use crate::{
    model::text::pasteable,
    sim::{
        campaign::{BrokenSeed, Difference, GONE_MAX},
        fault::{Fault, FaultChoice},
        finding::Finding,
        generator::SystemGenerator,
        generators,
        rule_mutants::{Finds, RuleMutant},
        run::Options,
    },
    stage::{Culprit, Observation},
    suite::catalogue::Catalogue,
};

/// How many observations are shown before the one at which a rule broke.
const BEFORE: usize = 30;
/// How many observations are shown after it.
const AFTER: usize = 5;
/// The longest line of text in characters; longer ones are shortened.
const LINE_MAX: usize = 220;
/// The width of a list of coverage points in characters.
const WIDTH: usize = 110;

/// The result of a campaign of one system: a summary of a few lines, and the first of the seeds that broke a rule.
pub fn told(asked: &SystemAsked, found: &SystemFound) -> String {
    let mut text = summary(asked, found);
    if found.altered == Some(0) {
        text.push_str("  the mutant altered nothing in these seeds, so they say nothing about it\n");
    }
    if found.says_nothing(asked) {
        text.push_str("  no run came to a request to the model, so they say next to nothing about the subject\n");
    }
    for BrokenFound { told, finding, note, .. } in &found.broken {
        text.push_str(told);
        if let Some(file) = finding {
            let _ = writeln!(text, "    {}", pasteable(&["hotseat", "replay", file]));
        }
        text.push_str(note.as_deref().unwrap_or_default());
    }
    text
}

/// The result of a campaign, in a few lines.
fn summary(asked: &SystemAsked, found: &SystemFound) -> String {
    let Options { system, faults, .. } = &asked.options;
    let SystemFound { seeds, events, checked, hash_sum, broken_seeds, .. } = found;
    let same = found.broken.iter().all(|broken| !broken.differs);
    let again = if same { "the same each time" } else { "NOT the same each time" };
    let mut text = format!(
        "{system}: {seeds} seeds with faults {faults}, {events} events; {checked} checked for determinism: {again}; \
         sum of the stream hashes {hash_sum:016x}\n",
    );
    let generator = generators::of(system);
    let points = generator.map(SystemGenerator::points).unwrap_or_default();
    let is_drawn = |point: &str| asked.undrawn.iter().all(|(fault, _)| fault.point() != point);
    let points: Vec<&str> = points.into_iter().filter(|point| is_drawn(point)).collect();
    let never: Vec<&str> = points.iter().copied().filter(|point| found.times(point) == 0).collect();
    let met = points.len() - never.len();
    let _ = writeln!(
        text,
        "  met {met} of {} coverage points{}",
        points.len(),
        if never.is_empty() { "" } else { "; never met:" }
    );
    list(&never, &mut text);
    if !found.states.is_empty() {
        let _ = writeln!(text, "  guided: the runs came to {} different states", found.states.len());
    }
    not_drawn(&asked.undrawn, found.passed_over, &mut text);
    not_triggered(asked, found, &mut text);
    let rules = generator.map(SystemGenerator::rules).unwrap_or_default();
    if !asked.free.is_empty() {
        let _ = writeln!(text, "  not demanded of this subject: {}", asked.free.join(", "));
    }
    for (rule, lane) in &asked.undecided {
        let _ = writeln!(text, "  undecided: {rule}, because the lane `{lane}` is not shown");
    }
    let judged = rules.len().saturating_sub(asked.undecided.len() + asked.free.len());
    let _ = match broken_seeds {
        0 => writeln!(text, "  every rule of {judged} holds"),
        1 => writeln!(text, "  1 seed breaks a rule:"),
        more => writeln!(text, "  {more} seeds break a rule, the first of them:"),
    };
    if found.is_given_up {
        let _ = writeln!(
            text,
            "  given up after {GONE_MAX} runs in which the adapter failed or the subject hung; the seeds that are left say \
             nothing until that is mended"
        );
    }
    text
}

/// The fault classes that are not drawn for this subject, by their reason, and the seeds that were passed over.
fn not_drawn(undrawn: &[(Fault, String)], passed_over: u64, text: &mut String) {
    let mut reasons: Vec<&str> = Vec::new();
    for (_, why) in undrawn {
        if !reasons.contains(&why.as_str()) {
            reasons.push(why);
        }
    }
    for reason in reasons {
        let faults: Vec<&str> =
            undrawn.iter().filter(|(_, why)| why == reason).map(|(fault, _)| fault.word()).collect();
        let _ = writeln!(text, "  not drawn, because {reason}: {}", faults.join(", "));
    }
    if passed_over > 0 {
        let _ =
            writeln!(text, "  {passed_over} more seeds were passed over: they need a capability that is not claimed");
    }
}

/// The fault classes that were asked for and never triggered. If a class cannot trigger, the reason is given.
fn not_triggered(asked: &SystemAsked, found: &SystemFound, text: &mut String) {
    let FaultChoice::These(faults) = &asked.options.faults else { return };
    for fault in faults.iter().filter(|fault| found.times(fault.point()) == 0) {
        let why = generators::of(&asked.options.system).and_then(|generator| generator.why_never(fault.point()));
        let _ = match why {
            Some(why) => writeln!(text, "  {} cannot trigger in this system: {why}", fault.word()),
            None => writeln!(text, "  {} did not trigger in any of these seeds", fault.word()),
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

/// A broken seed, in a line.
pub fn broken(broken: &BrokenSeed) -> String {
    let seed = broken.seed;
    match (&broken.differs, &broken.violation) {
        (_, Some(violation)) if violation.culprit == Culprit::Adapter => {
            format!("  seed {seed}: fault of the adapter: {}\n", shortened(&violation.message))
        }
        (None, Some(violation)) => {
            let requirements = violation.requirements.join(", ");
            format!("  seed {seed}: {} ({requirements}): {}\n", violation.rule, shortened(&violation.message))
        }
        (Some(Difference { again, violation: Some(found), .. }), None) => {
            let requirements = found.requirements.join(", ");
            let message = shortened(&found.message);
            format!("  seed {seed}: {} ({requirements}), but only when the seed is {again}: {message}\n", found.rule)
        }
        (Some(Difference { again, first, .. }), _) => {
            let [once, then] = apart(first.each_ref().map(|seen| {
                seen.as_ref().map_or("nothing more".to_owned(), |seen| crate::model::json::json!(seen.what).to_string())
            }));
            format!(
                "  seed {seed}: not deterministic: the stream differs when the seed is {again}\n    \
                 first: {once}\n    then:  {then}\n"
            )
        }
        (None, None) => String::new(),
    }
}

/// A finding: the rule that is broken, its requirements, the observations that led to it, and the command that runs it
/// again.
pub fn finding(finding: &Finding, again: &str) -> String {
    let Finding { seed, options, rule, requirements, culprit, message, seq, decisions, events, .. } = finding;
    let mut text = format!("{} seed {seed}: {rule} is broken\n  {}\n", options.system, shortened(message));
    if let Some(culprit) = culprit {
        let _ = writeln!(text, "  fault of the {}", culprit.words());
    }
    for id in requirements {
        if let Some(row) = Catalogue::embedded().requirement(id) {
            let _ = writeln!(text, "  {id} ({}): {}", row.level.word(), row.sentence);
        }
    }
    let _ = writeln!(text, "  {} decisions, {} observations\n", decisions.len(), events.len());
    text.push_str(&around(events, *seq));
    let _ = writeln!(text, "\n  to run it again: {again}");
    text
}

/// The observations around the one with the number `seq`, which is marked.
pub fn around(events: &[Observation], seq: u64) -> String {
    let mut text = String::new();
    let at = events.iter().position(|event| event.seq >= seq).unwrap_or(events.len());
    for event in events.iter().take(at + AFTER + 1).skip(at.saturating_sub(BEFORE)) {
        let mark = if event.seq == seq { ">>" } else { "  " };
        let _ = writeln!(text, "{mark}{:>5}  {}", event.seq, shortened(&event.to_string()));
    }
    text
}

/// Where the runs of two subjects with the same choices part: what both did before, and what each does then.
pub fn parting(finding: &Finding, good: &[Observation], bad: &[Observation], at: usize) -> String {
    let mut text =
        format!("{} seed {}: the runs part at observation {}\n\n", finding.options.system, finding.seed, at + 1);
    for event in good.iter().take(at).skip(at.saturating_sub(BEFORE)) {
        let _ = writeln!(text, "     {:>5}  {}", event.seq, shortened(&event.to_string()));
    }
    let told = |events: &[Observation]| events.get(at).map_or("nothing more".to_owned(), ToString::to_string);
    let [right, wrong] = apart([told(good), told(bad)]);
    let _ = writeln!(text, "good {:>5}  {right}\nbad  {:>5}  {wrong}", at + 1, at + 1);
    for event in bad.iter().skip(at + 1).take(AFTER) {
        let _ = writeln!(text, "     {:>5}  {}", event.seq, shortened(&event.to_string()));
    }
    text
}

/// By how much a finding became smaller. `is_whole` says whether the search came to its end.
pub fn smaller(before: &Finding, after: &Finding, runs: u64, is_whole: bool) -> String {
    let ended = if is_whole { "nothing of it can be left out" } else { "the search was stopped before its end" };
    format!(
        "  made smaller in {runs} runs, {ended}: {} -> {} observations, {} -> {} decisions\n",
        before.events.len(),
        after.events.len(),
        before.decisions.len(),
        after.decisions.len()
    )
}

/// All rules, each with what it finds in every system.
pub fn rules(rule_mutants: &[RuleMutant]) -> String {
    let mut text = String::new();
    let mut listed: Vec<&str> = Vec::new();
    for rule in generators::ALL.iter().flat_map(|generator| generator.rules()) {
        if listed.contains(&rule.name) {
            continue;
        }
        listed.push(rule.name);
        let where_asked = if rule.only_simulated { "; in simulation alone" } else { "" };
        let _ = writeln!(text, "{} ({}){where_asked}\n  {}", rule.name, rule.requirements.join(", "), rule.about);
        for RuleMutant { system, finds, .. } in rule_mutants.iter().filter(|row| row.rule == rule.name) {
            let _ = match finds {
                Finds::Mutant(id) => writeln!(text, "  {system:<12} finds {id}"),
                Finds::Own { about, .. } => writeln!(text, "  {system:<12} finds a reference that {about}"),
                Finds::NothingToCheck(why) => writeln!(text, "  {system:<12} nothing to check: {why}"),
            };
        }
    }
    text
}

/// Two lines, each from shortly before the first place where they differ. Where they have little in common, nothing is
/// left out.
fn apart(lines: [String; 2]) -> [String; 2] {
    let alike = lines[0].chars().zip(lines[1].chars()).take_while(|(one, other)| one == other).count();
    let left_out = if alike < LINE_MAX / 2 { 0 } else { alike - LINE_MAX / 4 };
    lines.map(|line| {
        let more = if left_out > 0 { "…" } else { "" };
        shortened(&more.chars().chain(line.chars().skip(left_out)).collect::<String>())
    })
}

/// A line of text that is not too long.
pub fn shortened(line: &str) -> String {
    crate::model::text::shorten(line, LINE_MAX)
}

#[cfg(test)]
mod tests {
    use super::broken;
    use crate::sim::{
        campaign::{BrokenSeed, Difference},
        monitor::Violation,
        rules,
    };

    #[test]
    fn what_only_the_second_run_breaks_is_told_by_its_rule() {
        let violation = Some(Violation::of(&rules::run::REQUESTS, "no reply fits".to_owned(), 3));
        let differs = Some(Difference { again: "run again", first: [None, None], violation });
        let told = broken(&BrokenSeed { seed: 7, tape: None, violation: None, differs, run: None });
        assert_eq!(told, "  seed 7: requests (I-1), but only when the seed is run again: no reply fits\n");
    }
}
