//! Shortens repetitions in a text: `⟨40×-⟩` means `-` forty times, as in a feature.

/// The longest unit of a repetition, in characters.
const UNIT_MAX: usize = 20;
/// The shortest repetition that is shortened, in characters.
const RUN_MIN: usize = 12;

/// The text with its long repetitions shortened. Blanks at the end are always written this way, because they would be
/// invisible.
pub fn compressed(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        match run(&chars[at..]) {
            Some((unit, times)) => {
                out.extend(['⟨']);
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
    let blanks = out.len() - out.trim_end_matches(' ').len();
    if blanks > 0 {
        out.truncate(out.len() - blanks);
        out.push_str(&format!("⟨{blanks}× ⟩"));
    }
    out
}

/// The repetition at the beginning of `chars`, if it is long enough: the length of its unit, and the number of times.
/// The shortest unit counts.
fn run(chars: &[char]) -> Option<(usize, usize)> {
    (1..=UNIT_MAX.min(chars.len() / 2)).find_map(|unit| {
        if chars[..unit] != chars[unit..unit * 2] || chars[..unit].contains(&'⟩') {
            return None;
        }
        let times = chars.chunks(unit).take_while(|chunk| *chunk == &chars[..unit]).count();
        (times * unit >= RUN_MIN.max(unit * 3)).then_some((unit, times))
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::compressed;

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
}
