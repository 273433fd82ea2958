//! The tables of mutants and of variants.

use std::{collections::BTreeSet, sync::LazyLock};

use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;

use super::{
    Mutant, Variant,
    error::{RowError, TableError},
    reading,
};
use crate::system::System;

static MUTANTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/mutate/tables");
static VARIANTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/mutate/variants");

/// A row of a table.
pub trait TableRow: DeserializeOwned {
    /// The name of the row.
    fn id(&self) -> &str;

    /// Checks what the types of a row cannot express.
    ///
    /// # Errors
    /// The first mistake.
    fn check(&self) -> Result<(), RowError>;
}

/// A file of rows.
#[derive(Clone, Debug)]
pub struct Table<R> {
    /// Its name.
    pub file: String,
    /// Its rows.
    pub rows: Vec<R>,
}

impl<R: TableRow> Table<R> {
    /// Reads `text`, the content of the file `file`: a list of rows.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read(file: &str, text: &str) -> Result<Self, TableError> {
        let rows: Vec<R> = reading::read(file, text)?;
        if let Some(id) = repeated_id(&rows) {
            return Err(TableError::SameId { file: file.to_owned(), id: id.to_owned() });
        }
        for row in &rows {
            row.check().map_err(|mistake| TableError::Row {
                file: file.to_owned(),
                id: row.id().to_owned(),
                mistake: Box::new(mistake),
            })?;
        }
        Ok(Self { file: file.to_owned(), rows })
    }

    /// The tables in a folder, in the order of their names.
    fn all(folder: &Dir<'_>) -> Tables<R> {
        let mut files: Vec<_> =
            folder.files().filter(|file| file.path().extension().is_some_and(|end| end == "json")).collect();
        files.sort_unstable_by_key(|file| file.path());
        let (mut tables, mut mistakes) = (Vec::new(), Vec::new());
        for file in files {
            let name = file.path().to_string_lossy();
            match Self::read(&name, file.contents_utf8().unwrap_or_default()) {
                Ok(table) => tables.push(table),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if let Some(id) = repeated_id(tables.iter().flat_map(|table| &table.rows)) {
            mistakes.push(TableError::SameIdInTwo(id.to_owned()));
        }
        if mistakes.is_empty() { Ok(tables) } else { Err(mistakes) }
    }
}

/// Several tables, or the first mistake in each.
pub type Tables<R> = Result<Vec<Table<R>>, Vec<TableError>>;

/// The embedded tables of mutants, in the order of their names.
pub fn mutants() -> &'static Tables<Mutant> {
    static EMBEDDED: LazyLock<Tables<Mutant>> = LazyLock::new(|| Table::all(&MUTANTS));
    &EMBEDDED
}

/// The embedded tables of variants, in the order of their names.
pub fn variants() -> &'static Tables<Variant> {
    static EMBEDDED: LazyLock<Tables<Variant>> = LazyLock::new(|| Table::all(&VARIANTS));
    &EMBEDDED
}

/// The first id that an earlier row already has.
fn repeated_id<'a, R: TableRow + 'a>(rows: impl IntoIterator<Item = &'a R>) -> Option<&'a str> {
    let mut known = BTreeSet::new();
    rows.into_iter().map(TableRow::id).find(|id| !known.insert(*id))
}

/// Whether `id` is a name: lower-case words, joined by `-`.
pub(super) fn is_id(id: &str) -> bool {
    let may_stand = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    !id.is_empty() && id.chars().all(may_stand)
}

pub(super) fn check_system(name: &str) -> Result<(), RowError> {
    System::named(name).map(|_| ()).ok_or_else(|| RowError::System(name.to_owned()))
}

impl TableRow for Mutant {
    fn id(&self) -> &str {
        &self.id
    }

    fn check(&self) -> Result<(), RowError> {
        if !is_id(&self.id) {
            return Err(RowError::Id);
        }
        if self.then.is_empty() || self.about.is_empty() {
            return Err(RowError::Unsaid("an `about` and a `then`"));
        }
        self.system.iter().try_for_each(|system| check_system(system))?;
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

impl TableRow for Variant {
    fn id(&self) -> &str {
        &self.id
    }

    fn check(&self) -> Result<(), RowError> {
        if !is_id(&self.id) {
            return Err(RowError::Id);
        }
        if self.about.is_empty() || self.freedom.is_empty() {
            return Err(RowError::Unsaid("an `about` and a `freedom`"));
        }
        if self.systems.is_empty() {
            return Err(RowError::NoSystem);
        }
        self.systems.iter().try_for_each(|system| check_system(system))?;
        if self.changes.is_empty() {
            return Err(RowError::NoChange);
        }
        Ok(())
    }
}
