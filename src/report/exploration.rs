//! The texts of `hotseat explore`: what the search has found, and an order that breaks something.

use std::fmt::Write;

use super::simulation::{around, shortened};
use crate::{
    sim::explore::{Broken, Explored, Stopped},
    stage::Played,
    suite::catalogue::Catalogue,
};

/// What a search has found, in a few lines.
pub fn explored(id: &str, explored: &Explored) -> String {
    let Explored { orders, merged, states, depth, rules, whole_rules, endings, .. } = explored;
    let mut text = format!("{id}: {}\n", counted(*orders, "order"));
    let joined = if *merged == 0 {
        String::new()
    } else {
        format!("; {} more came to a state that was there before", counted(*merged, "run"))
    };
    let _ = writeln!(text, "  {} with several choices, at most {depth} in one run{joined}", counted(*states, "state"));
    if let Some(points) = &explored.kill_points {
        let _ = writeln!(text, "  killed and restarted at {}", counted(*points, "point"));
    }
    let ends: Vec<String> = endings.iter().map(|(end, times)| format!("{end} {times}")).collect();
    if !ends.is_empty() {
        let _ = writeln!(text, "  ended: {}", ends.join(", "));
    }
    if let (times @ 1.., Some(first)) = &explored.unscripted {
        let first = shortened(first.lines().next().unwrap_or_default());
        let _ = writeln!(text, "  {} left the script, which need not fit every order: {first}", counted(*times, "run"));
    }
    if *merged > 0 && !whole_rules.is_empty() {
        let names = whole_rules.join(", ");
        let _ = writeln!(text, "  asked only of orders that were played to their end: {names}");
    }
    let _ = match &explored.stopped {
        Stopped::Whole => Ok(()),
        Stopped::Limit => {
            writeln!(text, "  not explored to the end: there are more states; `--states` raises the limit")
        }
        Stopped::Told => writeln!(text, "  not explored to the end: it was stopped"),
        Stopped::Differs(how) => writeln!(text, "  not deterministic: {how}"),
        Stopped::Fault(_) => writeln!(text, "  not explored to the end: the subject could not be played any more"),
    };
    let _ = match (explored.broken.len(), &explored.stopped) {
        (0, Stopped::Whole) => writeln!(text, "  every rule of {rules} holds in every order"),
        (0, _) => writeln!(text, "  every rule of {rules} holds in the orders so far"),
        (1, _) => writeln!(text, "  1 thing is broken in some order:"),
        (more, _) => writeln!(text, "  {more} things are broken in some order:"),
    };
    text
}

/// An order in which something is broken, with the observations that lead to it, and the command that plays it again.
pub fn broken(name: &str, broken: &Broken, played: &Played, again: Option<&str>) -> String {
    let Broken { requirements, message, seq, way, .. } = broken;
    let mut text = format!("{} is broken\n  {}\n", shortened(name), shortened(message));
    for id in requirements {
        if let Some(row) = Catalogue::embedded().requirement(id) {
            let _ = writeln!(text, "  {id} ({}): {}", row.level.word(), row.sentence);
        }
    }
    let steps: Vec<String> = way.choices.iter().map(|taken| (taken + 1).to_string()).collect();
    let steps = if steps.is_empty() { "the plain order".to_owned() } else { format!("choices {}", steps.join(" ")) };
    let kill = way.kill.map(|effect| format!(", killed after effect {effect}")).unwrap_or_default();
    let _ = writeln!(text, "  {steps}{kill}, {}\n", counted(played.events.len() as u64, "observation"));
    text.push_str(&around(&played.events, *seq));
    if let Some(again) = again {
        let _ = writeln!(text, "\n  to play it again: {again}");
    }
    text
}

fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
