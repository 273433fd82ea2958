//! The errors of the oracle, with their texts.

use crate::model::json::Value;
use thiserror::Error;

use super::Kind;

/// Why the oracle has no expectation: it cannot read a question, a setting or a table, or the table has no row.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum OracleError {
    /// The id of a question is not a name without a dot.
    #[error("`id`: expected a name without a dot, found {0:?}")]
    Id(String),
    /// A key that must hold a text does not.
    #[error("`{key}`: expected a text, found {found}")]
    Text {
        /// The key.
        key: String,
        /// The value that the key holds.
        found: Value,
    },
    /// The type of the answer is unknown.
    #[error("the type of the answer: expected one of {known}, found {0}", known = Kind::ALL.map(Kind::word).join(", "))]
    AnswerType(Value),
    /// The options of a question are not a list of texts.
    #[error("`options`: expected an array of texts")]
    OptionsType,
    /// A choice has no options, or another question has some.
    #[error("expected options for a choice and for nothing else, found {0:?}")]
    Options(Vec<String>),
    /// The persistence is unknown.
    #[error("`persistence`: {0}")]
    Persistence(String),
    /// The mark for questions that only a human may answer is not a boolean.
    #[error("`exclusive`: expected true or false, found {0}")]
    Exclusive(Value),
    /// The question has no text.
    #[error("the question has no text, so it cannot be found again in a prompt")]
    NoText,
    /// A target in the configuration is unknown.
    #[error("target: expected `user`, `assistant` or an object, found {0}")]
    Target(Value),
    /// A label in the configuration is not a text.
    #[error("prompt_label: expected a text, found {0}")]
    Label(Value),
    /// The text of a table is not a table.
    #[error("{0}")]
    NotATable(String),
    /// A section of a table has a mistake.
    #[error("section `{name}`: {mistake}")]
    Section {
        /// The name of the section.
        name: &'static str,
        /// The mistake.
        mistake: SectionMistake,
    },
    /// No row fits the facts of a question.
    #[error("no row is for such a question")]
    NoRow,
    /// The row that fits the facts of a question demands nothing.
    #[error("row `{row}`: {why}")]
    Unsettled {
        /// The name of the row.
        row: String,
        /// Why the row demands nothing.
        why: String,
    },
}

/// A mistake in a section of a table.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SectionMistake {
    /// The section has no row, or its rows have no columns.
    #[error("expected a row with columns, found none")]
    NoColumns,
    /// A row has other columns than the first row of its section.
    #[error("row `{row}`: expected the columns {expected:?}, found {found:?}")]
    Columns {
        /// The name of the row.
        row: String,
        /// The columns of the first row.
        expected: Vec<String>,
        /// The columns of this row.
        found: Vec<String>,
    },
    /// A cell has a word that its column does not have.
    #[error("row `{row}`: column `{column}`: expected `any` or some of {words:?}, found `{found}`")]
    Word {
        /// The name of the row.
        row: String,
        /// The name of the column.
        column: String,
        /// The words of the column.
        words: Vec<String>,
        /// The unknown word.
        found: String,
    },
    /// A row has neither demands nor a reason for having none, or it has both.
    #[error("row `{0}`: expected demands with their requirements, or `unsettled` and why; give one of the two")]
    Demands(String),
    /// No row or several rows fit the same facts.
    #[error("expected one row for {facts}, found {rows:?}")]
    Rows {
        /// The facts, by column.
        facts: String,
        /// The names of the rows that fit.
        rows: Vec<String>,
    },
}
