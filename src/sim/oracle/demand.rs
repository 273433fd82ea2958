//! The demands that a row can have.

use serde::Deserialize;

/// A demand: what a run must show, and the requirements behind it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demand<T> {
    /// What the run must show.
    pub is: T,
    /// The requirements.
    pub from: Vec<String>,
}

/// Who is asked.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// No party.
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
    /// Keys that the prompt must offer. It may offer others, too.
    #[serde(default)]
    pub keys: Vec<String>,
    /// Keys that the prompt must not offer.
    #[serde(default)]
    pub without: Vec<String>,
    /// Whether the choices must be the question's options, in their order.
    #[serde(default)]
    pub choices: bool,
    /// How the prompt must show typed text, if it must take text.
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
    /// The configured label.
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
    /// The schema has the id as a constant, and requires it.
    Constant,
    /// The schema does not have the id.
    LeftOut,
    /// Both are allowed.
    Either,
}

/// How the record says that a question was closed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Recorded {
    /// Answered.
    Answered(AnswerFrom),
    /// Answered, without the value.
    Redacted,
    /// Cancelled, for this reason.
    Cancelled(String),
}

/// Where a recorded answer comes from.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum AnswerFrom {
    /// It is the configured answer.
    Configured,
    /// It is the remembered answer.
    Remembered,
    /// It was given just now, and fits the question. If the person or the model gave a value, it is that value.
    Given,
}

/// What the model is told.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// This text, marked as an error.
    Error(Wording),
    /// This text, not marked as an error.
    Success(Wording),
}

/// The wording of a text. `{tool}`, `{question}`, `{type}` and `{text}` stand for those of the question.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wording {
    /// Exactly this text.
    Exactly(String),
    /// A text that contains all of these pieces.
    Containing(Vec<String>),
    /// The answer with its type, as JSON.
    Body,
}

/// Whether the tool runs again.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Runs {
    /// It runs again, with the answer.
    Again,
    /// It does not run again.
    NotAgain,
}

/// Who the record says has asked.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The assistant.
    Assistant,
    /// The tool.
    Tool,
}

/// What the record has of a field of the question.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// The field is left out.
    LeftOut,
    /// The field has the value with which the question was asked.
    AsAsked,
}

impl Asked {
    /// The demand in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nobody => "nobody asked",
            Self::Person => "the person asked, and nobody else",
            Self::Assistant => "the assistant asked, and nobody else",
        }
    }
}

impl Typing {
    /// The word in the event stream.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Echoed => "echoed",
            Self::Hidden => "hidden",
        }
    }
}

impl IdInSchema {
    /// The demand in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Constant => "with the inquiry's id as a constant",
            Self::LeftOut => "without the inquiry's id",
            Self::Either => "with or without the inquiry's id",
        }
    }
}

impl Recorded {
    /// The demand in words.
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
