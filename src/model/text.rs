//! Makes text from outside safe to show, to cut and to use as a name.

/// Replaces control characters by their Unicode control pictures, so that no text from a model or a tool can steer a
/// terminal. Line breaks stay. Other characters at which some terminals break or reverse a line are replaced, too.
pub fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' => '\n',
            '\u{7f}' => '\u{2421}',
            c if (c as u32) < 0x20 => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
            '\u{80}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// The text if it has at most `max` characters. Else its beginning and an ellipsis, together `max` characters long.
pub fn shorten(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(max.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// Whether `text` has the piece, as it is or as JSON writes it. A text may be JSON as a whole or in part, and JSON may be
/// written in ASCII alone.
pub fn has_piece(text: &str, piece: &str) -> bool {
    let is_escaped = |c: char| matches!(c, '"' | '\\') || c.is_control();
    text.contains(piece)
        || piece.contains(is_escaped) && text.contains(&as_json(piece))
        || !piece.is_ascii() && text.contains("\\u") && in_ascii(text).contains(&in_ascii(&as_json(piece)))
}

/// JSON in ASCII alone: each other character as its UTF-16 units, with digits in lower case.
fn in_ascii(json: &str) -> String {
    let mut written = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == '\\'
            && let Some(digits) = rest.strip_prefix('u').and_then(|rest| rest.get(..4))
        {
            written.push_str("\\u");
            written.push_str(&digits.to_ascii_lowercase());
            rest = &rest[5..];
        } else if c.is_ascii() {
            written.push(c);
        } else {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| written.push_str(&format!("\\u{unit:04x}")));
        }
    }
    written
}

/// The text as JSON writes it between quotation marks.
pub fn as_json(text: &str) -> String {
    let written = crate::model::json::Value::from(text).to_string();
    written.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map_or(String::new(), str::to_owned)
}

/// A command line for a shell, with quotes where they are needed.
pub fn pasteable<S: AsRef<str>>(words: &[S]) -> String {
    let words = || words.iter().map(AsRef::as_ref);
    // Joining fails only for a zero byte, and no argument of a program has one.
    shlex::try_join(words()).unwrap_or_else(|_| words().collect::<Vec<_>>().join(" "))
}

/// A name for files and identifiers: in lower case, the words joined by `-`. Letters of any script stay.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            slug.extend(c.to_lowercase());
        } else if c != '\'' && !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// The FNV-1a hash: short, and the same on every machine and in every version.
pub fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{as_json, harmless, has_piece, pasteable, shorten, slug};

    #[rstest]
    #[case("the answer is a \"b\"", "a \"b\"", true)]
    #[case(r#"{"answer":"a \"b\" c\\d"}"#, "a \"b\" c\\d", true)]
    #[case(r#"{"answer":"a\nb"}"#, "a\nb", true)]
    #[case(r#"{"answer":"a\tb"}"#, "a\tb", true)]
    #[case(r#"{"answer":"a b"}"#, "a\nb", false)]
    #[case(r#"{"answer":"\u65e5 \uD83D\uDE00 \"x\""}"#, "日 😀 \"x\"", true)]
    #[case(r#"{"answer":"\u65e6"}"#, "日", false)]
    #[case(r#"{"answer":"a \"b\""}"#, "a 'b'", false)]
    fn a_piece_is_found_as_it_is_and_as_json(#[case] text: &str, #[case] piece: &str, #[case] expected: bool) {
        assert_eq!(has_piece(text, piece), expected, "{}", as_json(piece));
    }

    #[rstest]
    #[case(&["hotseat", "replay", "a/b-7.json"], "hotseat replay a/b-7.json")]
    #[case(&["hotseat", "replay", "my dir/it's.json"], "hotseat replay \"my dir/it's.json\"")]
    #[case(&["a\0b", "c"], "a\0b c")]
    fn a_command_is_quoted_for_a_shell(#[case] words: &[&str], #[case] expected: &str) {
        assert_eq!(pasteable(words), expected);
    }

    #[rstest]
    #[case("plain\ntext", "plain\ntext")]
    #[case("\u{1b}[31mred\u{7}", "␛[31mred␇")]
    #[case("a\u{202e}b\u{9b}", "a\u{fffd}b\u{fffd}")]
    #[case("\r\t\u{7f}", "␍␉␡")]
    #[case("a\u{61c}b\u{200e}c\u{200f}d\u{2066}e\u{2069}", "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}")]
    #[case("a\u{2028}b\u{2029}c\u{202a}d\u{202f}e", "a\u{fffd}b\u{fffd}c\u{fffd}d\u{202f}e")]
    fn control_characters_become_pictures(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(harmless(text), shown);
    }

    #[rstest]
    #[case("short", 5, "short")]
    #[case("longer", 5, "long…")]
    #[case("ééééé", 3, "éé…")]
    fn text_is_shortened_by_characters(#[case] text: &str, #[case] max: usize, #[case] short: &str) {
        assert_eq!(shorten(text, max), short);
    }

    #[rstest]
    #[case("Row 4: user, no terminal", "row-4-user-no-terminal")]
    #[case("The person's (own) label!", "the-persons-own-label")]
    fn a_slug_has_lower_case_words(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(slug(text), expected);
    }
}
