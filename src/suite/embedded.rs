//! What this program carries: features, scenarios and snapshots, so that an installed one needs no checkout.

use std::{collections::BTreeMap, sync::LazyLock};

use include_dir::{Dir, DirEntry, include_dir};

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
    // The folder's own look-up compares paths part by part, one entry after another.
    static BY_PATH: LazyLock<BTreeMap<String, &str>> = LazyLock::new(|| snapshots().into_iter().collect());
    BY_PATH.get(path).copied()
}

/// The scenario file of that name.
pub fn scenario(name: &str) -> Option<&'static str> {
    SCENARIOS.get_file(format!("{name}.json"))?.contents_utf8()
}

/// Every scenario file, as path below `scenarios` and text, by path.
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
