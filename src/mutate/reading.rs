//! Reads tables that people write.

use serde::de::DeserializeOwned;

use super::error::TableError;

/// Reads `text`, the content of the file `file`.
///
/// # Errors
/// The first mistake, with its line, column and path.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, TableError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (line, column) = (error.inner().line(), error.inner().column().max(1));
        let mistake = error.inner().to_string();
        // The text ends with a place, too. We cut it off, because we name the place at the start.
        let mistake = mistake.split(" at line ").next().unwrap_or_default().to_owned();
        TableError::Mistake { file: file.to_owned(), line, column, path: error.path().to_string(), mistake }
    })?;
    json.end().map_err(|error| TableError::Rest { file: file.to_owned(), mistake: error.to_string() })?;
    Ok(read)
}
