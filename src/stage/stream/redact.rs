//! Secrets stand as `<secret>`, however they are written: plain, escaped inside a JSON text, as a number, or as the
//! keys of a prompt that hides what is typed.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Observation, What};
use crate::{
    model::{Key, Op},
    system::{Act, Effect, Input, Typing, Utterance},
};

/// What stands for a secret.
const MARK: &str = "<secret>";
/// What stands for a key that is pressed while typing is hidden.
const HIDDEN: Key = Key::Char('•');

/// The forms in which secrets may be written, the longest first, so that none hides a part of another.
#[derive(Clone, Debug, Default)]
pub struct Secrets(Vec<String>);

impl Secrets {
    /// The forms of `secrets`; the empty text is no secret.
    pub fn new(secrets: &[String]) -> Self {
        let mut forms = BTreeSet::new();
        for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
            // Twice, for JSON inside a JSON text.
            let escaped = escape(secret);
            forms.extend([secret.clone(), escape(&escaped), escaped]);
        }
        let mut forms: Vec<String> = forms.into_iter().collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        Self(forms)
    }

    /// Puts the mark in the place of every secret in `text`.
    pub fn clean(&self, text: &mut String) {
        for form in &self.0 {
            if text.contains(form.as_str()) {
                *text = text.replace(form.as_str(), MARK);
            }
        }
    }

    fn clean_value(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.clean(text),
            Value::Number(number) if self.0.contains(&number.to_string()) => *value = MARK.into(),
            Value::Array(items) => items.iter_mut().for_each(|item| self.clean_value(item)),
            Value::Object(fields) => {
                let taken = std::mem::take(fields);
                fields.extend(taken.into_iter().map(|(mut key, mut value)| {
                    self.clean(&mut key);
                    self.clean_value(&mut value);
                    (key, value)
                }));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// How JSON writes `text` inside its quotes.
fn escape(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// The stream with every secret replaced, and every key that is typed unseen.
pub fn redact(events: Vec<Observation>, secrets: &[String]) -> Vec<Observation> {
    let secrets = Secrets::new(secrets);
    let mut hiding: BTreeSet<Op> = BTreeSet::new();
    let redacted = events.into_iter().map(|mut event| {
        match &mut event.what {
            What::Effect(Effect::Show(op, prompt)) if prompt.offers.typing == Some(Typing::Hidden) => {
                hiding.insert(*op);
            }
            What::Input(Input::Person(op, Act::Key(key @ Key::Char(_)))) if hiding.contains(op) => *key = HIDDEN,
            What::Input(Input::Person(op, Act::Paste(text))) if hiding.contains(op) => MARK.clone_into(text),
            _ => {}
        }
        if secrets.0.is_empty() { event } else { clean(event, &secrets) }
    });
    redacted.collect()
}

fn clean(event: Observation, secrets: &Secrets) -> Observation {
    let Ok(mut value) = serde_json::to_value(&event.what) else { return event };
    secrets.clean_value(&mut value);
    // Where a secret is also a word of the vocabulary, the text could not be read back; then nothing is shown.
    let hidden = |_| What::Input(Input::Says(Utterance(MARK.to_owned())));
    let what = serde_json::from_value(value).unwrap_or_else(hidden);
    Observation { what, ..event }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::Secrets;

    #[rstest]
    #[case::plain(&["pass"], json!("my pass!"), json!("my <secret>!"))]
    #[case::longest_first(&["abc", "abcdef"], json!("abcdef abc"), json!("<secret> <secret>"))]
    #[case::in_json_text(&["a\"b"], json!("{\"t\":\"a\\\"b\"}"), json!("{\"t\":\"<secret>\"}"))]
    #[case::number(&["4242"], json!({"pin": 4242}), json!({"pin": "<secret>"}))]
    #[case::key(&["pass"], json!({"pass": 1}), json!({"<secret>": 1}))]
    #[case::nothing(&[""], json!("x"), json!("x"))]
    #[case::a_word_of_the_mark(&["secret"], json!("a secret"), json!("a <secret>"))]
    fn secrets_are_replaced(#[case] secrets: &[&str], #[case] mut value: Value, #[case] expected: Value) {
        let secrets: Vec<String> = secrets.iter().map(|secret| (*secret).to_owned()).collect();
        Secrets::new(&secrets).clean_value(&mut value);
        assert_eq!(value, expected);
    }
}
