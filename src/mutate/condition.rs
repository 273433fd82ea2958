//! Conditions on the values at a place of a message.

use crate::model::json::Value;
use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::RowError;

/// A condition on the value at a place. A plain value means "equal to this"; an object holds one of the tests. A place
/// with `*` has several values, and one of them must fit.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(try_from = "Value", into = "Value")]
#[schemars(!try_from, !into, untagged)]
pub enum Condition {
    /// One of the tests.
    Test(Box<Test>),
    /// Equal to this value, which is not an object.
    Is(Value),
}

/// A test.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Test {
    /// Equal to this value. Needed for objects.
    Is(Value),
    /// A text that contains this piece, an array with this element, or an object with this key.
    Has(Value),
    /// A text in which this regular expression matches.
    Matches(Pattern),
    /// Whether there is a value at all.
    Exists(bool),
    /// A value of this type: `text`, `number`, `boolean`, `null`, `array` or `object`.
    Type(Kind),
    /// A text with this number of characters, or an array or object with this number of members.
    Length(usize),
    /// The condition does not hold. If there are several values, it holds of none of them.
    Not(Condition),
    /// One of the conditions holds.
    Any(Vec<Condition>),
    /// All of them hold.
    All(Vec<Condition>),
}

/// A type of JSON.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A text.
    Text,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// Null.
    Null,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// A regular expression.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(try_from = "String", into = "String")]
#[schemars(!try_from, !into, with = "String")]
pub struct Pattern(pub Regex);

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl TryFrom<String> for Pattern {
    type Error = RowError;

    fn try_from(text: String) -> Result<Self, RowError> {
        Regex::new(&text).map(Self).map_err(|why| RowError::Pattern { text, why })
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.0.as_str().to_owned()
    }
}

impl TryFrom<Value> for Condition {
    type Error = RowError;

    fn try_from(value: Value) -> Result<Self, RowError> {
        if !value.is_object() {
            return Ok(Self::Is(value));
        }
        let read = crate::model::json::from_value(value).map(|test| Self::Test(Box::new(test)));
        read.map_err(|error| RowError::Condition(error.to_string()))
    }
}

impl From<Condition> for Value {
    fn from(condition: Condition) -> Self {
        match condition {
            Condition::Is(value) => value,
            Condition::Test(test) => crate::model::json::to_value(test).unwrap_or_default(),
        }
    }
}

impl Condition {
    /// Whether the condition holds of the values `found`. `filled` replaces `<word>` by the value remembered as `word`.
    pub fn holds(&self, found: &[&Value], filled: &dyn Fn(&Value) -> Value) -> bool {
        let equals = |expected: &Value| {
            let expected = filled(expected);
            found.iter().any(|found| **found == expected)
        };
        let test = match self {
            Self::Is(expected) => return equals(expected),
            Self::Test(test) => test,
        };
        match &**test {
            Test::Is(expected) => equals(expected),
            Test::Has(piece) => {
                let piece = filled(piece);
                found.iter().any(|found| has(found, &piece))
            }
            Test::Matches(pattern) => {
                found.iter().any(|found| found.as_str().is_some_and(|text| pattern.0.is_match(text)))
            }
            Test::Exists(exists) => found.is_empty() != *exists,
            Test::Type(kind) => found.iter().any(|found| Kind::of(found) == *kind),
            Test::Length(length) => found.iter().any(|found| size(found) == Some(*length)),
            Test::Not(condition) => !condition.holds(found, filled),
            Test::Any(conditions) => conditions.iter().any(|condition| condition.holds(found, filled)),
            Test::All(conditions) => conditions.iter().all(|condition| condition.holds(found, filled)),
        }
    }
}

impl Kind {
    const fn of(value: &Value) -> Self {
        match value {
            Value::String(_) => Self::Text,
            Value::Number(_) => Self::Number,
            Value::Bool(_) => Self::Boolean,
            Value::Null => Self::Null,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }
}

/// Whether a text contains the piece, an array the element, or an object the key.
fn has(value: &Value, piece: &Value) -> bool {
    match (value, piece) {
        (Value::String(text), Value::String(piece)) => text.contains(piece.as_str()),
        (Value::Array(items), piece) => items.contains(piece),
        (Value::Object(members), Value::String(key)) => members.contains_key(key),
        _ => false,
    }
}

/// The number of characters or members.
fn size(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.chars().count()),
        Value::Array(items) => Some(items.len()),
        Value::Object(members) => Some(members.len()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::Condition;

    #[rstest]
    #[case(json!("yes"), json!(["yes"]), true)]
    #[case(json!("yes"), json!(["no", "yes"]), true)]
    #[case(json!("yes"), json!([]), false)]
    #[case(json!({"is": {"a": 1}}), json!([{"a": 1}]), true)]
    #[case(json!({"has": "es"}), json!(["yes"]), true)]
    #[case(json!({"has": 2}), json!([[1, 2]]), true)]
    #[case(json!({"has": "a"}), json!([{"a": null}]), true)]
    #[case(json!({"has": "a"}), json!([7]), false)]
    #[case(json!({"matches": "^y.s$"}), json!(["yes"]), true)]
    #[case(json!({"exists": true}), json!([null]), true)]
    #[case(json!({"exists": false}), json!([]), true)]
    #[case(json!({"exists": false}), json!([1]), false)]
    #[case(json!({"type": "text"}), json!(["x"]), true)]
    #[case(json!({"type": "number"}), json!(["x"]), false)]
    #[case(json!({"length": 3}), json!(["yes"]), true)]
    #[case(json!({"length": 1}), json!([[1, 2]]), false)]
    #[case(json!({"not": "yes"}), json!(["no", "yes"]), false)]
    #[case(json!({"not": "yes"}), json!([]), true)]
    #[case(json!({"any": ["a", "b"]}), json!(["b"]), true)]
    #[case(json!({"all": [{"has": "a"}, {"has": "b"}]}), json!(["ab"]), true)]
    #[case(json!({"all": [{"has": "a"}, {"has": "b"}]}), json!(["a"]), false)]
    fn a_condition_holds_only_of_values_that_fit(#[case] written: Value, #[case] found: Value, #[case] holds: bool) {
        let condition: Condition = crate::model::json::from_value(written).unwrap();
        let found: Vec<&Value> = found.as_array().unwrap().iter().collect();
        assert_eq!(condition.holds(&found, &Value::clone), holds);
    }

    #[rstest]
    #[case(json!({"hass": "x"}), "unknown variant `hass`")]
    #[case(json!({"matches": "("}), "is no regular expression")]
    #[case(json!({"a": 1, "b": 2}), "{\"is\": ...}")]
    fn the_error_for_a_misspelt_condition_names_the_mistake(#[case] written: Value, #[case] expected: &str) {
        let error = crate::model::json::from_value::<Condition>(written).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
