//! Reads JSON files that users write.

use serde::de::DeserializeOwned;

use super::InputError;

/// Reads `text`, the content of the file `name`. `what` says what the file holds, such as "scenario".
///
/// # Errors
/// The first mistake, with its line, column and JSON path, and with `help`.
pub(super) fn read<T: DeserializeOwned>(name: &str, text: &str, what: &str, help: &str) -> Result<T, InputError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (line, column) = (error.inner().line(), error.inner().column().max(1));
        let (wrong, path) = (what_is_wrong(error.inner()), path_of(error.path()));
        InputError::new(format!("{name}:{line}:{column}{path}: {wrong}")).help(help).at(
            name,
            text,
            (line, column),
            1,
            "here",
        )
    })?;
    json.end().map_err(|error| {
        let (line, column) = (error.line(), error.column());
        InputError::new(format!("{name}:{line}:{column}: there is more after the {what}"))
            .help(format!("one file holds one {what}"))
            .at(name, text, (line, column), 1, "from here")
    })?;
    Ok(read)
}

/// The message of `error` without the line and column.
pub(super) fn what_is_wrong(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

/// The place in the JSON, for a message. Empty if the error concerns the whole text.
pub(super) fn path_of(path: &serde_path_to_error::Path) -> String {
    match path.to_string().as_str() {
        "." | "?" => String::new(),
        path => format!(", at `{path}`"),
    }
}
