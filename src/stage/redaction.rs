//! Redaction: replaces the secrets of a run.
//!
//! A run is judged with its secrets. Everything that is printed or written of a run is redacted first: each secret is
//! replaced by `<secret>`, and each key of a hidden answer by `•`. The words of the vocabulary are never replaced, so a
//! redacted stream still has the same events.

use std::{cmp::Reverse, collections::BTreeSet};

use crate::model::json::Value;

/// The replacement of a secret.
pub const MARK: &str = "<secret>";

/// The forms in which the secrets of a run may be written. The longest form is first, so that no part of a secret
/// remains when a shorter one is replaced.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Secrets(Vec<String>);

impl Secrets {
    /// The forms of `secrets`: plain, escaped as in JSON, and escaped twice. The empty text is not a secret.
    pub fn new(secrets: &[String]) -> Self {
        let mut forms = BTreeSet::new();
        for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
            let escaped = escape(secret);
            forms.extend([secret.clone(), escape(&escaped), escaped]);
        }
        let mut forms: Vec<String> = forms.into_iter().collect();
        forms.sort_by_key(|form| Reverse(form.len()));
        Self(forms)
    }

    /// Whether the run has no secret.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `text` contains a secret.
    pub fn are_in(&self, text: &str) -> bool {
        self.0.iter().any(|form| text.contains(form.as_str()))
    }

    /// Whether `value` contains a secret in a text or in a key, or a number that is a secret.
    pub fn are_in_value(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.are_in(text),
            Value::Number(number) => self.0.contains(&number.to_string()),
            Value::Array(items) => items.iter().any(|item| self.are_in_value(item)),
            Value::Object(fields) => fields.iter().any(|(key, value)| self.are_in(key) || self.are_in_value(value)),
            Value::Null | Value::Bool(_) => false,
        }
    }

    /// Replaces every secret in `text`.
    pub fn redact<T: AsRef<str> + From<String>>(&self, text: &mut T) {
        for form in &self.0 {
            let found: &str = (*text).as_ref();
            if found.contains(form.as_str()) {
                *text = found.replace(form.as_str(), MARK).into();
            }
        }
    }

    /// Replaces every secret in `value`: in texts, in keys, and each number that is a secret.
    pub fn redact_value(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.redact(text),
            Value::Number(number) if self.0.contains(&number.to_string()) => *value = MARK.into(),
            Value::Array(items) => items.make_mut().iter_mut().for_each(|item| self.redact_value(item)),
            Value::Object(fields) => {
                let taken = std::mem::take(fields);
                fields.extend(taken.into_iter().map(|(mut key, mut value)| {
                    self.redact(&mut key);
                    self.redact_value(&mut value);
                    (key, value)
                }));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Redacts an expected and a found text. If they differ only in redacted parts, a note is added to `found`: the two
    /// lengths, and the first character that differs.
    pub fn redact_difference(&self, expected: &mut String, found: &mut String) {
        let raw = (expected.clone(), found.clone());
        self.redact(expected);
        self.redact(found);
        if expected == found && raw.0 != raw.1 {
            let same = raw.0.chars().zip(raw.1.chars()).take_while(|(one, other)| one == other).count();
            let (long, found_long) = (raw.0.chars().count(), raw.1.chars().count());
            found.push_str(&format!(
                " (redacted, and not the same: {long} characters expected, {found_long} found; they differ from character \
                 {} on)",
                same + 1
            ));
        }
    }
}

/// `text` as in JSON, without the quotes.
fn escape(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::Secrets;

    fn secrets(secrets: &[&str]) -> Secrets {
        Secrets::new(&secrets.iter().map(|secret| (*secret).to_owned()).collect::<Vec<_>>())
    }

    #[rstest]
    #[case::plain(&["pass"], json!("my pass!"), json!("my <secret>!"))]
    #[case::longest_first(&["abc", "abcdef"], json!("abcdef abc"), json!("<secret> <secret>"))]
    #[case::in_json_text(&["a\"b"], json!("{\"t\":\"a\\\"b\"}"), json!("{\"t\":\"<secret>\"}"))]
    #[case::number(&["4242"], json!({"pin": 4242}), json!({"pin": "<secret>"}))]
    #[case::key(&["pass"], json!({"pass": 1}), json!({"<secret>": 1}))]
    #[case::empty(&[""], json!("x"), json!("x"))]
    #[case::a_word_of_the_mark(&["secret"], json!("a secret"), json!("a <secret>"))]
    fn secrets_are_replaced(#[case] texts: &[&str], #[case] mut value: Value, #[case] expected: Value) {
        let secrets = secrets(texts);
        assert_eq!(secrets.are_in_value(&value), value != expected);
        secrets.redact_value(&mut value);
        assert_eq!(value, expected);
    }

    #[rstest]
    #[case::same("my pass", "my pass", "my <secret>")]
    #[case::another_length("my pass", "my past", "my past")]
    #[case::two_secrets(
        "my pass",
        "my password",
        "my <secret> (redacted, and not the same: 7 characters expected, 11 found; they differ from character 8 on)"
    )]
    #[case::same_length(
        "é pass",
        "é word",
        "é <secret> (redacted, and not the same: 6 characters expected, 6 found; they differ from character 3 on)"
    )]
    fn two_redacted_texts_are_told_apart(#[case] expected: &str, #[case] found: &str, #[case] told: &str) {
        let (mut expected, mut found) = (expected.to_owned(), found.to_owned());
        secrets(&["pass", "word", "password"]).redact_difference(&mut expected, &mut found);
        assert_eq!(found, told);
    }
}
