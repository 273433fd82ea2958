//! Loads files with a script for the model. A script is the value of `model` in a scenario.

use std::path::Path;

use super::{
    InputError,
    files::{SCENARIO_MAX, read_text},
    json,
};
use crate::llm::script::{Exchange, check};

const HELP: &str = "`hotseat schema scenario` prints what belongs there: the list under `model`";

/// Reads the script in the file `name`.
///
/// # Errors
/// The file cannot be read or holds no valid script. Then the message has the first mistake with its line, column and
/// JSON path.
pub fn load(name: &Path) -> Result<Vec<Exchange>, InputError> {
    let text = read_text(name, SCENARIO_MAX)?;
    let name = name.display().to_string();
    let script: Vec<Exchange> = json::read(&name, &text, "script", HELP)?;
    if script.is_empty() {
        return Err(InputError::new(format!("{name}: the script expects no request at all")).help(HELP));
    }
    check(&script).map_err(|why| InputError::new(format!("{name}: {why}")).help(HELP))?;
    Ok(script)
}
