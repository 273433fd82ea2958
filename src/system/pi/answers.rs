//! Answers, and the outcome of a call.

use indexmap::IndexSet;
use std::fmt;

use crate::model::json::{Text, Value, from_value, json};
use serde::{Deserialize, Serialize};

use super::{arguments::Question, errors::PositionalError};

/// The answer to one question, as the model is told (PI-87).
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The text of the question, word for word (PI-22).
    pub question: Text,
    /// What the user says.
    #[serde(rename = "answer")]
    pub said: Said,
    /// The label that was picked, if the question asks for a single option (PI-23 to PI-25).
    #[serde(rename = "selectedOption", default, skip_serializing_if = "Option::is_none")]
    pub selected: Option<Text>,
    /// Whether the user typed a text.
    #[serde(default)]
    pub was_custom: bool,
}

/// What the user says to a question.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Value")]
pub enum Said {
    /// One text.
    One(Text),
    /// A list of texts, even if there is only one, where several options may be picked (PI-26).
    Several(Vec<Text>),
}

impl TryFrom<Value> for Said {
    type Error = &'static str;

    fn try_from(said: Value) -> Result<Self, &'static str> {
        match said {
            Value::String(text) => Ok(Self::One(text)),
            list => from_value(list).map(Self::Several).map_err(|_| "expected a text or a list of texts"),
        }
    }
}

/// The outcome of a call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// An answer to each question, in their order (PI-21).
    Answered(Vec<Answer>),
    /// The user declined to answer. What was picked so far is discarded (PI-30, PI-34).
    Cancelled,
    /// The client left (PI-64).
    ConnectionLost,
    /// The questions are in this file (PI-52).
    Pending {
        /// The path of the file.
        path: String,
    },
}

impl Answer {
    /// A picked label.
    pub fn picked(question: &Question, label: &str) -> Self {
        let (said, selected) = if question.several {
            (Said::Several(vec![label.into()]), None)
        } else {
            (Said::One(label.into()), Some(label.into()))
        };
        Self { question: question.text.clone(), said, selected, was_custom: false }
    }

    /// A typed text.
    pub fn typed(question: &Question, text: &str) -> Self {
        let said = if question.several { Said::Several(vec![text.into()]) } else { Said::One(text.into()) };
        Self { question: question.text.clone(), said, selected: None, was_custom: true }
    }

    /// Picked labels in the order of the list, followed by the typed text, if any.
    pub fn several(question: &Question, labels: Vec<String>, typed: Option<&str>) -> Self {
        let said = labels.into_iter().map(Text::from).chain(typed.map(Text::from)).collect();
        let was_custom = typed.is_some();
        Self { question: question.text.clone(), said: Said::Several(said), selected: None, was_custom }
    }

    /// An answer from elsewhere than the form: from a file, the command line or a client. A text that is a label counts as
    /// picked. `None` if there is no text, or if there are several texts for a question that takes one (PI-26).
    pub fn given(question: &Question, said: Said) -> Option<Self> {
        let texts = match said {
            Said::One(text) => vec![text],
            Said::Several(texts) if question.several => texts,
            Said::Several(_) => return None,
        };
        if texts.is_empty() || texts.iter().any(|text| text.is_empty()) {
            return None;
        }
        let picked = |label: &&str| texts.iter().any(|text| text == label);
        // The order is that of the form: the labels in the order of the list, then the other texts, each text once.
        let labels: IndexSet<&str> = question.labels().filter(picked).collect();
        let others: IndexSet<&str> = texts.iter().map(Text::as_str).filter(|text| !labels.contains(text)).collect();
        if !question.several {
            let picked = labels.first().map(|label| Self::picked(question, label));
            return picked.or_else(|| others.first().map(|text| Self::typed(question, text)));
        }
        let was_custom = !others.is_empty();
        let said = labels.into_iter().chain(others).map(Text::from).collect();
        Some(Self { question: question.text.clone(), said: Said::Several(said), selected: None, was_custom })
    }
}

impl Said {
    /// Reads a text or an array of texts; `None` if it is neither.
    pub fn read(written: &Value) -> Option<Self> {
        Self::deserialize(written).ok()
    }
}

impl fmt::Display for Said {
    /// Writes the text, or the array of texts, as JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        json!(self).fmt(f)
    }
}

/// The answers of the command line, by position (PI-59).
///
/// # Errors
/// There is not one answer for each question, or an answer does not fit its question.
pub fn by_position(questions: &[Question], given: &[Said]) -> Result<Vec<Answer>, PositionalError> {
    let (expected, found) = (questions.len(), given.len());
    if expected != found {
        return Err(PositionalError::Count { expected, found });
    }
    let answer = |(at, (question, said)): (usize, (&Question, &Said))| {
        let expected = if question.several { "some texts" } else { "one text" };
        let error = || PositionalError::Answer { number: at + 1, expected, found: said.to_string() };
        Answer::given(question, said.clone()).ok_or_else(error)
    };
    questions.iter().zip(given).enumerate().map(answer).collect()
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Answer, Said};
    use crate::system::pi::arguments::{Choice, Question};

    fn question(several: bool) -> Question {
        let option = |label: &str| Choice { label: label.to_owned(), description: None };
        Question { text: "Q".into(), header: None, options: vec![option("A"), option("B")], several }
    }

    #[rstest]
    #[case(Answer::picked(&question(false), "A"), json!({"question": "Q", "answer": "A", "selectedOption": "A", "wasCustom": false}))]
    #[case(Answer::typed(&question(false), "x"), json!({"question": "Q", "answer": "x", "wasCustom": true}))]
    #[case(Answer::picked(&question(true), "A"), json!({"question": "Q", "answer": ["A"], "wasCustom": false}))]
    #[case(Answer::typed(&question(true), "x"), json!({"question": "Q", "answer": ["x"], "wasCustom": true}))]
    #[case(Answer::several(&question(true), vec!["A".into()], Some("x")), json!({"question": "Q", "answer": ["A", "x"], "wasCustom": true}))]
    fn an_answer_is_written_as_the_model_is_told(#[case] answer: Answer, #[case] written: Value) {
        assert_eq!(json!(answer), written);
    }

    #[rstest]
    #[case(false, json!("B"), Some(json!({"question": "Q", "answer": "B", "selectedOption": "B", "wasCustom": false})))]
    #[case(false, json!("b"), Some(json!({"question": "Q", "answer": "b", "wasCustom": true})))]
    #[case(false, json!(["B"]), None)]
    #[case(false, json!([]), None)]
    #[case(false, json!(""), None)]
    #[case(true, json!(["B"]), Some(json!({"question": "Q", "answer": ["B"], "wasCustom": false})))]
    #[case(true, json!("B"), Some(json!({"question": "Q", "answer": ["B"], "wasCustom": false})))]
    #[case(true, json!(["x", "B", "A", "B", "x"]), Some(json!({"question": "Q", "answer": ["A", "B", "x"], "wasCustom": true})))]
    #[case(true, json!([]), None)]
    #[case(true, json!(["A", ""]), None)]
    fn a_text_from_elsewhere_is_an_answer_if_it_fits_the_question(
        #[case] several: bool,
        #[case] said: Value,
        #[case] written: Option<Value>,
    ) {
        let answer = Answer::given(&question(several), Said::read(&said).unwrap());
        assert_eq!(answer.map(|answer| json!(answer)), written);
    }
}
