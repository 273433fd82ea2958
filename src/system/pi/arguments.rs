//! The arguments of a call, and how they are read.
//!
//! **Absent here:** a check of the answers. Any text that the user types is an answer (PI-19).

use crate::model::json::{Map, Text, Value};
use serde::{Deserialize, Deserializer, Serialize, de};

use super::errors::ArgumentsError;

/// The arguments of a call.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct Arguments {
    /// The questions, at least one.
    pub questions: Vec<Question>,
    /// The caller's own data, which is kept unchanged (PI-77).
    pub metadata: Option<Value>,
}

/// A question.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq, Serialize)]
pub struct Question {
    /// The text of the question. The answer repeats it (PI-22).
    #[serde(rename = "question")]
    pub text: Text,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// The options. Without options the user types a text (PI-16, PI-17).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// Whether several options may be picked.
    #[serde(rename = "multiSelect", skip_serializing_if = "is_false")]
    pub several: bool,
}

/// An option of a question.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq, Serialize)]
pub struct Choice {
    /// The text that is shown, and that the answer repeats (PI-13).
    pub label: String,
    /// The line below the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Arguments {
    /// Reads the arguments of a call, without the members that are not known (PI-10).
    ///
    /// # Errors
    /// The first value that is wrong, with its JSON pointer (PI-11, PI-12).
    pub fn read(arguments: &Map) -> Result<Self, ArgumentsError> {
        let questions = match arguments.get("questions") {
            None => return Err(unexpected("/questions", "an array of questions", "nothing")),
            Some(Value::Array(questions)) if questions.is_empty() => {
                return Err(unexpected("/questions", "at least one question", "none"));
            }
            Some(Value::Array(questions)) => questions,
            Some(other) => return Err(unexpected("/questions", "an array of questions", kind(other))),
        };
        let metadata = match arguments.get("metadata") {
            None => None,
            Some(object @ Value::Object(_)) => Some(object.clone()),
            Some(other) => return Err(unexpected("/metadata", "an object", kind(other))),
        };
        let read = |(at, question)| Question::read(&format!("/questions/{at}"), question);
        let questions = questions.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Self { questions, metadata })
    }
}

impl Question {
    /// A question between labels.
    pub fn between(text: &str, labels: &[&str], several: bool) -> Self {
        let option = |label: &&str| Choice { label: (*label).to_owned(), description: None };
        Self { text: text.into(), header: None, options: labels.iter().map(option).collect(), several }
    }

    fn read(at: &str, question: &Value) -> Result<Self, ArgumentsError> {
        let Value::Object(question) = question else {
            return Err(unexpected(at, "a question, an object", kind(question)));
        };
        let options = match question.get("options") {
            None => Vec::new(),
            Some(Value::Array(options)) => {
                let read = |(number, option)| Choice::read(&format!("{at}/options/{number}"), option);
                options.iter().enumerate().map(read).collect::<Result<_, _>>()?
            }
            Some(other) => return Err(unexpected(&format!("{at}/options"), "an array of options", kind(other))),
        };
        let several = match question.get("multiSelect") {
            None => false,
            Some(Value::Bool(several)) => *several,
            Some(other) => return Err(unexpected(&format!("{at}/multiSelect"), "true or false", kind(other))),
        };
        let header = text(question, at, "header", Length::Some)?;
        Ok(Self { text: required(question, at, "question")?.into(), header, options, several })
    }

    /// The labels of the options.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(|option| option.label.as_str())
    }
}

impl Choice {
    fn read(at: &str, option: &Value) -> Result<Self, ArgumentsError> {
        let Value::Object(option) = option else { return Err(unexpected(at, "an option, an object", kind(option))) };
        let description = text(option, at, "description", Length::Any)?.filter(|text| !text.is_empty());
        Ok(Self { label: required(option, at, "label")?, description })
    }
}

impl<'de> Deserialize<'de> for Question {
    /// Reads a stored question, by the same rules as that of a call.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read("", &Value::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The length that a text must have.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Length {
    Any,
    /// Not empty, because an empty text shows nothing (PI-09).
    Some,
}

fn required(members: &Map, at: &str, key: &str) -> Result<String, ArgumentsError> {
    text(members, at, key, Length::Some)?.ok_or_else(|| unexpected(&format!("{at}/{key}"), "a text", "nothing"))
}

