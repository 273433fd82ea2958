//! What the documents demand of a question and of its answer. Each function was read from the specification of
//! `ask_user`, and names the requirements that it was read from. It knows nothing of the machine.

use crate::model::json::{Map, Value, json};

/// The label of the entry that is always last.
pub const OTHER: &str = "Other (type your answer)";
/// The greatest number of options that are all shown.
const SHOWN_MAX: usize = 6;

/// An option.
#[derive(Clone, Debug)]
pub struct Choice {
    pub label: String,
    pub description: Option<String>,
}

/// A question, with the answer that the user gives.
#[derive(Clone, Debug)]
pub struct Question {
    pub text: String,
    pub header: Option<String>,
    pub choices: Option<Vec<Choice>>,
    pub several: Option<bool>,
    pub given: Given,
}

/// What the user answers.
#[derive(Clone, Debug)]
pub enum Given {
    /// Labels of the options.
    Picks(Vec<String>),
    /// A text of the user's own.
    Text(String),
}

/// What is demanded, with the requirements.
pub struct Demanded {
    pub value: Value,
    pub from: Vec<&'static str>,
}

impl Choice {
    pub fn new(label: &str, description: Option<&str>) -> Self {
        Self { label: label.to_owned(), description: description.map(str::to_owned) }
    }
}

impl Question {
    /// The options, if there are any.
    pub fn choices(&self) -> &[Choice] {
        self.choices.as_deref().unwrap_or_default()
    }

    /// Whether the question asks for a text (PI-16).
    pub fn is_text(&self) -> bool {
        self.choices.is_none()
    }

    /// Whether several options may be picked. Left out means false (PI-06).
    pub fn is_several(&self) -> bool {
        self.several == Some(true)
    }

    /// Whether all rows of the list are shown at once (PI-104).
    pub fn shows_all(&self) -> bool {
        self.choices().len() <= SHOWN_MAX
    }

    /// The question in the arguments of the call.
    pub fn arguments(&self) -> Value {
        let mut question = self.kept();
        if let Some(several) = self.several {
            question["multiSelect"] = json!(several);
        }
        question
    }

    /// What must be left of the question wherever it is repeated: what means nothing may be gone.
    pub fn kept(&self) -> Value {
        let mut question = Map::from_iter([("question".to_owned(), json!(self.text))]);
        if let Some(header) = &self.header {
            question.insert("header".to_owned(), json!(header));
        }
        if !self.is_text() {
            let choice = |choice: &Choice| match &choice.description {
                Some(description) => json!({"label": choice.label, "description": description}),
                None => json!({"label": choice.label}),
            };
            question.insert("options".to_owned(), self.choices().iter().map(choice).collect());
        }
        if self.is_several() {
            question.insert("multiSelect".to_owned(), json!(true));
        }
        Value::Object(question)
    }

    /// The question in a pending file, with this answer.
    pub fn in_file(&self, answer: &Value) -> Value {
        let mut question = json!({"question": self.text, "answer": answer});
        if !self.is_text() {
            question["options"] = self.labels();
        }
        question
    }

    /// The labels, as a list.
    pub fn labels(&self) -> Value {
        self.choices().iter().map(|choice| json!(choice.label)).collect()
    }

    /// The `answer`: a list of texts if several options may be picked, else a text (PI-26).
    pub fn value(&self) -> Value {
        match &self.given {
            Given::Picks(labels) if self.is_several() => json!(labels),
            Given::Picks(labels) => json!(labels.concat()),
            Given::Text(text) if self.is_several() => json!([text]),
            Given::Text(text) => json!(text),
        }
    }

    /// The texts of the answer.
    pub fn texts(&self) -> Vec<String> {
        match &self.given {
            Given::Picks(labels) => labels.clone(),
            Given::Text(text) => vec![text.clone()],
        }
    }

    /// The whole answer in a result.
    pub fn answer(&self) -> Demanded {
        let (is_custom, mut from) = match &self.given {
            Given::Picks(_) => (false, if self.is_several() { vec!["PI-26"] } else { vec!["PI-23"] }),
            Given::Text(_) if self.is_text() => (true, vec!["PI-24"]),
            Given::Text(_) if self.is_several() => (true, vec!["PI-25", "PI-26"]),
            Given::Text(_) => (true, vec!["PI-25"]),
        };
        from.extend(self.also_from());
        let mut value = json!({"question": self.text, "answer": self.value(), "wasCustom": is_custom});
        if !is_custom && !self.is_several() {
            value["selectedOption"] = self.value();
        }
        Demanded { value, from }
    }

    /// The answer of a second pass. What `wasCustom` is there is not written.
    pub fn answer_of_second_pass(&self) -> Demanded {
        let mut from = if self.is_several() { vec!["PI-26"] } else { Vec::new() };
        from.extend(self.also_from());
        Demanded { value: json!({"question": self.text, "answer": self.value()}), from }
    }

    /// The requirements about what the answer consists of.
    fn also_from(&self) -> Option<&'static str> {
        match &self.given {
            Given::Picks(labels) => labels.iter().any(|label| label.ends_with("(Recommended)")).then_some("PI-13"),
            Given::Text(text) if text.starts_with('⟨') => Some("PI-39"),
            Given::Text(_) => Some("PI-19"),
        }
    }
}

/// Whether the result has exactly the members that are demanded. The members of a list that was answered are open.
pub fn is_exact(questions: &[Question]) -> bool {
    !questions.iter().any(Question::is_several)
}

/// A call that is answered: one answer to each question, in order (PI-21, PI-22).
pub fn answered(answers: impl Iterator<Item = Demanded>) -> Demanded {
    let mut from = vec!["PI-21", "PI-22"];
    let mut values = Vec::new();
    for Demanded { value, from: more } in answers {
        values.push(value);
        more.into_iter().for_each(|id| {
            if !from.contains(&id) {
                from.push(id);
            }
        });
    }
    Demanded { value: json!({"answered": true, "answers": values}), from }
}
