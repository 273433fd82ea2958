//! What is claimed decides what is asked.

use rstest::rstest;

use super::{ASKS, TURNS, Way};

#[rstest]
#[case("claims-nothing", TURNS, 3, "not applicable")]
#[case("claims-another-system", TURNS, 3, "not applicable")]
#[case("claims-no-idle", TURNS, 3, "not applicable")]
#[case("claims-one-lane", TURNS, 3, "incomplete")]
#[case("claims-no-wire", ASKS, 3, "not applicable")]
#[case("claims-not-many", TURNS, 0, "passed")]
// An adapter that is newer than we are may claim what we never heard of. It is asked for the rest, and that is told.
#[case("claims-what-nobody-knows", TURNS, 0, "passed")]
fn nothing_else_is_asked(#[case] way: &str, #[case] feature: &str, #[case] code: i32, #[case] verdict: &str) {
    let found = Way::of("starts", way).plays(feature);
    assert_eq!(found.said.code, code, "{}", found.said);
    assert!(found.scenarios().iter().all(|scenario| scenario["verdict"] == verdict), "{}", found.said);
}
