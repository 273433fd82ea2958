//! Compares two streams of one seed. An implementation may choose its own ids, so a text may differ if it does so
//! everywhere in the same way.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::stage::Observation;

/// The texts of one stream, and those that stand for them in the other.
#[derive(Default)]
struct Pairs {
    there: BTreeMap<String, String>,
    back: BTreeMap<String, String>,
}

/// Whether two streams are the same, except for the ids in them.
pub fn are_same_but_for_ids(one: &[Observation], other: &[Observation]) -> bool {
    let mut pairs = Pairs::default();
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| one == other || pairs.fit(&serde_json::json!(one), &serde_json::json!(other)))
}

impl Pairs {
    fn fit(&mut self, one: &Value, other: &Value) -> bool {
        match (one, other) {
            (Value::String(one), Value::String(other)) => self.fit_texts(one, other),
            (Value::Array(ones), Value::Array(others)) => {
                ones.len() == others.len() && ones.iter().zip(others).all(|(one, other)| self.fit(one, other))
            }
            (Value::Object(ones), Value::Object(others)) => {
                ones.len() == others.len()
                    && ones.iter().zip(others).all(|((one_key, one), (other_key, other))| {
                        self.fit_texts(one_key, other_key) && self.fit(one, other)
                    })
            }
            _ => one == other,
        }
    }

    /// Whether the texts are equal, or are ids that stand for each other wherever either is.
    fn fit_texts(&mut self, one: &str, other: &str) -> bool {
        if one != other && !(may_be_id(one) && may_be_id(other)) {
            return false;
        }
        let there = self.there.entry(one.to_owned()).or_insert_with(|| other.to_owned()) == other;
        there && self.back.entry(other.to_owned()).or_insert_with(|| one.to_owned()) == one
    }
}

/// Whether a text may be an id: one word, with a digit in it.
fn may_be_id(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::are_same_but_for_ids;
    use crate::{
        model::Millis,
        stage::{Observation, What},
        system::{Effect, Record},
    };

    fn stream(records: Value) -> Vec<Observation> {
        let records = records.as_array().unwrap().clone();
        let seen = |(seq, record): (u64, Value)| {
            let what = What::Effect(Effect::Record(Record(record)));
            Observation { seq, at_ms: Millis(0), lane: what.lane(), what }
        };
        (1..).zip(records).map(seen).collect()
    }

    #[rstest]
    #[case::equal(json!([{"id": "a1"}]), json!([{"id": "a1"}]), true)]
    #[case::other_ids(json!([{"id": "a1"}, {"of": "a1"}]), json!([{"id": "b2"}, {"of": "b2"}]), true)]
    #[case::another_word(json!([{"is": "answered"}]), json!([{"is": "cancelled"}]), false)]
    #[case::one_id_for_two(json!([{"id": "a1"}, {"id": "b2"}]), json!([{"id": "c3"}, {"id": "c3"}]), false)]
    #[case::two_ids_for_one(json!([{"id": "a1"}, {"of": "a1"}]), json!([{"id": "b2"}, {"of": "c3"}]), false)]
    #[case::another_number(json!([{"n": 1}]), json!([{"n": 2}]), false)]
    #[case::one_more(json!([{"n": 1}]), json!([{"n": 1}, {"n": 1}]), false)]
    #[case::a_key_more(json!([{"n": 1}]), json!([{"n": 1, "m": 1}]), false)]
    fn only_ids_may_differ(#[case] one: Value, #[case] other: Value, #[case] expected: bool) {
        assert_eq!(are_same_but_for_ids(&stream(one), &stream(other)), expected);
    }
}
