//! The arguments of a call. Text that is not JSON is repaired; then the texts are trimmed and checked against the
//! limits. A call has no effect before these checks (DC-18).

use crate::model::json::{Map, Value};

use super::{
    Profile,
    errors::{ArgumentsError, Fault, Issue},
    question::{Choice, DESCRIPTION_MAX, LABEL_MAX, OPTIONS_MAX, QUESTION_MAX, Question},
};
use crate::model::json::{read_arguments, read_value};

const KNOWN: [&str; 5] = ["header", "question", "options", "multiple", "custom"];
/// The longest text that is repaired. A longer question is refused anyway.
const REPAIRED_MAX: usize = 1 << 20;

/// Reads the arguments of a call.
///
/// # Errors
/// The arguments are not JSON, or they break a rule.
pub fn read(profile: Profile, text: &str) -> Result<Question, ArgumentsError> {
    let Value::Object(arguments) = repaired(text).ok_or(ArgumentsError::NotJson)? else {
        let issues = vec![Issue { at: "arguments".to_owned(), fault: Fault::NotObject }];
        return Err(ArgumentsError::Invalid { profile, issues });
    };
    let mut issues = Vec::new();
    let question = Reader { profile, issues: &mut issues }.question(&arguments);
    if issues.is_empty() {
        return Ok(question);
    }
    Err(ArgumentsError::Invalid { profile, issues })
}

/// The value in `text`, repaired if necessary (DC-14). Repairing makes a string of prose.
fn repaired(text: &str) -> Option<Value> {
    if let Some(value) = value(text) {
        return Some(value);
    }
    if text.len() > REPAIRED_MAX {
        return None;
    }
    value(&jsonrepair_rs::jsonrepair(text).ok()?)
}

/// The JSON value in `text`. An object that is nested too deep is none.
fn value(text: &str) -> Option<Value> {
    if let Ok(arguments) = read_arguments(text) {
        return Some(Value::Object(arguments));
    }
    read_value(text).ok().filter(|value| !value.is_object())
}

struct Reader<'a> {
    profile: Profile,
    issues: &'a mut Vec<Issue>,
}

impl Reader<'_> {
    fn wrong(&mut self, at: impl Into<String>, fault: Fault) {
        self.issues.push(Issue { at: at.into(), fault });
    }

    fn question(&mut self, arguments: &Map) -> Question {
        if self.profile == Profile::Head {
            let unknown = arguments.keys().filter(|key| !KNOWN.contains(&key.as_str()));
            self.issues.extend(unknown.map(|key| Issue { at: key.to_string(), fault: Fault::UnknownKey }));
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
            self.wrong("options", Fault::NotArray);
            return Vec::new();
        };
        if options.is_empty() || options.len() > OPTIONS_MAX {
            self.wrong("options", Fault::Count { max: OPTIONS_MAX, found: options.len() });
            return Vec::new();
        }
        options.iter().enumerate().map(|(index, option)| self.choice(index, option)).collect()
    }

    fn choice(&mut self, index: usize, option: &Value) -> Choice {
        let at = |key: &str| format!("options[{index}].{key}");
        let Value::Object(option) = option else {
            self.wrong(format!("options[{index}]"), Fault::NotObject);
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
            self.wrong(at, Fault::Required);
        } else if text.as_ref().is_some_and(String::is_empty) {
            self.wrong(at, Fault::Blank);
        }
        text.unwrap_or_default()
    }

    /// A text. Blanks around a text do not count against the limit (DC-10).
    fn text(&mut self, value: Option<&Value>, at: &str, max: usize) -> Option<String> {
        let Value::String(text) = value? else {
            self.wrong(at, Fault::NotText);
            return None;
        };
        let text = text.trim();
        let length = text.chars().count();
        if length > max {
            self.wrong(at, Fault::TooLong { max, found: length });
        }
        Some(text.to_owned())
    }

    fn flag(&mut self, value: Option<&Value>, at: &str, default: bool) -> bool {
        match value {
            None => default,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.wrong(at, Fault::NotFlag);
                default
            }
        }
    }
}

#[cfg(test)]
#[path = "arguments_tests.rs"]
mod tests;
