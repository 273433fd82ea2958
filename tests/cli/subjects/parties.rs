//! The reference behind a pipe, and scenarios that are not asked of an adapter.

use std::fs;

use rstest::rstest;

use super::PATIENCE;
use crate::bench::{folder, hotseat, run};

#[test]
fn the_reference_behind_a_pipe_passes() {
    let subject = format!("{} adapter", env!("CARGO_BIN_EXE_hotseat"));
    let said = run("tests/bad/files/good.feature", &["-q", "--subject", &subject]);
    assert_eq!(said.to_string(), "exit code 0\n");
}

/// On these wires a result cannot say that it is an error. What the model is told of a failed call is judged by its text,
/// and a wrong text still fails.
#[rstest]
#[case("chat")]
#[case("responses")]
fn a_subject_whose_wire_cannot_mark_errors_is_judged_by_the_text(#[case] wire: &str) {
    let subject = format!("{} adapter", env!("CARGO_BIN_EXE_hotseat"));
    let run = |subject: &str| {
        let failed_calls = ["run", "-q", "--system", "jp-ask-user", "--requirement", "RTE-10", "--wire", wire];
        hotseat(&[&failed_calls[..], &["--fail-on", "any", "--subject", subject]].concat())
    };
    assert_eq!(run(&subject).to_string(), "exit code 0\n");
    let wrong = run(&format!("{subject} --mutant rte-10-says-it-in-other-words"));
    assert_eq!(wrong.code, 1, "{wrong}");
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
