//! Reworded runs: each written scenario once more, with other texts.
//!
//! An author writes short, plain texts: `"Name?"`, `"Red"`, `"Ada"`. What a text says decides nothing, so a question, a
//! label and an answer must stay what they are: with their blanks, their letters, their signs and their whole length. A
//! mistake shows only with a text that has such a thing. So each scenario is played again with texts of another
//! [`Style`], in its lines and its `Then`s alike, and demands the same as before.
//!
//! Only texts that some party is free to choose are reworded: those of questions, and the answers. Names, ids, keywords
//! and the texts that the documents give stay.

use std::{
    cmp::Reverse,
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

use crate::model::json::Value;
use serde::de::IgnoredAny;

use super::{
    at_once::{at_once, processors},
    case::{Case, Line, Origin},
    derived::{Exceptions, decides_nothing, demanding, is_file, rebuilt},
    steps::{Args, Matched},
};
use crate::{
    llm::script::Body,
    model::text::{as_json, checksum},
    stage::{Scenario, scenario::ToolScript},
    system::Act,
};

/// The beginning of the id of every reworded run. The name of the style comes next.
pub const PREFIX: &str = "reworded/";

/// Scenarios whose texts mean something, by the beginning of their ids, with the reason. They stand in `reworded.json`.
pub static EXCEPTIONS: LazyLock<Exceptions> =
    LazyLock::new(|| Exceptions::read("reworded.json", include_str!("reworded.json")));

/// A way to write texts.
#[derive(Clone, Copy)]
pub struct Style {
    /// Its name in ids.
    pub name: &'static str,
    /// What its texts have.
    pub about: &'static str,
    /// The other text for the text with this number in its scenario. Two texts never become the same.
    reword: fn(&str, usize) -> String,
    /// Whether a new text begins with the old one.
    keeps_beginning: bool,
    /// Whether it also rewords texts whose length some system limits.
    fits_limits: bool,
}

/// All styles.
pub static STYLES: [Style; 6] = [
    Style {
        name: "blanks",
        about: "two blanks in a row",
        reword: |text, _| with_blanks(text),
        keeps_beginning: false,
        fits_limits: true,
    },
    Style {
        name: "letters",
        about: "other scripts, an accent that is a character of its own, characters outside the first plane",
        reword: |text, _| format!("{text} e\u{301}\u{fb01} 配 ß İ 👍🏽"),
        keeps_beginning: true,
        fits_limits: true,
    },
    Style {
        name: "values",
        about: "the look of a value",
        reword: |text, number| value(text, number),
        keeps_beginning: false,
        fits_limits: true,
    },
    Style {
        name: "signs",
        about: "signs that mean something elsewhere",
        reword: |text, _| format!("{text}, {{0}}; %s $1|*b*"),
        keeps_beginning: true,
        fits_limits: true,
    },
    Style {
        name: "quotes",
        about: "quotation marks and backslashes",
        reword: |text, _| format!("{text} \"a\" b\\c"),
        keeps_beginning: true,
        fits_limits: true,
    },
    Style {
        name: "long",
        about: "a length of many lines",
        reword: |text, _| format!("{text}{}", " and so on".repeat(30)),
        keeps_beginning: true,
        fits_limits: false,
    },
];

/// The members of arguments, questions and answers that are free texts.
const FREE: [&str; 11] =
    ["question", "text", "label", "context", "default", "description", "preview", "notes", "reason", "answer", "value"];
/// The members that have only free texts: the choices of a question, and answers by their questions.
const ALL_FREE: [&str; 2] = ["options", "answers"];
/// The members whose length some system limits.
const LIMITED: [&str; 3] = ["label", "options", "description"];
/// Texts that say something to a system: types, targets, words for a person's choice. They stand in
/// `reworded-keywords.json`.
static KEYWORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let keywords = include_str!("reworded-keywords.json");
    serde_json::from_str(keywords).unwrap_or_else(|error| panic!("reworded-keywords.json: {error}"))
});

/// The reworded runs of `cases`: with `all`, in every style; else each in one of them.
pub fn reworded(cases: &[Case], all: bool) -> Vec<Case> {
    let in_styles = |case: &Case| {
        if why_not(case).is_some() {
            return Vec::new();
        }
        let own = &STYLES[checksum(&case.id) as usize % STYLES.len()];
        let styles = STYLES.iter().filter(move |style| all || style.name == own.name);
        styles.filter_map(|style| reworded_run(case, style)).collect::<Vec<_>>()
    };
    at_once(cases, processors(), in_styles).into_iter().flatten().collect()
}

