//! Every tuple that an allowed row can have is in the array, and nothing else. The whole product says what is allowed.

use std::collections::BTreeSet;

use proptest::{collection::vec, prelude::*};

use super::{Exclusion, Row, Space, choose, covering};

fn tuples(rows: &[Row], dimensions: usize, strength: usize) -> BTreeSet<Vec<(usize, usize)>> {
    let mut found = BTreeSet::new();
    choose(dimensions, strength, &mut Vec::new(), &mut |set| {
        found.extend(rows.iter().map(|row| set.iter().map(|one| (*one, row[*one])).collect::<Vec<_>>()));
    });
    found
}

/// All rows of a space, found by counting.
fn every(space: &Space) -> Vec<Row> {
    let mut rows = vec![Vec::new()];
    for size in &space.sizes {
        rows = rows
            .into_iter()
            .flat_map(|row: Row| (0..*size).map(move |value| row.iter().copied().chain([value]).collect()))
            .collect();
    }
    rows.retain(|row| space.allows(row));
    rows
}

fn spaces() -> impl Strategy<Value = Space> {
    vec(1..5_usize, 1..6).prop_flat_map(|sizes| {
        let parts = sizes.clone();
        let part = (0..sizes.len())
            .prop_flat_map(move |dimension| vec(0..parts[dimension], 1..3).prop_map(move |values| (dimension, values)));
        vec(vec(part, 1..4).prop_map(Exclusion::new), 0..5)
            .prop_map(move |excluded| Space { sizes: sizes.clone(), excluded })
    })
}

proptest! {
    #[test]
    fn every_allowed_tuple_occurs_and_no_row_is_excluded(space in spaces(), strength in 1..5_usize) {
        let whole = every(&space);
        let part: Vec<(usize, usize)> = space.sizes.iter().map(|size| size - 1).enumerate().collect();
        let array = covering(&space, strength, std::slice::from_ref(&part));
        let row: Row = part.iter().map(|(_, value)| *value).collect();
        prop_assert_eq!(array.contains(&row), space.allows(&row));
        prop_assert_eq!(space.check(&part).is_ok(), space.allows(&row));
        prop_assert!(array.iter().all(|row| space.allows(row)));
        let (count, strength) = (space.sizes.len(), strength.min(space.sizes.len()));
        prop_assert_eq!(tuples(&array, count, strength), tuples(&whole, count, strength));
        prop_assert_eq!(space.product(), whole);
    }
}

#[test]
fn the_array_is_much_smaller_than_the_product() {
    let space = Space { sizes: vec![3; 10], excluded: Vec::new() };
    let array = covering(&space, 3, &[]);
    assert!((27..100).contains(&array.len()), "{} rows", array.len());
    assert_eq!(array, covering(&space, 3, &[]), "the array is the same each time");
    assert_eq!(space.count(1000), 1000);
}

#[test]
fn a_space_in_which_nothing_is_allowed_has_no_row() {
    let excluded = vec![Exclusion::new([(0, vec![0])]), Exclusion::new([(0, vec![1])])];
    assert!(covering(&Space { sizes: vec![2, 2], excluded }, 2, &[]).is_empty());
}
