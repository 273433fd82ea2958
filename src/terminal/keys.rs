//! Decodes the bytes of a terminal into strokes.
//!
//! **Absent here:** the meaning of a stroke, and how long to wait for the rest of an escape sequence (see
//! [`Decoder::is_unsure`]).

use crate::model::Key;

/// An escape sequence that is longer than this, in bytes, is given up.
const SEQUENCE_MAX: usize = 32;
const ESC: u8 = 0x1b;
const CTRL_C: u8 = 0x03;
/// The terminal puts these around pasted text, because [`super::Tty`] turns that mode on.
const PASTE_START: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// What was pressed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stroke {
    /// A key that a prompt may know.
    Key(Key),
    /// Ctrl and this letter together, in lower case; never C.
    Ctrl(char),
    /// Alt and this character together.
    Alt(char),
    /// A pasted text. Its lines end with `\n`.
    Paste(String),
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// An unknown key.
    Unknown,
}

/// The bytes that were read and are not yet decoded.
#[derive(Debug, Default)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// Whether the rest of a paste is discarded.
    skips_paste: bool,
}

impl Decoder {
    /// Adds bytes that were read.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.skips_paste {
            let (end, length) = paste_end(&self.bytes).map_or((self.bytes.len(), 0), |end| (end, PASTE_END.len()));
            // The start of the end mark may be there already.
            let whole = if length == 0 { end.saturating_sub(PASTE_END.len() - 1) } else { end + length };
            self.skips_paste = length == 0;
            self.bytes.drain(..whole);
        }
    }

    /// Whether the bytes begin with Escape. That is either the key Escape, or the start of another key's sequence.
    pub fn is_unsure(&self) -> bool {
        !self.skips_paste && self.bytes.first() == Some(&ESC) && !self.bytes.starts_with(PASTE_START)
    }

    /// The next stroke, if all its bytes were read.
    pub fn next(&mut self) -> Option<Stroke> {
        if self.skips_paste {
            return None;
        }
        let (stroke, length) =
            if self.bytes.starts_with(PASTE_START) { paste(&self.bytes)? } else { decode(&self.bytes)? };
        self.bytes.drain(..length);
        Some(stroke)
    }

    /// The next stroke, if no more bytes are to come.
    pub fn next_at_end(&mut self) -> Option<Stroke> {
        self.next().or_else(|| {
            if self.skips_paste {
                return None;
            }
            let rest = std::mem::take(&mut self.bytes);
            self.skips_paste = rest.starts_with(PASTE_START);
            // Half a sequence must not count as Escape, because Escape may decline a question.
            let stroke = if rest == [ESC] { Stroke::Key(Key::Esc) } else { Stroke::Unknown };
            (!rest.is_empty()).then_some(stroke)
        })
    }
}

/// Where the end mark of a paste stands in `bytes`.
fn paste_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(PASTE_END.len()).position(|piece| piece == PASTE_END)
}

/// A paste, and its length in bytes with both marks. Ctrl-C ends a paste that has no end mark.
fn paste(bytes: &[u8]) -> Option<(Stroke, usize)> {
    let text = &bytes[PASTE_START.len()..];
    if let Some(end) = paste_end(text) {
        let text = String::from_utf8_lossy(&text[..end]).replace("\r\n", "\n").replace('\r', "\n");
        return Some((Stroke::Paste(text), PASTE_START.len() + end + PASTE_END.len()));
    }
    let stop = text.iter().position(|byte| *byte == CTRL_C)?;
    Some((Stroke::Key(Key::CtrlC), PASTE_START.len() + stop + 1))
}

/// The first stroke, and its length in bytes.
fn decode(bytes: &[u8]) -> Option<(Stroke, usize)> {
    match *bytes {
        [] | [ESC] => None,
        [ESC, b'[' | b'O', ref rest @ ..] => sequence(rest).map(|(stroke, length)| (stroke, length + 2)),
        // Two Escapes are two keys. The second may start a sequence.
        [ESC, ESC, ..] => Some((Stroke::Key(Key::Esc), 1)),
        [ESC, ref rest @ ..] => {
            let (c, length) = character(rest)?;
            Some((c.filter(|c| !c.is_control()).map_or(Stroke::Unknown, Stroke::Alt), length + 1))
        }
        [first, ..] => {
            let (c, length) = character(bytes)?;
            let stroke = match (first, c) {
                (b'\r', _) => Stroke::Key(Key::Enter),
                // Many terminals send this for Ctrl-Enter, and all send it for Ctrl-J.
                (b'\n', _) => Stroke::Key(Key::CtrlEnter),
                (b'\t', _) => Stroke::Key(Key::Tab),
                (0x7f | 0x08, _) => Stroke::Key(Key::Backspace),
                (0x03, _) => Stroke::Key(Key::CtrlC),
                (0x01..=0x1a, _) => Stroke::Ctrl(char::from(first - 1 + b'a')),
                (_, Some(c)) if !c.is_control() => Stroke::Key(Key::Char(c)),
                _ => Stroke::Unknown,
            };
            Some((stroke, length))
        }
    }
}

/// The first character, or `None` if the bytes are not UTF-8, and its length in bytes.
fn character(bytes: &[u8]) -> Option<(Option<char>, usize)> {
    let length = match bytes.first()? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    match str::from_utf8(&bytes[..length.min(bytes.len())]) {
        Ok(text) => Some((text.chars().next(), length)),
        Err(error) if error.error_len().is_none() => None,
        Err(_) => Some((None, 1)),
    }
}

