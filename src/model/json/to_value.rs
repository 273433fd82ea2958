//! Writes a type as a value, or as JSON text.

use serde::{
    Serialize, Serializer,
    ser::{
        Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};
use serde_json::Error;

use super::{
    List, Map, Name, Value,
    shape::{TEXT, VALUE, write_handed},
};

/// Writes a type as a value.
///
/// # Errors
/// The type cannot be written as JSON: a key of a map is no text, for example.
pub fn to_value(of: impl Serialize) -> Result<Value, Error> {
    of.serialize(Writer)
}

/// Writes a type as JSON text, without a value between. A type that cannot be written gives no text.
pub fn to_text(of: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(of).unwrap_or_default()
}

struct Writer;

/// Writes a list, or the content of a tuple variant.
struct Items {
    items: List,
    variant: Option<&'static str>,
}

/// Writes an object, or the content of a struct variant.
#[derive(Hash)]
struct Members {
    members: Map,
    key: Option<Name>,
    variant: Option<&'static str>,
}

/// The value, within the object of its variant if it has one.
fn within(variant: Option<&'static str>, value: Value) -> Value {
    match variant {
        None => value,
        Some(variant) => Value::Object(Map::of([(variant, value)])),
    }
}

macro_rules! write_number {
    ($($method:ident($number:ty))*) => {
        $(
            fn $method(self, number: $number) -> Result<Value, Error> {
                Ok(number.into())
            }
        )*
    };
}

impl Serializer for Writer {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    write_number! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_f64(f64)
    }

    fn serialize_f32(self, number: f32) -> Result<Value, Error> {
        Ok(f64::from(number).into())
    }

    fn serialize_bool(self, is: bool) -> Result<Value, Error> {
        Ok(is.into())
    }

    fn serialize_char(self, char: char) -> Result<Value, Error> {
        Ok(char.to_string().into())
    }

    fn serialize_str(self, text: &str) -> Result<Value, Error> {
        Ok(text.into())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value, Error> {
        Ok(bytes.into())
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, Error> {
        Ok(Value::word(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<Value, Error> {
        if (name == VALUE || name == TEXT)
            && let Some(handed) = write_handed(value, Self)?
        {
            return Ok(handed);
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        Ok(within(Some(variant), value.serialize(self)?))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items, Error> {
        Ok(Items { items: List::with_capacity(length.unwrap_or_default()), variant: None })
    }

    fn serialize_tuple(self, length: usize) -> Result<Items, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Items, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Items, Error> {
        Ok(Items { items: List::with_capacity(length), variant: Some(variant) })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Members, Error> {
        Ok(Members { members: Map::with_capacity(length.unwrap_or_default()), key: None, variant: None })
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Members, Error> {
        self.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Members, Error> {
        Ok(Members { members: Map::with_capacity(length), key: None, variant: Some(variant) })
    }
}

impl Items {
    fn add(&mut self, item: impl Serialize) -> Result<(), Error> {
        self.items.push(to_value(item)?);
        Ok(())
    }

    fn done(self) -> Value {
        within(self.variant, Value::Array(self.items))
    }
}

macro_rules! items {
    ($($list:ident::$method:ident)*) => {
        $(
            impl $list for Items {
                type Ok = Value;
                type Error = Error;

                fn $method<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Error> {
                    self.add(item)
                }

                fn end(self) -> Result<Value, Error> {
                    Ok(self.done())
                }
            }
        )*
    };
}

items! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

impl Members {
    fn done(self) -> Value {
        within(self.variant, Value::Object(self.members))
    }
}

impl SerializeMap for Members {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = Some(key.serialize(NameWriter)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = self.key.take().unwrap_or_default();
        self.members.insert(key, to_value(value)?);
        Ok(())
    }

    fn end(self) -> Result<Value, Error> {
        Ok(self.done())
    }
}

macro_rules! members {
    ($($object:ident)*) => {
        $(
            impl $object for Members {
                type Ok = Value;
                type Error = Error;

                fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                    self.members.put(key, to_value(value)?);
                    Ok(())
                }

                fn end(self) -> Result<Value, Error> {
                    Ok(self.done())
                }
            }
        )*
    };
}

members! { SerializeStruct SerializeStructVariant }

/// Writes the key of a member: a text, a boolean, a whole number, or the name of a variant.
struct NameWriter;

fn no_text() -> Error {
    Error::custom("key must be a string")
}

macro_rules! written_key {
    ($($method:ident($key:ty))*) => {
        $(
            fn $method(self, key: $key) -> Result<Name, Error> {
                Ok(key.to_string().into())
            }
        )*
    };
}

macro_rules! no_key {
    ($($method:ident($($arg:ty),*))*) => {
        $(
            fn $method(self, $(_: $arg),*) -> Result<Name, Error> {
                Err(no_text())
            }
        )*
    };
}

macro_rules! no_parts {
    ($($method:ident($($arg:ty),*) -> $parts:ident;)*) => {
        $(
            fn $method(self, $(_: $arg),*) -> Result<Self::$parts, Error> {
                Err(no_text())
            }
        )*
    };
}

impl Serializer for NameWriter {
    type Ok = Name;
    type Error = Error;
    type SerializeSeq = Impossible<Name, Error>;
    type SerializeTuple = Impossible<Name, Error>;
    type SerializeTupleStruct = Impossible<Name, Error>;
    type SerializeTupleVariant = Impossible<Name, Error>;
    type SerializeMap = Impossible<Name, Error>;
    type SerializeStruct = Impossible<Name, Error>;
    type SerializeStructVariant = Impossible<Name, Error>;

    written_key! {
        serialize_bool(bool) serialize_char(char)
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
    }

    fn serialize_str(self, key: &str) -> Result<Name, Error> {
        Ok(key.into())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Name, Error> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, key: &T) -> Result<Name, Error> {
        key.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<Name, Error> {
        Err(no_text())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Name, Error> {
        Err(no_text())
    }

    no_key! {
        serialize_f32(f32) serialize_f64(f64) serialize_bytes(&[u8]) serialize_none() serialize_unit()
        serialize_unit_struct(&'static str)
    }

    no_parts! {
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
        serialize_map(Option<usize>) -> SerializeMap;
        serialize_struct(&'static str, usize) -> SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }
}
