//! Valid messages that contradict earlier ones.

use rstest::rstest;

use super::{TURNS, Way, blames};

#[rstest]
#[case("idle-of-another-run")]
#[case("idle-too-early")]
#[case("idle-too-late")]
#[case("idle-twice")]
#[case("goes-on-after-idle")]
#[case("open-and-never-started")]
#[case("not-claimed-tools")]
#[case("not-claimed-clock")]
#[case("not-claimed-files")]
#[case("not-claimed-client")]
#[case("calls-under-a-used-name")]
#[case("calls-and-shows-under-one-name")]
#[case("timer-under-a-used-name")]
#[case("timer-under-a-prompt-s-name")]
#[case("withdraws-what-was-never-shown")]
#[case("calls-off-what-was-never-called")]
#[case("timer-cleared-that-was-never-set")]
#[case("gives-up-what-was-never-asked")]
#[case("claims-clock-and-has-none")]
#[case("file-outside")]
#[case("file-by-an-absolute-path")]
#[case("file-behind-dots")]
#[case("file-without-a-name")]
#[case("file-is-a-link")]
#[case("file-behind-a-link")]
#[case("file-is-a-folder")]
#[case("file-is-a-pipe")]
#[case("file-is-large")]
#[case("file-is-no-text")]
fn a_contradiction_is_the_adapters_fault(#[case] way: &str) {
    Way::of("canned", way).fails_in_the_second(TURNS, "adapter");
}

#[rstest]
#[case("calls-and-is-stuck", "stuck")]
#[case("takes-no-message", "stuck")]
#[case("ends-twice", "done")]
fn acting_in_the_wrong_order_is_the_subjects_fault(#[case] way: &str, #[case] end: &str) {
    let second = Way::of("canned", way).second(TURNS);
    assert_eq!((second["end"].as_str(), blames(&second)), (Some(end), vec!["subject".to_owned()]));
}

#[rstest]
#[case("prompt-open-at-the-end", "parked")]
#[case("exits-as-it-says", "exited")]
#[case("exits-as-it-says-and-goes-on", "exited")]
fn an_unexpected_end_is_the_fault_of_the_subject_or_the_scenario(#[case] way: &str, #[case] end: &str) {
    let second = Way::of("canned", way).second(TURNS);
    assert_eq!((second["end"].as_str(), blames(&second)), (Some(end), vec!["subject_or_scenario".to_owned()]));
}

#[test]
fn a_subject_that_is_always_stuck_fails_every_scenario() {
    let found = Way::of("canned", "stuck").plays(TURNS);
    assert!(found.scenarios().iter().all(|scenario| scenario["end"] == "stuck"), "{}", found.said);
}
