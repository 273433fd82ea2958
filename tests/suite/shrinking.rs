//! Failures that are made small, and told as scenarios.

use std::sync::Arc;

use hotseat::{
    llm::shell::Memory,
    mutate::{Change, generics, mutants},
    sim::{
        fault::FaultChoice,
        finding::{Finding, Smaller},
        generator::SystemGenerator,
        generators,
        rule_mutants::{Finds, RuleMutant, rule_mutants},
        run::{Options, RunOptions, simulate},
    },
    stage::play,
    subject::Reference,
    suite::{
        catalogue::Catalogue,
        found::told,
        mutants::{Cases, Player, Through},
        read_cases,
    },
};

const SEEDS: u64 = 1_000;

/// The smallest failures of a mutant among its first findings.
fn smallest(row: &RuleMutant, changes: &Arc<[Change]>) -> Option<(Finding, Finding, u64)> {
    let generator: &SystemGenerator = generators::of(&row.system).unwrap();
    let faults = row.faults.map_or(FaultChoice::Swarm, |fault| FaultChoice::These(vec![fault]));
    let mut subject = Reference::with_changes(vec![changes.clone()]);
    let mut all = (0..SEEDS).filter(|seed| {
        let run = simulate(generator, &faults, *seed, RunOptions::default(), &mut subject);
        run.outcome.violation.is_some_and(|violation| violation.rule == row.rule)
    });
    let seeds: Vec<u64> = all.by_ref().take(3).collect();
    let id = match &row.finds {
        Finds::Mutant(id) => id.clone(),
        _ => "own".to_owned(),
    };
    let options = Options { system: row.system.clone(), faults, mutant: Some(id), subject: None };
    let mut best: Option<(Finding, Finding, u64)> = None;
    for seed in seeds {
        let finding = Finding::make(&options, generator, seed, &mut subject).unwrap();
        let Smaller::Found { finding: small, runs } = finding.smaller(&mut subject, &|| true).unwrap() else {
            panic!("{}: it does not repeat", row.rule)
        };
        if best.as_ref().is_none_or(|(_, best, _)| small.events.len() < best.events.len()) {
            best = Some((finding, *small, runs));
        }
    }
    best
}

#[test]
#[ignore = "a measurement"]
fn measure() {
    let cases = Cases::new(read_cases(&[], Catalogue::embedded()).unwrap_or_else(|error| panic!("{error}")));
    let rows: Vec<&RuleMutant> = rule_mutants().iter().collect();
    let only = std::env::var("ONLY").unwrap_or_default();
    let lines = rows.iter().filter(|row| format!("{} {}", row.system, row.rule).contains(&only)).map(|row| {
        let (changes, id): (Arc<[Change]>, &str) = match &row.finds {
            Finds::Mutant(id) => (changes(id), id.as_str()),
            Finds::Own { changes, .. } => (changes.clone().into(), "own"),
            Finds::NothingToCheck(_) => return None,
        };
        let (before, small, runs) = smallest(row, &changes)?;
        let mut subject = Reference::with_changes(vec![changes.clone()]);
        let is_told =
            told(&small, &mut |scenario| play(scenario, &mut subject, &mut Memory::default()), &mut |scenario| {
                play(scenario, &mut Reference::default(), &mut Memory::default())
            });
        let player = Player::of_mutant(id, &changes, &Through::Memory);
        let kills = cases.of_system(&row.system).filter_map(|known| {
            let playing = player.play(known);
            let outcome = playing.outcome.ok()?;
            let is_killed = outcome.thens.iter().any(|then| then.finding.is_err()) || !outcome.faults.is_empty();
            is_killed.then_some((outcome.events.len(), known.case.id.clone()))
        });
        let shortest = if only.is_empty() { kills.min() } else { None };
        if !only.is_empty() {
            small.events.iter().for_each(|event| println!("{} {event}", event.seq));
            println!("{}", small.message);
        }
        Some(format!(
            "{} {} {id}: {} -> {} events in {runs} runs; shortest {:?}; {}",
            row.system,
            row.rule,
            before.events.len(),
            small.events.len(),
            shortest,
            is_told.map_or_else(|why| format!("UNTOLD {why}"), |told| format!("told {}", told.then.len()))
        ))
    });
    for line in lines.flatten() {
        println!("{line}");
    }
}

fn changes(id: &str) -> Arc<[Change]> {
    let tables = mutants().as_ref().unwrap();
    let named = tables.iter().flat_map(|table| &table.rows).find(|mutant| mutant.id == id);
    let generic = || generics().iter().find(|mutant| mutant.id == id).map(|mutant| mutant.changes.clone());
    let changes = named.map(|mutant| mutant.changes.clone()).or_else(generic);
    changes.unwrap_or_else(|| panic!("there is no mutant {id}")).into()
}
