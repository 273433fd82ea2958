//! What a row can demand.

use serde::Deserialize;

/// What is to be seen, and the requirements that say so.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demand<T> {
    /// What is to be seen.
    pub is: T,
    /// The requirements.
    pub from: Vec<String>,
}

/// Who is asked.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// Nobody.
    Nobody,
    /// The person, by a prompt.
    Person,
    /// The assistant, by an inquiry.
    Assistant,
}

/// What a prompt offers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offers {
    /// These keys, among others perhaps.
    #[serde(default)]
    pub keys: Vec<String>,
    /// None of these keys.
    #[serde(default)]
    pub without: Vec<String>,
    /// The question's options, in their order.
    #[serde(default)]
    pub choices: bool,
    /// Typing, shown like that.
    pub typing: Option<Typing>,
}

/// How typed text is shown.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Typing {
    /// As it is typed.
    Echoed,
    /// Not at all.
    Hidden,
}

/// What stands above the question, apart from its context.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Header {
    /// Nothing.
    None,
    /// The label that is configured.
    Configured,
    /// This label.
    Fixed(String),
}

/// The schema of an inquiry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemaForm {
    /// Whether it has the inquiry's id.
    pub inquiry_id: IdInSchema,
    /// The type of the answer.
    pub answer: String,
    /// Whether the answer is one of the question's options.
    pub options: bool,
}

/// Whether the schema of an inquiry has its id.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum IdInSchema {
    /// As a constant, and required.
    Constant,
    /// It has none.
    LeftOut,
    /// As the subject likes.
    Either,
}

/// How a question is closed in the record.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Recorded {
    /// As answered.
    Answered(AnswerFrom),
    /// As answered, without the value.
    Redacted,
    /// As cancelled, for this reason.
    Cancelled(String),
}

/// Where a recorded answer is from.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum AnswerFrom {
    /// It is the configured one.
    Configured,
    /// It is the remembered one.
    Remembered,
    /// It was given just now: it fits the question, and is what was said where that is a value.
    Given,
}

/// What the model is told.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// This, flagged as an error.
    Error(Wording),
    /// This, not flagged as an error.
    Success(Wording),
}

/// How a text reads. `{tool}`, `{question}`, `{type}` and `{text}` stand for the question's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wording {
    /// Like this.
    Exactly(String),
    /// With all of these pieces in it.
    Containing(Vec<String>),
    /// The answer with its type, as JSON.
    Body,
}

/// Whether the tool is run again.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Runs {
    /// It is, and gets the answer.
    Again,
    /// It is not.
    NotAgain,
}

impl Asked {
    /// What it says.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nobody => "nobody asked",
            Self::Person => "the person asked, and nobody else",
            Self::Assistant => "the assistant asked, and nobody else",
        }
    }
}

impl Typing {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Echoed => "echoed",
            Self::Hidden => "hidden",
        }
    }
}

impl IdInSchema {
    /// What it says.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Constant => "with the inquiry's id as a constant",
            Self::LeftOut => "without the inquiry's id",
            Self::Either => "with or without the inquiry's id",
        }
    }
}

impl Recorded {
    /// What it says.
    pub fn words(&self) -> String {
        match self {
            Self::Answered(AnswerFrom::Configured) => "answered with what is configured".to_owned(),
            Self::Answered(AnswerFrom::Remembered) => "answered with what is remembered".to_owned(),
            Self::Answered(AnswerFrom::Given) => "answered with what was given".to_owned(),
            Self::Redacted => "redacted".to_owned(),
            Self::Cancelled(reason) => format!("cancelled by {reason}"),
        }
    }
}
