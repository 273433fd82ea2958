//! What was found for the last keys, so that it need not be found again.

use std::collections::VecDeque;

/// The last keys, each with what was found for it.
#[derive(Debug)]
pub struct Recent<K, V, const MAX: usize>(VecDeque<(K, V)>);

impl<K, V: Clone, const MAX: usize> Recent<K, V, MAX> {
    /// Nothing is known yet.
    pub const fn new() -> Self {
        Self(VecDeque::new())
    }

    /// What is known for the key that `is_it` takes.
    pub fn get(&self, is_it: impl Fn(&K) -> bool) -> Option<V> {
        self.0.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value.clone())
    }

    /// Adds what was found for a key, and forgets the oldest if there are too many.
    pub fn add(&mut self, key: K, value: V) {
        if self.0.len() == MAX {
            self.0.pop_front();
        }
        self.0.push_back((key, value));
    }
}

impl<K, V: Clone, const MAX: usize> Default for Recent<K, V, MAX> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn the_last_ones_are_known() {
        let mut recent = Recent::<u8, u8, 2>::new();
        for (key, value) in [(1, 10), (2, 20), (3, 30)] {
            recent.add(key, value);
        }
        assert_eq!([1, 2, 3].map(|one| recent.get(|key| *key == one)), [None, Some(20), Some(30)]);
    }
}
