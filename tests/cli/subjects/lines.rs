//! Lines in the middle of a turn that are not messages, and unusual lines that are.

use rstest::rstest;

use super::{TURNS, Way};

#[rstest]
#[case("garbage")]
#[case("a-number")]
#[case("a-batch")]
#[case("a-header")]
#[case("over-several-lines")]
#[case("two-on-a-line")]
#[case("half-a-line")]
#[case("a-long-line")]
#[case("a-nul")]
#[case("not-utf-8")]
#[case("utf-16")]
#[case("a-mark-in-the-middle")]
#[case("a-deep-one")]
#[case("no-version")]
#[case("another-version")]
#[case("no-method")]
#[case("an-unknown-method")]
#[case("a-method-of-ours")]
#[case("wrong-parameters")]
#[case("no-parameters")]
#[case("a-text-for-a-number")]
#[case("a-negative-number")]
#[case("a-request")]
#[case("an-answer")]
#[case("an-error")]
#[case("an-error-in-words")]
#[case("both")]
#[case("neither")]
#[case("null")]
#[case("an-id-as-text")]
fn a_line_that_is_not_a_message_is_the_adapters_fault(#[case] way: &str) {
    Way::of("lines", way).fails_in_the_second(TURNS, "adapter");
}

#[test]
fn a_line_without_a_line_break_is_the_adapters_fault() {
    let way = Way { hangs: true, ..Way::of("lines", "half-a-line-and-waits") };
    way.fails_in_the_second(TURNS, "adapter");
}

#[rstest]
#[case("odd-byte-order-mark")]
#[case("odd-carriage-returns")]
#[case("odd-blank-lines")]
#[case("odd-blanks")]
#[case("odd-fields")]
#[case("odd-key-twice")]
fn an_unusual_line_may_be_a_message(#[case] way: &str) {
    let found = Way::of("lines", way).plays(TURNS);
    assert_eq!(found.said.code, 0, "{}", found.said);
}
