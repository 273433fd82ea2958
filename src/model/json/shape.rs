//! How a value is read, written and described.
//!
//! serde knows nothing of values that share their members, and would build each one anew. So a value that goes from a
//! value into a type, or from a type into a value, is handed over beside serde, and shared.

use std::{borrow::Cow, cell::RefCell, collections::BTreeMap, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, SeqAccess, Unexpected, Visitor},
    ser::SerializeMap,
};

use super::{List, Map, Name, Number, Text, Value};

/// The name under which a value says to a reader or writer of this module that it can be handed over. To any other reader
/// or writer, it is a type like others.
pub(super) const VALUE: &str = "$hotseat::json::Value";
/// As [`VALUE`], for an object.
pub(super) const OBJECT: &str = "$hotseat::json::Map";
/// As [`VALUE`], for a text.
pub(super) const TEXT: &str = "$hotseat::json::Text";

thread_local! {
    /// The value that is handed over.
    static HANDED: RefCell<Handed> = const { RefCell::new(Handed::Nothing) };
}

enum Handed {
    Nothing,
    /// The next value to be written should come here.
    Wanted,
    Value(Value),
}

fn hand(handed: Handed) -> Handed {
    HANDED.replace(handed)
}

/// Hands `value` over to the visitor, which is that of a value or an object.
pub(super) fn read_handed<'de, V: Visitor<'de>, E: Error>(value: &Value, visitor: V) -> Result<V::Value, E> {
    hand(Handed::Value(value.clone()));
    let read = visitor.visit_unit();
    hand(Handed::Nothing);
    read
}

/// The value that was handed to a visitor, or `null`.
fn taken() -> Value {
    match hand(Handed::Nothing) {
        Handed::Value(value) => value,
        Handed::Nothing | Handed::Wanted => Value::Null,
    }
}

/// Writes a value, or an object, that can be handed over. `None` if it was not.
pub(super) fn write_handed<S: Serializer>(
    value: &(impl Serialize + ?Sized),
    writer: S,
) -> Result<Option<Value>, S::Error> {
    hand(Handed::Wanted);
    let written = value.serialize(writer);
    let handed = hand(Handed::Nothing);
    written?;
    Ok(match handed {
        Handed::Value(value) => Some(value),
        Handed::Nothing | Handed::Wanted => None,
    })
}

/// Hands a value over if the writer asked for it.
fn is_handed(value: impl FnOnce() -> Value) -> bool {
    HANDED.with_borrow_mut(|handed| {
        let is_wanted = matches!(handed, Handed::Wanted);
        if is_wanted {
            *handed = Handed::Value(value());
        }
        is_wanted
    })
}

/// A value as it is written by a writer that does not take it over.
#[derive(Hash)]
struct Plain<'v>(&'v Value);

/// An object, as [`Plain`].
struct PlainMap<'v>(&'v Map);

/// A text, as [`Plain`].
struct PlainText<'v>(&'v Text);

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Array(_) | Self::Object(_) => serializer.serialize_newtype_struct(VALUE, &Plain(self)),
            Self::String(text) => text.serialize(serializer),
            _ => Plain(self).serialize(serializer),
        }
    }
}

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(is) => serializer.serialize_bool(*is),
            Value::Number(number) => number.serialize(serializer),
            Value::String(text) => PlainText(text).serialize(serializer),
            Value::Array(_) | Value::Object(_) if is_handed(|| self.0.clone()) => serializer.serialize_unit(),
            Value::Array(items) => serializer.collect_seq(items),
            Value::Object(members) => PlainMap(members).serialize(serializer),
        }
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(VALUE, &PlainMap(self))
    }
}

impl Serialize for PlainMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_handed(|| Value::Object(self.0.clone())) {
            return serializer.serialize_unit();
        }
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name.as_str(), value)?;
        }
        map.end()
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_shared() {
            serializer.serialize_newtype_struct(TEXT, &PlainText(self))
        } else {
            serializer.serialize_str(self)
        }
    }
}

impl Serialize for PlainText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_handed(|| Value::String(self.0.clone())) {
            return serializer.serialize_unit();
        }
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(TEXT, AnyText)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(VALUE, AnyValue)
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(OBJECT, Members)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any valid JSON value")
    }

    fn visit_bool<E: Error>(self, is: bool) -> Result<Value, E> {
        Ok(Value::Bool(is))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(taken())
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut items = List::new();
        while let Some(item) = elements.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Value, A::Error> {
        Members.visit_map(members).map(Value::Object)
    }
}

/// Reads a text without a `String` in between.
struct AnyText;

impl<'de> Visitor<'de> for AnyText {
    type Value = Text;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Text, E> {
        Ok(text.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Text, E> {
        if let Value::String(text) = taken() { Ok(text) } else { Err(E::invalid_type(Unexpected::Unit, &self)) }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Text, D::Error> {
        deserializer.deserialize_str(self)
    }
}

#[derive(Hash)]
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Map;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_unit<E: Error>(self) -> Result<Map, E> {
        if let Value::Object(members) = taken() { Ok(members) } else { Ok(Map::new()) }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Map, D::Error> {
        deserializer.deserialize_map(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Map, A::Error> {
        let mut map = Map::new();
        let mut error = None;
        // Extending a map stays fast however many members there are.
        map.extend(std::iter::from_fn(|| {
            members.next_entry::<Name, Value>().unwrap_or_else(|wrong| {
                error = Some(wrong);
                None
            })
        }));
        error.map_or(Ok(map), Err)
    }
}

impl JsonSchema for Value {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "AnyValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        true.into()
    }
}

impl JsonSchema for Map {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        BTreeMap::<String, Value>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, Value>::json_schema(generator)
    }
}

/// A number of a value as it is deserialized.
pub(super) fn visit_number<'de, E: Error, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, E> {
    if let Some(number) = number.as_u64() {
        visitor.visit_u64(number)
    } else if let Some(number) = number.as_i64() {
        visitor.visit_i64(number)
    } else {
        visitor.visit_f64(number.as_f64().unwrap_or_default())
    }
}
