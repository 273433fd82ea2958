//! A text whose copies share it.

use std::{
    borrow::{Borrow, Cow},
    fmt,
    ops::Deref,
};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use smol_str::SmolStr;

/// A text. A copy shares it, and a short one costs no allocation. It never changes: what is put together piece by piece is
/// a [`String`] first.
#[derive(Clone, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Text(SmolStr);

impl Text {
    /// A text of the program.
    pub const fn new_static(text: &'static str) -> Self {
        Self(SmolStr::new_static(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether a copy of it shares memory. A short text is copied.
    pub(super) fn is_shared(&self) -> bool {
        self.0.is_heap_allocated()
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

macro_rules! from_texts {
    ($($text:ty),*) => {
        $(
            impl From<$text> for Text {
                fn from(text: $text) -> Self {
                    Self(text.into())
                }
            }
        )*
    };
}

from_texts!(&str, String, &String, Cow<'_, str>);

impl From<&Self> for Text {
    fn from(text: &Self) -> Self {
        text.clone()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0.into()
    }
}

macro_rules! compared {
    ($($other:ty),*) => {
        $(
            impl PartialEq<$other> for Text {
                fn eq(&self, other: &$other) -> bool {
                    let other: &str = other.as_ref();
                    self.as_str() == other
                }
            }

            impl PartialEq<Text> for $other {
                fn eq(&self, other: &Text) -> bool {
                    other == self
                }
            }
        )*
    };
}

compared!(str, &str, String, &String);

impl JsonSchema for Text {
    fn inline_schema() -> bool {
        String::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
