//! What `hotseat play` refuses before a run begins: no terminal, a file that it cannot record into, a name of no scenario.

use std::fs;

use rstest::rstest;

use crate::{
    bench::hotseat,
    play::{BY_HAND, Ended, Playing, USUAL},
};

#[test]
fn without_a_terminal_play_is_refused() {
    let said = hotseat(&["play", "pi-keys"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!("no-terminal", said.to_string());
}

#[test]
fn an_unwritable_record_file_is_reported_before_the_run() {
    let playing = Playing::start(&["pi-keys", "--record", "Cargo.toml/mine.json"], USUAL);
    let Ended { code, said, .. } = playing.end();
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("Cargo.toml/mine.json: ") && said.contains("give --record a file"), "{said}");
}

#[rstest]
#[case::no_json("pi-keys", "mine.rec", "the name of a scenario file ends in .json, that of a feature in .feature")]
#[case::a_feature(BY_HAND, BY_HAND, "there is such a feature already")]
#[case::the_played_scenario(
    "scenarios/pi-keys.json",
    "./scenarios/pi-keys.json",
    "this is the file of the scenario that is played"
)]
fn a_wrong_record_file_is_refused(#[case] played: &str, #[case] file: &str, #[case] told: &str) {
    let before = fs::read(played).ok();
    let mut arguments = vec!["play", played, "--record", file];
    if played == BY_HAND {
        arguments.extend(["--name", "A card"]);
    }
    let said = hotseat(&arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(told), "{said}");
    assert!(fs::read(played).ok() == before, "the file is unchanged");
}

#[rstest]
#[case::nothing(&["no-such-scenario"], "there is no scenario \"no-such-scenario\"")]
#[case::no_file(&["no-such.json"], "no-such.json: ")]
#[case::no_feature(&["no-such.feature"], "there is no scenario \"no-such.feature\"")]
#[case::several(&[BY_HAND], "may mean 8 scenarios:")]
#[case::several_ids(&["jp/routing"], "may mean ")]
#[case::above_all(&["tests/cli/played/by-hand.feature:2"], "there is no scenario")]
#[case::no_piece(&[BY_HAND, "--name", "zzz"], "by-hand.feature has no scenario with \"zzz\" in its id or name")]
#[case::no_line(&["tests/cli/played/by-hand.feature:two"], "expected a line number after the colon, found \"two\"")]
#[case::no_regex(&[BY_HAND, "--name", "("], "\"(\" is no regular expression")]
#[case::name_of_a_file(&["pi-keys", "--name", "x"], "is one scenario, and `--name` picks one of a feature's")]
#[case::bad_file(&["tests/bad/scenarios/unknown-word.json"], "tests/bad/scenarios/unknown-word.json")]
fn a_name_of_no_or_of_several_scenarios_is_refused(#[case] arguments: &[&str], #[case] told: &str) {
    let said = hotseat(&[&["play"], arguments].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.replace("\n  │ ", " ").contains(told), "{said}");
}
