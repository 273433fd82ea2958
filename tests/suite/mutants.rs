//! The embedded mutants: every row is killed, and the list of equivalents is short and true.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use hotseat::{
    mutate::{Mutant, RunCondition, equivalents, mutants, run_conditions},
    suite::{
        case::Case,
        catalogue::Catalogue,
        combinations::{Amount, tables},
        mutants::{
            Cases, ConditionedFate, Fate, Judged, Through, conditioned, covered, demanded, judge_all, judge_conditioned,
        },
        read_cases, read_combinations,
        select::Systems,
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
    let found = covered(demanded(&systems(&[])), &judged, equivalents().unwrap());
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

#[test]
fn every_condition_of_the_run_names_a_dimension_that_exists() {
    let schema = jsonschema::validator_for(&schema_for!(Vec<RunCondition>).to_value()).unwrap();
    let conditions = run_conditions().unwrap();
    assert!(schema.is_valid(&serde_json::to_value(conditions.iter().map(|one| &**one).collect::<Vec<_>>()).unwrap()));
    for condition in conditions {
        let (name, value) = condition.dimension.split_once('=').unwrap_or((&condition.dimension, ""));
        // A condition for all systems may come from a dimension that only some of them have.
        let of_condition =
            tables().iter().map(|table| &table.dimensions).filter(|table| condition.is_for(&table.system));
        let values: Vec<_> = of_condition
            .flat_map(|table| &table.dimensions)
            .filter(|dimension| dimension.name == name)
            .map(|dimension| &dimension.values)
            .collect();
        let is_known = values.iter().any(|values| value.is_empty() || values.contains_key(value));
        let has_table = condition.systems.iter().any(|system| system.starts_with("jp"));
        assert!(is_known || (values.is_empty() && !has_table), "{}: {}", condition.id, condition.dimension);
    }
}

/// A mistake that holds only at a text is not found by the scenarios that find it in its plain form.
#[test]
fn a_conditioned_mutant_is_killed_by_a_combination_and_not_by_the_scenario_of_its_row() {
    let all = mutants().as_ref().unwrap().iter().flat_map(|table| &table.rows);
    let mutant: Vec<&Mutant> = all.filter(|mutant| mutant.id == "rte-05-refuses-without-a-terminal").collect();
    let condition: Vec<Arc<RunCondition>> =
        run_conditions().unwrap().iter().filter(|one| one.id == "asks-for-a-text").cloned().collect();
    let one = conditioned(&mutant, &condition);
    let fate = |cases: Vec<Case>| judge_conditioned(&one, &Cases::new(cases), 2)[0].fate.clone();
    let written = |case: &Case| case.is_called(|id| id.contains("row-5"));
    let catalogue = Catalogue::embedded();
    let mut cases = read_cases(&[], catalogue).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    cases.retain(written);
    assert_eq!(fate(cases), ConditionedFate::Absent);
    let combinations = read_combinations(Amount::Array, &systems(&["jp-ask-user"]), catalogue);
    match fate(combinations.unwrap_or_else(|mistakes| panic!("{mistakes}"))) {
        ConditionedFate::Killed(kill) => assert!(kill.scenario.starts_with("combinations/"), "{kill:?}"),
        other => panic!("{other:?}"),
    }
}

/// The systems with these names.
fn systems(names: &[&str]) -> Systems {
    Systems::parse(&names.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
}
