//! Adapters that send requests to the model in a wrong way. They are scripts for bash, which can open a connection.

use rstest::rstest;

use super::{ASKS, Way, blames};
use crate::bench::hotseat;

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
fn a_wrong_count_or_place_of_requests_is_the_adapters_fault(#[case] way: &str) {
    asks(way).fails_in_the_second(ASKS, "adapter");
}

#[test]
fn a_request_that_never_arrives_is_the_adapters_fault() {
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

/// The error and the notice say how the host can be allowed. No patience runs out.
#[rstest]
#[case("asks-for-another-host")]
#[case("announces-a-request-for-another-host")]
fn a_request_for_another_host_is_refused(#[case] way: &str) {
    asks(way).fails_in_the_second(ASKS, "adapter");
    let subject = asks(way).subject();
    let said = hotseat(&["run", ASKS, "--jobs", "1", "--subject", &subject, "--allow-host", "agent.internal"]);
    assert_eq!((said.code, said.err.contains("refused")), (0, false), "{said}");
}

/// No web page disturbs a run. The user is told of the requests that were refused.
#[test]
fn a_request_of_a_web_page_is_refused_and_changes_nothing() {
    let found = asks("is-visited-by-web-pages").plays(ASKS);
    assert_eq!(found.said.code, 0, "{}", found.said);
    assert!(found.said.err.contains("`Origin`") && found.said.err.contains("`--allow-host "), "{}", found.said);
}

/// Chance decides whether the request has arrived before the end, so this has no snapshot. The culprit is always the
/// same.
#[test]
fn an_adapter_that_dies_while_it_waits_is_at_fault() {
    let found = asks("dies-while-it-waits").plays_with(ASKS, "1");
    let told = "it closed its stdout; it ended with status 1";
    assert!(found.said.out.contains(told) && blames(&found.scenarios()[1]) == ["adapter"], "{}", found.said);
}

/// Requests that no model answers are no speech. How many there are depends on the machine, so there is no snapshot.
#[test]
fn polling_for_ever_is_a_hang() {
    Way::at_once(&["polls-for-ever", "reads-for-ever"].map(asks), |way| {
        let found = way.plays_with(ASKS, "1");
        let second = &found.scenarios()[1];
        assert_eq!((second["end"].as_str(), blames(second)), (Some("hung"), vec!["subject".to_owned()]));
        assert!(found.said.out.contains("at the model's address it also asked for GET /v1/m"), "{}", found.said);
    });
}

#[test]
fn silence_after_a_reply_is_a_hang() {
    let ways = ["does-not-say-that-it-heard", "asks-something-else-and-hangs"];
    Way::at_once(&ways.map(asks), |way| {
        let second = way.second(ASKS);
        assert_eq!((second["end"].as_str(), blames(&second)), (Some("hung"), vec!["subject".to_owned()]));
    });
}

/// A request that no script can expect is the subject's fault. The left-over script may also be the scenario's fault.
#[rstest]
#[case("asks-garbage", "subject")]
#[case("asks-what-is-no-request", "subject")]
#[case("asks-something-else", "subject_or_scenario")]
fn an_unexpected_request_is_no_fault_of_the_adapter(#[case] way: &str, #[case] culprit: &str) {
    let second = asks(way).second(ASKS);
    assert_eq!(blames(&second), [culprit, "subject_or_scenario"]);
}

/// The wire does not matter in these scenarios, and a request may be cancelled.
#[rstest]
#[case("asks-over-another-wire")]
#[case("gives-up")]
#[case("gives-up-at-once")]
#[case("takes-back-what-it-sent")]
#[case("takes-back-and-stays-connected")]
#[case("asks-something-else-first")]
#[case("reads-where-it-posts")]
#[case("as-it-should")]
fn requests_that_are_counted_correctly_pass(#[case] way: &str) {
    let found = asks(way).plays(ASKS);
    assert_eq!(found.said.code, 0, "{}", found.said);
}
