//! Confirmations: whether to discard answers, and whether an answer is meant to be so long.
//!
//! | key | answers would be lost (PI-32, PI-33, PI-91) | the answer is long (PI-38 to PI-40) |
//! |---|---|---|
//! | `y` | cancels | takes the whole answer |
//! | Enter | returns to the questions, so that nothing is lost by accident | takes the whole answer, as `[Y/n]` says |
//! | `n`, Esc | returns to the questions | returns to the typed text |

use super::{Acted, Form};
use crate::model::Key;

/// The confirmation that is asked for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Dialog {
    /// To discard every answer.
    Discard,
    /// To take a long answer.
    Long,
}

impl Form {
    pub(super) fn press_in(&mut self, dialog: Dialog, key: Key) -> Acted {
        match (dialog, key) {
            (Dialog::Discard, Key::Char('y' | 'Y')) => Acted::Cancelled,
            (Dialog::Long, Key::Char('y' | 'Y') | Key::Enter) => {
                self.dialog = None;
                self.confirm()
            }
            (_, Key::Char('n' | 'N') | Key::Enter | Key::Esc) => {
                self.dialog = None;
                Acted::Open
            }
            _ => Acted::NotOffered,
        }
    }
}

/// A number with commas between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let comma = |at: usize| if at > 0 && (digits.len() - at).is_multiple_of(3) { "," } else { "" };
    digits.chars().enumerate().map(|(at, digit)| format!("{}{digit}", comma(at))).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::grouped;

    #[rstest]
    #[case(0, "0")]
    #[case(999, "999")]
    #[case(2_847, "2,847")]
    #[case(123_456, "123,456")]
    #[case(1_000_000, "1,000,000")]
    fn thousands_have_commas(#[case] number: usize, #[case] expected: &str) {
        assert_eq!(grouped(number), expected);
    }
}
