//! `hotseat smoke`: what it finds of an adapter, before anybody blames an implementation.

use rstest::rstest;

use super::Way;
use crate::bench::hotseat;

/// A good adapter behind somebody who alters what it says.
#[rstest]
#[case("as-it-is", 0)]
#[case("claims-what-nobody-knows", 1)]
#[case("says-everything-twice", 1)]
#[case("takes-garbage-without-a-word", 1)]
#[case("never-says-that-it-is-idle", 1)]
#[case("speaks-after-idle", 1)]
#[case("ends-badly", 1)]
fn smoke_tells_how_an_adapter_goes_wrong(#[case] way: &str, #[case] code: i32) {
    let adapter = concat!(env!("CARGO_BIN_EXE_hotseat"), " adapter");
    let subject = format!("sh tests/bad/subjects/altered.sh {way} {adapter}");
    let mut said = hotseat(&["smoke", "--patience", "1", "--subject", &subject]);
    said.out = said.out.replace(adapter, "hotseat adapter");
    assert_eq!(said.code, code, "{said}");
    insta::assert_snapshot!(format!("smoke-{way}"), said.to_string());
}

/// One that only pretends.
#[rstest]
#[case("starts", "exits-with-a-log")]
#[case("starts", "another-version")]
#[case("starts", "claims-not-many")]
fn smoke_tells_how_one_that_pretends_goes_wrong(#[case] script: &str, #[case] way: &str) {
    let way = Way::of(script, way);
    let said = hotseat(&["smoke", "--patience", "1", "--subject", &way.subject()]);
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!(format!("smoke-{}", way.name()), said.to_string());
}
