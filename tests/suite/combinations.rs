//! The combinations hold for the reference, name their requirements, and find mistakes that no written scenario finds.

use std::sync::{Arc, LazyLock};

use hotseat::model::json::json;
use hotseat::{
    llm::shell::Memory,
    mutate::{Mutant, Table},
    stage::play,
    subject::Reference,
    suite::{
        case::Case,
        catalogue::Catalogue,
        combinations::Amount,
        judge,
        mutants::{Cases, Fate, Through, judge_all},
        read_cases, read_combinations,
        select::Systems,
    },
};
use rstest::rstest;

fn combinations() -> Vec<Case> {
    read_combinations(Amount::Array, &systems(&[]), Catalogue::embedded())
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn every_combination_holds_for_the_reference_and_every_check_names_a_requirement() {
    for case in combinations().into_iter().map(Arc::new) {
        let checks: Vec<_> = case.steps.iter().filter(|line| line.matched.is_check()).collect();
        assert!(!checks.is_empty(), "{} checks nothing", case.id);
        for line in checks {
            assert!(!line.matched.requirements.is_empty(), "{}: {}", case.id, line.text);
        }
        let outcome = judge(&case, true, |scenario| play(scenario, &mut Reference::default(), &mut Memory::default()));
        let failed: Vec<&str> =
            outcome.thens.iter().filter(|then| then.finding.is_err()).map(|then| then.text.as_str()).collect();
        assert!(failed.is_empty() && outcome.faults.is_empty(), "{}: {failed:?} {:?}", case.id, outcome.faults);
    }
}

#[test]
fn without_combinations_there_are_none() {
    let none =
        read_combinations(Amount::None, &systems(&[]), Catalogue::embedded()).unwrap_or_else(|error| panic!("{error}"));
    assert!(none.is_empty());
    let cases = read_combinations(Amount::Array, &systems(&["jp-inquiry"]), Catalogue::embedded());
    let cases = cases.unwrap_or_else(|error| panic!("{error}"));
    assert!(cases.iter().all(|case| case.id.starts_with("combinations/jp-inquiry/") && case.system == "jp-inquiry"));
}

static WRITTEN: LazyLock<Cases> =
    LazyLock::new(|| Cases::new(read_cases(&[], Catalogue::embedded()).unwrap_or_else(|error| panic!("{error}"))));
static COMBINED: LazyLock<Cases> = LazyLock::new(|| Cases::new(combinations()));

/// A mistake that shows only if several circumstances meet.
#[rstest]
#[case::an_exclusive_choice_in_the_third_call("RTE-14", "model", "no inquiry reaches the model", json!([
    {"on": "input/tool/asks", "where": {"/exclusive": true, "/answer_type/type": "select"}, "nth": 3,
     "do": {"set": {"/exclusive": false}}}]))]
#[case::an_exclusive_secret_as_a_third_question("PRM-18", "prompt", "hides what is typed", json!([
    {"on": "effect/show", "where": {"/offers/typing": "hidden"}, "since": {"on": "input/person/answer", "where": {"": "v0"}},
     "do": {"set": {"/offers/typing": "echoed"}}}]))]
#[case::a_label_of_the_command_line_above_the_users("CFG-37", "prompt", "shows above it", json!([
    {"on": "effect/show", "where": {"/text": {"has": "Ops (night)"}, "/offers/choices": {"exists": true}}, "nth": 2,
     "do": {"replace": {"/text": ["Ops (night)", "Assistant"]}}}]))]
fn a_mistake_in_a_combination_is_found_only_by_a_combination(
    #[case] requirement: &str,
    #[case] lane: &str,
    #[case] then: &str,
    #[case] changes: hotseat::model::json::Value,
) {
    let mutant = json!({
        "id": "combined", "requirement": requirement, "about": "", "lane": lane, "then": then, "changes": changes,
    });
    let mutant: Mutant = hotseat::model::json::from_value(mutant).unwrap();
    assert_only_a_combination_kills(&[&mutant], &COMBINED);
}

/// The same for other systems: what holds only for one kind of form, in the second pass, behind tabs, in the third
/// question or call, after an error, a cancel or a decline, after answers that a call brought, or in a second turn.
#[rstest]
#[case("pi", include_str!("combinations/pi.json"))]
#[case("pilotdeck", include_str!("combinations/pilotdeck.json"))]
#[case("acp", include_str!("combinations/acp.json"))]
#[case("mcp", include_str!("combinations/mcp.json"))]
#[case("mcp-client", include_str!("combinations/mcp-client.json"))]
fn every_mistake_of_a_table_is_found_only_by_a_combination(#[case] system: &str, #[case] table: &str) {
    let table = Table::<Mutant>::read(system, table);
    let table = table.unwrap_or_else(|error| panic!("{error}"));
    let combined = read_combinations(Amount::Array, &systems(&[system]), Catalogue::embedded());
    let combined = Cases::new(combined.unwrap_or_else(|mistakes| panic!("{mistakes}")));
    assert_only_a_combination_kills(&table.rows.iter().collect::<Vec<_>>(), &combined);
}

fn assert_only_a_combination_kills(mutants: &[&Mutant], combined: &Cases) {
    for judged in judge_all(mutants, combined, &Through::Memory, 1) {
        assert!(matches!(judged.fate, Fate::Killed(_)), "{}: {:?}", judged.mutant.id, judged.fate);
    }
    for judged in judge_all(mutants, &WRITTEN, &Through::Memory, 1) {
        assert!(!matches!(judged.fate, Fate::Killed(_)), "{}: {:?}", judged.mutant.id, judged.fate);
    }
}

/// The systems with these names.
fn systems(names: &[&str]) -> Systems {
    Systems::parse(&names.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
}
