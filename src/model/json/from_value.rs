//! Reads a type from a value.

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, IntoDeserializer, Unexpected, VariantAccess,
        Visitor,
        value::{MapDeserializer, SeqDeserializer, StrDeserializer},
    },
    forward_to_deserialize_any,
};
use serde_json::Error;

use super::{
    Map, Value,
    shape::{OBJECT, TEXT, VALUE, read_handed, visit_number},
};

/// Reads a type from a value.
///
/// # Errors
/// The value does not have the shape of the type.
pub fn from_value<T: DeserializeOwned>(value: impl std::borrow::Borrow<Value>) -> Result<T, Error> {
    T::deserialize(value.borrow())
}

/// Reads a type from what `from` makes, which is the same each time, and says where a mistake is. The place is looked for
/// after the mistake only, because to keep it while reading takes several times as long.
///
/// # Errors
/// The first mistake, with its place.
pub fn read_placed<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: impl Fn() -> D,
) -> Result<T, serde_path_to_error::Error<D::Error>> {
    T::deserialize(from()).or_else(|_| serde_path_to_error::deserialize(from()))
}

/// What a value is, in an error.
fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(is) => Unexpected::Bool(*is),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => Unexpected::Unsigned(number),
            (None, Some(number)) => Unexpected::Signed(number),
            (None, None) => Unexpected::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

/// The error that `value` is not what the visitor expects.
fn wrong<'de, V: Visitor<'de>>(value: &Value, visitor: &V) -> Error {
    Error::invalid_type(unexpected(value), visitor)
}

fn visit_list<'de, V: Visitor<'de>>(items: &'de [Value], visitor: V) -> Result<V::Value, Error> {
    let mut elements = SeqDeserializer::new(items.iter());
    let read = visitor.visit_seq(&mut elements)?;
    match elements.end() {
        Ok(()) => Ok(read),
        Err(_) => Err(Error::invalid_length(items.len(), &"fewer elements in array")),
    }
}

fn visit_members<'de, V: Visitor<'de>>(members: &'de Map, visitor: V) -> Result<V::Value, Error> {
    let mut entries = MapDeserializer::new(members.iter().map(|(key, value)| (MemberName(key), value)));
    let read = visitor.visit_map(&mut entries)?;
    match entries.end() {
        Ok(()) => Ok(read),
        Err(_) => Err(Error::invalid_length(members.len(), &"fewer elements in map")),
    }
}

/// A key as it is deserialized. The key of a map of numbers is a number in a text.
struct MemberName<'de>(&'de str);

impl<'de> IntoDeserializer<'de, Error> for MemberName<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! number_in_key {
    ($($method:ident)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
                let number = serde_json::from_str(self.0);
                visit_number(&number.map_err(|_| Error::custom(NO_NUMBER))?, visitor)
            }
        )*
    };
}

/// A key is no number, where a number is expected.
const NO_NUMBER: &str = "invalid value: expected key to be a number in quotes";

impl<'de> Deserializer<'de> for MemberName<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    number_in_key! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_f32 deserialize_f64
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        StrDeserializer::<Error>::new(self.0).deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i128 u128 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

macro_rules! only {
    ($($method:ident($kind:pat) => |$visitor:ident| $visit:expr;)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, $visitor: V) -> Result<V::Value, Error> {
                match self {
                    $kind => $visit,
                    other => Err(wrong(other, &$visitor)),
                }
            }
        )*
    };
}

macro_rules! only_number {
    ($($method:ident)*) => {
        only! { $($method(Value::Number(number)) => |visitor| visit_number(number, visitor);)* }
    };
}

impl<'de> Deserializer<'de> for &'de Value {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::Number(number) => visit_number(number, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => visit_list(items, visitor),
            Value::Object(members) => visit_members(members, visitor),
        }
    }

    only_number! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64
    }

    only! {
        deserialize_bool(Value::Bool(is)) => |visitor| visitor.visit_bool(*is);
        deserialize_unit(Value::Null) => |visitor| visitor.visit_unit();
        deserialize_str(Value::String(text)) => |visitor| visitor.visit_borrowed_str(text);
        deserialize_seq(Value::Array(items)) => |visitor| visit_list(items, visitor);
        deserialize_map(Value::Object(members)) => |visitor| visit_members(members, visitor);
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        match self {
            _ if name == VALUE => read_handed(self, visitor),
            Value::Object(_) if name == OBJECT => read_handed(self, visitor),
            Value::String(_) if name == TEXT => read_handed(self, visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Value::Array(items) => visit_list(items, visitor),
            Value::Object(members) => visit_members(members, visitor),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let single = || Error::invalid_value(Unexpected::Map, &"map with a single key");
        let (variant, content) = match self {
            Value::String(variant) => (variant.as_str(), None),
            Value::Object(members) => {
                let (variant, content) = members.iter().next().filter(|_| members.len() == 1).ok_or_else(single)?;
                (variant.as_str(), Some(content))
            }
            other => return Err(Error::invalid_type(unexpected(other), &"string or map")),
        };
        visitor.visit_enum(Variant { variant, content })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

impl<'de> IntoDeserializer<'de, Error> for &'de Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A variant of an enum, and its content.
struct Variant<'de> {
    variant: &'de str,
    content: Option<&'de Value>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let name = seed.deserialize(StrDeserializer::<Error>::new(self.variant))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.content.map_or(Ok(()), Deserialize::deserialize)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        let content = self.content.ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &"newtype variant"))?;
        seed.deserialize(content)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        match self.content {
            Some(Value::Array(items)) if items.is_empty() => visitor.visit_unit(),
            Some(Value::Array(items)) => visit_list(items, visitor),
            Some(other) => Err(Error::invalid_type(unexpected(other), &"tuple variant")),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &"tuple variant")),
        }
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        match self.content {
            Some(Value::Object(members)) => visit_members(members, visitor),
            Some(other) => Err(Error::invalid_type(unexpected(other), &"struct variant")),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &"struct variant")),
        }
    }
}
