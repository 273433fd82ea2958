//! Combinations: scenarios that no author wrote, drawn from tables of what may vary.
//!
//! A written scenario tries a requirement in its plain case. A mistake may show only in a combination of circumstances,
//! such as the second call of a tool whose question is exclusive and asks for a secret. So each system has a table of
//! [`Dimensions`], and a covering array of the table is played beside the written scenarios: every three values that
//! may meet do meet in some scenario.
//!
//! ```text
//! dimensions ──▶ covering ──▶ rows ──▶ a system's writer ──▶ Source ──▶ the reader of features
//!   (JSON)                                     ▲
//!                                    the oracle's table: what is demanded
//! ```
//!
//! A combination becomes the text of a scenario in the steps of all features, and is then read like a file. Its id
//! spells out the values that are not plain: `combinations/jp-ask-user/asker=ask_user,terminal=no`. The id means the
//! same scenario for ever, whether or not the array has it. There is no snapshot for it.
//!
//! **To add a system:** write a folder beside `jp` with the table and a writer, and name it in [`tables`].
//!
//! **Absent here:** any knowledge of what the reference does. A writer asks the oracle, and leaves out what the oracle
//! does not know.

mod acp;
pub mod covering;
mod deepchat;
mod dimensions;
mod error;
mod forms;
mod jp;
pub mod matrix;
mod mcp;
mod pi;
mod pilotdeck;
mod styles;
mod text;

use std::sync::LazyLock;

pub use self::{
    dimensions::{Combination, Dimension, DimensionValue, Dimensions, Excluded, Product},
    error::CombinationError,
};
use super::{
    at_once::{at_once, processors},
    select::Systems,
    source::Source,
};

/// The beginning of the id of every combination.
pub const PREFIX: &str = "combinations/";
/// The strength of the arrays that are always played.
pub const STRENGTH: usize = 3;
/// The strength of the arrays that are played in place of a product that is too large.
const MORE_STRENGTH: usize = 4;
/// The size from which a whole product is too large.
const PRODUCT_MAX: usize = 50_000;

/// How many combinations to play.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Amount {
    /// None.
    None,
    /// An array of strength 3 of each table.
    #[default]
    Array,
    /// The whole product of each table, or an array of strength 4 if the product is too large.
    All,
}

/// The combinations of a system.
pub struct Table {
    /// What may vary.
    pub dimensions: Dimensions,
    /// Writes the steps of a combination, one a line, doc strings included.
    write: fn(&Combination<'_>) -> Result<String, CombinationError>,
    array: LazyLock<Vec<covering::Row>, Box<dyn FnOnce() -> Vec<covering::Row> + Send>>,
}

impl Amount {
    /// The option of the command line, if the amount is not the usual one.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::None => Some("--no-combinations"),
            Self::Array => None,
            Self::All => Some("--all-combinations"),
        }
    }
}

impl Table {
    /// The table in `json`.
    fn new(json: &str, write: fn(&Combination<'_>) -> Result<String, CombinationError>) -> Self {
        let dimensions = Dimensions::read(json).unwrap_or_else(|error| panic!("a table of dimensions: {error}"));
        let space = dimensions.space();
        let parts: Vec<covering::Part> =
            dimensions.products.iter().flat_map(|product| dimensions.cells(product)).collect();
        let array = LazyLock::new(Box::new(move || covering::covering(&space, STRENGTH, &parts)) as Box<_>);
        Self { dimensions, write, array }
    }

    /// The rows that are always played.
    pub fn array(&self) -> &[covering::Row] {
        &self.array
    }

    /// How many rows the whole product has, counted up to the limit from which it is too large.
    pub fn product_size(&self) -> Option<usize> {
        let count = self.dimensions.space().count(PRODUCT_MAX);
        (count < PRODUCT_MAX).then_some(count)
    }

    /// The cells of all products.
    fn parts(&self) -> Vec<covering::Part> {
        let Dimensions { products, .. } = &self.dimensions;
        products.iter().flat_map(|product| self.dimensions.cells(product)).collect()
    }

    /// The rows of an amount.
    fn rows(&self, amount: Amount) -> Vec<covering::Row> {
        match amount {
            Amount::None => Vec::new(),
            Amount::Array => self.array().to_vec(),
            Amount::All if self.product_size().is_some() => self.dimensions.space().product(),
            Amount::All => covering::covering(&self.dimensions.space(), MORE_STRENGTH, &self.parts()),
        }
    }

    /// A row as the text of a feature.
    ///
    /// # Errors
    /// The oracle demands nothing of it.
    fn source(&self, row: &[usize]) -> Result<Source, CombinationError> {
        let system = &self.dimensions.system;
        let steps = (self.write)(&self.dimensions.combination(row))?;
        let spelled = self.dimensions.spelled(row);
        let name = spelled.replace(',', ", ").replace(['=', '_'], " ");
        let steps: String = steps.lines().map(|line| format!("    {line}\n")).collect();
        let tags = self.dimensions.profiles(row).map(|profile| format!("  @{profile}\n")).collect::<String>();
        Ok(Source {
            file: format!("{PREFIX}{system}"),
            id: format!("{PREFIX}{system}"),
            text: format!("Feature: Combinations of {system}\n\n{tags}  Scenario: {name}\n{steps}"),
            embedded: false,
            scenario: Some(spelled),
        })
    }
}

/// The tables of all systems.
pub fn tables() -> &'static [Table] {
    static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
        let systems = [jp::tables, deepchat::tables, pi::tables, pilotdeck::tables, acp::tables, mcp::tables];
        systems.into_iter().flat_map(|tables| tables()).collect()
    });
    &TABLES
}

/// The combinations of the tables of these systems.
///
/// # Errors
/// The oracle does not know what a combination demands. The table should then exclude the combination.
pub fn sources(amount: Amount, systems: &Systems) -> Result<Vec<Source>, CombinationError> {
    let of_row = |(table, row): &(&Table, covering::Row)| {
        table.source(row).map_err(|error| CombinationError::Of {
            id: format!("{PREFIX}{}/{}", table.dimensions.system, table.dimensions.spelled(row)),
            error: Box::new(error),
        })
    };
    let is_asked = |table: &&Table| systems.have(&table.dimensions.system);
    let asked: Vec<&Table> = tables().iter().filter(is_asked).collect();
    let rows = at_once(&asked, processors(), |table| table.rows(amount));
    let rows: Vec<_> =
        asked.iter().zip(rows).flat_map(|(table, rows)| rows.into_iter().map(|row| (*table, row))).collect();
    at_once(&rows, processors(), of_row).into_iter().collect()
}

/// Whether the id or the name of a combination may have all these texts. It may if each of their words is a part of a word
/// that the tables use.
pub fn may_have(texts: &[String]) -> bool {
    let is_of_word = |c: char| c.is_ascii_alphanumeric();
    let known: Vec<&str> = tables().iter().flat_map(|table| table.dimensions.words()).chain([PREFIX]).collect();
    let mut words = texts.iter().flat_map(|text| text.split(|c| !is_of_word(c)));
    words.all(|word| known.iter().any(|known| known.contains(word)))
}

/// The combination with this id, whether or not an array has it. `None` if the id is no combination's.
///
/// # Errors
/// The id names unknown values, or values that exclude each other.
pub fn source(id: &str) -> Option<Result<Source, CombinationError>> {
    let (system, spelled) = id.strip_prefix(PREFIX)?.split_once('/')?;
    let table = tables().iter().find(|table| table.dimensions.system == system)?;
    Some(table.dimensions.row(spelled).and_then(|row| table.source(&row)))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
