//! Loads scenario files: the embedded ones, and those of users.

use std::{fs, path::Path};

use super::{
    InputError, embedded,
    files::{SCENARIO_MAX, read_text},
    json,
};
use crate::stage::Scenario;

/// Whether the program carries a scenario file with this name.
pub fn is_carried(name: &str) -> bool {
    embedded::scenario(name).is_some()
}

/// The embedded scenario with this name, or the scenario in this file if the name ends in `.json`.
///
/// # Errors
/// There is no such scenario, or the file holds no valid scenario.
pub fn load(name: &str) -> Result<Scenario, InputError> {
    if let Some(text) = embedded::scenario(name) {
        return parse(&format!("scenarios/{name}.json"), text);
    }
    if Path::new(name).extension().is_none_or(|ending| ending != "json") {
        let known: Vec<String> =
            embedded::scenarios().into_iter().map(|(path, _)| path.trim_end_matches(".json").to_owned()).collect();
        return Err(InputError::new(format!("there is no scenario {name:?}; known are {}", known.join(", ")))
            .help("the name of a file must end in .json"));
    }
    let size = fs::metadata(name).map_err(|error| InputError::new(format!("{name}: {error}")))?.len();
    if size > SCENARIO_MAX {
        return Err(InputError::new(format!("{name} has {size} bytes; a scenario file may have {SCENARIO_MAX}"))
            .help("leave out what the scenario does not need"));
    }
    parse(name, &read_text(Path::new(name), SCENARIO_MAX)?)
}

/// Reads a scenario from `text`, the content of the file `name`.
///
/// # Errors
/// The first mistake, with its line, column and JSON path.
fn parse(name: &str, text: &str) -> Result<Scenario, InputError> {
    const HELP: &str = "`hotseat schema scenario` prints what belongs there";
    let scenario: Scenario = json::read(name, text, "scenario", HELP)?;
    scenario.check().map_err(|why| InputError::new(format!("{name}: {why}")).help(HELP))?;
    Ok(scenario)
}
