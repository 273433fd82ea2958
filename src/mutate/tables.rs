//! The tables of mutants that this program carries.

use std::{collections::BTreeSet, sync::LazyLock};

use include_dir::{Dir, include_dir};

use super::{Mutant, reading};
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
    /// Reads the table `text` of the file `file`: a list of mutants.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read(file: &str, text: &str) -> Result<Self, String> {
        let mutants: Vec<Mutant> = reading::read(file, text)?;
        if let Some(twice) = twice(&mutants) {
            return Err(format!("{file}: there are two mutants {twice}: give one another id"));
        }
        for mutant in &mutants {
            mutant.check().map_err(|wrong| format!("{file}: {}: {wrong}", mutant.id))?;
        }
        Ok(Self { file: file.to_owned(), mutants })
    }
}

/// The tables that this program carries, by their names.
///
/// # Errors
/// The mistake in each table that cannot be read, with its place.
pub fn embedded() -> &'static Result<Vec<Table>, Vec<String>> {
    static CARRIED: LazyLock<Result<Vec<Table>, Vec<String>>> = LazyLock::new(|| {
        let mut files: Vec<_> =
            TABLES.files().filter(|file| file.path().extension().is_some_and(|end| end == "json")).collect();
        files.sort_unstable_by_key(|file| file.path());
        let (mut tables, mut wrongs) = (Vec::new(), Vec::new());
        for file in files {
            let name = file.path().to_string_lossy();
            match Table::read(&name, file.contents_utf8().unwrap_or_default()) {
                Ok(table) => tables.push(table),
                Err(wrong) => wrongs.push(wrong),
            }
        }
        if let Some(twice) = twice(tables.iter().flat_map(|table: &Table| &table.mutants)) {
            wrongs.push(format!("in two tables there is a mutant {twice}: give one another id"));
        }
        if wrongs.is_empty() { Ok(tables) } else { Err(wrongs) }
    });
    &CARRIED
}

/// An id that two mutants have.
fn twice<'a>(mutants: impl IntoIterator<Item = &'a Mutant>) -> Option<&'a str> {
    let mut known = BTreeSet::new();
    mutants.into_iter().map(|mutant| mutant.id.as_str()).find(|id| !known.insert(*id))
}

impl Mutant {
    /// Whether a row is complete.
    fn check(&self) -> Result<(), String> {
        let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        if self.id.is_empty() || !self.id.chars().all(is_id) {
            return Err("expected an id of lower-case words joined by `-`".to_owned());
        }
        if self.then.is_empty() || self.about.is_empty() {
            return Err("expected an `about` and a `then` that say something".to_owned());
        }
        if let Some(system) = self.system.as_ref().filter(|system| System::named(system).is_none()) {
            let known: Vec<&str> = System::ALL.iter().map(|system| system.name).collect();
            return Err(format!("expected a system, one of {}, found {system:?}", known.join(", ")));
        }
        if self.changes.is_empty() {
            return Err("expected at least one change, found none".to_owned());
        }
        if self.lane.is_none() && self.changes.iter().any(|change| change.on.is_input()) {
            return Err("it changes an input, so it must say in which `lane` that shows".to_owned());
        }
        if self.lanes().is_empty() {
            return Err("it changes no effect, so it must say in which `lane` it shows".to_owned());
        }
        Ok(())
    }
}