fn text(members: &Map, at: &str, key: &str, length: Length) -> Result<Option<String>, ArgumentsError> {
    match members.get(key) {
        None => Ok(None),
        Some(Value::String(text)) if text.is_empty() && length == Length::Some => {
            Err(unexpected(&format!("{at}/{key}"), "a text", "an empty one"))
        }
        Some(Value::String(text)) => Ok(Some(text.to_string())),
        Some(other) => Err(unexpected(&format!("{at}/{key}"), "a text", kind(other))),
    }
}

fn unexpected(at: &str, expected: &'static str, found: &'static str) -> ArgumentsError {
    ArgumentsError::Unexpected { at: at.to_owned(), expected, found }
}

/// The kind of a value, in words.
const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Arguments, ArgumentsError, Choice, Question};

    fn read(arguments: &Value) -> Result<Arguments, ArgumentsError> {
        Arguments::read(arguments.as_object().expect("a case is an object"))
    }

    #[test]
    fn known_members_are_read_and_others_are_left_out() {
        let call = json!({"questions": [{"question": "Q", "header": "H", "multiSelect": true, "hint": 1,
            "options": [{"label": "A", "description": "d", "value": "a"}, {"label": "B", "description": ""}]}],
            "metadata": {"source": "x"}, "more": 1});
        let option = |label: &str, description: Option<&str>| Choice {
            label: label.to_owned(),
            description: description.map(str::to_owned),
        };
        let question = Question {
            text: "Q".into(),
            header: Some("H".into()),
            options: vec![option("A", Some("d")), option("B", None)],
            several: true,
        };
        assert_eq!(
            json!(question),
            json!({"question": "Q", "header": "H", "multiSelect": true,
                "options": [{"label": "A", "description": "d"}, {"label": "B"}]})
        );
        let metadata = Some(json!({"source": "x"}));
        assert_eq!(read(&call), Ok(Arguments { questions: vec![question], metadata }));
    }

    #[rstest]
    #[case::blank(json!({"questions": [{"question": " "}]}))]
    #[case::no_options(json!({"questions": [{"question": "Q", "options": []}]}))]
    #[case::twice(json!({"questions": [{"question": "Q", "options": [{"label": "A"}, {"label": "A"}]}, {"question": "Q"}]}))]
    #[case::many(json!({"questions": vec![json!({"question": "Q", "options": vec![json!({"label": "A"}); 50]}); 20]}))]
    fn there_are_no_other_rules(#[case] arguments: Value) {
        assert!(read(&arguments).is_ok());
    }

    #[rstest]
    #[case(json!({}), "/questions: expected an array of questions, found nothing")]
    #[case(json!({"questions": []}), "/questions: expected at least one question, found none")]
    #[case(json!({"questions": "Q"}), "/questions: expected an array of questions, found a text")]
    #[case(json!({"questions": ["Q"]}), "/questions/0: expected a question, an object, found a text")]
    #[case(json!({"questions": [{}]}), "/questions/0/question: expected a text, found nothing")]
    #[case(json!({"questions": [{"question": ""}]}), "/questions/0/question: expected a text, found an empty one")]
    #[case(json!({"questions": [{"question": 1}]}), "/questions/0/question: expected a text, found a number")]
    #[case(json!({"questions": [{"question": "Q", "header": ""}]}), "/questions/0/header: expected a text, found an empty one")]
    #[case(json!({"questions": [{"question": "Q", "options": {}}]}), "/questions/0/options: expected an array of options, found an object")]
    #[case(json!({"questions": [{"question": "Q", "options": ["A"]}]}), "/questions/0/options/0: expected an option, an object, found a text")]
    #[case(json!({"questions": [{"question": "Q", "options": [{"label": ""}]}]}), "/questions/0/options/0/label: expected a text, found an empty one")]
    #[case(json!({"questions": [{"question": "Q", "multiSelect": 1}]}), "/questions/0/multiSelect: expected true or false, found a number")]
    #[case(json!({"questions": [{"question": "Q"}], "metadata": "x"}), "/metadata: expected an object, found a text")]
    #[case(json!({"questions": [{"question": "Q"}], "metadata": null}), "/metadata: expected an object, found null")]
    fn the_first_mistake_is_reported_with_its_place(#[case] arguments: Value, #[case] told: &str) {
        assert_eq!(read(&arguments).unwrap_err().to_string(), told);
    }
}
