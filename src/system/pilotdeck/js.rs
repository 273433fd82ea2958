//! JavaScript's view of unchecked values: the keys of an object, whether a value counts as true, and its text.
//!
//! **Absent here:** half of a surrogate pair, because UTF-8 cannot hold one.

use crate::model::json::{List, Number, Value};

/// Keys from this number on do not count as positions.
const POSITION_MAX: u64 = 4_294_967_294;
/// Numbers from this power of ten on are written with an exponent.
const PLAIN_MAX: i32 = 21;
/// Numbers below this power of ten are written with an exponent, too.
const PLAIN_MIN: i32 = -7;

/// The entries of an object, a list or a text, in their order. Any other value has no entries (PD-35.o). `None` for
/// `null`, where JavaScript throws.
pub fn entries(value: &Value) -> Option<Vec<(String, Value)>> {
    let numbered = |values: List| values.into_iter().enumerate().map(|(at, one)| (at.to_string(), one)).collect();
    match value {
        Value::Null => None,
        Value::Object(members) => Some(members.iter().map(|(key, value)| (key.to_string(), value.clone())).collect()),
        Value::Array(items) => Some(numbered(items.clone())),
        Value::String(text) => Some(numbered(text.chars().map(|c| c.to_string().into()).collect())),
        Value::Bool(_) | Value::Number(_) => Some(Vec::new()),
    }
}

/// Whether a value has keys of its own.
pub fn has_keys(value: &Value) -> bool {
    match value {
        Value::Object(members) => !members.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The member `key` of an object, or the item at that position of a list or a text.
pub fn member(value: &Value, key: &str) -> Option<Value> {
    let position = || position(key).and_then(|at| usize::try_from(at).ok());
    match value {
        Value::Object(members) => members.get(key).cloned(),
        Value::Array(items) => items.get(position()?).cloned(),
        Value::String(text) => text.chars().nth(position()?).map(|c| c.to_string().into()),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Puts keys that look like positions first, ascending; the others keep their order (PD-50.j).
pub fn in_key_order(entries: &mut [(String, Value)]) {
    entries.sort_by_key(|(key, _)| position(key).map_or((true, 0), |at| (false, at)));
}

/// The position that a key names, if the key is its canonical decimal.
fn position(key: &str) -> Option<u64> {
    let at: u64 = key.parse().ok().filter(|at| *at <= POSITION_MAX)?;
    (at.to_string() == key).then_some(at)
}

/// Whether a value counts as true.
pub fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is_set) => *is_set,
        Value::Number(number) => number.as_f64().is_some_and(|number| number != 0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

/// The text of a value in a template (PD-10.o).
pub fn string(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => number(value),
        Value::String(text) => text.to_string(),
        Value::Array(items) => join(items, ","),
        Value::Object(_) => "[object Object]".to_owned(),
    }
}

/// The items of a list in one text. `null` items are empty.
pub fn join(items: &[Value], between: &str) -> String {
    let written: Vec<String> =
        items.iter().map(|item| if item.is_null() { String::new() } else { string(item) }).collect();
    written.join(between)
}

/// The shortest digits of a number, with an exponent if the number is very large or very small.
fn number(number: &Number) -> String {
    let value = number.as_f64().unwrap_or_default();
    let scientific = format!("{:e}", value.abs());
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let digits = digits.replace('.', "");
    let sign = if value < 0.0 { "-" } else { "" };
    if (PLAIN_MIN + 1..PLAIN_MAX).contains(&exponent) {
        return format!("{sign}{}", plain(&digits, exponent));
    }
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    format!("{sign}{first}{point}{rest}e{exponent:+}")
}

/// `digits` without an exponent. The first digit stands for that power of ten.
fn plain(digits: &str, power: i32) -> String {
    let Ok(before) = usize::try_from(power + 1) else {
        return format!("0.{}{digits}", "0".repeat(power.unsigned_abs() as usize - 1));
    };
    match digits.len() {
        _ if before == 0 => format!("0.{digits}"),
        length if length <= before => format!("{digits}{}", "0".repeat(before - length)),
        _ => format!("{}.{}", &digits[..before], &digits[before..]),
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{entries, has_keys, in_key_order, is_truthy, member, string};

    #[rstest]
    #[case(json!(null), "null")]
    #[case(json!(true), "true")]
    #[case(json!(1.0), "1")]
    #[case(json!(-2.50), "-2.5")]
    #[case(json!(0.5), "0.5")]
    #[case(json!(-0.0), "0")]
    #[case(json!(123_456), "123456")]
    #[case(json!(1e21), "1e+21")]
    #[case(json!(1.5e22), "1.5e+22")]
    #[case(json!(1e20), "100000000000000000000")]
    #[case(json!(0.000_001), "0.000001")]
    #[case(json!(0.000_000_1), "1e-7")]
    #[case(json!(9_007_199_254_740_993_u64), "9007199254740992")]
    #[case(json!(["a", null, ["b", ["c", true]], {}]), "a,,b,c,true,[object Object]")]
    #[case(json!({"a": 1}), "[object Object]")]
    fn values_are_written_as_in_a_template(#[case] value: Value, #[case] written: &str) {
        assert_eq!(string(&value), written);
    }

    #[rstest]
    #[case(json!({"b": 1, "2": 1, "a": 1, "1": 1, "01": 1, "-1": 1}), &["1", "2", "b", "a", "01", "-1"])]
    #[case(json!({"x": 1, "4294967295": 1, "4294967294": 1, "0": 1}), &["0", "4294967294", "x", "4294967295"])]
    #[case(json!({"": 1, "1.0": 1, "1e1": 1, "+1": 1, "10": 1, "9": 1}), &["9", "10", "", "1.0", "1e1", "+1"])]
    fn keys_that_look_like_integers_come_first(#[case] value: Value, #[case] keys: &[&str]) {
        let mut found = entries(&value).unwrap();
        in_key_order(&mut found);
        assert_eq!(found.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), keys);
    }

    #[rstest]
    #[case(json!(["x"]), true, Some(json!("x")))]
    #[case(json!("xy"), true, Some(json!("x")))]
    #[case(json!({"0": "x"}), true, Some(json!("x")))]
    #[case(json!({}), false, None)]
    #[case(json!(""), false, None)]
    #[case(json!(7), false, None)]
    #[case(json!(null), false, None)]
    fn keys_and_members(#[case] value: Value, #[case] keys: bool, #[case] first: Option<Value>) {
        assert_eq!((has_keys(&value), member(&value, "0")), (keys, first));
        assert_eq!(entries(&value).is_some_and(|entries| !entries.is_empty()), keys);
    }

    #[rstest]
    #[case(json!(""), false)]
    #[case(json!(" "), true)]
    #[case(json!(0), false)]
    #[case(json!(0.1), true)]
    #[case(json!([]), true)]
    #[case(json!({}), true)]
    #[case(json!(false), false)]
    fn a_value_counts_as_true_or_false(#[case] value: Value, #[case] is_set: bool) {
        assert_eq!(is_truthy(&value), is_set);
    }

    proptest! {
        #[test]
        fn a_number_is_read_back(number in any::<f64>().prop_filter("finite", |number| number.is_finite())) {
            prop_assert_eq!(string(&json!(number)).parse::<f64>().unwrap(), number);
        }
    }
}
