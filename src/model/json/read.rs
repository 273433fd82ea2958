//! Reads JSON that models and programs wrote. None of it can be trusted.

use std::{collections::BTreeSet, fmt};

use super::{Map, Value};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use thiserror::Error;

/// How deep the arguments of a call may be nested. They are sent back with every request, inside more JSON, and no
/// provider reads deeper JSON.
pub const DEPTH_MAX: usize = 100;

/// The arguments of a call cannot be taken.
#[derive(Debug, Error)]
pub enum ArgumentsError {
    /// The text is not a JSON object.
    #[error(transparent)]
    NoObject(#[from] serde_json::Error),
    /// The arguments are nested too deep to be sent back.
    #[error("nested deeper than {}", DEPTH_MAX)]
    TooDeep,
}

/// Reads the arguments of a call: a JSON object, or blank text for no arguments. Half a surrogate pair is read as
/// U+FFFD, since JavaScript accepts it and UTF-8 cannot hold it. The length in UTF-16 stays the same.
///
/// # Errors
/// If the text is not a JSON object, or is nested too deep to be sent back.
pub fn read_arguments(text: &str) -> Result<Map, ArgumentsError> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    let read: Map =
        serde_json::from_str(text).or_else(|error| serde_json::from_str(&mend_surrogates(text).ok_or(error)?))?;
    if is_flat_enough(&read) { Ok(read) } else { Err(ArgumentsError::TooDeep) }
}

/// Reads a JSON text that a program wrote. Half a surrogate pair is read as in [`read_arguments`].
///
/// # Errors
/// If the text is not JSON.
pub fn read_value(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| serde_json::from_str(&mend_surrogates(text).ok_or(error)?))
}

/// A member of an object. In a small object, comparing every key is faster than hashing one.
pub fn member<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    value.as_object()?.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// A member of an object, if it is a text.
pub fn text_of<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    member(value, key).and_then(Value::as_str)
}

/// Checks that no object in a JSON text has a key twice. Reading into a [`Value`] does not show that, because the last
/// one wins.
///
/// # Errors
/// If a key stands twice in one object, or the text is not JSON.
pub fn each_key_once(text: &str) -> Result<(), serde_json::Error> {
    serde_json::from_str::<UniqueKeys>(text).map(drop)
}

/// JSON in which no object has a key twice.
struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut keys: BTreeSet<String> = BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(format!("the key {key:?} stands twice in one object")));
            }
            keys.insert(key);
            map.next_value::<Self>()?;
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }
}

/// Whether `arguments` are nested at most [`DEPTH_MAX`] levels deep.
fn is_flat_enough(arguments: &Map) -> bool {
    arguments.values().all(|value| is_within(value, DEPTH_MAX))
}

/// Whether a value is nested at most so many `levels` deep, its own included.
fn is_within(value: &Value, levels: usize) -> bool {
    let Some(inside) = levels.checked_sub(1) else { return false };
    match value {
        Value::Array(items) => items.iter().all(|item| is_within(item, inside)),
        Value::Object(members) => members.values().all(|member| is_within(member, inside)),
        _ => true,
    }
}

/// The text with U+FFFD in the place of each escaped half of a surrogate pair. `None` if there is no such half.
fn mend_surrogates(text: &str) -> Option<String> {
    let mut repaired = String::with_capacity(text.len());
    let mut found = false;
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        repaired.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match (unit(rest), unit(rest.get(6..).unwrap_or_default())) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                found = true;
                repaired.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            // The backslash and the character after it.
            _ => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        repaired.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    repaired.push_str(rest);
    found.then_some(repaired)
}

/// The UTF-16 unit of the escape, such as `\ud83d`, at the beginning of `text`.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { u16::from_str_radix(digits, 16).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Map, Value, json};
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{DEPTH_MAX, each_key_once, is_flat_enough, read_arguments};

    #[rstest]
    #[case(r#"{"a": [1, -1, 0.5, null, true, "a", {"a": {}}], "b": {"a": 1}}"#, None)]
    #[case(r#"{"a": 1, "a": 1}"#, Some("the key \"a\" stands twice in one object at line 1 column 12"))]
    #[case(r#"[{"b": [{"a": 1, "c": 2, "\u0061": 3}]}]"#, Some("the key \"a\" stands twice"))]
    #[case("{", Some("EOF"))]
    fn a_key_that_stands_twice_is_reported(#[case] text: &str, #[case] told: Option<&str>) {
        let wrong = each_key_once(text).err().map(|error| error.to_string());
        assert_eq!(wrong.is_some(), told.is_some(), "{wrong:?}");
        assert!(wrong.as_deref().unwrap_or_default().contains(told.unwrap_or_default()), "{wrong:?}");
    }

    #[rstest]
    #[case(0, true)]
    #[case(DEPTH_MAX - 1, true)]
    #[case(DEPTH_MAX, false)]
    fn deep_nesting_is_noticed(#[case] depth: usize, #[case] taken: bool) {
        let value = (0..depth).fold(json!(1), |inner, _| json!([inner]));
        assert_eq!(is_flat_enough(&Map::from_iter([("a".to_owned(), value), ("b".to_owned(), Value::Null)])), taken);
    }

    #[rstest]
    #[case::a_high_half(r#"{"q": "a\ud83db"}"#, "a\u{fffd}b")]
    #[case::a_low_half(r#"{"q": "a\udc00"}"#, "a\u{fffd}")]
    #[case::the_wrong_way_round(r#"{"q": "\ude00\ud83d"}"#, "\u{fffd}\u{fffd}")]
    #[case::a_pair_beside_a_half(r#"{"q": "\ud83d\ude00\ud83d"}"#, "\u{1f600}\u{fffd}")]
    #[case::two_high_halves_and_a_low_one(r#"{"q": "\ud83d\ud83d\ude00"}"#, "\u{fffd}\u{1f600}")]
    #[case::an_escaped_backslash(r#"{"q": "\\ud83d\udfff"}"#, "\\ud83d\u{fffd}")]
    #[case::capitals(r#"{"q": "\uD83D!"}"#, "\u{fffd}!")]
    fn half_a_surrogate_pair_is_read_as_one_replacement_character(#[case] text: &str, #[case] read: &str) {
        assert_eq!(read_arguments(text).unwrap()["q"], read);
    }

    #[rstest]
    #[case(r#"{"q": "\ud8"#)]
    #[case(r#"{"q": "\ud83d"#)]
    #[case("[1]")]
    #[case("\\")]
    #[case("{\"q\": \"\\é\\ud83d\"}")]
    fn text_that_is_not_an_object_is_refused(#[case] text: &str) {
        assert!(read_arguments(text).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in r#"[{}":\\ud83dcef0é]{0,40}"#) {
            let _ = read_arguments(&text);
        }
    }
}
