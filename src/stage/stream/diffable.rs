//! A stream as the text of a snapshot. A difference in it is easy to read: no line is too long, and nothing is
//! repeated.
//!
//! ```text
//! 00:00.000 model  > request#2 as request#1, and:
//!     assistant: call call_1 ask_user {"question":"Which?","options":["a","b"]}
//!     user: result call_1 "..."
//! ```
//!
//! - Text that does not fit on its line stands below it: JSON member by member, a drawing line by line, and a long text
//!   in pieces that begin with `…`.
//! - A request is shown as its difference to the earlier request with which it shares the most messages.
//! - Long JSON and long texts are shown once. After that, only their beginning and a checksum are shown:
//!   `⟨above: {"questions":[{"ques… 1f2e3d4c⟩`.
//! - `⟨40×-⟩` means `-` forty times.

use std::{collections::BTreeSet, fmt::Write};

use crate::model::json::Value;
use imbl::Vector;

use super::{
    Observation, What,
    pieces::{Piece, message, pieces, settings},
    repeats::compressed,
    written::Written,
};
use crate::{
    model::{
        Message, ModelRequest, Op,
        text::{checksum, harmless},
    },
    system::{Effect, Input},
};

/// The longest line, in characters.
const WIDTH: usize = 120;
/// The indentation of text below a line, in characters.
const INDENT: usize = 4;
/// A text or a value of at least this length, in characters, is shown only once.
const LONG: usize = 80;
/// The length of the beginning that is shown after that, in characters.
const BEGINNING: usize = 28;

/// The text of a stream for a snapshot.
pub fn diffable(events: &[Observation]) -> String {
    let mut writer = Writer::default();
    for event in events {
        writer.event(event);
    }
    writer.text
}

/// A part of a request beside its messages, in pieces.
type Setting<'a> = Vec<Piece<'a>>;

/// An earlier request.
struct Earlier<'a> {
    op: Op,
    request: &'a ModelRequest,
    settings: Vec<(&'static str, Option<Setting<'a>>)>,
}

#[derive(Default)]
struct Writer<'a> {
    text: String,
    /// Checksums and lengths of the long texts and values that were shown.
    told: BTreeSet<(u32, usize)>,
    /// The requests so far.
    requests: Vec<Earlier<'a>>,
}

impl<'a> Writer<'a> {
    fn event(&mut self, event: &'a Observation) {
        let Observation { seq: _, at_ms, lane, what } = event;
        if matches!(what, What::Input(Input::Begin(_))) {
            // A restarted subject counts its operations from 1 again.
            self.requests.clear();
        }
        let mark = if matches!(what, What::Input(_)) { ' ' } else { '>' };
        let mut line = Line::new(format!("{at_ms} {:<6} {mark}", lane.word()), INDENT);
        if let What::Effect(Effect::Request(op, request)) = what {
            self.request(line, *op, request);
        } else {
            self.pieces(&mut line, &pieces(what));
            self.end(line);
        }
    }

    fn end(&mut self, line: Line) {
        for line in line.text.lines() {
            let _ = writeln!(self.text, "{}", line.trim_end());
        }
    }