/// The stroke of the bytes after `ESC [` or `ESC O`, and their number.
fn sequence(rest: &[u8]) -> Option<(Stroke, usize)> {
    let Some(end) = rest.iter().position(|byte| !(0x20..=0x3f).contains(byte)) else {
        return (rest.len() > SEQUENCE_MAX).then_some((Stroke::Unknown, rest.len()));
    };
    let stroke = match (&rest[..end], rest[end]) {
        ([], b'A') => Stroke::Key(Key::Up),
        ([], b'B') => Stroke::Key(Key::Down),
        ([], b'C') => Stroke::Key(Key::Right),
        ([], b'D') => Stroke::Key(Key::Left),
        ([], b'M') => Stroke::Key(Key::Enter),
        (b"5", b'~') => Stroke::PageUp,
        (b"6", b'~') => Stroke::PageDown,
        // Terminals have two sequences for Ctrl-Enter.
        (b"13;5", b'u') | (b"27;5;13", b'~') => Stroke::Key(Key::CtrlEnter),
        _ => Stroke::Unknown,
    };
    Some((stroke, end + 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{Decoder, Stroke};
    use crate::model::Key;

    fn strokes(pieces: &[&[u8]]) -> Vec<Stroke> {
        let (mut decoder, mut found) = (Decoder::default(), Vec::new());
        for piece in pieces {
            decoder.feed(piece);
            found.extend(std::iter::from_fn(|| decoder.next()));
        }
        found.extend(std::iter::from_fn(|| decoder.next_at_end()));
        found
    }

    #[rstest]
    #[case(b"a\r", &[Stroke::Key(Key::Char('a')), Stroke::Key(Key::Enter)])]
    #[case(b"\x1b[A\x1bOB", &[Stroke::Key(Key::Up), Stroke::Key(Key::Down)])]
    #[case(b"\x1b", &[Stroke::Key(Key::Esc)])]
    #[case(b"\x1b\x1b[C", &[Stroke::Key(Key::Esc), Stroke::Key(Key::Right)])]
    #[case(b"\x1b1\x12", &[Stroke::Alt('1'), Stroke::Ctrl('r')])]
    #[case(b"\x03\x04\x7f\x08", &[Stroke::Key(Key::CtrlC), Stroke::Ctrl('d'), Stroke::Key(Key::Backspace),
        Stroke::Key(Key::Backspace)])]
    #[case(b"\n\x1b[13;5u\x1b[27;5;13~", &[Stroke::Key(Key::CtrlEnter), Stroke::Key(Key::CtrlEnter),
        Stroke::Key(Key::CtrlEnter)])]
    #[case(b"\x1b[5~\x1b[6~", &[Stroke::PageUp, Stroke::PageDown])]
    #[case("日e\u{301}".as_bytes(), &[Stroke::Key(Key::Char('日')), Stroke::Key(Key::Char('e')),
        Stroke::Key(Key::Char('\u{301}'))])]
    #[case(b"\x1b[1;2Px", &[Stroke::Unknown, Stroke::Key(Key::Char('x'))])]
    #[case(b"\xff\xc3x", &[Stroke::Unknown, Stroke::Unknown, Stroke::Key(Key::Char('x'))])]
    #[case(b"\x1b[", &[Stroke::Unknown])]
    #[case(b"a\x1b[200~2\r\nb\rc\x1b[A\x1b[201~d", &[Stroke::Key(Key::Char('a')), Stroke::Paste("2\nb\nc\x1b[A".into()),
        Stroke::Key(Key::Char('d'))])]
    #[case(b"\x1b[200~\x1b[201~", &[Stroke::Paste(String::new())])]
    #[case(b"\x1b[201~x", &[Stroke::Unknown, Stroke::Key(Key::Char('x'))])]
    #[case(b"\x1b[200~never ends\x03", &[Stroke::Key(Key::CtrlC)])]
    fn bytes_are_decoded_into_strokes(#[case] bytes: &[u8], #[case] expected: &[Stroke]) {
        assert_eq!(strokes(&[bytes]), expected);
    }

    #[test]
    fn a_sequence_that_never_ends_is_given_up() {
        let mut decoder = Decoder::default();
        decoder.feed(b"\x1b[");
        decoder.feed(&[b'1'; 100]);
        assert_eq!((decoder.next(), decoder.next()), (Some(Stroke::Unknown), None));
    }

    /// The rest of a discarded paste is discarded, too, however the bytes are split.
    #[rstest]
    #[case(&["y\x1b[201~z"])]
    #[case(&["y\x1b[20", "1~z"])]
    #[case(&["\x1b", "[201~", "z"])]
    fn a_paste_is_discarded_whole(#[case] pieces: &[&str]) {
        let mut decoder = Decoder::default();
        decoder.feed(b"\x1b[200~x");
        assert_eq!((decoder.next(), decoder.is_unsure()), (None, false));
        assert_eq!((decoder.next_at_end(), decoder.next_at_end()), (Some(Stroke::Unknown), None));
        let mut found = Vec::new();
        for piece in pieces {
            decoder.feed(piece.as_bytes());
            found.extend(std::iter::from_fn(|| decoder.next()));
        }
        assert_eq!(found, [Stroke::Key(Key::Char('z'))]);
    }

    proptest! {
        /// The bytes may be split anywhere, except directly after an Escape.
        #[test]
        fn a_split_of_the_bytes_does_not_matter(text in "[a-é日\u{1b}\\[A~\r\n]{0,12}", at in 0_usize..24) {
            let bytes = text.as_bytes();
            let at = at.min(bytes.len());
            prop_assume!(!bytes[..at].ends_with(b"\x1b"));
            prop_assert_eq!(strokes(&[&bytes[..at], &bytes[at..]]), strokes(&[bytes]));
        }

        #[test]
        fn any_bytes_are_decoded(bytes: Vec<u8>) {
            let found = strokes(&[&bytes]);
            prop_assert!(found.len() <= bytes.len() && found.is_empty() == bytes.is_empty());
        }
    }
}
