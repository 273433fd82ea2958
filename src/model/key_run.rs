//! Keys that are pressed one after another, without a key in memory for each character of a huge text.

use std::iter::repeat_n;

use super::Key;

/// Some keys, one after another.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum KeyRun {
    /// A key.
    One(Key),
    /// A key, so many times.
    Times(Key, usize),
    /// The characters of a text.
    Text(String),
}

impl KeyRun {
    /// Its keys.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        let (key, times, text) = match self {
            Self::One(key) => (*key, 1, ""),
            Self::Times(key, times) => (*key, *times, ""),
            Self::Text(text) => (Key::Enter, 0, text.as_str()),
        };
        repeat_n(key, times).chain(Key::typing(text))
    }
}

impl From<Key> for KeyRun {
    fn from(key: Key) -> Self {
        Self::One(key)
    }
}

#[cfg(test)]
mod tests {
    use super::KeyRun;
    use crate::model::Key;
    use rstest::rstest;

    #[rstest]
    #[case(Key::Esc.into(), &[Key::Esc])]
    #[case(KeyRun::Times(Key::Up, 2), &[Key::Up, Key::Up])]
    #[case(KeyRun::Times(Key::Up, 0), &[])]
    #[case(KeyRun::Text("aé".to_owned()), &[Key::Char('a'), Key::Char('é')])]
    fn a_run_has_its_keys(#[case] run: KeyRun, #[case] keys: &[Key]) {
        assert_eq!(run.keys().collect::<Vec<_>>(), keys);
    }
}
