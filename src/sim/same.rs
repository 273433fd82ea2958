//! Compares two streams of one seed. An implementation may choose its own ids, so a word may differ if it does so
//! everywhere in the same way. A time of day may differ, since an implementation may write down the real one.

use std::collections::BTreeMap;

use crate::model::json::Value;

use crate::stage::Observation;

/// The texts of one stream, and those that stand for them in the other.
#[derive(Default)]
struct Pairs {
    there: BTreeMap<String, String>,
    back: BTreeMap<String, String>,
}

/// Where two streams differ first in more than the ids in them, counted from 0. `None` if they do not.
pub fn first_difference(one: &[Observation], other: &[Observation]) -> Option<usize> {
    let mut pairs = Pairs::default();
    let mut both = one.iter().zip(other);
    let differ = |(one, other): (&Observation, &Observation)| {
        one != other && !pairs.fit(&crate::model::json::json!(one), &crate::model::json::json!(other))
    };
    both.position(differ).or_else(|| (one.len() != other.len()).then(|| one.len().min(other.len())))
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

    /// Whether the texts have the same words, but for ids that stand for each other wherever either is.
    fn fit_texts(&mut self, one: &str, other: &str) -> bool {
        let (mut ones, mut others) = (pieces(one), pieces(other));
        loop {
            match (ones.next(), others.next()) {
                (None, None) => return true,
                (Some(one), Some(other)) if self.fit_pieces(one, other) => {}
                _ => return false,
            }
        }
    }

    fn fit_pieces(&mut self, one: &str, other: &str) -> bool {
        if is_time(one) || is_time(other) {
            return is_time(one) && is_time(other);
        }
        if one != other && !may_be_ids([one, other]) {
            return false;
        }
        let there = self.there.entry(one.to_owned()).or_insert_with(|| other.to_owned()) == other;
        there && self.back.entry(other.to_owned()).or_insert_with(|| one.to_owned()) == one
    }
}

/// The words of a text, and what stands between them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(is_between).flat_map(|piece| {
        let end = piece.char_indices().next_back().filter(|(_, c)| is_between(*c)).map_or(piece.len(), |(at, _)| at);
        [&piece[..end], &piece[end..]].into_iter().filter(|piece| !piece.is_empty())
    })
}

/// Whether a character ends a word. Those that ids and times have do not.
const fn is_between(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '+' | '#'))
}

/// Whether a word is a date and a time of day, as RFC 3339 writes them.
fn is_time(word: &str) -> bool {
    let form = "0000-00-00T00:00:00";
    let fits = |(c, form): (char, char)| if form == '0' { c.is_ascii_digit() } else { c == form };
    word.len() > form.len() && word.chars().zip(form.chars()).all(fits)
}

/// Whether two words may be ids: they have digits in them. A random id may have none, and is then as long as the other.
fn may_be_ids(words: [&str; 2]) -> bool {
    let has_digit = words.map(|word| word.bytes().any(|byte| byte.is_ascii_digit()));
    has_digit == [true; 2] || has_digit.contains(&true) && words[0].len() == words[1].len()
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::first_difference;
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
    #[case::an_id_without_a_digit(json!([{"id": "a1"}, {"of": "a1"}]), json!([{"id": "ab"}, {"of": "ab"}]), true)]
    #[case::a_word_and_an_id(json!([{"id": "a1"}]), json!([{"id": "another"}]), false)]
    #[case::another_word(json!([{"is": "answered"}]), json!([{"is": "cancelled"}]), false)]
    #[case::one_id_for_two(json!([{"id": "a1"}, {"id": "b2"}]), json!([{"id": "c3"}, {"id": "c3"}]), false)]
    #[case::two_ids_for_one(json!([{"id": "a1"}, {"of": "a1"}]), json!([{"id": "b2"}, {"of": "c3"}]), false)]
    #[case::another_number(json!([{"n": 1}]), json!([{"n": 2}]), false)]
    #[case::an_id_in_a_text(json!([{"id": "a1"}, {"text": "in a1, \"a1\""}]), json!([{"id": "b2"}, {"text": "in b2, \"b2\""}]), true)]
    #[case::other_words_beside_an_id(json!([{"text": "in a1 it is"}]), json!([{"text": "in b2 it was"}]), false)]
    #[case::other_signs(json!([{"text": "a1, b2"}]), json!([{"text": "a1; b2"}]), false)]
    #[case::fewer_words(json!([{"text": "a1 b2"}]), json!([{"text": "a1 "}]), false)]
    #[case::other_times(
        json!([{"at": "2026-02-04T22:16:32Z"}, {"at": "2026-02-04T22:16:32Z"}]),
        json!([{"at": "2026-02-04T22:16:33.120Z"}, {"at": "2026-02-04T22:16:34Z"}]), true
    )]
    #[case::a_time_and_a_word(json!([{"at": "2026-02-04T22:16:32Z"}]), json!([{"at": "soon"}]), false)]
    #[case::one_more(json!([{"n": 1}]), json!([{"n": 1}, {"n": 1}]), false)]
    #[case::a_key_more(json!([{"n": 1}]), json!([{"n": 1, "m": 1}]), false)]
    fn only_ids_may_differ(#[case] one: Value, #[case] other: Value, #[case] expected: bool) {
        assert_eq!(first_difference(&stream(one), &stream(other)).is_none(), expected);
    }
}
