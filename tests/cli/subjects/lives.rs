//! Adapters that die, hang, leave processes behind, or send a message at the wrong moment.

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
#[case("not-many-a-left-over-writes")]
fn a_wrong_end_or_a_message_at_the_wrong_moment_is_the_adapters_fault(#[case] way: &str) {
    Way::of("lives", way).fails_in_the_second(TURNS, "adapter");
}

#[test]
fn a_missing_answer_is_the_adapters_fault() {
    let ways = ["closes-its-stdin", "hangs-at-the-start", "hangs-at-the-stop", "not-many-does-not-end"];
    Way::at_once(&ways.map(|way| Way::of("lives", way)), |way| way.fails_in_the_second(TURNS, "adapter"));
}

/// Blank lines are no speech. How many there are depends on the machine, so there is no snapshot.
#[test]
fn blank_lines_for_ever_are_a_hang() {
    Way::at_once(&[Way::of("lives", "writes-blank-lines-for-ever")], |way| {
        let found = way.plays_with(TURNS, "1");
        let second = &found.scenarios()[1];
        assert_eq!((second["end"].as_str(), blames(second)), (Some("hung"), vec!["subject".to_owned()]));
        assert!(found.said.out.contains(" blank lines, which do not count"), "{}", found.said);
    });
}

/// In a turn, the implementation behind the adapter may be the one that hangs.
#[test]
fn silence_in_a_turn_is_the_subjects_fault() {
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
fn a_leftover_process_is_stopped_and_reported(#[case] way: &str) {
    Way::of("lives", way).fails_in_the_second(TURNS, "adapter");
}

/// A late message may belong to the run before or to the current one, so the error names both.
#[test]
fn a_late_message_is_reported_with_the_previous_run() {
    let way = Way::of("lives", "speaks-late");
    let found = way.plays_with(TURNS, "1");
    let verdicts: Vec<_> = found.scenarios().iter().map(|scenario| scenario["verdict"].clone()).collect();
    assert_eq!(verdicts, ["passed", "passed", "failed"], "{}", found.said);
    insta::assert_snapshot!(way.name(), found.said.to_string());
}

/// The lines of a process that was left over are no sign of life of the adapter. How many there are depends on the machine,
/// but only the first is told.
#[test]
fn an_adapter_that_hangs_while_a_leftover_writes_is_at_fault() {
    Way::at_once(&[Way::of("lives", "hangs-while-a-left-over-writes")], |way| {
        let found = way.plays_with(TURNS, "1");
        let verdicts: Vec<_> = found.scenarios().iter().map(|scenario| scenario["verdict"].clone()).collect();
        assert_eq!(verdicts, ["passed", "passed", "failed"], "{}", found.said);
        assert!(found.said.out.contains("expected the answer to `scenario/start`"), "{}", found.said);
        assert_eq!(
            (blames(&found.report), found.said.out.matches("\"tick\"").count()),
            (vec!["adapter".to_owned()], 1)
        );
    });
}

/// Asserts that all scenarios pass and the run as a whole is at fault. With two jobs there may be two processes and two
/// faults, so that output is not a snapshot.
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
#[case("a-left-over-writes")]
fn a_wrong_end_is_reported_beside_the_scenarios(#[case] way: &str) {
    goes_wrong_at_its_end(Way::of("lives", way));
}

#[test]
fn an_adapter_that_does_not_end_is_ended() {
    let ways = ["does-not-end", "does-not-end-and-ignores-term"];
    Way::at_once(&ways.map(|way| Way::of("lives", way)), goes_wrong_at_its_end);
}

#[cfg(target_os = "linux")]
#[test]
fn a_leftover_at_the_end_is_reported_beside_the_scenarios() {
    goes_wrong_at_its_end(Way::of("lives", "leaves-a-session-at-its-end"));
}

#[test]
fn output_after_the_end_is_ignored() {
    let found = Way::of("lives", "speaks-after-its-end").plays(TURNS);
    assert_eq!(found.said.code, 0, "{}", found.said);
}

/// `initialize` is answered before the first scenario, so a second answer to it belongs to no scenario.
#[test]
fn a_second_answer_is_reported_beside_the_scenarios() {
    let found = Way::of("starts", "answers-twice").plays_with(TURNS, "1");
    assert!(found.scenarios().iter().all(|scenario| scenario["verdict"] == "passed"), "{}", found.said);
    insta::assert_snapshot!("starts-answers-twice", found.said.to_string());
}
