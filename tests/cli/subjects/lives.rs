//! Who dies, hangs, clings or says the right thing at the wrong moment.

use rstest::rstest;

use super::{TURNS, Way, blames};

#[rstest]
#[case("dies")]
#[case("exits-well")]
#[case("kills-itself")]
#[case("dies-behind-its-turn")]
#[case("dies-with-a-long-log")]
#[case("closes-its-stdout")]
#[case("closes-its-stdout-and-ignores-term")]
#[case("speaks-nonsense-and-ignores-term")]
#[case("does-not-start-a-run")]
#[case("starts-twice")]
#[case("speaks-before-it-starts")]
#[case("is-idle-before-it-starts")]
#[case("does-not-stop")]
#[case("speaks-before-it-stops")]
#[case("dies-at-the-stop")]
#[case("not-many-ends-badly")]
fn a_life_that_goes_wrong_is_the_adapters_fault(#[case] way: &str) {
    Way::of("lives", way).fails_in_the_second(TURNS, "adapter");
}

#[test]
fn who_hangs_where_the_adapter_is_to_answer_is_the_adapter() {
    let ways = ["closes-its-stdin", "hangs-at-the-start", "hangs-at-the-stop", "not-many-does-not-end"];
    Way::at_once(&ways.map(|way| Way::of("lives", way)), |way| way.fails_in_the_second(TURNS, "adapter"));
}

/// While nothing is owed to it, silence is whoever's who has something to do.
#[test]
fn a_silence_is_the_subjects_fault() {
    let ways = ["hangs", "hangs-in-its-turn"];
    Way::at_once(&ways.map(|way| Way::of("lives", way)), |way| {
        let second = way.second(TURNS);
        assert_eq!((second["end"].as_str(), blames(&second)), (Some("hung"), vec!["subject".to_owned()]));
    });
}

#[cfg(target_os = "linux")]
#[rstest]
#[case("leaves-a-session")]
#[case("leaves-an-unminding-session")]
fn what_is_left_behind_is_stopped_and_told(#[case] way: &str) {
    Way::of("lives", way).fails_in_the_second(TURNS, "adapter");
}

/// Of what comes late nobody can tell which run it is of, so both are told.
#[test]
fn what_comes_late_is_told_with_the_run_before() {
    let way = Way::of("lives", "speaks-late");
    let found = way.plays_with(TURNS, "1");
    let verdicts: Vec<_> = found.scenarios().iter().map(|scenario| scenario["verdict"].clone()).collect();
    assert_eq!(verdicts, ["passed", "passed", "failed"], "{}", found.said);
    insta::assert_snapshot!(way.name(), found.said.to_string());
}

/// Every scenario is over by then, and none is harmed; the run as a whole is at fault. With two at once there may be two
/// processes, and each ends for itself.
fn goes_wrong_at_its_end(way: Way<'_>) {
    for jobs in ["1", "2"] {
        let found = way.plays_with(TURNS, jobs);
        assert!(found.scenarios().iter().all(|scenario| scenario["verdict"] == "passed"), "{}", found.said);
        if jobs == "1" {
            assert_eq!((found.said.code, blames(&found.report)), (1, vec!["adapter".to_owned()]), "{}", found.said);
            insta::assert_snapshot!(way.name(), found.said.to_string());
        }
    }
}

#[rstest]
#[case("stops-twice")]
#[case("refuses-to-end")]
#[case("speaks-before-its-end")]
#[case("ends-badly")]
fn an_end_that_goes_wrong_is_told_beside_the_scenarios(#[case] way: &str) {
    goes_wrong_at_its_end(Way::of("lives", way));
}

#[test]
fn who_does_not_end_is_ended() {
    let ways = ["does-not-end", "does-not-end-and-ignores-term"];
    Way::at_once(&ways.map(|way| Way::of("lives", way)), goes_wrong_at_its_end);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_left_at_the_end_is_told_beside_the_scenarios() {
    goes_wrong_at_its_end(Way::of("lives", "leaves-a-session-at-its-end"));
}

#[test]
fn what_is_said_behind_the_end_is_heard_by_nobody() {
    let found = Way::of("lives", "speaks-after-its-end").plays(TURNS);
    assert_eq!(found.said.code, 0, "{}", found.said);
}

/// `initialize` was answered before anything ran: who answers it twice harms no scenario either.
#[test]
fn an_answer_that_comes_twice_harms_no_scenario() {
    let found = Way::of("starts", "answers-twice").plays_with(TURNS, "1");
    assert!(found.scenarios().iter().all(|scenario| scenario["verdict"] == "passed"), "{}", found.said);
    insta::assert_snapshot!("starts-answers-twice", found.said.to_string());
}
