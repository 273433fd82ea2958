//! The values that stand for the words of the table: answers, defaults and settings of each type.

use serde_json::{Value, json};

/// The question that a combination is about.
pub const QUESTION: &str = "Deploy how?";
/// The options of a choice.
pub const OPTIONS: [&str; 2] = ["staging", "production"];
/// A secret.
pub const SECRET: &str = "hunter2-xyzzy";
/// Another secret, which another layer of the configuration hides.
const OTHER_SECRET: &str = "hunter2-plugh";

/// A valid answer that a person or the assistant gives.
pub fn answer(kind: &str) -> Value {
    match kind {
        "boolean" => json!(true),
        "select" => json!(OPTIONS[1]),
        "secret" => json!(SECRET),
        _ => json!("v1"),
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
pub fn default(kind: &str, word: &str) -> Option<Value> {
    Some(match (word, kind) {
        ("none", _) => return None,
        ("falsy", _) => falsy(kind),
        ("no_option", _) => json!("elsewhere"),
        ("other_type", "boolean") => json!("true"),
        ("other_type", _) => json!(true),
        (_, "text") => json!("v0"),
        _ => answer(kind),
    })
}

/// The configured answer for the table's word.
pub fn configured(kind: &str, word: &str) -> Option<Value> {
    Some(match word {
        "none" => return None,
        "yes" => json!(true),
        "no" => json!(false),
        "text_true" => json!("true"),
        "one" => json!(1),
        "zero" => json!(0),
        "empty" => json!(""),
        "other_case" => json!("Production"),
        _ => answer(kind),
    })
}

/// A valid answer in a layer below, which must not be taken.
pub fn below(kind: &str, above: &Value) -> Value {
    match kind {
        "boolean" => json!(above != &json!(true)),
        "select" => json!(OPTIONS[0]),
        "secret" => json!(OTHER_SECRET),
        _ => json!("v0"),
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
pub fn context(word: &str) -> Option<&'static str> {
    match word {
        "none" => None,
        "line" => Some("3 files changed"),
        _ => Some("3 files changed\n1 migration"),
    }
}
