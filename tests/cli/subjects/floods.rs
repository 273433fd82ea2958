//! Adapters that write without end. Their output is limited, and so is our memory for it.

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

/// The program must survive a gigabyte in the log, a line of a hundred megabytes, and the most output that one run may
/// have, and keep little of it. What counts is the memory that it held: the addresses that it asks for are its
/// allocator's choice, and their limit once ended a sound run.
#[cfg(target_os = "linux")]
#[rstest]
#[case("lives", "floods-its-log", 0)]
#[case("lives", "floods-its-log-with-lines", 0)]
#[case("lives", "floods-its-stdout", 1)]
#[case("lines", "a-long-line", 1)]
fn memory_for_output_is_limited(#[case] script: &str, #[case] way: &str, #[case] code: i32) {
    use std::process::Stdio;

    use wait4::Wait4;

    use crate::bench::command_in;

    let subject = Way::of(script, way).subject();
    let mut run =
        command_in(env!("CARGO_MANIFEST_DIR").as_ref(), &["run", TURNS, "--jobs", "1", "--subject", &subject]);
    let used = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap().wait4().unwrap();
    assert_eq!(used.status.code(), Some(code));
    let held = used.rusage.maxrss >> 20;
    assert!(held < 512, "the program held {held} MiB");
}
