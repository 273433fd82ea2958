//! Reading tables that people wrote.

use serde::de::DeserializeOwned;

/// Reads `text`, the content of the file `name`.
///
/// # Errors
/// The first mistake, with its line, column and path.
pub fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, String> {
    let mut json = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (line, column) = (error.inner().line(), error.inner().column().max(1));
        let wrong = error.inner().to_string();
        // A value that is read in two steps has no place of its own in the second one.
        let wrong = wrong.split(" at line ").next().unwrap_or_default();
        format!("{name}:{line}:{column}, at `{}`: {wrong}", error.path())
    })?;
    json.end().map_err(|error| format!("{name}: there is more after the table: {error}"))?;
    Ok(read)
}
