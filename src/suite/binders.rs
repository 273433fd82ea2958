//! Binders: our names for ids that the subject makes up, and the comparison of expected with found JSON.
//!
//! A `Then` writes `<request#1>` where it expects some id. The first match binds the name to the text or number that
//! was found there. Every later use of the name in the scenario must match the same id. Two binders with the same word
//! stand for different ids: `<request#2>` never equals `<request#1>`.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::model::json::{Name, Value};
use regex::Regex;

use crate::stage::party::stored_value;

/// The bound binders of a scenario: the name of each, and its id.
#[derive(Clone, Debug, Default)]
pub struct Binders(BTreeMap<String, Value>);

fn binder() -> &'static Regex {
    static BINDER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"<[A-Za-z]\w*#[0-9]+>").unwrap_or_else(|error| panic!("{error}")));
    &BINDER
}

fn is_binder(text: &str) -> bool {
    binder().find(text).is_some_and(|found| found.as_str() == text)
}

impl Binders {
    /// Binds the binders in a client's `lines` to the ids that were sent in their place. The ids come from the `stored`
    /// events.
    pub fn bind_sent<'a>(&mut self, lines: &str, stored: impl Iterator<Item = &'a Value> + Clone) {
        for found in binder().find_iter(lines) {
            let name = found.as_str().trim_matches(['<', '>']);
            if let Some(value) = stored_value(stored.clone(), name) {
                self.0.insert(found.as_str().to_owned(), value);
            }
        }
    }

    /// `text` with each bound binder replaced by its id.
    pub fn filled(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (name, id)| {
            let json = id.to_string();
            text.replace(&format!("\"{name}\""), &json).replace(name, json.trim_matches('"'))
        })
    }

    /// The first binder in `text` that is not bound.
    pub fn unbound<'a>(&self, text: &'a str) -> Option<&'a str> {
        binder().find_iter(text).map(|found| found.as_str()).find(|name| !self.0.contains_key(*name))
    }

    /// Whether `found` contains everything in `expected`, at any depth. Extra object members are allowed; arrays must
    /// have the same length. A string that contains the expected JSON does not fit. New binders are bound only if the
    /// whole value fits.
    pub fn fits(&mut self, expected: &Value, found: &Value) -> bool {
        let mut tried = self.clone();
        let fits = tried.matches(expected, found, false);
        if fits {
            *self = tried;
        }
        fits
    }

    /// Whether `found` equals `expected`, with nothing added. New binders are bound only if the whole value is equal.
    pub fn equals(&mut self, expected: &Value, found: &Value) -> bool {
        let mut tried = self.clone();
        let equals = tried.matches(expected, found, true);
        if equals {
            *self = tried;
        }
        equals
    }

    fn matches(&mut self, expected: &Value, found: &Value, whole: bool) -> bool {
        match (expected, found) {
            (Value::String(name), found) if is_binder(name) => self.takes(name, found),
            (Value::Object(expected), Value::Object(found)) => {
                let has = |(key, value): (&Name, &Value)| {
                    found.get(key).is_some_and(|found| self.matches(value, found, whole))
                };
                expected.iter().all(has) && (!whole || expected.len() == found.len())
            }
            // 2 and 2.0 are one number in JSON.
            (Value::Number(expected), Value::Number(found)) => {
                let is_same = expected.as_f64() == found.as_f64();
                expected == found || (is_same && expected.is_f64() != found.is_f64())
            }
            (Value::Array(expected), Value::Array(found)) => {
                let mut pairs = expected.iter().zip(found);
                expected.len() == found.len() && pairs.all(|(expected, found)| self.matches(expected, found, whole))
            }
            _ if whole => expected == found,
            // An expected text that ends with an ellipsis is a prefix.
            (Value::String(expected), Value::String(found)) => match expected.strip_suffix('…') {
                Some(beginning) => found.starts_with(beginning),
                None => expected == found,
            },
            _ => expected == found,
        }
    }

    fn takes(&mut self, name: &str, found: &Value) -> bool {
        if let Some(known) = self.0.get(name) {
            return known == found;
        }
        let word = |name: &str| name.split('#').next().map(str::to_owned);
        let is_new = self.0.iter().all(|(other, id)| id != found || word(other) != word(name));
        let is_id = found.is_string() || found.is_number();
        if is_new && is_id {
            self.0.insert(name.to_owned(), found.clone());
        }
        is_new && is_id
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::Binders;

    #[rstest]
    #[case(json!({"a": 1}), json!({"a": 1, "b": 2}), true)]
    #[case(json!({"a": 1}), json!({"b": 2}), false)]
    #[case(json!({"a": null}), json!({}), false)]
    #[case(json!([{"a": 1}]), json!([{"a": 1, "b": 2}]), true)]
    #[case(json!([{"a": 1}]), json!([{"a": 1}, {"a": 1}]), false)]
    #[case(json!([1]), json!("[1]"), false)]
    #[case(json!({"a": 1}), json!("{\"a\": 1}"), false)]
    #[case(json!("[1]"), json!([1]), false)]
    #[case(json!([1]), json!("[2]"), false)]
    #[case(json!({"a": "Option A: …"}), json!({"a": "Option A: no"}), true)]
    #[case(json!({"a": "Option A: …"}), json!({"a": "Option B: no"}), false)]
    #[case(json!("A: …"), json!("Option A: no"), false)]
    #[case(json!("a"), json!("ab"), false)]
    #[case::one_number(json!({"a": 2}), json!({"a": 2.0}), true)]
    #[case::another_number(json!({"a": 2}), json!({"a": 2.5}), false)]
    #[case::an_id(json!("<id#1>"), json!("x"), true)]
    #[case::a_number(json!("<id#1>"), json!(7), true)]
    #[case::no_id(json!("<id#1>"), json!(null), false)]
    #[case::the_same(json!(["<id#1>", "<id#1>"]), json!(["x", "x"]), true)]
    #[case::not_the_same(json!(["<id#1>", "<id#1>"]), json!(["x", "y"]), false)]
    #[case::two(json!(["<id#1>", "<id#2>"]), json!(["x", "y"]), true)]
    #[case::two_that_are_one(json!(["<id#1>", "<id#2>"]), json!(["x", "x"]), false)]
    #[case::two_words(json!(["<id#1>", "<call#1>"]), json!(["x", "x"]), true)]
    #[case::in_a_text(json!("an <id#1>"), json!("an x"), false)]
    fn found_json_fits_if_it_contains_the_expected(
        #[case] expected: Value,
        #[case] found: Value,
        #[case] fitting: bool,
    ) {
        assert_eq!(Binders::default().fits(&expected, &found), fitting);
    }

    #[rstest]
    #[case(json!({"a": "<id#1>"}), json!({"a": "x"}), true)]
    #[case(json!({"a": "<id#1>"}), json!({"a": "x", "b": 2}), false)]
    #[case(json!([1]), json!("[1]"), false)]
    #[case(json!("a…"), json!("ab"), false)]
    fn equal_json_has_nothing_more_than_the_expected(
        #[case] expected: Value,
        #[case] found: Value,
        #[case] equal: bool,
    ) {
        assert_eq!(Binders::default().equals(&expected, &found), equal);
    }

    #[test]
    fn a_value_that_does_not_fit_binds_no_id() {
        let mut binders = Binders::default();
        assert!(!binders.fits(&json!({"id": "<id#1>", "is": "b"}), &json!({"id": "x", "is": "a"})));
        assert!(binders.fits(&json!({"id": "<id#1>", "is": "b"}), &json!({"id": "y", "is": "b"})));
        assert!(!binders.fits(&json!("<id#2>"), &json!("y")), "two binders of one word are two ids");
        assert_eq!(binders.filled(r#"the <id#1> is "<id#1>" and <id#2>"#), r#"the y is "y" and <id#2>"#);
        assert_eq!(binders.unbound("<id#1> <id#2> <id#3>"), Some("<id#2>"));
        assert!(binders.fits(&json!("<n#1>"), &json!(7)));
        assert_eq!(binders.filled(r#"{"n": "<n#1>"}"#), r#"{"n": 7}"#);
    }

    #[test]
    fn binders_in_a_clients_lines_are_bound_to_stored_ids() {
        let stored = [json!({"id": "a"}), json!({"id": "a"}), json!({"no": 1}), json!({"id": "b"})];
        let mut binders = Binders::default();
        binders.bind_sent(r#"{"to": "<id#2>", "and": "<id#3>"}"#, stored.iter());
        assert!(binders.fits(&json!("<id#2>"), &json!("b")));
        assert_eq!(binders.unbound("<id#3>"), Some("<id#3>"));
    }
}