    fn pieces(&mut self, line: &mut Line, pieces: &[Piece<'_>]) {
        for piece in pieces {
            match piece {
                Piece::Words(words) => line.word(words),
                Piece::Text(text) => self.value(line, &Value::from(*text)),
                Piece::Json(value) => self.value(line, value),
                Piece::Data(value) => self.value(line, value),
                Piece::JsonText(text) => {
                    let value = serde_json::from_str::<Value>(text).unwrap_or_default();
                    // Shown as JSON only if it is written as we write JSON. Else the text itself would be lost.
                    let written = value.to_string();
                    if written == *text { self.value(line, &value) } else { self.value(line, &Value::from(*text)) }
                }
                Piece::Lines(text) if text.contains('\n') => self.drawing(line, text),
                Piece::Lines(text) => self.value(line, &Value::from(*text)),
                Piece::Request(_) => {}
            }
        }
    }

    /// Adds a text of several lines, each one after a bar.
    fn drawing(&mut self, line: &mut Line, text: &str) {
        if let Some(above) = self.above(text) {
            return line.word(&above);
        }
        for drawn in text.split('\n') {
            line.break_before("|");
            let escaped = escaped(drawn);
            folded(&mut line.text, &compressed(&escaped), line.indent);
        }
        line.is_broken = true;
    }

    /// The reference to a text that was shown before. `None` if the text is short or new. A new text counts as shown
    /// from now on.
    fn above(&mut self, text: &str) -> Option<String> {
        let length = if text.len() < LONG { 0 } else { text.chars().count() };
        if length < LONG || self.told.insert((checksum(text), length)) {
            return None;
        }
        // The lines of a box at the beginning of a drawing say nothing.
        let words = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !"\"{[".contains(c));
        let beginning: String =
            harmless(words).chars().take(BEGINNING).map(|c| if c == '\n' { ' ' } else { c }).collect();
        Some(format!("⟨above: {beginning}… {:08x}⟩", checksum(text)))
    }

    fn value(&mut self, line: &mut Line, value: &Value) {
        let mut text = " ".repeat(line.indent);
        self.json(&mut text, value, (&Written::new(value), 0), line.indent + 1);
        let text = text.split_off(line.indent);
        let first = text.lines().next().unwrap_or_default();
        let fits = line.width() + 1 + first.chars().count() <= WIDTH && !line.is_broken;
        if fits && !text.contains('\n') {
            line.word(&text);
        } else {
            line.break_before("");
            line.text.push_str(&text);
            line.is_broken = true;
        }
    }

    /// Appends `value` to a line that is indented by `indent`. `number` is the number of the value in `written`.
    fn json(&mut self, out: &mut String, value: &Value, (written, number): (&Written, usize), indent: usize) {
        let whole = written.text(number);
        if let Some(above) = self.above(whole) {
            out.push_str(&above);
            return;
        }
        if column(out) + whole.chars().count() <= WIDTH {
            out.push_str(&compressed(whole));
            return;
        }
        let mut inside = number + 1;
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                for (index, (key, field)) in fields.iter().enumerate() {
                    self.member(out, index, indent, '{');
                    let key = Value::from(key.as_str()).to_string();
                    let _ = write!(out, "{key}:");
                    self.json(out, field, (written, inside), indent + 1);
                    inside = written.behind(inside);
                }
                out.push('}');
            }
            Value::Array(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    self.member(out, index, indent, '[');
                    self.json(out, item, (written, inside), indent + 1);
                    inside = written.behind(inside);
                }
                out.push(']');
            }
            Value::String(_) => folded(out, &compressed(whole), indent),
            _ => out.push_str(whole),
        }
    }

    fn member(&self, out: &mut String, index: usize, indent: usize, opening: char) {
        if index == 0 {
            out.push(opening);
        } else {
            let _ = write!(out, ",\n{:indent$}", "");
        }
    }

    /// Adds a request, as its difference to an earlier one.
    fn request(&mut self, mut line: Line, op: Op, request: &'a ModelRequest) {
        let shared = |other: &Earlier<'_>| same(&other.request.messages, &request.messages);
        // If several requests share as many messages, the latest one counts.
        let nearest = self.requests.iter().max_by_key(|other| shared(other));
        line.word(&op.to_string());
        let common = nearest.map_or(0, shared);
        if let Some(Earlier { op: earlier, request: other, .. }) = nearest {
            let rest = other.messages.len() - common;
            line.word(&format!("as {earlier}"));
            line.text.push_str(&match (common, rest) {
                (_, 0) => String::new(),
                (0, _) => ", without its messages".to_owned(),
                (_, 1) => ", without its last message".to_owned(),
                (_, rest) => format!(", without its last {rest} messages"),
            });
        }
        let settings = settings(request);
        let was = |name: &str| {
            let (_, was) = nearest?.settings.iter().find(|(other, _)| *other == name)?;
            was.as_ref()
        };
        let changed: Vec<(&str, Option<&Setting<'_>>)> = settings
            .iter()
            .filter_map(|(name, setting)| {
                let is_changed = match (was(name), setting) {
                    (Some(was), Some(setting)) => !is_shown_alike(was, setting),
                    (was, setting) => was.is_some() != setting.is_some(),
                };
                is_changed.then_some((*name, setting.as_ref()))
            })
            .collect();
        self.end(line);
        for (name, setting) in changed {
            let mut line = Line::below("");
            match setting {
                Some(setting) => self.pieces(&mut line, setting),
                None => line.text.push_str(&format!("no {name}")),
            }
            self.end(line);
        }
        for (role, parts) in request.messages.iter().skip(common).map(|one| message(one)) {
            for (index, part) in parts.iter().enumerate() {
                let mut line = Line::below(&if index == 0 { format!("{role}:") } else { "and:".to_owned() });
                self.pieces(&mut line, part);
                self.end(line);
            }
            if parts.is_empty() {
                self.end(Line::below(&format!("{role}: nothing")));
            }
        }
        self.requests.push(Earlier { op, request, settings });
    }
}

