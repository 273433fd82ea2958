//! The list of expected failures, as a file.

use std::{collections::BTreeMap, fmt, fs, ops::Range, path::Path};

use toml_edit::{Document, Item, Table};

use crate::{
    report::ExpectedBecause,
    suite::{InputError, InputErrors, catalogue::Catalogue, former_ids, read_case},
};

/// The members of an entry.
const MEMBERS: &str = "id, expect, reason, link, expires";

/// A list of expected failures.
#[derive(Clone, Debug, Default)]
pub struct ExpectedFailures {
    /// The file, for messages.
    pub file: String,
    /// The entries, in their order.
    pub entries: Vec<Expectation>,
    /// The text of the file.
    pub(super) text: String,
}

/// An entry: what is expected not to hold.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The requirement or the scenario.
    pub id: String,
    /// How it is expected not to hold.
    pub expect: Expected,
    /// Why.
    pub reason: String,
    /// Where more about it stands.
    pub link: Option<String>,
    /// The last day on which it is expected.
    pub expires: Option<Day>,
    /// The line of the entry.
    pub line: usize,
}

/// How something is expected not to hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Expected {
    /// It fails.
    Fail,
    /// It cannot be decided.
    Incomplete,
    /// Either, in some runs, and it passes in others.
    Flaky,
}

