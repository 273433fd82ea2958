//! `hotseat bisect`

use std::{fs, path::Path};

use rstest::rstest;

use crate::bench::{folder, hotseat, shell_in};

/// A finding of a mutant, small, in a folder of its own.
fn found(name: &str) -> std::path::PathBuf {
    let out = folder(name);
    let arguments = [
        "simulate",
        "--system",
        "jp-ask-user",
        "--seeds",
        "1",
        "--mutant",
        "rte-13-draws-it-first",
        "--shrink-for",
        "600s",
        "--out",
    ];
    let said = hotseat(&[&arguments[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(said.code, 1, "{said}");
    out
}

#[test]
fn the_first_event_in_which_two_subjects_differ_is_told() {
    let out = found("bisect");
    let said = shell_in(&out, "hotseat bisect jp-ask-user-1.small.json");
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("bisect", said.to_string());
}

#[rstest]
#[case::the_same_adapter(
    "--good 'hotseat adapter' --bad 'hotseat adapter'",
    6,
    "the two runs are the same in everything, and none breaks the rule one-end: the failure is gone"
)]
#[case::two_adapters(
    "--good 'hotseat adapter' --bad 'hotseat adapter --mutant rte-13-draws-it-first'",
    1,
    "the runs part at observation 18"
)]
#[case::two_that_are_wrong(
    "--good 'hotseat adapter --mutant rte-13-draws-it-first' --bad 'hotseat adapter --mutant rte-13-draws-it-first'",
    1,
    "the same in everything, and both break the rule one-end"
)]
#[case::an_adapter_that_is_right("--bad 'hotseat adapter'", 6, "the failure is gone")]
#[case::no_adapter("--bad false", 2, "fault of the")]
#[case::one_that_chooses_by_chance("--bad 'sh once.sh'", 6, "the bad one does not repeat itself")]
fn two_subjects_are_compared(#[case] options: &str, #[case] code: i32, #[case] says: &str) {
    let out = found(&format!("bisect-{}", says.len() + options.len()));
    // The first process is the reference, and each later one is the mutant.
    let once = "if [ -e later ]; then exec hotseat adapter --mutant rte-13-draws-it-first; fi; : > later; exec hotseat adapter";
    fs::write(out.join("once.sh"), once).unwrap();
    let said = shell_in(&out, &format!("hotseat bisect jp-ask-user-1.small.json {options}"));
    assert_eq!(said.code, code, "{said}");
    assert!(said.to_string().contains(says), "{said}");
}

#[test]
fn a_finding_that_was_edited_is_refused() {
    let out = found("bisect-alone");
    let file = Path::new("jp-ask-user-1.json");
    let text = fs::read_to_string(out.join(file)).unwrap();
    fs::write(out.join(file), text.replace("rte-13-draws-it-first", "rte-13-draws-it-last")).unwrap();
    let said = shell_in(&out, "hotseat bisect jp-ask-user-1.json");
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains("the file was edited"), "{said}");
}
