//! The reference behind a pipe, and what is not asked of it there.

use std::fs;

use super::PATIENCE;
use crate::bench::{folder, hotseat, run};

/// The reference behind a pipe is as good as the reference.
#[test]
fn the_reference_behind_a_pipe_holds() {
    let subject = format!("{} adapter", env!("CARGO_BIN_EXE_hotseat"));
    let said = run("tests/bad/files/good.feature", &["-q", "--subject", &subject]);
    assert_eq!(said.to_string(), "exit code 0\n");
}

/// Drawings of the reference's own are held by its snapshots, and nobody else is to draw like it.
#[test]
fn an_adapter_is_not_asked_to_draw_like_the_reference() {
    let subject = format!("{} adapter", env!("CARGO_BIN_EXE_hotseat"));
    let cards = ["run", "--name", "card/a-card-of-one-choice-drawn|resolution/the-host-rejects", "-v"];
    let said = hotseat(&[&cards[..], &["--subject", &subject]].concat());
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains("not applicable   deepchat/card/how-a-single-choice-card-is-drawn"), "{said}");
    let said = hotseat(&cards);
    assert!(said.out.contains("passed           deepchat/card/how-a-single-choice-card-is-drawn"), "{said}");
}

/// One that can not play a system fails there, and there alone.
#[test]
fn a_system_that_is_refused_fails_alone() {
    let subject = "sh tests/bad/subjects/canned.sh refuses-a-system";
    let said = run("tests/bad/subjects/systems.feature", &["-v", "--subject", subject]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("canned-refuses-a-system", said.to_string());
}

/// What is said to an adapter that reads nothing fills its pipe, and stops nobody.
#[test]
fn who_reads_nothing_stops_nobody() {
    let folder = folder("subjects-reads-nothing");
    let turns = fs::read_to_string("tests/bad/subjects/turns.feature").unwrap();
    let (before, second) = turns.split_once("misbehave").unwrap();
    let second = second.replacen("\"hi\"", &format!("{:?}", "x".repeat(500_000)), 1);
    fs::write(folder.join("turns.feature"), format!("{before}misbehave{second}")).unwrap();
    let subject = ["--subject", "sh tests/bad/subjects/lives.sh reads-nothing"];
    let feature = folder.join("turns.feature");
    let said = run(feature.to_str().unwrap(), &[&["-v", "--patience", PATIENCE], &subject[..]].concat());
    assert!(said.code == 1 && said.out.contains("3 scenarios: 2 passed, 1 failed"), "{said}");
    assert!(said.out.contains("it hung: nothing for 2 s"), "{said}");
}
