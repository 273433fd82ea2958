//! Keys that a person presses.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// A key. In text, a key is its character or its name: `y`, `Enter`, `Ctrl-C`.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Key {
    /// A character; a blank is one, too.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// Ctrl and C together.
    CtrlC,
    /// Enter together with Ctrl or the command key.
    CtrlEnter,
}

impl Key {
    const NAMED: [(&'static str, Self); 12] = [
        ("Enter", Self::Enter),
        ("Esc", Self::Esc),
        ("Tab", Self::Tab),
        ("Backspace", Self::Backspace),
        ("Up", Self::Up),
        ("Down", Self::Down),
        ("Left", Self::Left),
        ("Right", Self::Right),
        ("Ctrl-C", Self::CtrlC),
        ("Ctrl-Enter", Self::CtrlEnter),
        ("Space", Self::Char(' ')),
        ("Newline", Self::Char('\n')),
    ];

    /// The keys in a text in which blanks separate them: `Down Down Enter`.
    ///
    /// # Errors
    /// The first word that names no key.
    pub fn sequence(text: &str) -> Result<Vec<Self>, KeyParseError> {
        text.split_whitespace().map(str::parse).collect()
    }

    /// Its name: a character, or a word.
    pub fn name(self) -> Cow<'static, str> {
        const PRINTABLE: &str =
            "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
        match (self, Self::NAMED.iter().find(|(_, key)| *key == self)) {
            (_, Some((name, _))) => Cow::Borrowed(name),
            (Self::Char(c), None) if c.is_ascii_graphic() => {
                let at = c as usize - '!' as usize;
                Cow::Borrowed(&PRINTABLE[at..=at])
            }
            (Self::Char(c), None) => Cow::Owned(c.to_string()),
            (_, None) => unreachable!("every key except a character has a name"),
        }
    }

    /// The keys that type `text`.
    pub fn typing(text: &str) -> impl Iterator<Item = Self> {
        text.chars().map(Self::Char)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A text that names no key.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
#[error(
    "expected one character or one of Enter, Esc, Tab, Backspace, Up, Down, Left, Right, Ctrl-C, Ctrl-Enter, Space, Newline, found `{0}`"
)]
pub struct KeyParseError(String);

impl FromStr for Key {
    type Err = KeyParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some((_, key)) = Self::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*key);
        }
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(Self::Char(c)),
            _ => Err(KeyParseError(text.to_owned())),
        }
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Key {
    fn schema_name() -> Cow<'static, str> {
        "Key".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "description": "One character, or the name of a key such as `Enter`."})
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Key;

    #[test]
    fn a_sequence_is_separated_by_blanks() {
        let keys = Key::sequence("Down y  Enter").unwrap();
        assert_eq!(keys, [Key::Down, Key::Char('y'), Key::Enter]);
        assert_eq!(Key::sequence("Dwon").unwrap_err().to_string().split("found ").nth(1), Some("`Dwon`"));
    }

    proptest! {
        #[test]
        fn every_character_is_written_and_read_back(c: char) {
            prop_assert_eq!(Key::Char(c).to_string().parse(), Ok(Key::Char(c)));
        }
    }
}
