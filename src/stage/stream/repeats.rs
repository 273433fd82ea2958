//! Repetitions in a text: `⟨40×-⟩` stands for forty times `-`, as it does in a feature.

/// The longest text that is looked for again, in characters.
const UNIT_MAX: usize = 20;
/// From so many characters on a repetition is told by its number.
const RUN_MIN: usize = 12;

/// The text with its long repetitions told by their number. Blanks at the end of a line are told so, however few: nobody
/// would see them.
pub fn compressed(text: &str) -> String {
    // Nearly every text is ASCII and repeats nothing: its bytes tell that quickly.
    let mut out = if text.is_ascii() && !may_repeat(text.as_bytes()) { text.to_owned() } else { told(text) };
    let blanks = out.len() - out.trim_end_matches(' ').len();
    if blanks > 0 {
        out.truncate(out.len() - blanks);
        out.push_str(&format!("⟨{blanks}× ⟩"));
    }
    out
}

/// A text of any characters with its long repetitions told by their number.
fn told(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    if may_repeat(&chars) { told_by_number(&chars) } else { text.to_owned() }
}

fn told_by_number(chars: &[char]) -> String {
    let mut out = String::with_capacity(chars.len());
    let mut at = 0;
    while at < chars.len() {
        match run(&chars[at..]) {
            Some((unit, times)) => {
                out.push('⟨');
                out.push_str(&times.to_string());
                out.push('×');
                out.extend(&chars[at..at + unit]);
                out.push('⟩');
                at += unit * times;
            }
            None => {
                out.push(chars[at]);
                at += 1;
            }
        }
    }
    out
}

/// How long a repetition must be that is worth telling, in characters.
const fn worth_telling(unit: usize) -> usize {
    if unit * 3 > RUN_MIN { unit * 3 } else { RUN_MIN }
}

/// In a repetition that is worth telling, at least so many characters in a row are the same as the one a unit further
/// on: 12 - 4 with a unit of 4, and more with every other.
const STRIDE: usize = 8;

/// Whether anything may be worth telling by its number. Looks at every eighth character, and further only where that
/// one stands again a unit further on.
fn may_repeat<T: PartialEq>(text: &[T]) -> bool {
    let repeats = |at: usize, unit: usize| text.get(at + unit).is_some_and(|later| *later == text[at]);
    (0..text.len()).step_by(STRIDE).any(|at| {
        (1..=UNIT_MAX).any(|unit| {
            let before = (0..at).rev().take_while(|at| repeats(*at, unit)).count();
            let from_here = (at..text.len()).take_while(|at| repeats(*at, unit)).count();
            from_here > 0 && before + from_here + unit >= worth_telling(unit)
        })
    })
}

/// The repetition that `chars` begin with, if it is worth telling: the length of what is repeated, and how often. The
/// shortest unit counts.
fn run(chars: &[char]) -> Option<(usize, usize)> {
    (1..=UNIT_MAX.min(chars.len() / 2)).find_map(|unit| {
        if chars[..unit] != chars[unit..unit * 2] || chars[..unit].contains(&'⟩') {
            return None;
        }
        let times = chars.chunks(unit).take_while(|chunk| *chunk == &chars[..unit]).count();
        (times * unit >= worth_telling(unit)).then_some((unit, times))
    })
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::ProptestConfig, prop_assert_eq, proptest};
    use rstest::rstest;

    use super::{compressed, told_by_number};

    #[rstest]
    #[case("aaaaaaaaaaaa", "⟨12×a⟩")]
    #[case("aaaaaaaaaaa", "aaaaaaaaaaa")]
    #[case("-abababababababab-", "-⟨8×ab⟩-")]
    #[case("x            y", "x⟨12× ⟩y")]
    #[case("x  ", "x⟨2× ⟩")]
    #[case("one two", "one two")]
    #[case("", "")]
    fn a_repetition_is_told_by_its_number(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(compressed(text), expected);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The quick look leaves out no repetition.
        #[test]
        fn a_quick_look_misses_no_repetition(
            before in "[ab-]{0,9}", unit in "[ab\u{2500}-]{1,20}", times in 1_usize..9, behind in "[ab⟩]{0,9}",
        ) {
            let text = format!("{before}{}{behind}", unit.repeat(times));
            let chars: Vec<char> = text.chars().collect();
            prop_assert_eq!(compressed(&format!("{text}.")), format!("{}.", told_by_number(&chars)));
        }
    }
}
