//! Texts as rows of a drawing. A row is one line, has no control characters, and is not too long.
//!
//! A text of more than [`WIDEST`] columns is cut in the drawing, and ends with `…`. A text that is being typed is cut at
//! its beginning, because the user types at its end. Answers are never cut.

use unicode_width::UnicodeWidthChar;

use crate::model::text::harmless;

/// The most columns of a row.
pub const WIDEST: usize = 500;

/// A text as a row.
pub fn row(text: &str) -> String {
    cut(text, WIDEST)
}

/// A text as a row with at most so many columns.
pub fn cut(text: &str, columns: usize) -> String {
    let fits = fitting(text.chars(), columns);
    if fits == text.len() {
        return one_line(text);
    }
    let fits = fitting(text.chars(), columns.saturating_sub(1));
    one_line(&text[..fits]) + "…"
}

/// A text that is being typed, as a row.
pub fn typed(text: &str) -> String {
    let fits = fitting(text.chars().rev(), WIDEST);
    if fits == text.len() {
        return one_line(text);
    }
    let fits = fitting(text.chars().rev(), WIDEST - 1);
    "…".to_owned() + &one_line(&text[text.len() - fits..])
}

/// The number of columns of a row. A character without a width, such as a combining accent, counts as one column, so that
/// a row cannot grow without end.
#[cfg(test)]
pub fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// The number of bytes of the characters that fit into so many columns.
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

/// Control characters and line breaks become visible symbols.
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
    fn a_text_is_cut_by_columns(#[case] text: &str, #[case] columns: usize, #[case] expected: &str) {
        assert_eq!(cut(text, columns), expected);
    }

    #[rstest]
    #[case("two\nlines\r\n\tthree", "two␊lines␍␊␉three")]
    #[case("\u{1b}[31mred\u{202e}x\u{200f}y\u{61c}z\u{2028}", "␛[31mred\u{fffd}x\u{fffd}y\u{fffd}z\u{fffd}")]
    fn a_row_is_one_line(#[case] text: &str, #[case] expected: &str) {
        assert_eq!((row(text), typed(text)), (expected.to_owned(), expected.to_owned()));
    }

    #[rstest]
    #[case("x", WIDEST)]
    #[case("語", WIDEST - 1)]
    #[case("\u{301}", WIDEST)]
    fn a_row_has_an_end(#[case] c: &str, #[case] expected: usize) {
        let text = c.repeat(1_000_000);
        let (row, typed) = (row(&text), typed(&text));
        assert_eq!((columns(&row), columns(&typed)), (expected, expected));
        assert!(row.ends_with('…') && typed.starts_with('…'));
        let fits = c.repeat(WIDEST / columns(c));
        assert_eq!((super::row(&fits), super::typed(&fits)), (fits.clone(), fits));
    }
}
