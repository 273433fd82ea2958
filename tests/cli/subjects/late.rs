//! Adapters that go wrong when they should refuse an answer. Only that fault counts, and not the missing refusal.

use rstest::rstest;

use super::{Way, blames};

/// Three turns that are stopped while a prompt is shown. Each prompt is answered after that.
const STOPPED: &str = "tests/bad/subjects/stopped.feature";

#[rstest]
#[case("dies")]
#[case("prints")]
#[case("says-no-json")]
#[case("says-what-nobody-knows")]
fn an_adapter_that_breaks_has_not_taken_the_answer(#[case] way: &str) {
    Way::of("late", way).fails_in_the_second(STOPPED, "adapter");
}

#[test]
fn an_adapter_that_hangs_has_not_taken_the_answer() {
    let second = Way { hangs: true, ..Way::of("late", "hangs") }.second(STOPPED);
    assert_eq!((second["end"].as_str(), blames(&second)), (Some("hung"), vec!["subject".to_owned()]));
}

/// An adapter that goes on without a refusal has taken the answer, which is a fault of the subject.
#[test]
fn an_adapter_that_goes_on_has_taken_the_answer() {
    let second = Way::of("late", "takes-it").second(STOPPED);
    assert_eq!((second["end"].as_str(), blames(&second)), (Some("done"), vec!["subject".to_owned()]));
}
