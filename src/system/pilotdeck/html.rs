//! The check of an option's preview: whether it is a fragment of HTML (PD-26 to PD-32).
//!
//! **Absent here:** a parser, and any promise that what passes is safe (PD-31).

use std::sync::LazyLock;

use regex::Regex;

const DOCUMENT: &str = "preview must be an HTML fragment, not a full document (no <html>, <body>, or <!DOCTYPE>)";
const ACTIVE: &str =
    "preview must not contain <script> or <style> tags. Use inline styles via the style attribute if needed.";
const PLAIN: &str =
    "preview must contain HTML (previewFormat is set to \"html\"). Wrap content in a tag like <div> or <pre>.";

/// What `\s` is in JavaScript. Letters are matched in ASCII alone, as they are there: neither `ſ` nor the Kelvin sign
/// is a letter of a tag.
const SPACE: &str =
    r"[\t\n\x{0B}\x{0C}\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}]";

/// The three looks, in their order (PD-30), each with whether it must find something.
static LOOKS: LazyLock<[(Regex, bool, &str); 3]> = LazyLock::new(|| {
    let look = |pattern: &str| Regex::new(pattern).expect("a pattern of ours is one");
    [
        (look(&format!(r"<{SPACE}*(?i-u:html|body|!doctype)(?-u:\b)")), false, DOCUMENT),
        (look(&format!(r"<{SPACE}*(?i-u:script|style)(?-u:\b)")), false, ACTIVE),
        (look(r"<(?i-u:[a-z])[^>]*>"), true, PLAIN),
    ]
});

/// What is wrong with a preview; nothing where there is none (PD-26).
pub fn fault(preview: Option<&str>) -> Option<&'static str> {
    let preview = preview?;
    LOOKS.iter().find(|(pattern, wanted, _)| pattern.is_match(preview) != *wanted).map(|(.., fault)| *fault)
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
