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

/// The text that stands between quotes: `\"`, `\\`, `\n` and `\r` mean what they mean elsewhere, and `\u{1b}` is the character
/// with that number.
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
            Some('u') => {
                let numbered = numbered(chars.as_str());
                text.push_str(&numbered.map_or_else(|| "\\u".to_owned(), |(c, _)| c.to_string()));
                numbered.into_iter().for_each(|(_, rest)| chars = rest.chars());
            }
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some(escaped @ ('"' | '\\' | '\'')) => text.push(escaped),
            Some(other) => text.extend(['\\', other]),
            None => text.push('\\'),
        }
    }
    text
}

/// The character whose number begins `text`, such as `{1b}`, and what follows it.
fn numbered(text: &str) -> Option<(char, &str)> {
    let (number, rest) = text.strip_prefix('{')?.split_once('}')?;
    Some((char::from_u32(u32::from_str_radix(number, 16).ok()?)?, rest))
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::unescaped;

    #[rstest]
    #[case(r#"a \"b\" \\n"#, r#"a "b" \n"#)]
    #[case(r"\u{1b}[1m\u{27e8}2×x⟩", "\u{1b}[1m⟨2×x⟩")]
    #[case(r"\u{d800} \u{} \u{110000} \u41 \u{41", r"\u{d800} \u{} \u{110000} \u41 \u{41")]
    #[case("a\\", "a\\")]
    fn a_text_is_read_without_its_escapes(#[case] written: &str, #[case] expected: &str) {
        assert_eq!(unescaped(written), expected);
    }
}
