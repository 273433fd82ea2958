//! The tables of mutants.

use std::{collections::BTreeSet, sync::LazyLock};

use include_dir::{Dir, include_dir};

use super::{
    Mutant,
    error::{RowError, TableError},
    reading,
};
use crate::system::System;

static TABLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/mutate/tables");

/// A file of mutants.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub file: String,
    /// Its rows.
    pub mutants: Vec<Mutant>,
}

impl Table {
    /// Reads `text`, the content of the file `file`: a list of mutants.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read(file: &str, text: &str) -> Result<Self, TableError> {
        let mutants: Vec<Mutant> = reading::read(file, text)?;
        if let Some(id) = repeated_id(&mutants) {
            return Err(TableError::SameId { file: file.to_owned(), id: id.to_owned() });
        }
        for mutant in &mutants {
            mutant.check().map_err(|mistake| TableError::Row {
                file: file.to_owned(),
                id: mutant.id.clone(),
                mistake: Box::new(mistake),
            })?;
        }
        Ok(Self { file: file.to_owned(), mutants })
    }
}

/// The embedded tables, in the order of their names.
///
/// # Errors
/// The first mistake in each table, with its place.
pub fn embedded() -> &'static Result<Vec<Table>, Vec<TableError>> {
    static EMBEDDED: LazyLock<Result<Vec<Table>, Vec<TableError>>> = LazyLock::new(|| {
        let mut files: Vec<_> =
            TABLES.files().filter(|file| file.path().extension().is_some_and(|end| end == "json")).collect();
        files.sort_unstable_by_key(|file| file.path());
        let (mut tables, mut mistakes) = (Vec::new(), Vec::new());
        for file in files {
            let name = file.path().to_string_lossy();
            match Table::read(&name, file.contents_utf8().unwrap_or_default()) {
                Ok(table) => tables.push(table),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if let Some(id) = repeated_id(tables.iter().flat_map(|table: &Table| &table.mutants)) {
            mistakes.push(TableError::SameIdInTwo(id.to_owned()));
        }
        if mistakes.is_empty() { Ok(tables) } else { Err(mistakes) }
    });
    &EMBEDDED
}

/// The first id that an earlier mutant already has.
fn repeated_id<'a>(mutants: impl IntoIterator<Item = &'a Mutant>) -> Option<&'a str> {
    let mut known = BTreeSet::new();
    mutants.into_iter().map(|mutant| mutant.id.as_str()).find(|id| !known.insert(*id))
}

impl Mutant {
    /// Checks what the types of a row cannot express.
    fn check(&self) -> Result<(), RowError> {
        let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        if self.id.is_empty() || !self.id.chars().all(is_id) {
            return Err(RowError::Id);
        }
        if self.then.is_empty() || self.about.is_empty() {
            return Err(RowError::Unsaid);
        }
        if let Some(system) = self.system.as_ref().filter(|system| System::named(system).is_none()) {
            return Err(RowError::System(system.clone()));
        }
        if self.changes.is_empty() {
            return Err(RowError::NoChange);
        }
        if self.lane.is_none() && self.changes.iter().any(|change| change.on.is_input()) {
            return Err(RowError::InputWithoutLane);
        }
        if self.lanes().is_empty() {
            return Err(RowError::NoEffect);
        }
        Ok(())
    }
}
