//! Adapters that write without end. Their output is limited, and so is our memory for it.

#![cfg_attr(target_os = "linux", expect(clippy::disallowed_types, reason = "a program is run within a limit"))]

use rstest::rstest;

use super::{TURNS, Way, blames};

#[rstest]
#[case("floods-its-stdout", "adapter", "broken")]
#[case("never-pauses", "subject", "endless")]
fn endless_output_is_cut_off(#[case] way: &str, #[case] culprit: &str, #[case] how: &str) {
    let found = Way::of("lives", way).plays_with(TURNS, "1");
    insta::assert_snapshot!(format!("lives-{way}"), found.said.to_string());
    let second = &found.scenarios()[1];
    let mut blamed = blames(second);
    blamed.dedup();
    assert_eq!((second["end"].as_str(), blamed), (Some(how), vec![culprit.to_owned()]));
}

/// The program has 768 MiB of address space, and its threads and code take most of that. It must survive a gigabyte in
/// the log, a line of a hundred megabytes, and the most output that one run may have.
#[cfg(target_os = "linux")]
#[rstest]
#[case("lives", "floods-its-log", 0)]
#[case("lives", "floods-its-log-with-lines", 0)]
#[case("lives", "floods-its-stdout", 1)]
#[case("lines", "a-long-line", 1)]
fn memory_for_output_is_limited(#[case] script: &str, #[case] way: &str, #[case] code: i32) {
    use std::process::{Command, Stdio};

    use crate::bench::end;

    let subject = Way::of(script, way).subject();
    let run = [env!("CARGO_BIN_EXE_hotseat"), "run", TURNS, "--jobs", "1", "--subject", &subject];
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"ulimit -v 786432; exec "$0" "$@""#]).args(run).current_dir(env!("CARGO_MANIFEST_DIR"));
    let mut child = shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let out = child.stdout.take().unwrap();
    let said = end(child, out, &run[1..]);
    assert_eq!(said.code, code, "{said}");
}
