//! Files with wrong bytes, and unusual files that are still valid.

use std::fs;

use rstest::rstest;

use crate::bench::{folder, hotseat_in, run};

#[rstest]
#[case("not-utf-8.feature")]
#[case("not-utf-8.json")]
fn a_file_that_is_not_utf_8_is_reported_with_its_first_wrong_byte(#[case] name: &str) {
    let said = run(&format!("tests/bad/bytes/{name}"), &[]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!(name, said.to_string());
}

#[rstest]
#[case("byte-order-mark.feature")]
#[case("byte-order-mark.json")]
#[case("carriage-returns.feature")]
#[case("good.feature")]
#[case("no-line-break-at-the-end.feature")]
fn an_unusual_file_is_still_read(#[case] name: &str) {
    let said = run(&format!("tests/bad/files/{name}"), &["--quiet"]);
    assert_eq!(said.to_string(), "exit code 0\n");
}

#[rstest]
#[case("large.feature", 1 << 20)]
#[case("large.json", 16 << 20)]
fn a_file_that_is_too_large_is_refused_with_its_size(#[case] name: &str, #[case] max: usize) {
    let folder = folder(&format!("cli-{name}"));
    let begin = if name.ends_with("json") { "{}" } else { "Feature: Large\n" };
    fs::write(folder.join(name), format!("{begin}{}", "\n".repeat(max + 1 - begin.len()))).unwrap();
    let said = hotseat_in(&folder, &["run", "--jobs", "1", name]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!(name, said.to_string());
}

/// A line of a file may be too long for a message.
#[test]
fn a_long_line_is_not_shown_whole() {
    let folder = folder("cli-long-line");
    fs::write(folder.join("long.json"), format!("{{\"about\": \"{}\", \"system\": 1}}", "long ".repeat(2000))).unwrap();
    let said = hotseat_in(&folder, &["run", "long.json"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.len() < 2000, "{} bytes of message", said.err.len());
}

#[test]
fn all_bad_files_are_reported_at_once() {
    let files = ["tests/bad/bytes/not-utf-8.feature", "tests/bad/nowhere.feature", "tests/bad/nowhere"];
    let said = run(files[0], &files[1..]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    for file in files {
        assert!(said.err.contains(file), "{said}");
    }
}
