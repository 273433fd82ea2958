//! `hotseat smoke`: what it finds of an adapter, before anybody blames an implementation.

use rstest::rstest;

use super::{PATIENCE, Way};
use crate::bench::hotseat;

/// A good adapter behind somebody who alters what it says.
#[rstest]
#[case("claims-what-nobody-knows")]
#[case("says-everything-twice")]
#[case("takes-garbage-without-a-word")]
#[case("never-says-that-it-is-idle")]
#[case("ends-badly")]
fn smoke_tells_how_an_adapter_goes_wrong(#[case] way: &str) {
    let adapter = concat!(env!("CARGO_BIN_EXE_hotseat"), " adapter");
    let subject = format!("sh tests/bad/subjects/altered.sh {way} {adapter}");
    let mut said = hotseat(&["smoke", "--patience", PATIENCE, "--subject", &subject]);
    said.out = said.out.replace(adapter, "hotseat adapter");
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!(format!("smoke-{way}"), said.to_string());
}

/// One that only pretends.
#[rstest]
#[case("starts", "exits-with-a-log")]
#[case("starts", "another-version")]
#[case("starts", "claims-not-many")]
fn smoke_tells_how_one_that_pretends_goes_wrong(#[case] script: &str, #[case] way: &str) {
    let way = Way::of(script, way);
    let said = hotseat(&["smoke", "--patience", PATIENCE, "--subject", &way.subject()]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!(format!("smoke-{}", way.name()), said.to_string());
}
