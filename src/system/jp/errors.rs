//! The errors of arguments and of setups. Their texts stand here alone.

use crate::model::json::Value;
use thiserror::Error;

use super::{persisted::EventError, question::AnswerType, texts};

/// Why the arguments of `ask_user` are refused. The model reads the text (ARG-30).
#[derive(Clone, Debug, Error, Eq, PartialEq)]
pub enum ArgumentError {
    /// There is no question.
    #[error("`question` is missing: give the question as a string.")]
    NoQuestion,
    /// The question has no words.
    #[error("`question` is empty: give the question as one line of text.")]
    EmptyQuestion,
    /// The question has several lines.
    #[error("`question` must be a single line: put what takes several lines into `context`.")]
    QuestionOfSeveralLines,
    /// An argument is not a text.
    #[error("`{name}` must be a string, found {found}.")]
    NotText {
        /// The argument.
        name: &'static str,
        /// The value.
        found: Value,
    },
    /// The options are not a list.
    #[error("`options` must be an array of strings, found {0}.")]
    OptionsNotList(Value),
    /// An option is not a text.
    #[error("each of `options` must be a string, found {0}.")]
    OptionNotText(Value),
    /// A select has no list of options.
    #[error("`answer_type` is select, so `options` is required.")]
    SelectWithoutOptions,
    /// A select has an empty list of options.
    #[error("`answer_type` is select, so `options` must have at least one entry.")]
    SelectOfNothing,
    /// Another type of answer has options.
    #[error("`options` is only allowed when `answer_type` is select, not {0}.")]
    OptionsOf(String),
    /// There is no such type of answer.
    #[error("`answer_type` must be one of boolean, select and text, found {0}.")]
    UnknownType(Value),
    /// The default is not an answer to the question.
    #[error("{}", default_mismatch(.0, .1))]
    Default(AnswerType, Value),
}

fn default_mismatch(answer_type: &AnswerType, default: &Value) -> String {
    match answer_type {
        AnswerType::Boolean => {
            format!("`default` must be true or false when `answer_type` is boolean, found {default}.")
        }
        AnswerType::Select { options } if default.is_string() => {
            format!("`default` must be one of `options` ({}), found {default}.", options.join(", "))
        }
        other => format!("`default` must be a string when `answer_type` is {}, found {default}.", other.name()),
    }
}

/// Why a run cannot begin.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
pub enum SetupError {
    /// The command line is wrong.
    #[error("command line, argument {number}: expected {expected}, found `{found}`")]
    CommandLine {
        /// The number of the argument, counted from 1.
        number: usize,
        /// What may stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// Directives name tools that do not exist (CFG-14).
    #[error("{}", not_found(.0))]
    UnknownTools(Vec<String>),
    /// A directive would change a locked tool (CFG-16).
    #[error("cannot {} `{name}`: this tool is configured as locked-{}", verb(*.wanted), state(!*.wanted))]
    Locked {
        /// The tool.
        name: String,
        /// Whether the directive would switch the tool on.
        wanted: bool,
    },
    /// A directive demands a tool that is off (CFG-36).
    #[error("cannot use `{0}`: this tool is disabled")]
    Disabled(String),
    /// A layer of the configuration is wrong.
    #[error("{layer}: configuration at `{place}`: {fault}")]
    Config {
        /// The layer.
        layer: String,
        /// The place in the layer.
        place: String,
        /// What was expected, and what was found.
        fault: String,
    },
    /// A stored event is wrong.
    #[error("stored event {number}: {fault}")]
    Stored {
        /// The number of the event, counted from 1.
        number: usize,
        /// What is wrong with the event.
        fault: EventError,
    },
}

const fn verb(wanted: bool) -> &'static str {
    if wanted { "enable" } else { "disable" }
}

const fn state(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

fn not_found(names: &[String]) -> String {
    let each: Vec<String> = names.iter().map(|name| texts::not_found(name)).collect();
    each.join("; ")
}

/// A wrong value in the merged configuration.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConfigFault {
    /// The place in the merged configuration: keys with dots between.
    pub place: String,
    /// What was expected, and what was found.
    pub fault: String,
}

impl ConfigFault {
    /// A fault at `place`.
    pub fn new(place: impl Into<String>, fault: impl Into<String>) -> Self {
        Self { place: place.into(), fault: fault.into() }
    }

    /// The same fault, seen from `above`.
    pub fn below(self, above: &str) -> Self {
        Self { place: format!("{above}{}", self.place), ..self }
    }
}
