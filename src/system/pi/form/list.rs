//! The list of a question's options, with Other as its last row (PI-15, PI-18): which rows are shown, and how.
//!
//! **Absent here:** keys, and what is picked.

use std::ops::Range;

use super::{Draft, row::row};
use crate::system::pi::arguments::{Choice, Question};

/// The row that every list ends with.
pub const OTHER: &str = "Other (type your answer)";

/// With more options than this, a part of the list is shown (PI-44, PI-104).
const ALL: usize = 6;

/// How many rows of a long list are shown.
const SHOWN: usize = 5;

/// Whether only a part of the list is shown.
pub const fn is_long(question: &Question) -> bool {
    question.options.len() > ALL
}

/// Whether several rows may be taken.
pub const fn is_set(question: &Question) -> bool {
    question.several && !question.options.is_empty()
}

/// Where Other stands.
pub const fn other_row(question: &Question) -> usize {
    question.options.len()
}

/// The row with this number beside it (PI-43). Where a row is counts in the whole list, also where it is not shown.
pub fn row_of(question: &Question, digit: char) -> Option<usize> {
    let row = (digit.to_digit(10)? as usize).checked_sub(1)?;
    (row <= other_row(question)).then_some(row)
}

/// The first row to show, from what it was, so that the cursor is seen.
pub fn follow(top: usize, cursor: usize, question: &Question) -> usize {
    if is_long(question) { top.clamp((cursor + 1).saturating_sub(SHOWN), cursor) } else { 0 }
}

/// The rows that are shown.
pub fn window(question: &Question, draft: &Draft) -> Range<usize> {
    let rows = other_row(question) + 1;
    let shown = if is_long(question) { SHOWN } else { rows };
    draft.top..(draft.top + shown).min(rows)
}

/// Appends the rows that are shown, each with its description below it, and how many follow (PI-95, PI-97, PI-99,
/// PI-103). How many stand above is not said.
pub fn draw(question: &Question, draft: &Draft, lines: &mut Vec<String>) {
    let window = window(question, draft);
    let below = other_row(question) + 1 - window.end;
    for at in window {
        let option = question.options.get(at);
        let cursor = if at == draft.cursor { '>' } else { ' ' };
        let mark = match (question.several, option) {
            (false, _) => format!("{}.", at + 1),
            (true, Some(_)) => boxed(draft.picks.contains(&at)),
            (true, None) => boxed(draft.other),
        };
        lines.push(format!("  {cursor} {mark} {}", row(option.map_or(OTHER, |option| &option.label))));
        let indent = if question.several { 8 } else { 7 };
        let description = option.and_then(|option: &Choice| option.description.as_deref());
        lines.extend(description.map(|text| format!("{:indent$}{}", "", row(text))));
    }
    if below > 0 {
        lines.push(format!("    ↓ {below} more..."));
    }
}

fn boxed(is_taken: bool) -> String {
    if is_taken { "[x]" } else { "[ ]" }.to_owned()
}
