//! Lays out a prompt in a window: wraps its lines, and shows the part of a tall drawing where the cursor is.
//!
//! ```text
//! field-half-typed-answer (jp-ask-user)  00:00.000  prompt#1      the title, if there is room
//! ? Which tag? v                                                  the drawing
//!
//! > my own                                                        the input line, if the prompt has one
//! refused: not offered                                            the result of the last act
//! Ctrl-C: stop | type an answer | Ctrl-D: end of input            the hints
//! ```
//!
//! **Absent here:** colour. A row has a style, and the terminal decides how that looks.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::model::text::harmless;

/// The most rows that a message may take.
const MESSAGE_MAX: usize = 2;
/// The text between two hints.
const HINT_SEPARATOR: &str = " | ";
/// Replaces a character that is wider than the window.
const TOO_WIDE: &str = "…";

/// What the person is shown.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The scenario, the time and the prompt, in one line.
    pub title: String,
    /// The drawing.
    pub text: String,
    /// The text on the input line, if the prompt has one.
    pub entry: Option<String>,
    /// The result of the last act.
    pub message: Option<String>,
    /// What the person can do, each in a few words.
    pub hints: Vec<String>,
    /// The part of a tall drawing that is shown.
    pub anchor: Anchor,
    /// By how many rows the drawing is scrolled down from there, or up if it is negative. [`View::rows`] keeps it
    /// inside the drawing.
    pub scrolled: isize,
}

/// The part of a tall drawing that is shown without scrolling.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Anchor {
    /// Its beginning.
    Begin,
    /// Its last row that begins with `>`, in the middle. Without such a row, its end.
    Cursor,
    /// Its end.
    #[default]
    End,
}

/// A row of the screen.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// The text, without control characters and not wider than the window.
    pub text: String,
    /// Its style.
    pub style: Style,
}

/// The style of a row.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Style {
    /// For the drawing of the system.
    Plain,
    /// For everything around the drawing.
    Dim,
}

impl View {
    /// The rows of a window with this width and height. If there is not enough room, the title goes first, then all
    /// hints but their first row, then the rows of the drawing that are far from its anchor.
    pub fn rows(&mut self, (width, height): (usize, usize)) -> Vec<Row> {
        let (width, height) = (width.max(1), height.max(1));
        let drawing = wrap(&self.text, width);
        let mut hints = hints(&self.hints, width).into_iter();
        let mut below: Vec<Row> = self.entry.iter().map(|entry| plain(end_of(&format!("> {entry}"), width))).collect();
        let message = self.message.iter().flat_map(|message| wrap(message, width).into_iter().take(MESSAGE_MAX));
        below.extend(message.chain(hints.next()).map(dim));
        below.truncate(height / 2);
        let mut left = height.saturating_sub(drawing.len() + below.len());
        for hint in hints.take(left) {
            below.push(dim(hint));
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
        title.map(dim).into_iter().chain(seen).chain(below).collect()
    }

    /// The index of the first row of the drawing that is shown.
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
    Row { text, style: Style::Plain }
}

const fn dim(text: String) -> Row {
    Row { text, style: Style::Dim }
}

/// The hints, as many in a row as there is room for.
fn hints(hints: &[String], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for hint in hints {
        match rows.last_mut() {
            Some(row) if row.width() + HINT_SEPARATOR.len() + hint.width() <= width => {
                row.push_str(HINT_SEPARATOR);
                row.push_str(hint);
            }
            _ => rows.extend(wrap(hint, width)),
        }
    }
    rows
}

/// The most columns that `text` takes on any terminal. Some terminals show an emoji of several characters as one,
/// others one after another.
fn columns(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let alone = text.chars().map(|c| c.width().unwrap_or(0)).sum();
    text.width().max(alone)
}

/// Wraps text into rows of at most `width` columns. A row may end inside a word.
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
            // A character that is too wide leaves no empty row before it.
            let full = std::mem::replace(&mut row, next);
            rows.extend((!full.is_empty()).then_some(full));
        }
        rows.push(row);
    }
    rows
}

/// The end of `line`, as much of it as fits.
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
