//! A hash over a stream, link by link: two runs are the same where their last links are.

use std::hash::{Hash, Hasher};

use crate::{model::Millis, stage::What};

/// The chain so far.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Chain(u64);

impl Chain {
    /// Adds what happened.
    pub fn link(&mut self, at: Millis, what: &What) {
        let mut hasher = Mixer(self.0);
        at.hash(&mut hasher);
        what.hash(&mut hasher);
        self.0 = hasher.finish();
    }

    /// The chain as that of a seed: to be summed up in any order.
    pub fn of(self, seed: u64) -> u64 {
        Mixer(seed).with(self.0).finish()
    }

    /// The last link.
    pub const fn last(self) -> u64 {
        self.0
    }
}

/// A plain mixer of words: what is hashed was not made by an enemy. Numbers go in as they are, so that the hash is the
/// same on every machine of one width.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Mixer {
    /// An odd number without a pattern (the fraction of the golden ratio).
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    const fn with(&self, word: u64) -> Self {
        Self((self.0.rotate_left(23) ^ word).wrapping_mul(Self::FACTOR))
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let folded = self.0 ^ (self.0 >> 32);
        let folded = folded.wrapping_mul(Self::FACTOR);
        folded ^ (folded >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            *self = self.with(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            *self = self.with(u64::from_le_bytes(last) ^ ((rest.len() as u64) << 56));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        *self = self.with(u64::from(byte));
    }

    fn write_u32(&mut self, word: u32) {
        *self = self.with(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        *self = self.with(word);
    }

    fn write_usize(&mut self, word: usize) {
        *self = self.with(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;
    use crate::{
        model::Millis,
        stage::What,
        system::{Input, Utterance},
    };

    fn said(text: &str) -> What {
        What::Input(Input::Says(Utterance(text.to_owned())))
    }

    fn chain(said_at: &[(u64, &str)]) -> u64 {
        let mut chain = Chain::default();
        said_at.iter().for_each(|(at, text)| chain.link(Millis(*at), &said(text)));
        chain.last()
    }

    #[test]
    fn the_same_is_the_same_and_any_difference_shows() {
        let all = [
            chain(&[]),
            chain(&[(0, "a")]),
            chain(&[(1, "a")]),
            chain(&[(0, "b")]),
            chain(&[(0, "a"), (0, "b")]),
            chain(&[(0, "b"), (0, "a")]),
            chain(&[(0, "ab")]),
            chain(&[(0, "a much longer text than eight bytes")]),
            chain(&[(0, "a much longer text than eight bytfs")]),
        ];
        for (index, one) in all.iter().enumerate() {
            assert_eq!(all.iter().position(|other| other == one), Some(index));
        }
        assert_eq!(chain(&[(0, "a"), (0, "b")]), chain(&[(0, "a"), (0, "b")]));
    }
}
