//! The tool's own rules (PD-12 to PD-25, PD-79 to PD-84). Only the first fault is reported.
//!
//! **Absent here:** `answers`, `annotations`, `metadata`, `multiSelect` and descriptions (PD-82), and any index in a
//! path (PD-19).
//!
//! | first over all questions | then question by question | then option by option |
//! |---|---|---|
//! | their number, the number of options of each | text repeated, header too long | label repeated, preview refused |

use std::collections::BTreeSet;

use crate::model::json::Value;

use super::{
    definition::{HEADER_MAX, OPTIONS_MAX, OPTIONS_MIN, QUESTIONS_MAX},
    errors::{INVALID_SCHEMA, Issue},
    html,
};

/// Checks the questions of a call.
///
/// # Errors
/// The first fault.
pub fn check(questions: &Value) -> Result<(), Issue> {
    let questions = questions.as_array().filter(|questions| !questions.is_empty());
    let questions = questions.ok_or_else(|| issue("questions", "Provide 1-4 questions"))?;
    if questions.len() > QUESTIONS_MAX {
        return Err(issue("questions", "At most 4 questions allowed"));
    }
    for question in questions {
        let options = question["options"].as_array().map_or(0, |options| options.len());
        if !(OPTIONS_MIN..=OPTIONS_MAX).contains(&options) {
            let text = text(question, "question");
            return Err(issue("questions[].options", format!("Question \"{text}\" must have 2-4 options")));
        }
    }
    let mut texts = BTreeSet::new();
    for question in questions {
        check_question(question, &mut texts)?;
    }
    Ok(())
}

/// Checks one question: its text, its header and its options (PD-15, PD-16).
fn check_question<'a>(question: &'a Value, texts: &mut BTreeSet<&'a str>) -> Result<(), Issue> {
    let asked = text(question, "question");
    if !texts.insert(asked) {
        return Err(issue("questions", format!("Question texts must be unique: \"{asked}\"")));
    }
    if text(question, "header").encode_utf16().count() > HEADER_MAX {
        return Err(issue("questions[].header", format!("header for \"{asked}\" exceeds 12 chars")));
    }
    let mut labels = BTreeSet::new();
    let options = question["options"].as_array().into_iter().flatten();
    options.into_iter().try_for_each(|option| check_option(option, asked, &mut labels))
}

/// Checks one option (PD-17, PD-18).
fn check_option<'a>(option: &'a Value, asked: &str, labels: &mut BTreeSet<&'a str>) -> Result<(), Issue> {
    let label = text(option, "label");
    if !labels.insert(label) {
        let message = format!("Option labels must be unique within question \"{asked}\"");
        return Err(issue("questions[].options", message));
    }
    match html::fault(option["preview"].as_str()) {
        None => Ok(()),
        Some(fault) => {
            let message = format!("Option \"{label}\" in question \"{asked}\": {fault}");
            Err(issue("questions[].options[].preview", message))
        }
    }
}

fn issue(path: &str, message: impl Into<String>) -> Issue {
    Issue::new(path, INVALID_SCHEMA, message)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[cfg(test)]
#[path = "validate_tests.rs"]
mod tests;
