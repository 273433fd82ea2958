//! Control characters in files and arguments never reach the terminal.

use std::fs;

use crate::bench::{Said, folder, hotseat_in};

const WILD: &str = "\u{1b}[31mR\u{1b}]0;t\u{7}\u{9b}31m\u{202e}";

/// A character that a terminal would obey.
fn obeyed(said: &Said) -> Option<char> {
    said.out
        .chars()
        .chain(said.err.chars())
        .find(|c| *c != '\n' && (c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')))
}

#[test]
fn no_output_has_control_characters() {
    let folder = folder("escapes");
    let feature = format!(
        "Feature: {WILD}\n  Scenario: {WILD}\n    Given the system \"jp-ask-user\"\n    And a tool \"{WILD}\"\n    \
         When the user says \"{WILD}\"\n    \
         And the model says \"{WILD}\"\n    Then a notice tells \"{WILD} nowhere\"\n"
    );
    fs::write(folder.join("wild.feature"), feature).unwrap();
    fs::write(folder.join("broken.feature"), format!("Feature: x\n  Scenario: x\n    Given {WILD}\n")).unwrap();
    fs::write(folder.join("script.json"), format!("[{{\"{WILD}\": 1}}]")).unwrap();
    let runs: [&[&str]; 8] = [
        &["run", "wild.feature", "--transport", "memory"],
        &["run", "wild.feature", "--verbose"],
        &["list", "wild.feature"],
        &["run", "broken.feature"],
        &["run", WILD],
        &["run", "--name", WILD],
        &["run", "--subject", WILD],
        &["serve", "--script", "script.json"],
    ];
    for arguments in runs {
        let said = hotseat_in(&folder, arguments);
        assert_eq!(obeyed(&said), None, "hotseat {arguments:?}: {said}");
        assert!(!said.out.is_empty() || !said.err.is_empty());
    }
    let said = hotseat_in(&folder, &["run", "wild.feature"]);
    assert!(said.out.contains('␛') && said.code == 1, "the escape is shown as a picture of itself: {said}");
}
