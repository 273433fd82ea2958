//! A prompt in a window: lines wrapped by columns, and of a tall drawing the part where the cursor is.
//!
//! ```text
//! field-half-typed-answer (jp-ask-user)  00:00.000  prompt#1      who asks, where there is room
//! ? Which tag? v                                                  the drawing
//!
//! > my own                                                        a line of the person's, where the drawing has none
//! refused: not offered                                            what came of the last act
//! Ctrl-C: stop | type an answer | Ctrl-D: end of input            what can be done
//! ```
//!
//! **Absent here:** colour. A row has a look; what that is, a terminal says.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::model::text::harmless;

/// How many rows a message may take.
const MESSAGE_MAX: usize = 2;
/// What stands between two hints.
const BETWEEN: &str = " | ";
/// What stands for a character that is wider than the window.
const TOO_WIDE: &str = "…";

/// What is to be seen.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Who asks, in one line.
    pub title: String,
    /// The drawing.
    pub text: String,
    /// What was typed on the person's own line, where they have one.
    pub entry: Option<String>,
    /// What is to be told of the last act.
    pub message: Option<String>,
    /// What can be done.
    pub hints: Vec<String>,
    /// What of a tall drawing is seen.
    pub anchor: Anchor,
    /// How many rows further down the drawing is seen from; up, where it is negative. Never out of it.
    pub scrolled: isize,
}

/// What of a tall drawing is seen by itself.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Anchor {
    /// Its begin.
    Begin,
    /// The last row that begins with `>`, in the middle; where there is none, its end.
    Cursor,
    /// Its end.
    #[default]
    End,
}

/// A row of the screen.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// What stands there: no control characters, and not wider than the window.
    pub text: String,
    /// How it looks.
    pub look: Look,
}

/// How a row looks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Look {
    /// As the system draws it.
    Plain,
    /// As what is not a part of it.
    Aside,
}

impl View {
    /// The rows of a window of so many columns and rows: where all has no room, first the title goes, then what can be
    /// done but for its first row, then what of the drawing is far from its anchor.
    pub fn rows(&mut self, (width, height): (usize, usize)) -> Vec<Row> {
        let (width, height) = (width.max(1), height.max(1));
        let drawing = wrap(&self.text, width);
        let mut hints = hints(&self.hints, width).into_iter();
        let mut below: Vec<Row> = self.entry.iter().map(|entry| plain(end_of(&format!("> {entry}"), width))).collect();
        let message = self.message.iter().flat_map(|message| wrap(message, width).into_iter().take(MESSAGE_MAX));
        below.extend(message.chain(hints.next()).map(aside));
        below.truncate(height / 2);
        let mut left = height.saturating_sub(drawing.len() + below.len());
        for hint in hints.take(left) {
            below.push(aside(hint));
            left -= 1;
        }
        if left > 0 && !below.is_empty() {
            below.insert(0, plain(String::new()));
            left -= 1;
        }
        let title = (left > 0 && !self.title.is_empty()).then(|| wrap(&self.title, width).into_iter().next()).flatten();
        let room = height - below.len() - usize::from(title.is_some());
        let first = self.first(&drawing, room);
        let seen = drawing.into_iter().skip(first).take(room).map(plain);
        title.map(aside).into_iter().chain(seen).chain(below).collect()
    }

    /// The first row of the drawing that is seen.
    fn first(&mut self, drawing: &[String], room: usize) -> usize {
        let last = drawing.len().saturating_sub(room);
        let cursor = drawing.iter().rposition(|row| row.trim_start().starts_with('>'));
        let by_itself = match (self.anchor, cursor) {
            (Anchor::Begin, _) => 0,
            (Anchor::Cursor, Some(row)) => row.saturating_sub(room / 2).min(last),
            (Anchor::Cursor, None) | (Anchor::End, _) => last,
        };
        let first = by_itself.saturating_add_signed(self.scrolled).min(last);
        self.scrolled = first.cast_signed() - by_itself.cast_signed();
        first
    }
}

const fn plain(text: String) -> Row {
    Row { text, look: Look::Plain }
}

const fn aside(text: String) -> Row {
    Row { text, look: Look::Aside }
}

/// As many hints in a row as there is room for.
fn hints(hints: &[String], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for hint in hints {
        match rows.last_mut() {
            Some(row) if row.width() + BETWEEN.len() + hint.width() <= width => {
                row.push_str(BETWEEN);
                row.push_str(hint);
            }
            _ => rows.extend(wrap(hint, width)),
        }
    }
    rows
}

/// How many columns `text` takes: no terminal takes more, whether it knows of emoji that are put together or not.
fn columns(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let alone = text.chars().map(|c| c.width().unwrap_or(0)).sum();
    text.width().max(alone)
}

/// Text in rows of at most `width` columns, broken anywhere.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut rows = Vec::new();
    for line in harmless(text).split('\n') {
        let mut row = String::new();
        for c in line.chars() {
            let at = row.len();
            row.push(c);
            if columns(&row) <= width {
                continue;
            }
            row.truncate(at);
            let mut next = c.to_string();
            if columns(&next) > width {
                next = TOO_WIDE.to_owned();
            }
            // What no window of this width can show takes no row before it.
            let full = std::mem::replace(&mut row, next);
            rows.extend((!full.is_empty()).then_some(full));
        }
        rows.push(row);
    }
    rows
}

/// The end of a line, so much of it as fits.
fn end_of(line: &str, width: usize) -> String {
    let line = harmless(line).replace('\n', "␊");
    let mut start = 0;
    while columns(&line[start..]) > width {
        start += line[start..].chars().next().map_or(1, char::len_utf8);
    }
    line[start..].to_owned()
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
