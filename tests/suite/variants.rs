//! The embedded variants: there are enough of each system, and the tables are what the schema says. `.ci/run` plays all of
//! them.

use std::{fs, ops::Range, path::Path};

use hotseat::{
    mutate::{Variant, variants},
    sim::{
        fault::FaultChoice,
        generators,
        run::{RunOptions, Tested, simulate_any},
        scope::Scope,
    },
    subject::Reference,
    suite::{
        catalogue::Catalogue,
        mutants::{Cases, Through},
        plan::Verdict,
        read_cases,
        select::Systems,
        variants::{VariantSet, alone, play_all},
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
#[case("pi", 15)]
#[case("acp", 15)]
#[case("mcp", 14)]
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

/// All variants of each system that go together. They make one implementation that is as far from the reference as
/// possible.
fn together() -> Vec<VariantSet<'static>> {
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
    sets
}

#[test]
fn all_variants_of_a_system_together_pass() {
    let cases = read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let sets = together();
    let failed = play_all(&sets, &Cases::new(cases), &Through::Memory, 2, |set, played| {
        let not_held = played.judged.iter().filter(|one| matches!(one.verdict, Verdict::Fail | Verdict::Incomplete));
        let must = not_held.filter(|one| one.requirement.level.word() != "open");
        let ids: Vec<String> = must.map(|one| one.requirement.id.clone()).collect();
        (set.system.to_owned(), ids)
    });
    let failed = failed.into_iter().map(|(_, failed)| failed);
    let failed: Vec<_> = failed.filter(|(_, ids)| !ids.is_empty()).collect();
    assert!(failed.is_empty(), "`hotseat variants -q` tells more: {failed:#?}");
}

/// The rule that a seed of the simulation breaks with a set of variants, if it breaks one.
fn broken_rule(set: &VariantSet<'_>, seed: u64) -> Option<String> {
    let claims = set.claims();
    let scope = Scope::of(&claims, Catalogue::embedded().musts_of(&claims), false);
    let changes = set.variants.iter().map(|variant| variant.changes.clone().into()).collect();
    let mut subject = Reference::with_changes(changes);
    let generator = generators::of(set.system).unwrap();
    let tested = Tested { scope: &scope, subject: &mut subject, model: None };
    let run = simulate_any(generator, &FaultChoice::Swarm, seed, RunOptions::default(), tested);
    let violation = run.outcome.violation?;
    Some(format!("seed {seed} of {}: {}: {}", claims.who, violation.rule, violation.message))
}

/// The rules of the simulation demand only what is written, too.
#[rstest]
fn no_variant_breaks_a_rule_in_drawn_runs(
    #[values("jp-ask-user", "jp-inquiry", "deepchat", "pi", "pilotdeck")] system: &str,
) {
    let rows: Vec<&Variant> = rows().collect();
    let sets = alone(&rows, &Systems::parse(&[system.to_owned()]).unwrap()).into_iter().map(|set| (set, 0..20));
    let all = together().into_iter().filter(|set| set.system == system).map(|set| (set, 0..150));
    let broken = |(set, mut seeds): (VariantSet<'_>, Range<u64>)| seeds.find_map(|seed| broken_rule(&set, seed));
    let found: Vec<String> = sets.chain(all).filter_map(broken).collect();
    assert!(found.is_empty(), "{found:#?}");
}
