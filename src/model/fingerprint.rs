//! Fingerprints of states. Two states with the same fingerprint are taken for the same.

use std::hash::{DefaultHasher, Hash, Hasher};

/// A state that has a fingerprint: everything that its future depends on. Whatever is [`Hash`] has one.
pub trait Fingerprint {
    /// Adds the state to a fingerprint.
    fn fingerprint(&self, into: &mut dyn Hasher);
}

impl<T: Hash + ?Sized> Fingerprint for T {
    fn fingerprint(&self, mut into: &mut dyn Hasher) {
        self.hash(&mut into);
    }
}

/// The fingerprint of one state. The same state has the same fingerprint within one process.
pub fn fingerprint_of(state: &(impl Fingerprint + ?Sized)) -> u64 {
    fingerprint(|into| state.fingerprint(into))
}

/// The fingerprint of everything that `add` adds.
pub fn fingerprint(add: impl FnOnce(&mut dyn Hasher)) -> u64 {
    let mut hasher = DefaultHasher::new();
    add(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Fingerprint, fingerprint_of};

    #[rstest]
    #[case::the_same(("a", 1), ("a", 1), true)]
    #[case::another_part(("a", 1), ("a", 2), false)]
    fn the_fingerprint_shows_the_whole_state(
        #[case] one: (&str, u8),
        #[case] other: (&str, u8),
        #[case] expected: bool,
    ) {
        let boxed: [Box<dyn Fingerprint>; 2] = [Box::new(one), Box::new(other)];
        assert_eq!(fingerprint_of(boxed[0].as_ref()) == fingerprint_of(boxed[1].as_ref()), expected);
    }
}
