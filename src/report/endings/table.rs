//! The ends of a question as text: a table with a row for each end and a column for who asks, and below it what is told alike.

use std::fmt::Write;

use comfy_table::{ContentArrangement, Table, presets::UTF8_FULL};
use indexmap::IndexSet;

use super::{
    Cell,
    alike::{Alike, Share},
};
use crate::{
    model::text::shorten,
    report::compare::COLUMN_MIN,
    suite::{ending::Ending, outcome::CaseVerdict},
};

/// The longest text that is shown of what is told, in characters. The JSON has it whole.
const TOLD_MAX: usize = 200;

/// The ends as tables of this width: of as many columns as fit.
pub fn tables(columns: &[String], cells: &[Cell], width: u16) -> String {
    let abreast = (usize::from(width) / COLUMN_MIN).saturating_sub(1).max(1);
    let tables = columns.chunks(abreast).map(|columns| format!("{}\n", table(columns, cells, width)));
    tables.collect::<Vec<_>>().join("\n")
}

fn table(columns: &[String], cells: &[Cell], width: u16) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL).set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table.set_header([""].into_iter().chain(columns.iter().map(String::as_str)));
    for ending in Ending::ALL {
        let of = |who: &String| {
            let own = cells.iter().filter(|cell| cell.who == *who && cell.ending == ending);
            let texts: Vec<String> = own.map(text).collect();
            if texts.is_empty() { "no scenario".to_owned() } else { texts.join("\n\n") }
        };
        table.add_row([ending.words().to_owned()].into_iter().chain(columns.iter().map(of)));
    }
    table
}

/// A cell: what happens, who is told what, and the requirements.
fn text(cell: &Cell) -> String {
    let told = |who: &str, told: &str| {
        let filled: Vec<&str> = told.lines().filter(|line| !line.trim().is_empty()).collect();
        format!("{who}: {}", shorten(&filled.join("\n"), TOLD_MAX))
    };
    let mut lines = vec![cell.happens.join("; ")];
    lines.extend(cell.tool.iter().map(|text| told("tool", text)));
    lines.extend(cell.model.iter().map(|text| told("model", text)));
    lines.extend(cell.otherwise.iter().map(|otherwise| format!("nobody is told; {otherwise}")));
    if !cell.requirements.is_empty() {
        lines.push(format!("[{}]", cell.requirements.join(", ")));
    }
    if cell.verdict != CaseVerdict::Passed {
        lines.push(cell.verdict.words().to_owned());
    }
    lines.join("\n")
}

/// What is told alike, as text.
pub fn alike_as_text(alike: &[Alike]) -> String {
    if alike.is_empty() {
        return "Every end that is told of is told in words of its own.\n".to_owned();
    }
    let mut text = "Told alike:\n".to_owned();
    for Alike { who, told, words, share, tool_can_tell, ends } in alike {
        let names = |keep: fn(Ending) -> bool| {
            let kept: IndexSet<&str> =
                ends.iter().filter(|end| keep(end.ending)).map(|end| end.ending.words()).collect();
            listed(&kept.into_iter().collect::<Vec<_>>())
        };
        let listener = told.words();
        let what = match share {
            Share::Whole => format!("{listener} cannot tell {} apart", names(|_| true)),
            Share::Part => {
                let (of, words) = (names(|ending| !ending.is_an_act()), names(Ending::is_an_act));
                format!("{listener} is told of {of} in the words of {words}")
            }
        };
        let place = if *tool_can_tell { ", and the tool can" } else { "" };
        let words = shorten(&words.replace('\n', " "), TOLD_MAX);
        let _ = writeln!(text, "\n{who}: {what}{place}\n  {words}");
        for end in ends {
            let requirements = end.requirements.join(", ");
            let _ = writeln!(text, "  {:<14} {} [{requirements}]", end.ending.words(), end.scenario);
        }
    }
    text
}

/// Words as a list in a sentence.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}
