//! Texts as rows of a drawing: one line each, harmless, and not without end.
//!
//! A text of more than [`WIDEST`] columns is cut where it is drawn, and ends with `…`; what is typed is cut at its
//! beginning, as its end is where one types. Answers are never cut.

use unicode_width::UnicodeWidthChar;

use crate::model::text::harmless;

/// The columns from which on a text is cut.
pub const WIDEST: usize = 500;

/// A text as a row.
pub fn row(text: &str) -> String {
    cut(text, WIDEST)
}

/// A text as a row of at most so many columns.
pub fn cut(text: &str, columns: usize) -> String {
    let fits = fitting(text.chars(), columns);
    if fits == text.len() {
        return one_line(text);
    }
    let fits = fitting(text.chars(), columns.saturating_sub(1));
    one_line(&text[..fits]) + "…"
}

/// What is being typed, as a row.
pub fn typed(text: &str) -> String {
    let fits = fitting(text.chars().rev(), WIDEST);
    if fits == text.len() {
        return one_line(text);
    }
    let fits = fitting(text.chars().rev(), WIDEST - 1);
    "…".to_owned() + &one_line(&text[text.len() - fits..])
}

/// How many columns a row takes. What takes none, as an accent does, counts as one, so that a row has an end.
#[cfg(test)]
pub fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// How many bytes of the characters fit into so many columns.
fn fitting(chars: impl Iterator<Item = char>, columns: usize) -> usize {
    let within = chars.scan(0, |used, c| {
        *used += width(c);
        (*used <= columns).then_some(c.len_utf8())
    });
    within.sum()
}

fn width(c: char) -> usize {
    c.width().unwrap_or(1).max(1)
}

/// Line breaks become pictures, too.
fn one_line(text: &str) -> String {
    harmless(text).replace('\n', "␊")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{WIDEST, columns, cut, row, typed};

    #[rstest]
    #[case("short", 5, "short")]
    #[case("longer", 5, "long…")]
    #[case("日本語", 6, "日本語")]
    #[case("日本語", 5, "日本…")]
    #[case("日本語", 4, "日…")]
    #[case("", 0, "")]
    #[case("x", 0, "…")]
    fn cuts_by_columns(#[case] text: &str, #[case] columns: usize, #[case] expected: &str) {
        assert_eq!(cut(text, columns), expected);
    }

    #[rstest]
    #[case("two\nlines\r\n\tthree", "two␊lines␍␊␉three")]
    #[case("\u{1b}[31mred\u{202e}x\u{200f}y\u{61c}z\u{2028}", "␛[31mred\u{fffd}x\u{fffd}y\u{fffd}z\u{fffd}")]
    fn is_one_line(#[case] text: &str, #[case] expected: &str) {
        assert_eq!((row(text), typed(text)), (expected.to_owned(), expected.to_owned()));
    }

    #[rstest]
    #[case("x", WIDEST)]
    #[case("語", WIDEST - 1)]
    #[case("\u{301}", WIDEST)]
    fn has_an_end(#[case] c: &str, #[case] expected: usize) {
        let text = c.repeat(1_000_000);
        let (row, typed) = (row(&text), typed(&text));
        assert_eq!((columns(&row), columns(&typed)), (expected, expected));
        assert!(row.ends_with('…') && typed.starts_with('…'));
        let fits = c.repeat(WIDEST / columns(c));
        assert_eq!((super::row(&fits), super::typed(&fits)), (fits.clone(), fits));
    }
}
