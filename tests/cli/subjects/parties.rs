//! The reference behind a pipe, and scenarios that are not asked of an adapter.

use std::fs;

use super::PATIENCE;
use crate::bench::{folder, hotseat, run};

#[test]
fn the_reference_behind_a_pipe_passes() {
    let subject = format!("{} adapter", env!("CARGO_BIN_EXE_hotseat"));
    let said = run("tests/bad/files/good.feature", &["-q", "--subject", &subject]);
    assert_eq!(said.to_string(), "exit code 0\n");
}

/// The reference's own drawings are checked with its snapshots. An adapter may draw in its own way.
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

/// An adapter that refuses one system fails only the scenarios of that system.
#[test]
fn a_refused_system_does_not_fail_the_others() {
    let subject = "sh tests/bad/subjects/canned.sh refuses-a-system";
    let said = run("tests/bad/subjects/systems.feature", &["-v", "--subject", subject]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("canned-refuses-a-system", said.to_string());
}

/// Our messages fill the pipe of an adapter that reads nothing. We do not block on that.
#[test]
fn an_adapter_that_reads_nothing_does_not_block_the_run() {
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
