//! The tables of all systems.

use super::{Amount, sources, tables};

#[test]
fn sizes() {
    for table in tables() {
        eprintln!("{} {} rows", table.dimensions.system, table.array().len());
    }
    let mut failed = std::collections::BTreeMap::new();
    for table in tables() {
        for row in table.array() {
            if let Err(error) = table.source(row) {
                *failed.entry(error.to_string()).or_insert(0) += 1;
                eprintln!("{}: {error}", table.dimensions.spelled(row));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(!sources(Amount::Array, None).is_empty());
}
