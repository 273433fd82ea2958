//! What a step was given: its parameters, doc string and table.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::suite::json::{path_of, what_is_wrong};

/// The arguments of a matched step.
#[derive(Clone, Debug, Default)]
pub struct Args {
    /// The parameters, in order, as they are written.
    pub(super) parameters: Vec<String>,
    /// The doc string, without its quotes.
    pub(super) docstring: Option<String>,
}

impl Args {
    /// Parameter `index`, a text: `\"`, `\\` and `\n` stand for what they stand for elsewhere.
    pub fn text(&self, index: usize) -> String {
        let raw = self.raw(index);
        let mut text = String::with_capacity(raw.len());
        let mut chars = raw.chars();
        while let Some(c) = chars.next() {
            match (c, c == '\\') {
                (_, true) => match chars.next() {
                    Some('n') => text.push('\n'),
                    Some('r') => text.push('\r'),
                    Some(escaped @ ('"' | '\\' | '\'')) => text.push(escaped),
                    Some(other) => text.extend(['\\', other]),
                    None => text.push('\\'),
                },
                (c, false) => text.push(c),
            }
        }
        text
    }

    /// The same, each parameter and the doc string as `fill` gives it.
    pub(in crate::suite) fn filled(&self, fill: impl Fn(&str) -> String) -> Self {
        let parameters = self.parameters.iter().map(|text| fill(text)).collect();
        Self { parameters, docstring: self.docstring.as_deref().map(fill) }
    }

    /// Everything that was given, as it is written.
    pub(in crate::suite) fn texts(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().chain(&self.docstring).map(String::as_str)
    }

    /// Parameter `index`, a number.
    pub fn number(&self, index: usize) -> u64 {
        self.raw(index).parse().unwrap_or(u64::MAX)
    }

    /// Whether parameter `index` is a number of the kind that steps take.
    ///
    /// # Errors
    /// Where it is none.
    pub(super) fn is_number(&self, index: usize) -> Result<(), String> {
        let raw = self.raw(index);
        let max = u64::MAX;
        raw.parse::<u64>().map(drop).map_err(|_| format!("expected a number from 0 to {max}, found {raw}"))
    }

    /// Parameter `index` as it is written.
    pub fn raw(&self, index: usize) -> &str {
        self.parameters.get(index).map_or("", String::as_str)
    }

    /// Parameter `index` as JSON.
    ///
    /// # Errors
    /// Where it is none.
    pub fn json(&self, index: usize) -> Result<Value, String> {
        let raw = self.raw(index);
        serde_json::from_str(raw).map_err(|_| format!("expected JSON, such as true or \"backup\", found {raw}"))
    }

    /// Parameter `index` as a list of texts.
    ///
    /// # Errors
    /// Where it is none.
    pub fn list(&self, index: usize) -> Result<Vec<String>, String> {
        let wrong = |_| format!("expected a JSON array of texts, such as [\"a\", \"b\"], found {}", self.raw(index));
        serde_json::from_value(self.json(index)?).map_err(wrong)
    }

    /// The doc string.
    ///
    /// # Errors
    /// Where there is none.
    pub fn doc(&self) -> Result<String, String> {
        // gherkin keeps the line break before the closing quotes and after the opening ones.
        let doc = self.docstring.as_ref().ok_or("expected a doc string (\"\"\" ... \"\"\") below the step")?;
        let doc = doc.strip_prefix('\n').unwrap_or(doc);
        Ok(doc.strip_suffix('\n').unwrap_or(doc).to_owned())
    }

    /// The doc string as JSON of a known shape.
    ///
    /// # Errors
    /// Line, column and path of what is wrong.
    pub fn doc_json<T: DeserializeOwned>(&self) -> Result<T, String> {
        let doc = self.doc()?;
        let mut json = serde_json::Deserializer::from_str(&doc);
        let wrong = |path: &str, error: &serde_json::Error| {
            let (line, column) = (error.line(), error.column());
            format!("line {line}, column {column} of the doc string{path}: {}", what_is_wrong(error))
        };
        let value = serde_path_to_error::deserialize(&mut json)
            .map_err(|error| wrong(&path_of(error.path()), error.inner()))?;
        json.end().map_err(|error| wrong("", &error))?;
        Ok(value)
    }
}
