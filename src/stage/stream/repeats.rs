//! Shortens repetitions in a text: `⟨40×-⟩` means `-` forty times, as in a feature.

/// The longest unit of a repetition, in characters.
const UNIT_MAX: usize = 20;
/// The shortest repetition that is shortened, in characters.
const RUN_MIN: usize = 12;

/// The text with its long repetitions shortened. Blanks at the end are always written this way, because they would be
/// invisible.
pub fn compressed(text: &str) -> String {
    // Nearly every text is ASCII and has no long repetition. Its bytes show that quickly.
    let mut out = if text.is_ascii() && !may_repeat(text.as_bytes()) { text.to_owned() } else { shortened(text) };
    let blanks = out.len() - out.trim_end_matches(' ').len();
    if blanks > 0 {
        out.truncate(out.len() - blanks);
        out.push_str(&format!("⟨{blanks}× ⟩"));
    }
    out
}

/// The text with its long repetitions shortened, and with all its blanks.
fn shortened(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    if may_repeat(&chars) { shortened_slowly(&chars) } else { text.to_owned() }
}

fn shortened_slowly(chars: &[char]) -> String {
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

/// The shortest repetition of a unit that is shortened, in characters.
const fn shortest(unit: usize) -> usize {
    if unit * 3 > RUN_MIN { unit * 3 } else { RUN_MIN }
}

/// In a long repetition, at least this many characters in a row equal the character one unit later. A unit of 4 has the
/// fewest, 12 - 4.
const STRIDE: usize = 8;

/// Whether the text may have a long repetition. The search looks at every eighth character, and at its neighbours only if
/// the character recurs one unit later.
fn may_repeat<T: PartialEq>(text: &[T]) -> bool {
    let repeats = |at: usize, unit: usize| text.get(at + unit).is_some_and(|later| *later == text[at]);
    let is_long = |at: usize, unit: usize| {
        let before = (0..at).rev().take_while(|at| repeats(*at, unit)).count();
        let from_here = (at..text.len()).take_while(|at| repeats(*at, unit)).count();
        before + from_here + unit >= shortest(unit)
    };
    let mut at = 0;
    while let [here, later @ ..] = &text[at.min(text.len())..] {
        for (before, one) in later[..later.len().min(UNIT_MAX)].iter().enumerate() {
            if one == here && is_long(at, before + 1) {
                return true;
            }
        }
        at += STRIDE;
    }
    false
}

/// The repetition at the beginning of `chars`, if it is long enough: the length of its unit, and the number of times.
/// The shortest unit counts.
fn run(chars: &[char]) -> Option<(usize, usize)> {
    (1..=UNIT_MAX.min(chars.len() / 2)).find_map(|unit| {
        if chars[..unit] != chars[unit..unit * 2] || chars[..unit].contains(&'⟩') {
            return None;
        }
        let times = chars.chunks(unit).take_while(|chunk| *chunk == &chars[..unit]).count();
        (times * unit >= shortest(unit)).then_some((unit, times))
    })
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::ProptestConfig, prop_assert_eq, proptest};
    use rstest::rstest;

    use super::{compressed, shortened_slowly};

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
            prop_assert_eq!(compressed(&format!("{text}.")), format!("{}.", shortened_slowly(&chars)));
        }
    }
}
