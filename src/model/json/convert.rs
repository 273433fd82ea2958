//! What a value is made of, and what it is compared with.

use std::borrow::Cow;

use super::{List, Map, Name, Number, Text, Value};

macro_rules! from_whole_number {
    ($($number:ty),*) => {
        $(
            impl From<$number> for Value {
                fn from(number: $number) -> Self {
                    Self::Number(number.into())
                }
            }
        )*
    };
}

from_whole_number!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

/// A number that JSON does not have is `null`.
impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Number::from_f64(number).map_or(Self::Null, Self::Number)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value {
    fn from(is: bool) -> Self {
        Self::Bool(is)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text.into())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::String(text.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(text: Cow<'_, str>) -> Self {
        Self::String(text.into())
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Self {
        Self::String(text)
    }
}

impl From<Map> for Value {
    fn from(members: Map) -> Self {
        Self::Object(members)
    }
}

impl From<List> for Value {
    fn from(items: List) -> Self {
        Self::Array(items)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Self {
        items.into_iter().collect()
    }
}

impl<T: Clone + Into<Self>> From<&[T]> for Value {
    fn from(items: &[T]) -> Self {
        items.iter().cloned().collect()
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Self>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

impl<K: Into<Name>, T: Into<Self>> FromIterator<(K, T)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(members: I) -> Self {
        Self::Object(members.into_iter().map(|(key, value)| (key, value.into())).collect())
    }
}

impl From<serde_json::Value> for Value {
    fn from(value: serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(is) => Self::Bool(is),
            serde_json::Value::Number(number) => Self::Number(number),
            serde_json::Value::String(text) => text.into(),
            serde_json::Value::Array(items) => items.into_iter().collect(),
            serde_json::Value::Object(members) => members.into_iter().collect(),
        }
    }
}

impl From<Value> for serde_json::Value {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(is) => Self::Bool(is),
            Value::Number(number) => Self::Number(number),
            Value::String(text) => Self::String(text.into()),
            Value::Array(items) => items.into_iter().map(Self::from).collect(),
            Value::Object(members) => {
                members.into_iter().map(|(key, value)| (String::from(key), Self::from(value))).collect()
            }
        }
    }
}

macro_rules! compared {
    ($($other:ty => |$value:ident, $with:ident| $is_equal:expr;)*) => {
        $(
            impl PartialEq<$other> for Value {
                fn eq(&self, $with: &$other) -> bool {
                    let $value = self;
                    $is_equal
                }
            }

            impl PartialEq<Value> for $other {
                fn eq(&self, $value: &Value) -> bool {
                    let $with = self;
                    $is_equal
                }
            }

            impl PartialEq<$other> for &Value {
                fn eq(&self, $with: &$other) -> bool {
                    let $value = *self;
                    $is_equal
                }
            }
        )*
    };
}

compared! {
    bool => |value, is| value.as_bool() == Some(*is);
    i32 => |value, number| value.as_i64() == Some(i64::from(*number));
    i64 => |value, number| value.as_i64() == Some(*number);
    u16 => |value, number| value.as_u64() == Some(u64::from(*number));
    u32 => |value, number| value.as_u64() == Some(u64::from(*number));
    u64 => |value, number| value.as_u64() == Some(*number);
    usize => |value, number| value.as_u64() == Some(*number as u64);
    f64 => |value, number| value.as_f64() == Some(*number);
}

impl PartialEq<str> for Value {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == Some(text)
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == Some(*text)
    }
}

impl PartialEq<String> for Value {
    fn eq(&self, text: &String) -> bool {
        self.as_str() == Some(text)
    }
}

impl PartialEq<Value> for str {
    fn eq(&self, value: &Value) -> bool {
        value == self
    }
}

impl PartialEq<Value> for &str {
    fn eq(&self, value: &Value) -> bool {
        value == *self
    }
}

impl PartialEq<Value> for String {
    fn eq(&self, value: &Value) -> bool {
        value == self
    }
}
