//! The list of a question's options, with Other as the last row (PI-15, PI-18): the rows that are shown, and their looks.
//!
//! **Absent here:** the keys, and the picks.

use std::ops::Range;

use super::{Draft, row::row};
use crate::system::pi::arguments::{Choice, Question};

/// The last row of every list.
pub const OTHER: &str = "Other (type your answer)";

/// The most options that are all shown. Of a longer list, a part is shown (PI-44, PI-104).
const ALL: usize = 6;

/// The number of rows that are shown of a long list.
const SHOWN: usize = 5;

/// Whether only a part of the list is shown.
pub const fn is_long(question: &Question) -> bool {
    question.options.len() > ALL
}

/// Whether several rows may be picked.
pub const fn is_set(question: &Question) -> bool {
    question.several && !question.options.is_empty()
}

/// The row of Other.
pub const fn other_row(question: &Question) -> usize {
    question.options.len()
}

/// The row with this number (PI-43). The numbers count all rows, shown or not.
pub fn row_of(question: &Question, digit: char) -> Option<usize> {
    let row = (digit.to_digit(10)? as usize).checked_sub(1)?;
    (row <= other_row(question)).then_some(row)
}

/// The first row to show, so that the cursor is visible. `top` is the first row that was shown before.
pub fn follow(top: usize, cursor: usize, question: &Question) -> usize {
    if is_long(question) { top.clamp((cursor + 1).saturating_sub(SHOWN), cursor) } else { 0 }
}

/// The rows that are shown.
pub fn window(question: &Question, draft: &Draft) -> Range<usize> {
    let rows = other_row(question) + 1;
    let shown = if is_long(question) { SHOWN } else { rows };
    draft.top..(draft.top + shown).min(rows)
}

/// Appends the rows that are shown, each with its description below, and the number of rows that follow (PI-95, PI-97,
/// PI-99, PI-103). The number of rows above is not shown.
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
