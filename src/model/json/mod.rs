//! JSON in memory: a [`Value`] whose copies share what they hold.
//!
//! A run copies JSON all the time: a record is written by the machine, seen by every party, and kept in the log. So a copy
//! of a list or an object costs no more than a counter, and a key costs no allocation unless it is long. Apart from that,
//! a value reads and looks like one of `serde_json`, which still reads and writes all text.
//!
//! **Absent here:** reading of text, except in [`read`], which takes text that nobody can trust.

mod convert;
mod from_value;
mod macros;
mod map;
pub mod read;
mod shape;
mod text;
mod to_value;
mod value;

pub use serde_json::Number;

#[doc(inline)]
pub use crate::json;

#[doc(hidden)]
pub use self::macros::{Serialized, Written};
pub use self::{
    from_value::{from_value, read_placed},
    map::{Entry, Members, Name},
    read::{ArgumentsError, DEPTH_MAX, each_key_once, member, read_arguments, read_value, text_of},
    text::Text,
    to_value::{to_text, to_value},
    value::{Index, List, Map, Value},
};

#[cfg(test)]
mod tests;
