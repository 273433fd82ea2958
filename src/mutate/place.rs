//! Places in a message: `/offers/choices/0` in its body, or `op` for its operation.

use std::{borrow::Cow, fmt, str::FromStr};

use crate::model::json::{Map, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::error::RowError;

/// A place: `op`, or a JSON pointer. In a pointer, the segment `*` stands for every element or member.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Place {
    /// The message's operation.
    Op,
    /// A place in the body. Without segments, it is the whole body.
    Body(Vec<String>),
}

/// The segment that stands for every element or member.
const ALL: &str = "*";
/// The segment that stands for the end of an array.
const END: &str = "-";

impl Place {
    /// The same place, relative to the part `part` of the body.
    pub fn inside(&self, part: Option<&str>) -> Self {
        match (self, part) {
            (Self::Body(segments), Some(part)) => {
                Self::Body(std::iter::once(part.to_owned()).chain(segments.iter().cloned()).collect())
            }
            (place, _) => place.clone(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Op => f.write_str("op"),
            Self::Body(segments) => {
                segments.iter().try_for_each(|segment| write!(f, "/{}", segment.replace('~', "~0").replace('/', "~1")))
            }
        }
    }
}

impl FromStr for Place {
    type Err = RowError;

    fn from_str(text: &str) -> Result<Self, RowError> {
        if text == "op" {
            return Ok(Self::Op);
        }
        let mut segments = text.split('/');
        if segments.next() != Some("") {
            return Err(RowError::Place(text.to_owned()));
        }
        Ok(Self::Body(segments.map(|segment| segment.replace("~1", "/").replace("~0", "~")).collect()))
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Place {
    fn schema_name() -> Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A JSON pointer into the message, `*` for every element or member, or `op` for its operation.",
            "pattern": "^(op|(/[^/]*)*)$"
        })
    }
}

/// All values at `segments` of `value`.
pub fn at<'a>(value: &'a Value, segments: &[String]) -> Vec<&'a Value> {
    let Some((first, rest)) = segments.split_first() else { return vec![value] };
    match value {
        Value::Array(items) if first == ALL => items.iter().flat_map(|item| at(item, rest)).collect(),
        Value::Object(members) if first == ALL => members.values().flat_map(|member| at(member, rest)).collect(),
        Value::Array(items) if first == END => items.last().map_or_else(Vec::new, |item| at(item, rest)),
        Value::Array(items) => {
            first.parse().ok().and_then(|n: usize| items.get(n)).map_or_else(Vec::new, |item| at(item, rest))
        }
        Value::Object(members) => members.get(first).map_or_else(Vec::new, |member| at(member, rest)),
        _ => Vec::new(),
    }
}

/// The paths to all values at `segments` of `value`, without `*` and `-`.
pub fn ways(value: &Value, segments: &[String]) -> Vec<Vec<String>> {
    let Some((first, rest)) = segments.split_first() else { return vec![Vec::new()] };
    let names: Vec<String> = match value {
        Value::Array(items) if first == ALL => (0..items.len()).map(|n| n.to_string()).collect(),
        Value::Array(items) if first == END => vec![items.len().saturating_sub(1).to_string()],
        Value::Object(members) if first == ALL => members.keys().map(ToString::to_string).collect(),
        _ => vec![first.clone()],
    };
    let step = |name: String| {
        let found = at(value, std::slice::from_ref(&name)).first().map(|inner| ways(inner, rest)).unwrap_or_default();
        found.into_iter().map(move |way| std::iter::once(name.clone()).chain(way).collect())
    };
    names.into_iter().flat_map(step).collect()
}

/// Applies `edit` to all values at `segments` of `value`.
pub fn each(value: &mut Value, segments: &[String], edit: &mut dyn FnMut(&mut Value)) {
    let Some((first, rest)) = segments.split_first() else { return edit(value) };
    match value {
        Value::Array(items) if first == ALL => items.make_mut().iter_mut().for_each(|item| each(item, rest, edit)),
        Value::Object(members) if first == ALL => members.values_mut().for_each(|member| each(member, rest, edit)),
        Value::Array(items) if first == END => {
            if let Some(item) = items.make_mut().last_mut() {
                each(item, rest, edit);
            }
        }
        Value::Array(items) => {
            if let Some(item) = first.parse().ok().and_then(|n: usize| items.make_mut().get_mut(n)) {
                each(item, rest, edit);
            }
        }
        Value::Object(members) => {
            if let Some(member) = members.get_mut(first) {
                each(member, rest, edit);
            }
        }
        _ => {}
    }
}