/// The number of messages that two conversations share at their beginning.
fn same(one: &Vector<std::sync::Arc<Message>>, other: &Vector<std::sync::Arc<Message>>) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Whether two settings have the same text.
fn is_shown_alike(one: &[Piece<'_>], other: &[Piece<'_>]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| match (one, other) {
            (Piece::Words(one), Piece::Words(other)) => one == other,
            (Piece::Text(one), Piece::Text(other)) => one == other,
            // Equal JSON may differ in the order of its keys.
            (one, other) => format!("{one:?}") == format!("{other:?}"),
        })
}

/// A text in a snapshot. Control characters and invisible characters are escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            // Printable, quotes too.
            ' '..='~' => out.push(c),
            // The frames of drawings.
            '\u{2500}'..='\u{257f}' => out.push(c),
            c => out.extend(c.escape_debug()),
        }
    }
    out
}

/// The width of the last line of `text`.
fn column(text: &str) -> usize {
    text.rsplit('\n').next().unwrap_or_default().chars().count()
}

/// Appends a text that is too long for its line, in pieces. A piece ends between two words if possible.
fn folded(out: &mut String, text: &str, indent: usize) {
    let mut rest: Vec<char> = text.chars().collect();
    let mut room = WIDTH.saturating_sub(column(out)).max(20);
    while rest.len() > room {
        let blank = rest[..room].iter().rposition(|c| *c == ' ').filter(|at| *at > room / 2);
        let at = blank.unwrap_or(room);
        let after = rest.split_off(at);
        out.extend(rest);
        let _ = write!(out, "\n{:indent$}…", "");
        rest = after;
        room = WIDTH.saturating_sub(indent + 1).max(20);
    }
    out.extend(rest);
}

/// A line that is being written, and the text below it.
struct Line {
    text: String,
    indent: usize,
    /// Whether there is text below the line.
    is_broken: bool,
}

impl Line {
    const fn new(text: String, indent: usize) -> Self {
        Self { text, indent, is_broken: false }
    }

    /// An indented line.
    fn below(text: &str) -> Self {
        Self::new(format!("{:INDENT$}{text}", ""), INDENT * 2)
    }

    /// The width of the last line so far.
    fn width(&self) -> usize {
        column(&self.text)
    }

    fn word(&mut self, word: &str) {
        if self.is_broken {
            self.break_before("");
            self.is_broken = false;
        } else if !self.text.trim_end().is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    fn break_before(&mut self, mark: &str) {
        let indent = self.indent;
        let _ = write!(self.text, "\n{:indent$}{mark}", "");
    }
}

#[cfg(test)]
#[path = "diffable_tests.rs"]
mod tests;
