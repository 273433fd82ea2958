//! The values that stand for the words of the table: answers, defaults and settings of each type.

use crate::model::json::{Value, json};

use super::texts::Texts;

/// The text of the question where it is asked in other words first.
pub const FIRST: &str = "Deploy at all?";
/// A secret.
pub const SECRET: &str = "hunter2-xyzzy";
/// Another secret, which another layer of the configuration hides.
const OTHER_SECRET: &str = "hunter2-plugh";

/// A valid answer that a person or the assistant gives.
pub fn answer(kind: &str, texts: &Texts) -> Value {
    match kind {
        "boolean" => json!(true),
        "select" => json!(texts.options[1]),
        "secret" => json!(SECRET),
        _ => json!(texts.answer),
    }
}

/// A valid answer that some languages take for nothing.
pub fn falsy(kind: &str) -> Value {
    if kind == "boolean" { json!(false) } else { json!("") }
}

/// An answer of another type, or one that is no option.
pub fn misfit(kind: &str) -> Value {
    match kind {
        "boolean" => json!("true"),
        "select" => json!("elsewhere"),
        _ => json!(5),
    }
}

/// The default for the table's word.
pub fn default(kind: &str, word: &str, texts: &Texts) -> Option<Value> {
    Some(match (word, kind) {
        ("none", _) => return None,
        ("falsy", _) => falsy(kind),
        ("no_option", _) => json!("elsewhere"),
        ("other_type", "boolean") => json!("true"),
        ("other_type", _) => json!(true),
        (_, "text") => json!(texts.given),
        _ => answer(kind, texts),
    })
}

/// The configured answer for the table's word.
pub fn configured(kind: &str, word: &str, texts: &Texts) -> Option<Value> {
    Some(match word {
        "none" => return None,
        "yes" => json!(true),
        "no" => json!(false),
        "text_true" => json!("true"),
        "one" => json!(1),
        "zero" => json!(0),
        "empty" => json!(""),
        "other_case" => json!(texts.other_case),
        _ => answer(kind, texts),
    })
}

/// A valid answer in a layer below, which must not be taken.
pub fn below(kind: &str, above: &Value, texts: &Texts) -> Value {
    match kind {
        "boolean" => json!(above != &json!(true)),
        "select" => json!(texts.options[0]),
        "secret" => json!(OTHER_SECRET),
        _ => json!(texts.given),
    }
}

/// The target for the table's word.
pub fn target(word: &str) -> Option<Value> {
    Some(match word {
        "unset" => return None,
        "settings" => json!({"model": {"id": "small-model"}}),
        "empty" => json!({}),
        party => json!(party),
    })
}

/// The context for the table's word.
pub fn context(word: &str, texts: &Texts) -> Option<&'static str> {
    match word {
        "none" => None,
        "line" => Some(texts.context),
        _ => Some(texts.lines),
    }
}
