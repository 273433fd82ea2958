//! Compares the oracle with the reference. They share no code and must agree.

mod facts;

use std::collections::BTreeSet;

use hotseat::model::json::{Value, json};
use hotseat::{
    llm::shell::Memory,
    sim::oracle::{IdInSchema, OracleInput, Run, Table},
    stage::{Scenario, play},
    subject::Reference,
    suite::catalogue::Catalogue,
    system::System,
};

use self::facts::Facts;
use crate::runs::in_memory;

/// A run of the reference, as the lines of its stream.
fn lines(scenario: &Scenario) -> Vec<Value> {
    let played = play(scenario, &mut Reference::default(), &mut Memory::default());
    let stories: Vec<&str> = played.faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(stories, [""; 0], "{scenario:?}");
    played.events.iter().map(|event| hotseat::model::json::to_value(event).unwrap()).collect()
}

#[test]
fn every_requirement_of_the_table_is_in_the_catalogue() {
    let unknown: Vec<_> =
        Table::embedded().requirements().filter(|(_, id)| Catalogue::embedded().requirement(id).is_none()).collect();
    assert_eq!(unknown, []);
}

#[test]
fn the_table_knows_every_profile_of_its_systems() {
    let systems = System::ALL.iter().filter(|system| Table::embedded().systems.iter().any(|name| name == system.name));
    let profiles: BTreeSet<&str> = systems.clone().flat_map(|system| system.profiles).copied().collect();
    let known: BTreeSet<&str> = Table::embedded().words("profile").iter().map(String::as_str).collect();
    assert_eq!((profiles, systems.count()), (known, Table::embedded().systems.len()));
    let first = System::ALL[0].profiles[0];
    assert_eq!(
        Table::embedded().words("profile").first().map(String::as_str),
        Some(first),
        "what no profile stands for"
    );
}

#[test]
fn the_carried_scenarios_agree() {
    let (mut asked, mut found) = (0, Vec::new());
    for outcome in in_memory() {
        if !Table::embedded().systems.contains(&outcome.case.system) {
            continue;
        }
        let lines: Vec<Value> =
            outcome.events.iter().map(|event| hotseat::model::json::to_value(event).unwrap()).collect();
        let run = Run::read(&lines);
        for input in run.situations() {
            asked += 1;
            let differs = run.disagreements(&input).into_iter();
            found.extend(differs.map(|differs| format!("{}: {differs}", outcome.case.id)));
        }
    }
    assert_eq!(found.join("\n"), "");
    assert!(asked > 400, "only {asked} questions were looked at");
}

/// The visible behaviour that the table demands for a question, in words. `None` if the table leaves a choice.
fn visible(input: &OracleInput, remembered: bool) -> Option<String> {
    let expected = input.expected(remembered).ok()?;
    let schema = expected.schema.and_then(|row| row.schema.as_ref()).map(|demand| &demand.is);
    if schema.is_some_and(|schema| schema.inquiry_id == IdInSchema::Either) {
        return None;
    }
    let route = expected.route;
    Some(format!(
        "{:?} {:?} {:?} {:?} {:?} {schema:?}",
        route.asked.as_ref().map(|demand| &demand.is),
        route.offers.as_ref().map(|demand| &demand.is),
        route.recorded.as_ref().map(|demand| &demand.is),
        route.told.as_ref().map(|demand| &demand.is),
        expected.drawing.and_then(|row| row.header.as_ref()).map(|demand| &demand.is),
    ))
}

/// Each situation is played once. The oracle must accept the run for this situation. It must reject the run for each
/// situation that differs in one fact and should look different.
#[test]
fn every_situation_agrees_and_none_that_differs_in_one_fact() {
    let (mut rows, mut found, mut tried) = (BTreeSet::new(), BTreeSet::new(), 0);
    for facts in Facts::all() {
        let input = facts.input();
        let expected = input.expected(facts.remembered).into_iter();
        let expected = expected.flat_map(|expected| [Some(expected.route), expected.drawing, expected.schema]);
        rows.extend(expected.flatten().map(|row| row.row.as_str()));
        let lines = lines(&facts.scenario(&facts.answer_by_meaning()));
        let run = Run::read(&lines);
        assert_eq!(run.disagreements(&input), [], "{facts:?}");
        // The oracle must also accept the questions as the run itself shows them.
        let read = run.situations();
        assert!(read.contains(&input), "{facts:?}: {read:?}");
        let Some(shown) = visible(&input, facts.remembered) else { continue };
        for (column, meant) in facts.neighbours() {
            let input = meant.input();
            if visible(&input, meant.remembered).is_none_or(|wanted| wanted == shown) {
                continue;
            }
            tried += 1;
            assert_ne!(run.disagreements(&input), [], "{column} of {meant:?} was taken for that of {facts:?}");
            found.insert(column);
        }
    }
    let columns = ["answer", "exclusive", "label", "persistence", "profile", "target", "terminal", "type"];
    assert_eq!(found.into_iter().collect::<Vec<_>>(), columns);
    assert!(tried > 10_000, "only {tried} were tried");
    // The other sections are for combinations, which ask for everything that they decide.
    let routing = ["memory", "routes", "drawings", "schemas"];
    let sections = Table::embedded().sections().into_iter().filter(|(name, _)| routing.contains(name));
    let decides = sections.flat_map(|(_, rows)| rows).filter(|row| row.passes.is_none() && row.unsettled.is_none());
    let unused: Vec<&str> = decides.map(|row| row.row.as_str()).filter(|row| !rows.contains(row)).collect();
    assert_eq!(unused, [""; 0], "rows that no situation leads to");
}

#[test]
fn every_act_of_the_person_agrees() {
    let acts = [
        json!("cancel"),
        json!("eof"),
        json!("broken"),
        json!({"key": "Esc"}),
        json!({"key": "Ctrl-C"}),
        json!({"key": "y"}),
        json!({"key": "N"}),
        json!({"key": "Enter"}),
    ];
    for facts in Facts::all().filter(|facts| facts.is_prompted() && facts.profile == "seed") {
        for act in &acts {
            let mut scenario = facts.scenario(act);
            // A key that settles nothing leaves the prompt open; then they cancel.
            scenario.person.iter_mut().flat_map(|rule| &mut rule.visits).for_each(|visit| {
                visit.push(hotseat::model::json::from_value(json!({"after_ms": 1, "act": "cancel"})).unwrap());
            });
            let lines = lines(&scenario);
            let found: Vec<String> =
                Run::read(&lines).disagreements(&facts.input()).iter().map(ToString::to_string).collect();
            assert_eq!(found, [""; 0], "{facts:?} {act}");
        }
    }
}
