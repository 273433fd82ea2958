//! Scenario files: those that this program carries, and a user's.

use std::{fs, path::Path};

use super::{
    Mistake, embedded,
    files::{SCENARIO_MAX, read_text},
};
use crate::stage::Scenario;

/// The scenario of that name, or in that file where the name ends in `.json`.
///
/// # Errors
/// Where there is none, or it is none.
pub fn load(name: &str) -> Result<Scenario, Mistake> {
    if let Some(text) = embedded::scenario(name) {
        return parse(&format!("scenarios/{name}.json"), text);
    }
    if Path::new(name).extension().is_none_or(|ending| ending != "json") {
        let known: Vec<String> =
            embedded::scenarios().into_iter().map(|(path, _)| path.trim_end_matches(".json").to_owned()).collect();
        return Err(Mistake::new(format!("there is no scenario {name:?}; known are {}", known.join(", ")))
            .help("a name that ends in .json is a file's"));
    }
    let size = fs::metadata(name).map_err(|error| Mistake::new(format!("{name}: {error}")))?.len();
    if size > SCENARIO_MAX {
        return Err(Mistake::new(format!("{name} has {size} bytes; a scenario file may have {SCENARIO_MAX}"))
            .help("leave out what the scenario does not need"));
    }
    parse(name, &read_text(Path::new(name), SCENARIO_MAX).map_err(Mistake::new)?)
}

/// Reads a scenario, the content of the file `name`.
///
/// # Errors
/// Line, column and path of the first thing that is wrong.
fn parse(name: &str, text: &str) -> Result<Scenario, Mistake> {
    const HELP: &str = "`hotseat schema scenario` prints what belongs there";
    let mut json = serde_json::Deserializer::from_str(text);
    let scenario: Scenario = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (line, column) = (error.inner().line(), error.inner().column().max(1));
        let (what, path) = (what_is_wrong(error.inner()), path_of(error.path()));
        Mistake::new(format!("{name}:{line}:{column}{path}: {what}")).help(HELP).at(
            name,
            text,
            (line, column),
            1,
            "here",
        )
    })?;
    json.end().map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Mistake::new(format!("{name}:{line}:{column}: there is more after the scenario"))
            .help("one file holds one scenario")
            .at(name, text, (line, column), 1, "from here")
    })?;
    scenario.check().map_err(|why| Mistake::new(format!("{name}: {why}")).help(HELP))?;
    Ok(scenario)
}

/// What is wrong, without the place.
pub(super) fn what_is_wrong(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

/// Where in the JSON, for a message; nothing where the whole is meant, or is no JSON.
pub(super) fn path_of(path: &serde_path_to_error::Path) -> String {
    match path.to_string().as_str() {
        "." | "?" => String::new(),
        path => format!(", at `{path}`"),
    }
}
