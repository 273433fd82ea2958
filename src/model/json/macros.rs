//! Values as they are written in code.

use serde::Serialize;

use super::{Map, Value, to_value};

/// A value that [`json!`](crate::json) takes in. A value of ours is copied, and anything else is serialized.
#[doc(hidden)]
#[derive(Hash)]
pub struct Written<'a, T: ?Sized>(pub &'a T);

impl Written<'_, Value> {
    /// The value.
    pub fn value(&self) -> Value {
        self.0.clone()
    }
}

impl Written<'_, &Value> {
    /// The value.
    pub fn value(&self) -> Value {
        (*self.0).clone()
    }
}

impl Written<'_, Map> {
    /// The value.
    pub fn value(&self) -> Value {
        Value::Object(self.0.clone())
    }
}

impl Written<'_, &Map> {
    /// The value.
    pub fn value(&self) -> Value {
        Value::Object((*self.0).clone())
    }
}

/// Writes what is serialized. The types above have a method of their own, which goes first.
#[doc(hidden)]
pub trait Serialized {
    /// The value.
    fn value(&self) -> Value;
}

impl<T: Serialize + ?Sized> Serialized for Written<'_, T> {
    fn value(&self) -> Value {
        to_value(self.0).unwrap_or_default()
    }
}

/// A [`Value`](crate::model::json::Value) in the syntax of JSON. Any expression may stand for a value, and an expression in
/// parentheses for a key.
///
/// ```
/// use hotseat::model::json::json;
///
/// let (key, number) = ("b", 2);
/// let value = json!({"a": [1, null, {"x": true}], (key): number, "c": {}});
/// assert_eq!(value.to_string(), r#"{"a":[1,null,{"x":true}],"b":2,"c":{}}"#);
/// ```
#[macro_export]
macro_rules! json {
    (null) => { $crate::model::json::Value::Null };
    ([]) => { $crate::model::json::Value::Array($crate::model::json::List::new()) };
    ({}) => { $crate::model::json::Value::Object($crate::model::json::Map::new()) };
    ([$($items:tt)+]) => {{
        let mut items = $crate::model::json::List::new();
        $crate::json!(@items items $($items)+);
        $crate::model::json::Value::Array(items)
    }};
    ({$($members:tt)+}) => {{
        let mut members = $crate::model::json::Map::new();
        $crate::json!(@members members $($members)+);
        $crate::model::json::Value::Object(members)
    }};

    (@items $items:ident) => {};
    (@items $items:ident null $(, $($rest:tt)*)?) => {
        $items.push($crate::model::json::Value::Null);
        $($crate::json!(@items $items $($rest)*);)?
    };
    (@items $items:ident [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $items.push($crate::json!([$($inner)*]));
        $($crate::json!(@items $items $($rest)*);)?
    };
    (@items $items:ident {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $items.push($crate::json!({$($inner)*}));
        $($crate::json!(@items $items $($rest)*);)?
    };
    (@items $items:ident $item:expr $(, $($rest:tt)*)?) => {
        $items.push($crate::json!($item));
        $($crate::json!(@items $items $($rest)*);)?
    };

    (@members $members:ident) => {};
    (@members $members:ident $key:tt: null $(, $($rest:tt)*)?) => {
        $members.insert($crate::json!(@key $key), $crate::model::json::Value::Null);
        $($crate::json!(@members $members $($rest)*);)?
    };
    (@members $members:ident $key:tt: [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $members.insert($crate::json!(@key $key), $crate::json!([$($inner)*]));
        $($crate::json!(@members $members $($rest)*);)?
    };
    (@members $members:ident $key:tt: {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $members.insert($crate::json!(@key $key), $crate::json!({$($inner)*}));
        $($crate::json!(@members $members $($rest)*);)?
    };
    (@members $members:ident $key:tt: $value:expr $(, $($rest:tt)*)?) => {
        $members.insert($crate::json!(@key $key), $crate::json!($value));
        $($crate::json!(@members $members $($rest)*);)?
    };

    (@key $key:literal) => { $crate::model::json::Name::new_static($key) };
    (@key $key:tt) => { $key };

    ($value:expr) => {{
        #[allow(unused_imports, reason = "a value of ours needs no trait")]
        use $crate::model::json::Serialized as _;
        $crate::model::json::Written(&$value).value()
    }};
}
