//! The value.

use std::{fmt, hash::Hash};

use ecow::EcoVec;

use super::{
    Number, Text,
    map::{Members, Name},
};

/// A list of values. A copy shares the elements until one of the two is changed.
pub type List = EcoVec<Value>;

/// The members of an object.
pub type Map = Members<Value>;

/// A JSON value. A copy of a list or an object shares its members until one of the two is changed.
#[derive(Clone, Default, Eq, Hash, PartialEq)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    String(Text),
    /// A list.
    Array(List),
    /// An object, whose members keep their order.
    Object(Map),
}

/// What selects a member of a value: the key of an object, or the index of a list.
pub trait Index {
    /// The member, if there is one.
    fn of<'v>(&self, value: &'v Value) -> Option<&'v Value>;

    /// The member for a change, if there is one.
    fn of_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value>;

    /// The member for a change. A missing key is added to an object, or to an object that takes the place of `null`.
    ///
    /// # Panics
    /// If there is no such member, and none can be added.
    fn or_added<'v>(&self, value: &'v mut Value) -> &'v mut Value;
}

impl Index for usize {
    fn of<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.as_array()?.get(*self)
    }

    fn of_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        value.as_array_mut()?.make_mut().get_mut(*self)
    }

    fn or_added<'v>(&self, value: &'v mut Value) -> &'v mut Value {
        self.of_mut(value).unwrap_or_else(|| panic!("the list has no element {self}"))
    }
}

impl Index for str {
    fn of<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        value.as_object()?.get(self)
    }

    fn of_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        value.as_object_mut()?.get_mut(self)
    }

    fn or_added<'v>(&self, value: &'v mut Value) -> &'v mut Value {
        if value.is_null() {
            *value = Value::Object(Map::new());
        }
        match value {
            Value::Object(members) => members.entry(self).or_insert(Value::Null),
            other => panic!("a value that is no object has no member {self:?}: {other}"),
        }
    }
}

macro_rules! index_by_text {
    ($($text:ty),*) => {
        $(
            impl Index for $text {
                fn of<'v>(&self, value: &'v Value) -> Option<&'v Value> {
                    self.as_str().of(value)
                }

                fn of_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
                    self.as_str().of_mut(value)
                }

                fn or_added<'v>(&self, value: &'v mut Value) -> &'v mut Value {
                    self.as_str().or_added(value)
                }
            }
        )*
    };
}

index_by_text!(String, Name);

impl<I: Index + ?Sized> Index for &I {
    fn of<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        (**self).of(value)
    }

    fn of_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        (**self).of_mut(value)
    }

    fn or_added<'v>(&self, value: &'v mut Value) -> &'v mut Value {
        (**self).or_added(value)
    }
}

/// What a missing member reads as.
static NULL: Value = Value::Null;

/// A missing member reads as `null`.
impl<I: Index> std::ops::Index<I> for Value {
    type Output = Self;

    fn index(&self, index: I) -> &Self {
        index.of(self).unwrap_or(&NULL)
    }
}

/// A missing member reads as `null`.
impl std::ops::Index<&str> for Map {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&NULL)
    }
}

impl<I: Index> std::ops::IndexMut<I> for Value {
    fn index_mut(&mut self, index: I) -> &mut Self {
        index.or_added(self)
    }
}

impl Value {
    /// A text that stands in the program.
    pub const fn word(text: &'static str) -> Self {
        Self::String(Text::new_static(text))
    }

    /// The member with this key or index.
    pub fn get(&self, index: impl Index) -> Option<&Self> {
        index.of(self)
    }

    /// The member with this key or index, for a change.
    pub fn get_mut(&mut self, index: impl Index) -> Option<&mut Self> {
        index.of_mut(self)
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text.as_str()) } else { None }
    }

    /// The boolean, if it is one.
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(is) = self { Some(*is) } else { None }
    }

    /// The number, if it is one that fits.
    pub fn as_i64(&self) -> Option<i64> {
        if let Self::Number(number) = self { number.as_i64() } else { None }
    }

    /// The number, if it is one that fits.
    pub fn as_u64(&self) -> Option<u64> {
        if let Self::Number(number) = self { number.as_u64() } else { None }
    }

    /// The number, if it is one.
    pub fn as_f64(&self) -> Option<f64> {
        if let Self::Number(number) = self { number.as_f64() } else { None }
    }

    /// The elements, if it is a list.
    pub const fn as_array(&self) -> Option<&List> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    /// The elements for a change, if it is a list.
    pub const fn as_array_mut(&mut self) -> Option<&mut List> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    /// The members, if it is an object.
    pub const fn as_object(&self) -> Option<&Map> {
        if let Self::Object(members) = self { Some(members) } else { None }
    }

    /// The members for a change, if it is an object.
    pub const fn as_object_mut(&mut self) -> Option<&mut Map> {
        if let Self::Object(members) = self { Some(members) } else { None }
    }

    /// Whether it is `null`.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether it is `true` or `false`.
    pub const fn is_boolean(&self) -> bool {
        matches!(self, Self::Bool(_))
    }

    /// Whether it is a number.
    pub const fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// Whether it is a whole number that fits.
    pub fn is_u64(&self) -> bool {
        self.as_u64().is_some()
    }

    /// Whether it is a text.
    pub const fn is_string(&self) -> bool {
        matches!(self, Self::String(_))
    }

    /// Whether it is a list.
    pub const fn is_array(&self) -> bool {
        matches!(self, Self::Array(_))
    }

    /// Whether it is an object.
    pub const fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    /// Takes the value, and leaves `null`.
    pub const fn take(&mut self) -> Self {
        std::mem::replace(self, Self::Null)
    }

    /// The member at a JSON pointer (RFC 6901).
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        tokens(pointer)?.try_fold(self, |value, token| match value {
            Self::Array(items) => items.get(index(&token)?),
            Self::Object(members) => members.get(&token),
            _ => None,
        })
    }

    /// The member at a JSON pointer, for a change.
    pub fn pointer_mut(&mut self, pointer: &str) -> Option<&mut Self> {
        tokens(pointer)?.try_fold(self, |value, token| match value {
            Self::Array(items) => items.make_mut().get_mut(index(&token)?),
            Self::Object(members) => members.get_mut(&token),
            _ => None,
        })
    }
}

/// The keys and indexes of a pointer. `None` if it does not begin with a slash and is not empty.
fn tokens(pointer: &str) -> Option<impl Iterator<Item = String>> {
    let is_valid = pointer.is_empty() || pointer.starts_with('/');
    let tokens = pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"));
    is_valid.then_some(tokens)
}

/// The index that a token of a pointer names: digits without a sign or a leading zero.
fn index(token: &str) -> Option<usize> {
    let is_plain = token == "0" || !token.starts_with(['0', '+']);
    token.parse().ok().filter(|_| is_plain)
}

/// As JSON: on one line, or with `{:#}` on several.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = if f.alternate() { serde_json::to_string_pretty(self) } else { serde_json::to_string(self) };
        f.write_str(&written.map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("Null"),
            Self::Bool(is) => write!(f, "Bool({is})"),
            Self::Number(number) => fmt::Debug::fmt(number, f),
            Self::String(text) => write!(f, "String({text:?})"),
            Self::Array(items) => {
                f.write_str("Array ")?;
                fmt::Debug::fmt(items, f)
            }
            Self::Object(members) => {
                f.write_str("Object ")?;
                fmt::Debug::fmt(members, f)
            }
        }
    }
}
