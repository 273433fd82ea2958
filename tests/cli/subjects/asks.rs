//! Who asks the model in some wrong way. Bash can open a connection, and other shells can not.

use rstest::rstest;

use super::{ASKS, Way, blames};

const fn asks(way: &str) -> Way<'_> {
    Way { shell: "bash", ..Way::of("asks", way) }
}

#[rstest]
#[case("counts-one-less")]
#[case("counts-what-it-gave-up")]
#[case("counts-as-open-what-was-answered")]
#[case("dies-when-answered")]
#[case("announces-one-name-twice")]
#[case("asks-when-it-is-idle")]
fn what_is_not_as_it_counts_is_the_adapters_fault(#[case] way: &str) {
    asks(way).fails_in_the_second(ASKS, "adapter");
}

#[test]
fn what_never_comes_is_the_adapters_fault() {
    let ways = [
        "counts-one-more",
        "counts-what-was-not-sent",
        "lies-about-being-idle",
        "announces-what-it-does-not-send",
        "asks-in-another-run",
        "takes-back-what-it-never-sends",
        "announces-what-is-no-request",
        "asks-at-a-wrong-path",
        "speaks-no-http",
        "sends-half-a-request",
    ];
    Way::at_once(&ways.map(asks), |way| way.fails_in_the_second(ASKS, "adapter"));
}

/// Whether the request was seen before is up to chance, and whose fault it is is not.
#[test]
fn who_dies_while_it_waits_has_died() {
    let found = asks("dies-while-it-waits").plays_with(ASKS, "1");
    let told = "it closed its stdout; it ended with status 1";
    assert!(found.said.out.contains(told) && blames(&found.scenarios()[1]) == ["adapter"], "{}", found.said);
}

#[test]
fn who_says_nothing_of_a_reply_hangs() {
    let ways = ["does-not-say-that-it-heard", "asks-something-else-and-hangs"];
    Way::at_once(&ways.map(asks), |way| {
        let second = way.second(ASKS);
        assert_eq!((second["end"].as_str(), blames(&second)), (Some("hung"), vec!["subject".to_owned()]));
    });
}

/// What no script could have been ready for is the subject's own; that the script is left over, may be the scenario's.
#[rstest]
#[case("asks-garbage", "subject")]
#[case("asks-what-is-no-request", "subject")]
#[case("asks-something-else", "subject_or_scenario")]
fn a_request_that_nobody_expects_is_no_fault_of_the_adapter(#[case] way: &str, #[case] culprit: &str) {
    let second = asks(way).second(ASKS);
    assert_eq!(blames(&second), [culprit, "subject_or_scenario"]);
}

/// A scenario that is not about the wire is the same over each. So is one whose request was given up.
#[rstest]
#[case("asks-over-another-wire")]
#[case("gives-up")]
#[case("gives-up-at-once")]
#[case("takes-back-what-it-sent")]
#[case("takes-back-and-stays-connected")]
#[case("asks-something-else-first")]
#[case("as-it-should")]
fn what_is_as_it_counts_breaks_nothing(#[case] way: &str) {
    let found = asks(way).plays(ASKS);
    assert_eq!(found.said.code, 0, "{}", found.said);
}
