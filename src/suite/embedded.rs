//! The features, scenarios and snapshots that the program carries, so that it needs no checkout.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use include_dir::{Dir, DirEntry, include_dir};

static FEATURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/features");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");
static SNAPSHOTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/snapshots");

/// The path below `features` and the text of every feature, sorted by path.
pub fn features() -> Vec<(String, &'static str)> {
    files(&FEATURES, "feature")
}

/// Whether a feature with this text is among those that the program carries.
pub fn carries(text: &str) -> bool {
    static TEXTS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| features().into_iter().map(|(_, text)| text).collect());
    TEXTS.contains(text)
}

/// The path below `snapshots` and the text of every snapshot, sorted by path.
pub fn snapshots() -> Vec<(String, &'static str)> {
    files(&SNAPSHOTS, "snap")
}

/// The text of the snapshot at this path below `snapshots`.
pub fn snapshot(path: &str) -> Option<&'static str> {
    // `Dir::get_file` searches all entries one after another, which is slow here.
    static BY_PATH: LazyLock<BTreeMap<String, &str>> = LazyLock::new(|| snapshots().into_iter().collect());
    BY_PATH.get(path).copied()
}

/// The text of the scenario file with this name.
pub fn scenario(name: &str) -> Option<&'static str> {
    SCENARIOS.get_file(format!("{name}.json"))?.contents_utf8()
}

/// The path below `scenarios` and the text of every scenario file, sorted by path.
pub fn scenarios() -> Vec<(String, &'static str)> {
    files(&SCENARIOS, "json")
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
