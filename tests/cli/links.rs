//! Files that are read and written: links in folders, and reports that take the place of others.

#![cfg(unix)]

use std::{fs, os::unix::fs::symlink};

use crate::bench::{folder, hotseat};

const FEATURE: &str = "Feature: Mine\n  Scenario: One\n    Given the system \"pi\"\n    When the user says \"go\"\n    \
                       And the model says \"done\"\n    Then the turn ends completed\n";

#[test]
fn links_in_a_folder_neither_lead_round_in_a_circle_nor_stop_the_rest() {
    let folder = folder("links");
    let deep = folder.join("deep");
    fs::create_dir(&deep).unwrap();
    fs::write(deep.join("mine.feature"), FEATURE).unwrap();
    symlink(&folder, deep.join("round")).unwrap();
    symlink("nowhere", folder.join("lost")).unwrap();
    let said = hotseat(&["list", folder.to_str().unwrap()]);
    assert_eq!((said.code, said.err.as_str(), said.out.lines().count()), (0, "", 1), "{said}");
    assert!(said.out.contains("mine/one"), "{said}");

    // A feature that is missing behind its link is told.
    symlink("nowhere", folder.join("lost.feature")).unwrap();
    let said = hotseat(&["list", folder.to_str().unwrap()]);
    assert!(said.code == 2 && said.err.contains("lost.feature"), "{said}");
}

#[test]
fn a_report_takes_the_place_of_an_older_one_at_once() {
    let folder = folder("report-beside");
    let (feature, report, link) = (folder.join("mine.feature"), folder.join("report.json"), folder.join("latest"));
    fs::write(&feature, FEATURE).unwrap();
    fs::write(&report, "an older report").unwrap();
    symlink(&report, &link).unwrap();
    let report_to = format!("json={}", link.display());
    let said = hotseat(&["run", "-q", feature.to_str().unwrap(), "--transport", "memory", "--report", &report_to]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{said}");
    assert!(link.is_symlink() && fs::read_to_string(&report).unwrap().starts_with('{'));
    let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["latest", "mine.feature", "report.json"]);
}
