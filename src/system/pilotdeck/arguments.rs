//! The arguments of a call: the raw values that `execute` passes on, and the questions as a channel reads them.
//!
//! **Absent here:** checks. Unchecked arguments are asked as they are (PD-90).

use crate::model::json::{Map, Value};

/// The raw arguments of a call.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Arguments {
    /// The questions.
    pub questions: Value,
    /// Answers in the call itself (PD-35).
    pub answers: Option<Value>,
    /// The annotations of these answers.
    pub annotations: Option<Value>,
    /// Metadata for the host (PD-78).
    pub metadata: Option<Value>,
}

/// A question.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Question {
    /// The text, which is also the key of the answer.
    pub text: String,
    /// Its short label.
    pub header: String,
    /// The options.
    pub options: Vec<Choice>,
    /// Whether the user may pick several options.
    pub several: bool,
}

/// An option of a question.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Choice {
    /// The label.
    pub label: String,
    /// The description.
    pub description: String,
    /// The preview.
    pub preview: Option<String>,
}

impl Arguments {
    /// Reads the raw arguments.
    pub fn new(mut arguments: Map) -> Self {
        Self {
            questions: arguments.remove("questions").unwrap_or_default(),
            answers: arguments.remove("answers"),
            annotations: arguments.remove("annotations"),
            metadata: arguments.remove("metadata"),
        }
    }
}

impl Question {
    /// The questions of a call. Nothing is required: a missing value is read as empty.
    pub fn all(questions: &Value) -> Vec<Self> {
        let read = |question: &Value| Self {
            text: text(question, "question"),
            header: text(question, "header"),
            options: question["options"].as_array().into_iter().flatten().map(Choice::read).collect(),
            several: question["multiSelect"] == true,
        };
        questions.as_array().into_iter().flatten().map(read).collect()
    }

    /// The labels of its options.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(|option| option.label.as_str())
    }
}

impl Choice {
    fn read(option: &Value) -> Self {
        Self {
            label: text(option, "label"),
            description: text(option, "description"),
            preview: option["preview"].as_str().map(str::to_owned),
        }
    }

    /// Label and description in one line.
    pub fn line(&self) -> String {
        if self.description.is_empty() { self.label.clone() } else { format!("{} - {}", self.label, self.description) }
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}
