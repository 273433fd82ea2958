//! `hotseat smoke`: the mistakes that it finds in an adapter.

use rstest::rstest;

use super::{PATIENCE, Way};
use crate::bench::hotseat;

/// A script alters the messages of a good adapter.
#[rstest]
#[case("claims-what-nobody-knows")]
#[case("says-everything-twice")]
#[case("takes-garbage-without-a-word")]
#[case("never-says-that-it-is-idle")]
#[case("ends-badly")]
fn smoke_reports_how_an_adapter_goes_wrong(#[case] way: &str) {
    let adapter = concat!(env!("CARGO_BIN_EXE_hotseat"), " adapter");
    let subject = format!("sh tests/bad/subjects/altered.sh {way} {adapter}");
    let mut said = hotseat(&["smoke", "--patience", PATIENCE, "--subject", &subject]);
    said.out = said.out.replace(adapter, "hotseat adapter");
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!(format!("smoke-{way}"), said.to_string());
}

/// A script without an implementation.
#[rstest]
#[case("starts", "exits-with-a-log")]
#[case("starts", "another-version")]
#[case("starts", "claims-not-many")]
fn smoke_reports_how_a_script_goes_wrong(#[case] script: &str, #[case] way: &str) {
    let way = Way::of(script, way);
    let said = hotseat(&["smoke", "--patience", PATIENCE, "--subject", &way.subject()]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!(format!("smoke-{}", way.name()), said.to_string());
}

/// Blank lines are no speech. How many there are depends on the machine, so there is no snapshot.
#[test]
fn smoke_ends_with_an_adapter_that_writes_blank_lines_for_ever() {
    let way = Way::of("starts", "writes-blank-lines-for-ever");
    let said = hotseat(&["smoke", "--patience", PATIENCE, "--subject", &way.subject()]);
    assert!(said.code == 1 && said.out.contains(" blank lines, which do not count"), "{said}");
}

/// Each scenario that it chooses uses the capability for which it was chosen, in all systems.
#[test]
fn smoke_finds_nothing_in_the_reference() {
    let said = hotseat(&["smoke", "--subject", concat!(env!("CARGO_BIN_EXE_hotseat"), " adapter")]);
    assert!(said.code == 0 && said.out.contains("\n39 checks: 39 ok, 0 failed; hotseat reference "), "{said}");
}
