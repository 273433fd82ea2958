//! Subjects behind an adapter that goes wrong in some way.

use rstest::rstest;

use crate::bench::{hotseat, run};

/// Who does not even start: nothing is run.
#[rstest]
#[case("exits")]
#[case("exits-with-a-log")]
#[case("garbage")]
#[case("version")]
#[case("claims")]
#[case("other-id")]
fn does_not_start(#[case] way: &str) {
    let said = run("tests/bad/files/good.feature", &["--subject", &format!("sh tests/bad/subjects/canned.sh {way}")]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    insta::assert_snapshot!(way, said.to_string());
}

/// Who goes wrong in a run. The second scenario shows that the first one's fault stays its own.
#[rstest]
#[case("stuck")]
#[case("stuck-on-a-call")]
#[case("endless-effects")]
#[case("bad-effect")]
#[case("bad-operation")]
#[case("speaks-out-of-turn")]
#[case("dies")]
#[case("refuses")]
fn fails_in_a_run(#[case] way: &str) {
    let subject = format!("sh tests/bad/subjects/canned.sh {way}");
    let said = run("tests/bad/files", &["--name", "greeting|skipped", "--subject", &subject]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!(way, said.to_string());
}

/// Who never ends, though every single answer is a good one.
#[test]
fn is_endless() {
    let subject = "sh tests/bad/subjects/canned.sh endless-timers";
    let said = run("tests/bad/files", &["--name", "greeting", "--subject", subject]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("endless-timers", said.to_string());
}

/// Drawings of the reference's own are held by its snapshots, and nobody else is to draw like it.
#[test]
fn is_not_asked_to_draw_like_the_reference() {
    let subject = format!("{} adapter", env!("CARGO_BIN_EXE_hotseat"));
    let cards = ["run", "--name", "card/a-card-of-one-choice-drawn|resolution/the-host-rejects", "-v"];
    let said = hotseat(&[&cards[..], &["--subject", &subject]].concat());
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains("not applicable   deepchat/card/a-card-of-one-choice-drawn"), "{said}");
    let said = hotseat(&cards);
    assert!(said.out.contains("passed           deepchat/card/a-card-of-one-choice-drawn"), "{said}");
}

#[test]
fn is_not_asked_for_what_it_does_not_claim() {
    let said = run("tests/bad/files/good.feature", &["--subject", "sh tests/bad/subjects/canned.sh other-system"]);
    assert_eq!(said.code, 3, "{said}");
    insta::assert_snapshot!("other-system", said.to_string());
}

/// The reference behind a pipe is as good as the reference.
#[test]
fn the_reference_behind_a_pipe_holds() {
    let subject = format!("{} adapter", env!("CARGO_BIN_EXE_hotseat"));
    let said = run("tests/bad/files/good.feature", &["-q", "--subject", &subject]);
    assert_eq!(said.to_string(), "exit code 0\n");
}
