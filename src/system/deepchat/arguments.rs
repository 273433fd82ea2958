//! The arguments of a call: repaired where they are no JSON, then trimmed, then held against the limits. Nothing is
//! done before that (DC-18).

use serde_json::{Map, Value};

use super::{
    Profile,
    definition::name,
    question::{Choice, DESCRIPTION_MAX, LABEL_MAX, OPTIONS_MAX, QUESTION_MAX, Question},
};
use crate::model::json::read_arguments;

/// What a model may want to know to do better.
const HINT: &str = "Give `question` (a text), `options` (an array of objects with a `label` and perhaps a \
    `description`), and if you like `header`, `multiple` and `custom`.";
const KNOWN: [&str; 5] = ["header", "question", "options", "multiple", "custom"];
/// More than this is not repaired: a question that is that long is refused anyway.
const REPAIRED_MAX: usize = 1 << 20;

/// Reads the arguments of a call.
///
/// # Errors
/// What the model is told, without the prefix that marks an error (DC-15).
pub fn read(profile: Profile, text: &str) -> Result<Question, String> {
    let arguments = repaired(text).ok_or_else(|| format!("Invalid JSON for question tool arguments. {HINT}"))?;
    let mut issues = Vec::new();
    let question = Reader { profile, issues: &mut issues }.question(&arguments);
    if issues.is_empty() {
        return Ok(question);
    }
    let issues = issues.join("; ");
    Err(format!("Invalid arguments for {}. {HINT} Validation details: {issues}", name(profile)))
}

/// The object that `text` is, or is meant to be (DC-14).
fn repaired(text: &str) -> Option<Map<String, Value>> {
    if let Ok(arguments) = read_arguments(text) {
        return Some(arguments);
    }
    if text.len() > REPAIRED_MAX {
        return None;
    }
    let repaired = jsonrepair_rs::jsonrepair(text).ok()?;
    read_arguments(&repaired).ok()
}

struct Reader<'a> {
    profile: Profile,
    issues: &'a mut Vec<String>,
}

impl Reader<'_> {
    fn question(&mut self, arguments: &Map<String, Value>) -> Question {
        if self.profile == Profile::Head {
            let unknown = arguments.keys().filter(|key| !KNOWN.contains(&key.as_str()));
            self.issues.extend(unknown.map(|key| format!("{key}: unknown key")));
        }
        Question {
            header: self.text(arguments.get("header"), "header", LABEL_MAX).filter(|text| !text.is_empty()),
            text: self.required(arguments.get("question"), "question", QUESTION_MAX),
            options: self.options(arguments.get("options")),
            multiple: self.flag(arguments.get("multiple"), "multiple", false),
            custom: self.flag(arguments.get("custom"), "custom", true),
        }
    }

    fn options(&mut self, value: Option<&Value>) -> Vec<Choice> {
        let Some(Value::Array(options)) = value else {
            self.issues.push("options: expected an array".to_owned());
            return Vec::new();
        };
        if options.is_empty() || options.len() > OPTIONS_MAX {
            self.issues.push(format!("options: expected 1 to {OPTIONS_MAX} of them, found {}", options.len()));
            return Vec::new();
        }
        options.iter().enumerate().map(|(index, option)| self.choice(index, option)).collect()
    }

    fn choice(&mut self, index: usize, option: &Value) -> Choice {
        let at = |key: &str| format!("options[{index}].{key}");
        let Value::Object(option) = option else {
            self.issues.push(format!("options[{index}]: expected an object"));
            return Choice { label: String::new(), description: None };
        };
        // Some models call the label of an option its header (DC-13).
        let header = option.get("header").filter(|_| self.profile == Profile::Head);
        let label = self.required(option.get("label").or(header), &at("label"), LABEL_MAX);
        let description = self.text(option.get("description"), &at("description"), DESCRIPTION_MAX);
        Choice { label, description: description.filter(|text| !text.is_empty()) }
    }

    fn required(&mut self, value: Option<&Value>, at: &str, max: usize) -> String {
        let text = self.text(value, at, max);
        if value.is_none() {
            self.issues.push(format!("{at}: required"));
        } else if text.as_ref().is_some_and(String::is_empty) {
            self.issues.push(format!("{at}: expected a text, found a blank one"));
        }
        text.unwrap_or_default()
    }

    /// A text, trimmed before it is measured (DC-10).
    fn text(&mut self, value: Option<&Value>, at: &str, max: usize) -> Option<String> {
        let Value::String(text) = value? else {
            self.issues.push(format!("{at}: expected a text"));
            return None;
        };
        let text = text.trim();
        let length = text.chars().count();
        if length > max {
            self.issues.push(format!("{at}: expected at most {max} characters, found {length}"));
        }
        Some(text.to_owned())
    }

    fn flag(&mut self, value: Option<&Value>, at: &str, default: bool) -> bool {
        match value {
            None => default,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.issues.push(format!("{at}: expected true or false"));
                default
            }
        }
    }
}

#[cfg(test)]
#[path = "arguments_tests.rs"]
mod tests;
