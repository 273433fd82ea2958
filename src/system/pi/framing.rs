//! The framing of a client's stream: one JSON value on each line (PI-72).
//!
//! **Absent here:** any line break but LF. U+2028 and U+2029, which JavaScript takes for line breaks, are payload.

/// The beginning of a line whose end has not come yet.
#[derive(Clone, Debug, Default, Hash)]
pub struct Framing(String);

impl Framing {
    /// Takes a piece of the stream, and returns the lines that end in it. The stream may be cut anywhere. A CR before the
    /// LF is not part of the line. Empty lines are left out.
    pub fn take(&mut self, piece: &str) -> Vec<String> {
        self.0.push_str(piece);
        let Some(end) = self.0.rfind('\n') else { return Vec::new() };
        let rest = self.0.split_off(end + 1);
        let whole = std::mem::replace(&mut self.0, rest);
        whole.split('\n').map(without_cr).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    /// Ends the stream. The last line counts even without an LF.
    pub fn end(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.0);
        Some(without_cr(&rest).to_owned()).filter(|line| !line.is_empty())
    }
}

fn without_cr(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::Framing;

    #[rstest]
    #[case(&["{}\n"], &["{}"], None)]
    #[case(&["{", "}", "\n1"], &["{}"], Some("1"))]
    #[case(&["a\r\n\r\n\nb\r"], &["a"], Some("b"))]
    #[case(&["\"a\u{2028}b\u{2029}c\"\n"], &["\"a\u{2028}b\u{2029}c\""], None)]
    fn lines_end_at_lf_alone(#[case] pieces: &[&str], #[case] lines: &[&str], #[case] last: Option<&str>) {
        let mut framing = Framing::default();
        let found: Vec<String> = pieces.iter().flat_map(|piece| framing.take(piece)).collect();
        assert_eq!((found, framing.end().as_deref()), (lines.iter().map(ToString::to_string).collect(), last));
    }

    proptest! {
        #[test]
        fn cuts_make_no_difference(text in "[a\\r\\n\u{2028}é]{0,30}", at in any::<prop::sample::Index>()) {
            let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let (front, back) = text.split_at(cuts[at.index(cuts.len())]);
            let (mut whole, mut cut) = (Framing::default(), Framing::default());
            let lines = whole.take(&text);
            let mut pieces = cut.take(front);
            pieces.extend(cut.take(back));
            prop_assert_eq!((lines, whole.end()), (pieces, cut.end()));
        }
    }
}