/// Why the scenario of `case` is not reworded. `None` if it is.
pub fn why_not(case: &Case) -> Option<&'static str> {
    if let Some(why) = decides_nothing(case) {
        Some(why)
    } else if is_file(case) {
        Some("it is a scenario file")
    } else if free_texts(&case.scenario).is_empty() {
        Some("it has no text that may be another")
    } else {
        EXCEPTIONS.of(&case.id)
    }
}

/// The style with the name `name`.
pub fn style(name: &str) -> Option<&'static Style> {
    STYLES.iter().find(|style| style.name == name)
}

/// The run of `case` in `style`. `None` if its lines cannot be reworded.
pub fn reworded_run(case: &Case, style: &Style) -> Option<Case> {
    let free = free_texts(&case.scenario).into_iter().filter(|free| style.fits_limits || !free.is_limited).enumerate();
    let texts: Vec<Replacement> =
        free.map(|(number, free)| Replacement { new: (style.reword)(&free.text, number), old: free.text }).collect();
    // Such a text is a piece of a drawing that a step waits for.
    let is_part = |text: &Replacement| {
        let parts = case.steps.iter().flat_map(|line| &line.matched.args.parameters);
        parts.into_iter().any(|part| part.len() > 1 && *part != text.old && text.old.contains(part.as_str()))
    };
    if !style.keeps_beginning && texts.iter().any(is_part) {
        return None;
    }
    let is_quoted_again = |line: &Line| line.matched.args.texts().any(|written| is_quoted(written, &texts));
    if texts.is_empty() || texts.iter().any(Replacement::has_quotes) && case.steps.iter().any(is_quoted_again) {
        return None;
    }
    let steps: Vec<Line> = demanding(case).iter().map(|line| reworded_line(line, &texts)).collect();
    let (id, name) = title(&case.id, &case.name, style);
    rebuilt(case, id, name, steps, Origin::Reworded)
}

/// The id and the name of the run of a scenario in this style.
pub fn title(id: &str, name: &str, style: &Style) -> (String, String) {
    (format!("{PREFIX}{}/{id}", style.name), format!("{name}, with {}", style.about))
}

/// The line with each old text replaced by its new one.
fn reworded_line(line: &Line, texts: &[Replacement]) -> Line {
    let mut text = String::new();
    let mut rest = line.text.as_str();
    for parameter in line.matched.args.parameters.iter().map(String::as_str) {
        if let Some(at) = rest.find(parameter).filter(|_| !parameter.is_empty()) {
            text.push_str(&rest[..at]);
            text.push_str(&replaced(parameter, texts, false));
            rest = &rest[at + parameter.len()..];
        }
    }
    text.push_str(rest);
    let below = |below: &str| replaced(below, texts, serde_json::from_str::<IgnoredAny>(below).is_err());
    let docstring = line.docstring.as_deref().map(below);
    let Matched { step, args, requirements } = &*line.matched;
    let args = Args {
        parameters: args.parameters.iter().map(|written| replaced(written, texts, false)).collect(),
        docstring: args.docstring.as_deref().map(below),
    };
    let matched = Arc::new(Matched { step, args, requirements: requirements.clone() });
    Line { text, docstring, matched, keyword: line.keyword.clone(), ..*line }
}

