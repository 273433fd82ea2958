//! What this program carries: features, scenarios and snapshots, so that an installed one needs no checkout.

use std::{fs, path::Path};

use include_dir::{Dir, DirEntry, include_dir};

use super::source::{SCENARIO_MAX, read_text};
use crate::stage::Scenario;

static FEATURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/features");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");
static SNAPSHOTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/snapshots");

/// Every feature, as path below `features` and text, by path.
pub fn features() -> Vec<(String, &'static str)> {
    files(&FEATURES, "feature")
}

/// Every snapshot, as path below `snapshots` and text, by path.
pub fn snapshots() -> Vec<(String, &'static str)> {
    files(&SNAPSHOTS, "snap")
}

/// The snapshot at that path below `snapshots`.
pub fn snapshot(path: &str) -> Option<&'static str> {
    SNAPSHOTS.get_file(path)?.contents_utf8()
}

/// The scenario of that name, or in that file where the name ends in `.json`.
///
/// # Errors
/// Where there is none, or it does not parse: file, line, column and path.
pub fn scenario(name: &str) -> Result<Scenario, String> {
    let file = SCENARIOS.get_file(format!("{name}.json"));
    let (place, text) = match file.and_then(|file| file.contents_utf8()) {
        Some(text) => (format!("scenarios/{name}.json"), text.to_owned()),
        None if Path::new(name).extension().is_some_and(|ending| ending == "json") => {
            let size = fs::metadata(name).map_err(|error| format!("{name}: {error}"))?.len();
            if size > SCENARIO_MAX {
                return Err(format!("{name} has {size} bytes; a scenario file may have {SCENARIO_MAX}"));
            }
            (name.to_owned(), read_text(Path::new(name))?)
        }
        None => {
            let known: Vec<String> = files(&SCENARIOS, "json").into_iter().map(|(path, _)| path).collect();
            return Err(format!("there is no scenario {name:?}; known are {}", known.join(", ")));
        }
    };
    let mut json = serde_json::Deserializer::from_str(&text);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        format!(
            "{place}, at `{}`: {}; `hotseat schema scenario` prints what belongs there",
            error.path(),
            error.inner()
        )
    })
}

fn files(dir: &'static Dir<'static>, ending: &str) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let mut open = vec![dir];
    while let Some(dir) = open.pop() {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(dir) => open.push(dir),
                DirEntry::File(file) if file.path().extension().is_some_and(|found| found == ending) => {
                    let path = file.path().to_string_lossy().replace('\\', "/");
                    found.push((path, file.contents_utf8().unwrap_or_default()));
                }
                DirEntry::File(_) => {}
            }
        }
    }
    found.sort_unstable();
    found
}
