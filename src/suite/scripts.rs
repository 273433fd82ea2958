//! Files with a script of the model: the value that stands under `model` in a scenario.

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
/// Where there is none, or it is none: line, column and path of the first thing that is wrong.
pub fn load(name: &Path) -> Result<Vec<Exchange>, InputError> {
    let text = read_text(name, SCENARIO_MAX).map_err(InputError::new)?;
    let name = name.display().to_string();
    let script: Vec<Exchange> = json::read(&name, &text, "script", HELP)?;
    if script.is_empty() {
        return Err(InputError::new(format!("{name}: the script expects no request at all")).help(HELP));
    }
    check(&script).map_err(|why| InputError::new(format!("{name}: {why}")).help(HELP))?;
    Ok(script)
}
