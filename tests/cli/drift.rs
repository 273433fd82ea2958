//! Compares the reference with snapshots in a folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::bench::{Said, copy, files, folder, hotseat_in, plain};

const SNAPSHOT: &str = "snapshots/good/a-greeting.snap";

fn run(folder: &Path, more: &[&str]) -> Said {
    hotseat_in(folder, &[&["run", "--jobs", "1", "good.feature", "--snapshots", "snapshots"], more].concat())
}

/// A folder with a feature and its snapshot.
fn snapped(name: &str) -> PathBuf {
    let folder = folder(name);
    copy("files/good.feature", &folder);
    fs::create_dir(folder.join("snapshots")).unwrap();
    let said = run(&folder, &["--update-snapshots"]);
    assert_eq!(said.code, 0, "{said}");
    folder
}

#[test]
fn a_snapshot_equals_the_run_that_wrote_it() {
    let folder = snapped("cli-snapshot-holds");
    insta::assert_snapshot!("written", plain(&fs::read_to_string(folder.join(SNAPSHOT)).unwrap()));
    assert_eq!(run(&folder, &["-q"]).to_string(), "exit code 0\n");
    assert_eq!(files(&folder.join("snapshots")).len(), 1);
}

#[test]
fn a_drift_is_reported() {
    let folder = snapped("cli-snapshot-drift");
    let file = folder.join(SNAPSHOT);
    let changed = fs::read_to_string(&file).unwrap().replace("hello", "good day");
    fs::write(&file, changed).unwrap();
    let said = run(&folder, &[]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("drift", said.to_string());
}

#[test]
fn a_snapshot_without_a_scenario_is_reported() {
    let folder = snapped("cli-snapshot-unreferred");
    fs::copy(folder.join(SNAPSHOT), folder.join("snapshots/good/a-farewell.snap")).unwrap();
    let said = run(&folder, &[]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("unreferred", said.to_string());
    // A run of some scenarios does not report the snapshots of the others.
    assert_eq!(run(&folder, &["--tags", "@greeting", "-q"]).to_string(), "exit code 0\n");
}

#[test]
fn a_missing_snapshot_is_reported() {
    let folder = snapped("cli-snapshot-missing");
    fs::remove_file(folder.join(SNAPSHOT)).unwrap();
    let said = run(&folder, &[]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("missing", said.to_string());
}

#[test]
fn an_unreadable_snapshot_is_reported() {
    let folder = snapped("cli-snapshot-unreadable");
    fs::write(folder.join(SNAPSHOT), b"---\nsource: x\n---\n\xff\n").unwrap();
    let said = run(&folder, &[]);
    assert_ne!(said.code, 0, "{said}");
    insta::assert_snapshot!("unreadable", said.to_string());
}