impl Expected {
    /// Its word in the file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Incomplete => "incomplete",
            Self::Flaky => "flaky",
        }
    }

    /// Whether this way of not holding is expected.
    pub fn covers(self, found: Self) -> bool {
        self == found || self == Self::Flaky
    }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Day {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl Day {
    /// The day that is so many days after 1 January 1970.
    pub fn after_1970(days: u64) -> Self {
        let is_leap = |year: u16| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let (mut year, mut rest) = (1970_u16, days);
        loop {
            let length = if is_leap(year) { 366 } else { 365 };
            if rest < length || year == u16::MAX {
                break;
            }
            (year, rest) = (year + 1, rest - length);
        }
        let mut month = 1;
        for length in [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
            if rest < length {
                break;
            }
            (month, rest) = (month + 1, rest - length);
        }
        Self { year, month, day: u8::try_from(rest + 1).unwrap_or(31) }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Expectation {
    /// An entry that nobody has given a reason yet.
    pub const fn new(id: String, expect: Expected) -> Self {
        Self { id, expect, reason: String::new(), link: None, expires: None, line: 0 }
    }

    /// Why it is expected.
    pub fn because(&self) -> ExpectedBecause {
        ExpectedBecause { reason: self.reason.clone(), link: self.link.clone() }
    }
}

impl ExpectedFailures {
    /// The list in `file`.
    ///
    /// # Errors
    /// Every mistake in it.
    pub fn read(file: &Path) -> Result<Self, InputErrors> {
        let name = file.display().to_string();
        let text = fs::read_to_string(file).map_err(|error| {
            InputError::new(format!("{name}: {error}")).help("`--write-expected` writes a list of today's failures")
        })?;
        Self::parse(&name, text)
    }

    /// The list in a text.
    ///
    /// # Errors
    /// Every mistake in it.
    pub fn parse(file: &str, text: String) -> Result<Self, InputErrors> {
        let document = Document::parse(text.as_str()).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            mistake(
                file,
                &text,
                at..at,
                error.message().trim(),
                "the file is TOML: `[[expected]]`, then `id = \"...\"`",
            )
        })?;
        let mut reader = Reader { file, text: &text, mistakes: Vec::new() };
        let mut entries = Vec::new();
        for (key, item) in document.iter() {
            match item.as_array_of_tables() {
                Some(tables) if key == "expected" => {
                    entries.extend(tables.iter().filter_map(|table| reader.entry(table)))
                }
                _ => reader.wrong(
                    item.span(),
                    &format!("expected `[[expected]]`, found `{key}`"),
                    "each entry begins with `[[expected]]`",
                ),
            }
        }
        reader.doubles(&entries);
        let Reader { mistakes, .. } = reader;
        if mistakes.is_empty() { Ok(Self { file: file.to_owned(), entries, text }) } else { Err(InputErrors(mistakes)) }
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The entry for this id.
    pub fn entry(&self, id: &str) -> Option<&Expectation> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

/// The line and the column of a place in a text, both from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

fn mistake(file: &str, text: &str, span: Range<usize>, what: &str, help: &str) -> InputError {
    let (line, column) = place(text, span.start);
    let error = InputError::new(format!("{file}:{line}:{column}: {what}")).help(help);
    error.at_line(file, text, line, "here")
}

/// Reads entries, and collects what is wrong with them.
struct Reader<'t> {
    file: &'t str,
    text: &'t str,
    mistakes: Vec<InputError>,
}

impl Reader<'_> {
    fn wrong(&mut self, span: Option<Range<usize>>, what: &str, help: &str) {
        self.mistakes.push(mistake(self.file, self.text, span.unwrap_or(0..0), what, help));
    }

    fn entry(&mut self, table: &Table) -> Option<Expectation> {
        let before = self.mistakes.len();
        for (key, item) in table {
            if !["id", "expect", "reason", "link", "expires"].contains(&key) {
                self.wrong(
                    item.span(),
                    &format!("there is no `{key}` in an entry"),
                    &format!("an entry has {MEMBERS}"),
                );
            }
        }
        let id = self.text(table, "id", true)?;
        let expect = match self.text(table, "expect", false).as_deref() {
            None | Some("fail") => Expected::Fail,
            Some("incomplete") => Expected::Incomplete,
            Some("flaky") => Expected::Flaky,
            Some(other) => {
                let what = format!("expected `fail`, `incomplete` or `flaky`, found {other:?}");
                self.wrong(table.get("expect").and_then(Item::span), &what, "a passing one needs no entry");
                Expected::Fail
            }
        };
        let reason = self.text(table, "reason", true);
        let link = self.text(table, "link", false);
        let expires = self.day(table);
        let id_at = table.get("id").and_then(Item::span);
        if let Some((what, help)) = unknown(&id) {
            self.wrong(id_at.clone(), &what, &help);
        }
        let id = former_ids::current(&id).map_or(id, str::to_owned);
        let line = place(self.text, id_at.map_or(0, |span| span.start)).0;
        (self.mistakes.len() == before).then_some(Expectation {
            id,
            expect,
            reason: reason.unwrap_or_default(),
            link,
            expires,
            line,
        })
    }

    fn text(&mut self, table: &Table, key: &str, is_needed: bool) -> Option<String> {
        match table.get(key) {
            None if is_needed => {
                self.wrong(
                    table.span(),
                    &format!("an entry without `{key}`"),
                    &format!("write `{key} = \"...\"` in it"),
                );
                None
            }
            None => None,
            Some(item) => match item.as_str() {
                Some(text) if !text.trim().is_empty() => Some(text.to_owned()),
                _ => {
                    self.wrong(
                        item.span(),
                        &format!("expected a text as `{key}`"),
                        "write it in quotes, and not empty",
                    );
                    None
                }
            },
        }
    }

    fn day(&mut self, table: &Table) -> Option<Day> {
        let item = table.get("expires")?;
        let written = item.as_datetime().map(ToString::to_string).or_else(|| item.as_str().map(str::to_owned));
        let day = written.and_then(|text| text.parse::<toml_edit::Datetime>().ok());
        let day = day.filter(|found| found.time.is_none()).and_then(|found| found.date);
        if day.is_none() {
            self.wrong(item.span(), "expected a day as `expires`", "write it as 2027-01-31");
        }
        day.map(|date| Day { year: date.year, month: date.month, day: date.day })
    }

    /// An id that has two entries may be expected in two ways.
    fn doubles(&mut self, entries: &[Expectation]) {
        let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in entries {
            if let Some(first) = lines.insert(&entry.id, entry.line) {
                let what = format!("{}:{}: {} is listed twice, first in line {first}", self.file, entry.line, entry.id);
                let error = InputError::new(what).help("keep one of the two");
                self.mistakes.push(error.at_line(self.file, self.text, entry.line, "again"));
            }
        }
    }
}

/// What is wrong with an id, and what helps. `None` if it is a requirement or a scenario. A scenario of one's own has no
/// entry in the program, so any id with a `/` that is not like a carried one may be one.
fn unknown(id: &str) -> Option<(String, String)> {
    let catalogue = Catalogue::embedded();
    if id.contains('/') || catalogue.requirement(id).is_some() || former_ids::current(id).is_some() {
        return None;
    }
    let near = catalogue.nearest(id);
    let help = format!("is `{near}` meant? a scenario's id has a `/`: `hotseat list` shows them");
    Some((format!("there is no requirement {id:?}"), help))
}

impl ExpectedFailures {
    /// What is wrong with the entries of scenarios that are neither `selected` nor carried by the program.
    ///
    /// # Errors
    /// Each entry whose scenario is unknown.
    pub fn check_scenarios(&self, is_selected: impl Fn(&str) -> bool) -> Result<(), InputErrors> {
        let is_carried = |id: &str| read_case(&[], id, Catalogue::embedded()).is_ok_and(|cases| !cases.is_empty());
        let unknown = self.entries.iter().filter(|entry| entry.id.contains('/'));
        let unknown = unknown.filter(|entry| !is_selected(&entry.id) && !is_carried(&entry.id));
        let mistakes: Vec<InputError> = unknown
            .map(|entry| {
                let what = format!("{}:{}: there is no scenario {:?}", self.file, entry.line, entry.id);
                let error = InputError::new(what).help("`hotseat list` shows the ids; take the entry off the list");
                error.at_line(&self.file, &self.text, entry.line, "unknown")
            })
            .collect();
        if mistakes.is_empty() { Ok(()) } else { Err(InputErrors(mistakes)) }
    }
}
