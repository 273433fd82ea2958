//! The embedded mutants: every row is killed, and the list of equivalents is short and true.

use std::{
    fs,
    path::{Path, PathBuf},
};

use hotseat::{
    mutate::{Mutant, equivalents, mutants},
    suite::{
        catalogue::Catalogue,
        mutants::{Cases, Fate, Judged, Through, covered, demanded, judge_all},
        read_cases,
    },
};
use schemars::schema_for;

fn judged() -> Vec<Judged> {
    let tables = mutants().as_ref().unwrap();
    let mutants: Vec<&Mutant> = tables.iter().flat_map(|table| &table.rows).collect();
    let cases = read_cases(&[], Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    judge_all(&mutants, &Cases::new(cases), &Through::Memory, 2)
}

#[test]
fn every_row_is_killed() {
    let judged = judged();
    let alive: Vec<(&str, &Fate, &[String])> = judged
        .iter()
        .filter(|one| !matches!(one.fate, Fate::Killed(_)) || !one.complaints.is_empty())
        .map(|one| (one.mutant.id.as_str(), &one.fate, one.complaints.as_slice()))
        .collect();
    assert!(alive.is_empty(), "`hotseat mutants -q --only named` tells more: {alive:#?}");
    let found = covered(demanded(None), &judged, equivalents().unwrap());
    assert_eq!(found.wrong, Vec::<String>::new());
}

#[test]
fn every_table_is_what_the_schema_says() {
    let schema = schema_for!(Vec<Mutant>).to_value();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mutate/tables");
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
    assert_eq!(files, mutants().as_ref().unwrap().len());
}

/// If no mutant can check a requirement, a unit test does, and the test exists.
#[test]
fn every_equivalent_names_a_test() {
    let mut text = String::new();
    crate::catalogue::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
    for row in &equivalents().unwrap().requirements {
        assert!(text.contains(&format!("fn {}(", row.unit_test)), "{}: there is no test {}", row.id, row.unit_test);
    }
}

/// In a scenario that the reference itself fails, every mutant would seem to be killed.
#[test]
fn a_scenario_that_the_reference_fails_is_reported() {
    let paths = ["tests/bad/files/good.feature", "tests/bad/verdicts/requirement-fails.feature"].map(PathBuf::from);
    let cases = read_cases(&paths, Catalogue::embedded()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let failing = cases.iter().map(|case| case.id.clone()).find(|id| id.contains("requirement-fails")).unwrap();
    assert_eq!(Cases::new(cases).unsound(2), [failing]);
}
