//! A line of a feature in the making: an expression of the step table with its arguments.

use gherkin::StepType;

use super::text::{doc, is_plain, json_line, json_lines, quoted};
use crate::{model::json::Value, suite::steps::with_one_below};

/// The longest line of a step, without its indentation and its keyword. The whole line has at most 120 characters.
const TEXT_MAX: usize = 110;
/// The longest line of JSON in a doc string, without the doc string's indentation.
const BELOW_MAX: usize = 114;

/// An argument.
#[derive(Clone)]
pub enum Arg {
    /// A text between quotes.
    Text(String),
    /// A number or a word.
    Word(String),
    /// JSON: in the line, or below it where the expression ends with a colon.
    Json(Value),
    /// A text below the line.
    Doc(String),
}

impl Arg {
    /// A text between quotes.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A number.
    pub fn number(number: u64) -> Self {
        Self::Word(number.to_string())
    }

    fn in_line(&self) -> String {
        match self {
            Self::Text(text) | Self::Doc(text) => quoted(text),
            Self::Word(word) => word.clone(),
            Self::Json(value) => json_line(value),
        }
    }

    fn below(&self) -> String {
        match self {
            Self::Text(text) | Self::Doc(text) | Self::Word(text) => doc(text),
            Self::Json(value) => json_lines(value, BELOW_MAX),
        }
    }
}

/// A step with its arguments.
#[derive(Clone)]
pub struct Line {
    kind: StepType,
    expression: String,
    args: Vec<Arg>,
}

/// A line as a feature has it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WrittenLine {
    /// Whether it is a Given or a When.
    pub kind: StepType,
    /// What follows the keyword.
    pub text: String,
    /// The doc string, without its quotes and its indentation.
    pub below: Option<String>,
}

impl WrittenLine {
    /// The doc string as the parser gives it.
    pub fn docstring(&self) -> Option<String> {
        self.below.as_ref().map(|below| format!("\n{below}\n"))
    }
}

impl Line {
    /// A Given. The arguments stand in the order of the expression's parameters; that of a colon comes last.
    pub fn given(expression: impl Into<String>, args: impl Into<Vec<Arg>>) -> Self {
        Self { kind: StepType::Given, expression: expression.into(), args: args.into() }
    }

    /// A When.
    pub fn when(expression: impl Into<String>, args: impl Into<Vec<Arg>>) -> Self {
        Self { kind: StepType::When, expression: expression.into(), args: args.into() }
    }

    /// The expression of its step.
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// The line as a feature has it. A long argument stands below it, where there is a place for that.
    pub fn written(&self) -> WrittenLine {
        let has_doc = self.expression.ends_with(':');
        if has_doc {
            let (below, args) = self.args.split_last().map_or((None, &[][..]), |(last, args)| (Some(last), args));
            return self.with(&filled(&self.expression, args), below);
        }
        let in_line = filled(&self.expression, &self.args);
        if in_line.chars().count() > TEXT_MAX
            && let Some((expression, place)) = with_one_below(&self.expression)
        {
            let mut args = self.args.clone();
            let below = args.remove(place.index);
            if !matches!(&below, Arg::Text(text) if !is_plain(text)) {
                return self.with(&filled(&expression, &args), Some(&below));
            }
        }
        self.with(&in_line, None)
    }

    fn with(&self, text: &str, below: Option<&Arg>) -> WrittenLine {
        WrittenLine { kind: self.kind, text: text.to_owned(), below: below.map(Arg::below) }
    }
}

/// The expression with these arguments in the place of its parameters.
fn filled(expression: &str, args: &[Arg]) -> String {
    let mut args = args.iter();
    let mut pieces = expression.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.split_once('}').map_or(piece, |(_, rest)| rest);
        text.push_str(&args.next().map(Arg::in_line).unwrap_or_default());
        text.push_str(rest);
    }
    text
}
