//! `hotseat coverage --matrix`

use std::{collections::BTreeMap, fmt::Write};

use crate::suite::{
    combinations::{
        Dimensions, Product, Table,
        matrix::{Cell, cells},
        tables,
    },
    select::Systems,
};

/// The mark of a cell that the documents leave out.
const HOLE: &str = "-";
/// The mark of a cell that should be shown, and is not.
const MISSING: &str = "MISSING";

/// The products of the tables of these systems.
pub fn text(systems: &Systems) -> String {
    let mut text = String::new();
    for table in tables().iter().filter(|table| systems.have(&table.dimensions.system)) {
        let _ = writeln!(text, "{}: {}", table.dimensions.system, size(table));
        for product in &table.dimensions.products {
            grid(table, product, &mut text);
        }
    }
    if text.is_empty() {
        text.push_str("no combinations of this system\n");
    }
    text
}

/// How large a table and its array are.
fn size(table: &Table) -> String {
    let Dimensions { dimensions, .. } = &table.dimensions;
    let values: usize = dimensions.iter().map(|dimension| dimension.values.len()).sum();
    let product = table.product_size().map_or_else(|| "50000 or more".to_owned(), |size| size.to_string());
    let array = table.array().len();
    format!("{} dimensions, {values} values, {array} combinations of {product}", dimensions.len())
}

/// A product as a grid: the last dimension across, the others down. The reasons of the holes stand below.
fn grid(table: &Table, product: &Product, text: &mut String) {
    let _ = writeln!(text, "\n  {}", product.about);
    let all = cells(table, product);
    let name = |(dimension, value): &(usize, usize)| {
        let dimension = &table.dimensions.dimensions[*dimension];
        dimension.values.get_index(*value).map_or("", |(name, _)| name.as_str())
    };
    // A dimension with one value is the same in all cells.
    let is_same = |at: usize| all.iter().all(|cell| cell.part[at] == all[0].part[at]);
    let Some(last) = all.first().map(|cell| cell.part.len() - 1) else { return };
    let (same, down): (Vec<usize>, Vec<usize>) = (0..last).partition(|at| is_same(*at));
    let of = |at: &usize| table.dimensions.dimensions[all[0].part[*at].0].name.as_str();
    for at in &same {
        let _ = writeln!(text, "    {} is {}", of(at), name(&all[0].part[*at]));
    }
    let width =
        |at: &usize| all.iter().map(|cell| name(&cell.part[*at]).len()).chain([of(at).len()]).max().unwrap_or(0);
    let across: Vec<&Cell> = all.iter().take_while(|cell| cell.part[..last] == all[0].part[..last]).collect();
    let mut line = "   ".to_owned();
    down.iter().for_each(|at| line.push_str(&format!(" {:<1$}", of(at), width(at))));
    across.iter().for_each(|cell| line.push_str(&format!(" {:>8}", name(&cell.part[last]))));
    let _ = writeln!(text, "{line}");
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for row in all.chunks(across.len()) {
        let mut line = "   ".to_owned();
        down.iter().for_each(|at| line.push_str(&format!(" {:<1$}", name(&row[0].part[*at]), width(at))));
        for (cell, head) in row.iter().zip(&across) {
            let mark = match (&cell.why, cell.shown) {
                (Some(_), _) => HOLE.to_owned(),
                (None, 0) => MISSING.to_owned(),
                (None, shown) => shown.to_string(),
            };
            let width = name(&head.part[last]).len().max(8);
            line.push_str(&format!(" {mark:>width$}"));
            cell.why.iter().for_each(|why| *reasons.entry(why).or_default() += 1);
        }
        let _ = writeln!(text, "{line}");
    }
    let shown = all.iter().filter(|cell| cell.shown > 0).count();
    let missing = all.iter().filter(|cell| cell.shown == 0 && cell.why.is_none()).count();
    let _ = writeln!(text, "    {} cells: {shown} shown, {missing} missing", all.len());
    for (why, count) in reasons {
        let _ = writeln!(text, "    {HOLE} {count} times: {why}");
    }
}
