//! What a step was given: its parameters, doc string and table.
//!
//! In a text, in JSON and in a doc string, `⟨2001×ab⟩` stands for 2001 times `ab`.

use std::{borrow::Cow, sync::LazyLock};

use regex::{Captures, Regex};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::suite::json::{path_of, what_is_wrong};

/// Few enough digits that nobody runs out of memory by a slip.
static REPEATED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("⟨([0-9]{1,6})×([^⟩]{1,20})⟩").ok());

/// The text with its repetitions written out.
fn written_out(text: &str) -> Cow<'_, str> {
    let repeat = |found: &Captures<'_>| found[2].repeat(found[1].parse().unwrap_or_default());
    REPEATED.as_ref().map_or(Cow::Borrowed(text), |repeated| repeated.replace_all(text, repeat))
}

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
        let raw = written_out(self.raw(index));
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
        serde_json::from_str(&written_out(raw))
            .map_err(|_| format!("expected JSON, such as true or \"backup\", found {raw}"))
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
        Ok(written_out(doc.strip_suffix('\n').unwrap_or(doc)).into_owned())
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Args;

    #[rstest]
    #[case("⟨3×ab⟩", "ababab")]
    #[case("a⟨2×x⟩b⟨0×y⟩⟨1×\\n⟩", "axxb\n")]
    #[case("⟨x×3⟩ ⟨3×⟩ ⟨3 x⟩ ⟨1234567×x⟩", "⟨x×3⟩ ⟨3×⟩ ⟨3 x⟩ ⟨1234567×x⟩")]
    fn a_repetition_is_written_out(#[case] written: &str, #[case] expected: &str) {
        let json = format!("[\"{written}\"]");
        let args = Args { parameters: vec![written.to_owned(), json.clone()], docstring: Some(json) };
        assert_eq!(args.text(0), expected);
        assert_eq!(args.list(1), Ok(vec![expected.to_owned()]));
        assert_eq!(args.doc_json(), Ok(vec![expected.to_owned()]));
    }
}
