//! The claims of an adapter decide which scenarios are asked.

use rstest::rstest;

use super::{ASKS, TURNS, Way};

#[rstest]
#[case("claims-nothing", TURNS, 3, "not applicable")]
#[case("claims-another-system", TURNS, 3, "not applicable")]
#[case("claims-no-idle", TURNS, 3, "not applicable")]
#[case("claims-one-lane", TURNS, 3, "incomplete")]
#[case("claims-no-wire", ASKS, 3, "not applicable")]
#[case("claims-not-many", TURNS, 0, "passed")]
// An adapter may be newer than this hotseat and claim unknown names. The other claims count, and the unknown ones are
// reported.
#[case("claims-what-nobody-knows", TURNS, 0, "passed")]
fn only_claimed_scenarios_are_asked(
    #[case] way: &str,
    #[case] feature: &str,
    #[case] code: i32,
    #[case] verdict: &str,
) {
    let found = Way::of("starts", way).plays(feature);
    assert_eq!(found.said.code, code, "{}", found.said);
    assert!(found.scenarios().iter().all(|scenario| scenario["verdict"] == verdict), "{}", found.said);
}
