//! Who goes wrong where it should have refused an answer: what it never got to say is held against nobody.

use rstest::rstest;

use super::{Way, blames};

/// Three turns that are stopped while a prompt is shown, which is answered later.
const STOPPED: &str = "tests/bad/subjects/stopped.feature";

#[rstest]
#[case("dies")]
#[case("prints")]
#[case("says-no-json")]
#[case("says-what-nobody-knows")]
fn who_is_gone_has_taken_no_answer(#[case] way: &str) {
    Way::of("late", way).fails_in_the_second(STOPPED, "adapter");
}

#[test]
fn who_hangs_has_taken_no_answer() {
    let second = Way { hangs: true, ..Way::of("late", "hangs") }.second(STOPPED);
    assert_eq!((second["end"].as_str(), blames(&second)), (Some("hung"), vec!["subject".to_owned()]));
}

/// Who goes on has taken it.
#[test]
fn who_goes_on_has_taken_the_answer() {
    let second = Way::of("late", "takes-it").second(STOPPED);
    assert_eq!((second["end"].as_str(), blames(&second)), (Some("done"), vec!["subject".to_owned()]));
}