/// Puts `new` at `segments` of `value`. Missing objects on the way are made, unless the way has a `*`. With `between`,
/// a new element of an array is inserted before the old one instead of replacing it.
pub fn put(value: &mut Value, segments: &[String], new: &Value, between: bool) {
    let Some((last, way)) = segments.split_last() else {
        *value = new.clone();
        return;
    };
    if way.iter().all(|segment| segment != ALL) {
        make_way(value, way);
    }
    each(value, way, &mut |parent| match parent {
        Value::Array(items) if last == ALL => items.make_mut().iter_mut().for_each(|item| *item = new.clone()),
        Value::Array(items) if last == END => items.push(new.clone()),
        Value::Array(items) => match last.parse::<usize>() {
            Ok(n) if between && n <= items.len() => items.insert(n, new.clone()),
            Ok(n) if n < items.len() => items.make_mut()[n] = new.clone(),
            _ => {}
        },
        Value::Object(members) if last == ALL => members.values_mut().for_each(|member| *member = new.clone()),
        Value::Object(members) => drop(members.insert(last.clone(), new.clone())),
        _ => {}
    });
}

/// Makes the missing objects on the way.
fn make_way(value: &mut Value, way: &[String]) {
    let Some((first, rest)) = way.split_first() else {
        if value.is_null() {
            *value = Value::Object(Map::new());
        }
        return;
    };
    match value {
        Value::Null => {
            *value = Value::Object(Map::new());
            make_way(value, way);
        }
        Value::Object(members) => make_way(members.entry(first.clone()).or_insert(Value::Null), rest),
        Value::Array(items) => {
            if let Some(item) = first.parse().ok().and_then(|n: usize| items.make_mut().get_mut(n)) {
                make_way(item, rest);
            }
        }
        _ => {}
    }
}

/// Removes the values at `segments` of `value`.
pub fn take_away(value: &mut Value, segments: &[String]) {
    let Some((last, way)) = segments.split_last() else {
        *value = Value::Null;
        return;
    };
    each(value, way, &mut |parent| match parent {
        Value::Array(items) if last == ALL => items.clear(),
        Value::Array(items) if last == END => drop(items.pop()),
        Value::Array(items) => {
            if let Some(n) = last.parse::<usize>().ok().filter(|n| *n < items.len()) {
                items.remove(n);
            }
        }
        Value::Object(members) if last == ALL => members.clear(),
        // The order of the other members stays, because a scenario may look at it.
        Value::Object(members) => drop(members.remove(last)),
        _ => {}
    });
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Place, at, put, take_away};

    fn segments(text: &str) -> Vec<String> {
        match text.parse() {
            Ok(Place::Body(segments)) => segments,
            other => panic!("{other:?}"),
        }
    }

    #[rstest]
    #[case("", json!([{"a": [1, 2], "b": {"a/b": 3}}]))]
    #[case("/a/1", json!([2]))]
    #[case("/a/-", json!([2]))]
    #[case("/a/*", json!([1, 2]))]
    #[case("/a/7", json!([]))]
    #[case("/*/a~1b", json!([3]))]
    fn all_values_at_a_place_are_found(#[case] place: &str, #[case] found: Value) {
        let value = json!({"a": [1, 2], "b": {"a/b": 3}});
        assert_eq!(json!(at(&value, &segments(place))), found);
    }

    #[rstest]
    #[case("/a/0", false, json!({"a": [9, 2]}))]
    #[case("/a/0", true, json!({"a": [9, 1, 2]}))]
    #[case("/a/2", true, json!({"a": [1, 2, 9]}))]
    #[case("/a/-", false, json!({"a": [1, 2, 9]}))]
    #[case("/a/*", false, json!({"a": [9, 9]}))]
    #[case("/b/c", false, json!({"a": [1, 2], "b": {"c": 9}}))]
    #[case("/a/*/b", false, json!({"a": [1, 2]}))]
    #[case("", false, json!(9))]
    fn a_value_is_put_at_a_place(#[case] place: &str, #[case] between: bool, #[case] found: Value) {
        let mut value = json!({"a": [1, 2]});
        put(&mut value, &segments(place), &json!(9), between);
        assert_eq!(value, found);
    }

    #[rstest]
    #[case("/a/0", json!({"a": [2], "b": 3}))]
    #[case("/a/*", json!({"a": [], "b": 3}))]
    #[case("/b", json!({"a": [1, 2]}))]
    #[case("/c/d", json!({"a": [1, 2], "b": 3}))]
    fn the_values_at_a_place_are_removed(#[case] place: &str, #[case] found: Value) {
        let mut value = json!({"a": [1, 2], "b": 3});
        take_away(&mut value, &segments(place));
        assert_eq!(value, found);
    }

    #[rstest]
    #[case("op")]
    #[case("")]
    #[case("/a~1b/~0/*")]
    fn a_place_is_written_as_it_was_read(#[case] text: &str) {
        assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
    }

    #[test]
    fn a_word_other_than_op_is_not_a_place() {
        assert!("type".parse::<Place>().unwrap_err().to_string().contains("begins with /"));
    }
}
