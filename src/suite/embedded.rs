//! The features, scenarios and snapshots that the program carries, so that it needs no checkout.

use std::path::Path;

use include_dir::{Dir, DirEntry, File, include_dir};

static FEATURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/features");
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");
static SNAPSHOTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/snapshots");

/// The path below `features` and the text of every feature, sorted by path.
pub fn features() -> Vec<(String, &'static str)> {
    files(&FEATURES, "feature")
}

/// The path below `features` of every feature, with the names of its scenarios, sorted by path.
pub static TITLES: &[(&str, &[&str])] = &include!(concat!(env!("OUT_DIR"), "/titles.rs"));

/// The paths below `features` of those with a scenario whose `Then`s are asked of every run.
pub static ASKED_OF_ALL: &[&str] = &include!(concat!(env!("OUT_DIR"), "/asked_of_all.rs"));

/// The text of the feature at this path below `features`.
pub fn feature(path: &str) -> Option<&'static str> {
    file(&FEATURES, path)
}

/// Whether a feature with this text is among those that the program carries.
pub fn carries(text: &str) -> bool {
    let mut found = false;
    each(&FEATURES, &mut |file| found |= file.contents() == text.as_bytes());
    found
}

/// The path below `snapshots` and the text of every snapshot, sorted by path.
pub fn snapshots() -> Vec<(String, &'static str)> {
    files(&SNAPSHOTS, "snap")
}

/// The text of the snapshot at this path below `snapshots`.
pub fn snapshot(path: &str) -> Option<&'static str> {
    file(&SNAPSHOTS, path)
}

/// The text of the file at this path below a folder.
fn file(mut dir: &'static Dir<'static>, path: &str) -> Option<&'static str> {
    // `Dir::get_file` searches all entries one after another, which is slow here.
    for (end, _) in path.match_indices('/') {
        dir = dir.dirs().find(|dir| is_at(dir.path(), &path[..end]))?;
    }
    dir.files().find(|file| is_at(file.path(), path))?.contents_utf8()
}

/// Whether a path is `expected`. Paths are compared slowly, so their lengths are compared before.
fn is_at(path: &Path, expected: &str) -> bool {
    path.as_os_str().len() == expected.len() && path == Path::new(expected)
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
    each(dir, &mut |file| {
        if file.path().extension().is_some_and(|found| found == ending) {
            let path = file.path().to_string_lossy().replace('\\', "/");
            found.push((path, file.contents_utf8().unwrap_or_default()));
        }
    });
    found.sort_unstable();
    found
}

/// Passes every file below `dir` to `take`.
fn each(dir: &'static Dir<'static>, take: &mut impl FnMut(&'static File<'static>)) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => each(dir, take),
            DirEntry::File(file) => take(file),
        }
    }
}