/// What is written, with each old text that stands alone replaced by its new one. Longer texts come first, so that a
/// text within another one stays. In a plain doc string, quotation marks stand for themselves.
fn replaced(written: &str, texts: &[Replacement], is_plain: bool) -> String {
    let mut out = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(c) = rest.chars().next() {
        let found = texts.iter().find(|text| rest.starts_with(&text.old) && is_alone(&out, &text.old, rest));
        match found {
            Some(Replacement { old, new }) if is_plain => {
                out.push_str(new);
                rest = &rest[old.len()..];
            }
            Some(Replacement { old, new }) => {
                // A text between quotes, in a line or in JSON, is written in the same way.
                out.push_str(&as_json(new));
                rest = &rest[old.len()..];
            }
            None => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}

/// Whether one of the texts stands in quotation marks within a text. It may be JSON in JSON, or a quotation.
fn is_quoted(written: &str, texts: &[Replacement]) -> bool {
    texts.iter().any(|text| written.contains(&format!("\\\"{}", text.old)))
}

/// Whether the text `old` at the beginning of `rest` is no part of a longer word. `before` is what stands before it.
fn is_alone(before: &str, old: &str, rest: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut ends = before.chars().rev();
    let is_escape = |c: char, before: Option<char>| matches!(c, 'n' | 'r' | 't') && before == Some('\\');
    let begins = match ends.next() {
        Some(c) => !is_part(c) || is_escape(c, ends.next()),
        None => true,
    };
    let last = old.chars().next_back().is_some_and(is_part);
    begins && !(last && rest[old.len()..].chars().next().is_some_and(is_part))
}

/// A text that may be another.
struct Free {
    text: String,
    /// Whether some system limits its length.
    is_limited: bool,
}

/// A text, and the one in its place.
struct Replacement {
    old: String,
    new: String,
}

impl Replacement {
    fn has_quotes(&self) -> bool {
        self.new.contains('"')
    }
}

/// The free texts that are found so far.
#[derive(Default)]
struct Gathered {
    all: BTreeSet<String>,
    limited: BTreeSet<String>,
}

/// The texts of a scenario that may be others, the longest first.
fn free_texts(scenario: &Scenario) -> Vec<Free> {
    let mut gathered = Gathered::default();
    for ToolScript { asks, asks_in_call, asks_then, .. } in &scenario.tools {
        asks.iter()
            .chain(asks_then)
            .chain(asks_in_call.values().flatten())
            .for_each(|question| gathered.gather(question));
    }
    for body in scenario.model.iter().flat_map(|exchange| &exchange.replies).map(|reply| &reply.body) {
        let Body::Message { calls, .. } = body else { continue };
        for call in calls {
            match &call.arguments {
                Value::String(written) => drop(serde_json::from_str(written).map(|value| gathered.gather(&value))),
                arguments => gathered.gather(arguments),
            }
        }
    }
    scenario.lines().for_each(|line| gathered.gather(line));
    for file in scenario.files.values() {
        drop(serde_json::from_str(file).map(|value| gathered.gather(&value)));
    }
    let acts = scenario.person.iter().flat_map(|rule| rule.visits.iter().flatten()).map(|timed| &timed.act);
    for act in acts {
        match act {
            Act::Answer(Value::Object(_)) => gathered.gather(&crate::model::json::to_value(act).unwrap_or_default()),
            Act::Answer(value) | Act::Remember(value) => leaves(value, &mut gathered.all),
            Act::Paste(text) => drop(gathered.all.insert(text.to_string())),
            _ => {}
        }
    }
    let names: BTreeSet<&str> = scenario.tools.iter().map(|script| script.tool.name.as_str()).collect();
    let written = crate::model::json::to_value(scenario).unwrap_or_default();
    let mut keys = BTreeSet::new();
    members(&written, &mut keys);
    let is_free = |text: &String| {
        text.chars().filter(|c| c.is_alphabetic()).count() > 1
            && !text.contains(['<', '⟨', '"', '\\'])
            && !text.contains(char::is_control)
            && text.chars().count() < 100
            && text.trim() == text
            && !KEYWORDS.contains(text)
            && !names.contains(text.as_str())
            && !scenario.secrets.iter().any(|secret| secret.contains(text.as_str()))
            && !keys.contains(text)
    };
    let Gathered { all, limited } = gathered;
    let mut free: Vec<Free> =
        all.into_iter().filter(is_free).map(|text| Free { is_limited: limited.contains(&text), text }).collect();
    free.sort_by_key(|free| Reverse(free.text.len()));
    free
}

/// The names of all members that are no sentence: a question's text may be a name, too.
fn members(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            names.extend(object.keys().filter(|key| !key.contains([' ', '?'])).map(ToString::to_string));
            object.values().for_each(|value| members(value, names));
        }
        Value::Array(items) => items.iter().for_each(|value| members(value, names)),
        _ => {}
    }
}

impl Gathered {
    /// Gathers the free texts in the members of a value, at any depth.
    fn gather(&mut self, value: &Value) {
        match value {
            Value::Object(object) => {
                for (name, value) in object {
                    let is_free = FREE.contains(&name.as_str());
                    if LIMITED.contains(&name.as_str()) {
                        leaves(value, &mut self.limited);
                    }
                    match value {
                        Value::String(text) if is_free => drop(self.all.insert(text.to_string())),
                        other if ALL_FREE.contains(&name.as_str()) => leaves(other, &mut self.all),
                        other => self.gather(other),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.gather(item)),
            _ => {}
        }
    }
}

/// Every text in a value.
fn leaves(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(texts.insert(text.to_string())),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, texts)),
        Value::Object(object) => object.values().for_each(|value| leaves(value, texts)),
        _ => {}
    }
}

/// The text with two blanks in the place of each, or in its middle if it has none.
fn with_blanks(text: &str) -> String {
    if text.contains(' ') {
        return text.replace(' ', "  ");
    }
    let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
    format!("{}  {}", &text[..middle], &text[middle..])
}

/// A text that looks like a value. None of them is a word that a prompt is likely to have.
fn value(text: &str, number: usize) -> String {
    const VALUES: [&str; 10] =
        ["-1.50", "1e300", "2026-01-01", "0x1F", "undefined", "12345678901234567890", "NaN", "null", "true", "false"];
    VALUES.get(number).map_or_else(|| format!("{text} 0"), |value| (*value).to_owned())
}
