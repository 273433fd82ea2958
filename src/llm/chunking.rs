//! Splits texts for streaming, and frames server-sent events.

use bytes::Bytes;

/// The number of pieces in which a text is streamed.
const TEXT_PIECES: usize = 2;
/// The number of pieces in which the arguments of a call are streamed.
const FRAGMENTS: usize = 3;

/// The pieces in which a text is streamed.
pub fn text(text: &str) -> impl Iterator<Item = &str> {
    cut(text, TEXT_PIECES)
}

/// The pieces in which the arguments of a call are streamed.
pub fn fragments(arguments: &str) -> impl Iterator<Item = &str> {
    cut(arguments, FRAGMENTS)
}

/// `text` in at most `pieces` pieces, cut between characters.
fn cut(text: &str, pieces: usize) -> impl Iterator<Item = &str> {
    let length = text.len().div_ceil(pieces).max(1);
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let at = (length..rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(at);
        rest = after;
        Some(piece)
    })
}

/// A server-sent event with a name.
pub fn event(name: &str, data: &str) -> Bytes {
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

/// A server-sent event without a name.
pub fn unnamed(data: &str) -> Bytes {
    Bytes::from(format!("data: {data}\n\n"))
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn texts_are_split_between_characters_and_lose_nothing() {
        for text in ["", "a", "ab", "abcdefgh", "ééééé", "🙂🙂"] {
            let pieces: Vec<&str> = cut(text, 3).collect();
            assert!(pieces.len() <= 3 && pieces.concat() == text, "{pieces:?}");
        }
    }
}
