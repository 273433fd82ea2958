//! The arguments of a call: what `execute` hands on as it is, and the questions as a channel reads them.
//!
//! **Absent here:** any check. What was never checked is asked as it is (PD-90).

use serde_json::{Map, Value};

/// What a call brings, as it is written.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Arguments {
    /// The questions.
    pub questions: Value,
    /// Answers that the call brings itself (PD-35).
    pub answers: Option<Value>,
    /// What belongs to them.
    pub annotations: Option<Value>,
    /// What is for the host alone (PD-78).
    pub metadata: Option<Value>,
}

/// A question.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Question {
    /// The question, by which its answer is called.
    pub text: String,
    /// Its short label.
    pub header: String,
    /// What may be picked.
    pub options: Vec<Choice>,
    /// Whether several may be.
    pub several: bool,
}

/// An option of a question.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Choice {
    /// What is picked.
    pub label: String,
    /// What it means.
    pub description: String,
    /// What it would look like.
    pub preview: Option<String>,
}

impl Arguments {
    /// Takes apart what a call brings.
    pub fn new(mut arguments: Map<String, Value>) -> Self {
        Self {
            questions: arguments.shift_remove("questions").unwrap_or_default(),
            answers: arguments.shift_remove("answers"),
            annotations: arguments.shift_remove("annotations"),
            metadata: arguments.shift_remove("metadata"),
        }
    }
}

impl Question {
    /// The questions of a call, of which nothing is demanded: what is missing is empty.
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
