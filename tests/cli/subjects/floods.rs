//! Adapters that write without end. Their output is limited, and so is our memory for it.

#[cfg(target_os = "linux")]
use std::fs;

use rstest::rstest;

use super::{TURNS, Way, blames};
#[cfg(target_os = "linux")]
use crate::bench::{folder, hotseat};

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

/// The most memory that the program may hold, in MiB. A debug build was seen to hold 161.
#[cfg(target_os = "linux")]
const HELD_MAX: u64 = 256;

/// The program must survive a gigabyte in the log, a line of a hundred megabytes, and the most output that one run may
/// have, and hold little of it. The last adapter process asks the kernel at its end, after the flood. The addresses that
/// the program asks for say nothing: they are its allocator's choice. Nor does the usage that its parent is told, which
/// counts the parent's own memory at the start.
#[cfg(target_os = "linux")]
#[rstest]
#[case("lives", "floods-its-log", 0)]
#[case("lives", "floods-its-log-with-lines", 0)]
#[case("lives", "floods-its-stdout", 1)]
#[case("lines", "a-long-line", 1)]
fn memory_for_output_is_limited(#[case] script: &str, #[case] way: &str, #[case] code: i32) {
    let file = folder(&format!("held-{way}")).join("held");
    let held = shlex::try_quote(file.to_str().unwrap()).unwrap();
    let subject = format!("sh tests/bad/subjects/held.sh {held} {}", Way::of(script, way).subject());
    let said = hotseat(&["run", TURNS, "--jobs", "1", "--subject", &subject]);
    assert_eq!(said.code, code, "{said}");
    let held: u64 = fs::read_to_string(file).unwrap().trim().parse().unwrap();
    assert!(held >> 10 < HELD_MAX, "the program held {held} KiB: {said}");
}
