//! The check of an option's preview: whether it is a fragment of HTML (PD-26 to PD-32).
//!
//! **Absent here:** a parser, and any promise that an accepted preview is safe (PD-31).

const DOCUMENT: &str = "preview must be an HTML fragment, not a full document (no <html>, <body>, or <!DOCTYPE>)";
const ACTIVE: &str =
    "preview must not contain <script> or <style> tags. Use inline styles via the style attribute if needed.";
const PLAIN: &str =
    "preview must contain HTML (previewFormat is set to \"html\"). Wrap content in a tag like <div> or <pre>.";

/// The first broken rule of a preview, in the order of the rules (PD-30). `None` without a preview (PD-26).
pub fn fault(preview: Option<&str>) -> Option<&'static str> {
    let preview = preview?;
    if opens_tag(preview, &["html", "body", "!doctype"]) {
        Some(DOCUMENT)
    } else if opens_tag(preview, &["script", "style"]) {
        Some(ACTIVE)
    } else if !has_tag(preview) {
        Some(PLAIN)
    } else {
        None
    }
}

/// Whether one of these words follows some `<`, with or without white space between. Only ASCII letters fold their
/// case, as in JavaScript: `ſ` and the Kelvin sign are not letters of a tag.
fn opens_tag(preview: &str, words: &[&str]) -> bool {
    after_each_opening(preview).any(|rest| {
        let rest = rest.trim_start_matches(is_space);
        words.iter().any(|word| {
            let found = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
            found && rest[word.len()..].bytes().next().is_none_or(|next| !is_word(next))
        })
    })
}

/// Whether there is a tag: `<`, a letter, and `>` somewhere after it (PD-29).
fn has_tag(preview: &str) -> bool {
    let before_the_last_end = preview.rfind('>').map_or("", |end| &preview[..end]);
    after_each_opening(before_the_last_end).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// The text after each `<`.
fn after_each_opening(preview: &str) -> impl Iterator<Item = &str> {
    preview.match_indices('<').map(|(at, _)| &preview[at + 1..])
}

/// Whether a character is white space in JavaScript (`\s`).
const fn is_space(c: char) -> bool {
    matches!(
        c,
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
    )
}

/// Whether a byte is part of a word for `\b` in JavaScript. A byte of a non-ASCII character is not.
const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{ACTIVE, DOCUMENT, PLAIN, fault};

    #[rstest]
    #[case::none(None, None)]
    #[case::a_fragment(Some("<div>x</div>"), None)]
    #[case::an_attribute(Some("<img onerror=x>"), None)]
    #[case::a_slash(Some("<svg/onload=x>"), None)]
    #[case::one_letter(Some("<b>"), None)]
    #[case::over_lines(Some("<p\nclass=x>"), None)]
    #[case::a_longer_word(Some("<htmlx><b>"), None)]
    #[case::styled(Some("<styled>"), None)]
    #[case::a_long_s(Some("<\u{17f}cript><b>"), None)]
    #[case::a_word_of_a_unicode_letter(Some("<bodyé>"), Some(DOCUMENT))]
    #[case::a_document(Some("<html>"), Some(DOCUMENT))]
    #[case::a_body(Some("<BODY class=x>"), Some(DOCUMENT))]
    #[case::a_doctype(Some("<!DocType html>"), Some(DOCUMENT))]
    #[case::spaced(Some("<\u{a0}\u{feff}\n html"), Some(DOCUMENT))]
    #[case::no_space_of_javascript(Some("<\u{85}html><b>"), None)]
    #[case::zero_width(Some("<\u{200b}html><b>"), None)]
    #[case::a_script(Some("a<SCRIPT src=x>"), Some(ACTIVE))]
    #[case::a_style(Some("< style"), Some(ACTIVE))]
    #[case::both(Some("<script></script><body>"), Some(DOCUMENT))]
    #[case::empty(Some(""), Some(PLAIN))]
    #[case::text(Some("plain"), Some(PLAIN))]
    #[case::an_end(Some("</b>"), Some(PLAIN))]
    #[case::spaced_letter(Some("< b>"), Some(PLAIN))]
    #[case::never_closed(Some("a <b"), Some(PLAIN))]
    #[case::the_kelvin_sign(Some("<\u{212a}>"), Some(PLAIN))]
    #[case::arithmetic(Some("1<2 && 3>2"), Some(PLAIN))]
    fn previews(#[case] preview: Option<&str>, #[case] found: Option<&str>) {
        assert_eq!(fault(preview), found);
    }

    proptest! {
        #[test]
        fn the_faults_are_told_in_their_order(pieces in prop::collection::vec(
            prop::sample::select(vec!["<html>", "<script>", "<b>", "x", "< ", "!doctype", ">"]), 0..6)) {
            let preview = pieces.concat();
            let found = fault(Some(&preview));
            if preview.contains("<html>") {
                prop_assert_eq!(found, Some(DOCUMENT));
            } else if preview.contains("<script>") {
                prop_assert!(found == Some(ACTIVE) || found == Some(DOCUMENT));
            }
        }
    }
}
