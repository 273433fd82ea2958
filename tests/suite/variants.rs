//! The embedded variants: there are enough of each system, and the tables are what the schema says. `.ci/run` plays all of
//! them.

use std::{fs, path::Path};

use hotseat::{
    mutate::{Variant, variants},
    suite::{
        catalogue::Catalogue,
        mutants::{Cases, Through},
        plan::Verdict,
        read_cases,
        variants::{VariantSet, play_all},
    },
    system::System,
};
use rstest::rstest;
use schemars::schema_for;

fn rows() -> impl Iterator<Item = &'static Variant> {
    variants().as_ref().unwrap().iter().flat_map(|table| &table.rows)
}

#[rstest]
#[case("jp-ask-user", 25)]
#[case("jp-inquiry", 25)]
#[case("deepchat", 15)]
#[case("pilotdeck", 15)]
fn a_system_has_enough_variants(#[case] system: &str, #[case] least: usize) {
    let own = rows().filter(|row| row.systems.iter().any(|name| name == system)).count();
    assert!(own >= least, "{system}: {own} variants");
}

/// A profile that no system has would leave nothing to ask, so that the variant would pass.
#[test]
fn the_profile_of_a_variant_is_one_of_its_systems() {
    for row in rows() {
        if let Some(profile) = &row.profile {
            let has = |name: &String| System::named(name).is_some_and(|one| one.profiles.contains(&profile.as_str()));
            assert!(row.systems.iter().all(has), "{}: {profile}", row.id);
        }
    }
}

#[test]
fn every_table_is_what_the_schema_says() {
    let schema = schema_for!(Vec<Variant>).to_value();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mutate/variants");
    let mut files = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let table = serde_json::from_str(&text).unwrap();
        let wrong: Vec<String> =
            schema.iter_errors(&table).map(|error| format!("{error} {}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", path.display());
        assert!(text.lines().count() <= 500, "{} has too many lines: split it", path.display());
        files += 1;
    }
    assert_eq!(files, variants().as_ref().unwrap().len());
}

/// All variants that go together make one implementation that is as far from the reference as possible.
#[test]
fn all_variants_of_a_system_together_pass() {
    let cases = read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut sets: Vec<VariantSet<'_>> =
        System::ALL.iter().map(|system| VariantSet { system: system.name, variants: Vec::new() }).collect();
    for set in &mut sets {
        for row in rows().filter(|row| row.systems.iter().any(|name| name == set.system)) {
            if set.variants.iter().all(|taken| taken.goes_with(row)) {
                set.variants.push(row);
            }
        }
    }
    sets.retain(|set| !set.variants.is_empty());
    let failed = play_all(&sets, &Cases::new(cases), &Through::Memory, 2, |set, played| {
        let not_held = played.judged.iter().filter(|one| matches!(one.verdict, Verdict::Fail | Verdict::Incomplete));
        let must = not_held.filter(|one| one.requirement.level.word() != "open");
        let ids: Vec<String> = must.map(|one| one.requirement.id.clone()).collect();
        (set.system.to_owned(), ids)
    });
    let failed: Vec<_> = failed.into_iter().filter(|(_, ids)| !ids.is_empty()).collect();
    assert!(failed.is_empty(), "`hotseat variants -q` tells more: {failed:#?}");
}
