//! How a result is shown that is too large to be shown whole (PD-58).
//!
//! **Absent here:** what the model is told, which is always the whole.

const OMITTED: &str = "\n... [middle omitted] ...\n";
const TRUNCATED: &str = "\n[Tool output truncated: head and tail shown.]";

/// `text` in at most `bytes_max` bytes, as far as the marks themselves fit: its head and its tail, cut between
/// characters.
pub fn limited(text: &str, bytes_max: usize) -> String {
    if text.len() <= bytes_max {
        return text.to_owned();
    }
    let room = bytes_max.saturating_sub(OMITTED.len() + TRUNCATED.len());
    let is_between = |at: &usize| text.is_char_boundary(*at);
    let head = (0..=room.div_ceil(2)).rev().find(is_between).unwrap_or_default();
    let tail = (text.len() - room / 2..text.len()).find(is_between).unwrap_or(text.len());
    format!("{}{OMITTED}{}{TRUNCATED}", &text[..head], &text[tail..])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{OMITTED, TRUNCATED, limited};
    use crate::system::pilotdeck::definition::RESULT_BYTES_MAX;

    #[test]
    fn what_just_fits_is_shown_whole_and_one_byte_more_is_not() {
        let fits = "x".repeat(RESULT_BYTES_MAX);
        assert_eq!(limited(&fits, RESULT_BYTES_MAX), fits);
        let cut = limited(&format!("{fits}y"), RESULT_BYTES_MAX);
        assert_eq!(cut.len(), RESULT_BYTES_MAX);
        assert!(cut.starts_with("xxx") && cut.contains("x\n... [middle omitted] ...\nx"));
        assert!(cut.ends_with("y\n[Tool output truncated: head and tail shown.]"));
    }

    proptest! {
        #[test]
        fn head_and_tail_are_those_of_the_text(text in "[aé😀]{0,200}", max in 80_usize..300) {
            let shown = limited(&text, max);
            prop_assert!(shown.len() <= max);
            if let Some((head, tail)) = shown.split_once(OMITTED) {
                let tail = tail.strip_suffix(TRUNCATED).expect("the mark is at the end");
                prop_assert!(text.starts_with(head) && text.ends_with(tail));
            }
        }
    }
}
