//! The products that were asked for, cell by cell: how many combinations show each cell, or why none does.

use super::{
    Table,
    covering::Part,
    dimensions::{Excluded, Product},
};

/// A cell of a product.
pub struct Cell {
    /// The values of its dimensions, in the order of the product.
    pub part: Part,
    /// How many combinations of the array show it.
    pub shown: usize,
    /// Why none does, if the documents leave it out.
    pub why: Option<String>,
}

/// The cells of a product, in order.
pub fn cells(table: &Table, product: &Product) -> Vec<Cell> {
    let space = table.dimensions.space();
    let why = |part: &Part| match space.check(part) {
        Ok(()) => None,
        Err(place) => Some(match place.and_then(|place| table.dimensions.excluded.get(place)) {
            Some(Excluded { why, .. }) => why.clone(),
            None => "several exclusions together leave nothing".to_owned(),
        }),
    };
    let cell = |part: Part| {
        let has = |row: &&Vec<usize>| part.iter().all(|(dimension, value)| row[*dimension] == *value);
        let shown = table.array().iter().filter(has).count();
        let why = if shown == 0 { why(&part) } else { None };
        Cell { part, shown, why }
    };
    table.dimensions.cells(product).into_iter().map(cell).collect()
}
