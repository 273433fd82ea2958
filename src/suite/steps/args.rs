//! The arguments that a line gives its step, as written: parameters and a doc string. `typed` turns them into values.
//!
//! In a text, in JSON and in a doc string, `⟨2001×ab⟩` stands for 2001 times `ab`.

use std::{borrow::Cow, sync::LazyLock};

use regex::{Captures, Regex};

/// At most six digits, so that a typo does not fill the memory.
static REPEATED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("⟨([0-9]{1,6})×([^⟩]{1,20})⟩").ok());

/// The text with its repetitions written out.
pub(super) fn written_out(text: &str) -> Cow<'_, str> {
    let repeat = |found: &Captures<'_>| found[2].repeat(found[1].parse().unwrap_or_default());
    REPEATED.as_ref().map_or(Cow::Borrowed(text), |repeated| repeated.replace_all(text, repeat))
}

/// The first part in `⟨⟩` that is no repetition, or that has no end. It would stay in the text as it is.
pub fn no_repetition(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(from) = rest.find('⟨') {
        let odd = &rest[from..];
        let repeated = REPEATED.as_ref().and_then(|repeated| repeated.find(odd)).filter(|found| found.start() == 0);
        let Some(repeated) = repeated else {
            return Some(odd.find('⟩').map_or(odd, |end| &odd[..end + '⟩'.len_utf8()]));
        };
        rest = &odd[repeated.end()..];
    }
    None
}

/// The text that stands between quotes: `\"`, `\\`, `\n` and `\r` mean what they mean elsewhere.
pub(super) fn unescaped(written: &str) -> String {
    let raw = written_out(written);
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some(escaped @ ('"' | '\\' | '\'')) => text.push(escaped),
            Some(other) => text.extend(['\\', other]),
            None => text.push('\\'),
        }
    }
    text
}

/// The arguments of a matched step, as they are written.
#[derive(Clone, Debug, Default)]
pub struct Args {
    /// The parameters, in order.
    pub(in crate::suite) parameters: Vec<String>,
    /// The doc string, without its quotes.
    pub(in crate::suite) docstring: Option<String>,
}

impl Args {
    /// The same arguments after `fill` has replaced each parameter and the doc string.
    pub(super) fn filled(&self, fill: &dyn Fn(&str) -> String) -> Self {
        let parameters = self.parameters.iter().map(|text| fill(text)).collect();
        Self { parameters, docstring: self.docstring.as_deref().map(fill) }
    }

    /// Everything that was given, as it is written.
    pub(in crate::suite) fn texts(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().chain(&self.docstring).map(String::as_str)
    }
}
