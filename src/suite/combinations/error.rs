//! The errors of combinations, with their texts.

use thiserror::Error;

/// A mistake in a table of dimensions, or in the id of a combination.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum CombinationError {
    /// The text is not a table.
    #[error("{0}")]
    NotATable(String),
    /// A dimension has no value, or too many.
    #[error("dimension `{0}`: expected between 1 and 32 values, found {1}")]
    Size(String, usize),
    /// A name is used twice.
    #[error("the name `{0}` is used twice")]
    Twice(String),
    /// A name cannot stand in an id.
    #[error("the name `{0}`: expected small letters, digits and `_`")]
    Name(String),
    /// There is no such dimension.
    #[error("there is no dimension `{name}`; known are {}", known.join(", "))]
    Dimension {
        /// The unknown name.
        name: String,
        /// The names of the dimensions.
        known: Vec<String>,
    },
    /// A dimension does not have this value.
    #[error("dimension `{dimension}` has no value `{value}`; it has {}", known.join(", "))]
    Value {
        /// The dimension.
        dimension: String,
        /// The unknown value.
        value: String,
        /// The values that it has.
        known: Vec<String>,
    },
    /// The values exclude each other.
    #[error("the values exclude each other: {0}")]
    Excluded(String),
    /// A combination that an array has cannot be written.
    #[error("{id}: {error}")]
    Of {
        /// The id of the combination.
        id: String,
        /// The reason.
        error: Box<CombinationError>,
    },
    /// The oracle demands nothing.
    #[error("nothing is demanded of it: {0}")]
    Unsettled(String),
}
