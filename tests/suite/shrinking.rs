//! Failures that are made small, and told as scenarios.

use std::sync::Arc;

use rstest::rstest;

use hotseat::{
    llm::shell::Memory,
    mutate::{Change, generics, mutants},
    sim::{
        draws::Stream,
        fault::FaultChoice,
        finding::{Finding, Smaller},
        generators,
        rule_mutants::{Finds, RuleMutant, rule_mutants},
        run::{Options, RunOptions, is_sound, simulate},
        scope::Scope,
        tape::Tape,
    },
    stage::play,
    subject::Reference,
    suite::{
        catalogue::Catalogue,
        check::Mismatch,
        found::{Failure, Told, Untold, told},
        mutants::{Cases, Player, Through},
        read_cases,
    },
};

/// A failure is looked for in so many seeds.
const SEEDS: u64 = 1_000;
/// So many failures of a mutant are made small, and the smallest counts.
const FOUND: usize = 3;

fn changes(id: &str) -> Arc<[Change]> {
    let tables = mutants().as_ref().unwrap();
    let named = tables.iter().flat_map(|table| &table.rows).find(|mutant| mutant.id == id);
    let generic = || generics().iter().find(|mutant| mutant.id == id).map(|mutant| mutant.changes.clone());
    let changes = named.map(|mutant| mutant.changes.clone()).or_else(generic);
    changes.unwrap_or_else(|| panic!("there is no mutant {id}")).into()
}

/// The id of the mutant that a row names, and its changes. `None` if there is nothing to find.
fn mutant(row: &RuleMutant) -> Option<(&str, Arc<[Change]>)> {
    match &row.finds {
        Finds::Mutant(id) => Some((id, changes(id))),
        Finds::Own { changes, .. } => Some(("own", changes.clone().into())),
        Finds::NothingToCheck(_) => None,
    }
}

/// A small failure, and the smallest that only leaves out or lowers choices, if it is another.
struct Small {
    finding: Finding,
    plain: Option<Finding>,
}

/// The smallest of the first `count` failures of a row's rule.
fn smallest(row: &RuleMutant, (id, changes): &(&str, Arc<[Change]>), count: usize) -> Small {
    let generator = generators::of(&row.system).unwrap();
    let faults = row.faults.map_or(FaultChoice::Swarm, |fault| FaultChoice::These(vec![fault]));
    let mut subject = Reference::with_changes(vec![changes.clone()]);
    let options =
        Options { system: row.system.clone(), faults: faults.clone(), mutant: Some((*id).to_owned()), subject: None };
    let seeds = (0..SEEDS).filter(|seed| {
        let run = simulate(generator, &faults, *seed, RunOptions::default(), &mut subject);
        run.outcome.violation.is_some_and(|violation| violation.rule == row.rule)
    });
    let small = seeds.take(count).collect::<Vec<_>>().into_iter().map(|seed| {
        let finding = Finding::make(&options, generator, (seed, None), &mut subject).unwrap();
        match finding.smaller(&mut subject, &|| true).unwrap() {
            Smaller::Found { finding, plain, .. } => Small { finding: *finding, plain: plain.map(|plain| *plain) },
            Smaller::NotRepeatable(times) => panic!("{} {}: {times} times", row.system, row.rule),
        }
    });
    small.min_by_key(|small| small.finding.events.len()).unwrap_or_else(|| panic!("{} {}", row.system, row.rule))
}

/// The failure as a scenario: the smallest, or else the plain one.
fn told_of(small: &Small, changes: &Arc<[Change]>) -> Result<Told, Untold> {
    let told = |finding: &Finding| {
        let mut wrong = Reference::with_changes(vec![changes.clone()]);
        told(
            &Failure::from(finding),
            &mut |scenario| play(scenario, &mut wrong, &mut Memory::default()),
            &mut |scenario| play(scenario, &mut Reference::default(), &mut Memory::default()),
        )
    };
    told(&small.finding).or_else(|why| small.plain.as_ref().map_or(Err(why), told))
}

fn row(system: &str, rule: &str) -> &'static RuleMutant {
    rule_mutants().iter().find(|row| row.system == system && row.rule == rule).unwrap()
}

/// Whether the choices of a tape break the rule of a finding in as few events, and no rule of the reference.
fn fails(finding: &Finding, tape: &Tape, subject: &mut Reference) -> bool {
    let generator = generators::of(&finding.options.system).unwrap();
    let run = simulate(generator, &finding.options.faults, tape, RunOptions::default(), subject);
    let is_as_short = run.outcome.events <= finding.events.len() as u64;
    let is_same = run
        .outcome
        .violation
        .is_some_and(|violation| violation.rule == finding.rule && violation.requirements == finding.requirements);
    is_same && is_as_short && is_sound(generator, &finding.options.faults, tape, Scope::reference())
}

const STREAMS: [Stream; 9] = Stream::ALL;

/// A failure of each system.
#[rstest]
#[case("jp-ask-user", "one-end")]
#[case("jp-inquiry", "human-only")]
#[case("deepchat", "attribution")]
#[case("pi", "cancel-is-no-answer")]
#[case("pi", "restored")]
#[case("pi", "verbatim")]
#[case("pilotdeck", "attribution")]
#[case("acp", "one-end")]
#[case("mcp", "attribution")]
#[case("mcp-client", "siblings")]
fn a_small_failure_fails_alike_and_needs_each_of_its_choices(#[case] system: &str, #[case] rule: &str) {
    let row = row(system, rule);
    let mutant = mutant(row).unwrap();
    let small = smallest(row, &mutant, 1);
    let mut subject = Reference::with_changes(vec![mutant.1.clone()]);
    let Small { finding, .. } = &small;
    let tape = finding.tape.clone().unwrap_or_default();
    assert!(fails(finding, &tape, &mut subject), "{finding:?}");
    for stream in STREAMS {
        for at in 0..tape.of(stream).len() {
            let mut fewer = tape.of(stream).to_vec();
            fewer.remove(at);
            let fewer = tape.with(stream, fewer).trimmed();
            assert!(!fails(finding, &fewer, &mut subject), "{tape:?} without {at} of {stream:?}");
        }
    }
    let told = told_of(&small, &mutant.1).unwrap();
    let written = told.feature();
    insta::assert_snapshot!(format!("found-{system}-{rule}"), written);
}

/// How large a failure may be, measured by the shortest scenario that kills the same mutant.
const SIZE_MAX: f64 = 1.5;

/// Takes minutes: `cargo test --release --test suite -- --ignored shrinking --nocapture` prints what it finds.
#[test]
#[ignore = "takes minutes, and prints a table"]
fn a_small_failure_is_about_as_short_as_the_shortest_scenario() {
    let cases = read_cases(&[], Catalogue::embedded()).unwrap_or_else(|error| panic!("{error}"));
    let cases = Cases::new(cases);
    let (mut too_large, mut untold) = (0, 0);
    for row in rule_mutants() {
        let Some(mutant @ (id, changes)) = &mutant(row) else { continue };
        let small = smallest(row, mutant, FOUND);
        let player = Player::of_mutant(id, changes, &Through::Memory);
        let kills = cases.of_system(&row.system).filter_map(|known| {
            let outcome = player.play(known).outcome.ok()?;
            let is_killed = outcome.thens.iter().any(|then| matches!(then.finding, Err(Mismatch::Fails { .. })));
            (is_killed || !outcome.faults.is_empty()).then_some((outcome.events.len(), known.case.id.clone()))
        });
        let shortest = kills.min();
        let told = told_of(&small, changes);
        let of_scenario = |told: &Told| {
            let mut wrong = Reference::with_changes(vec![changes.clone()]);
            play(&told.scenario, &mut wrong, &mut Memory::default()).events.len()
        };
        let (found, as_scenario) = (small.finding.events.len(), told.as_ref().map(of_scenario));
        let count = as_scenario.map_or(found, |events| events.min(found));
        let is_too_large = shortest.as_ref().is_some_and(|(of, _)| count as f64 > SIZE_MAX * *of as f64);
        too_large += u32::from(is_too_large);
        untold += u32::from(told.is_err());
        let mark = if is_too_large { "TOO LARGE " } else { "" };
        let told = as_scenario.map_or_else(|why| format!("not told: {why}"), |events| format!("told in {events}"));
        println!("{mark}{} {} {id}: {found} events; shortest {shortest:?}; {told}", row.system, row.rule);
    }
    println!("{too_large} are too large, and {untold} are not told as scenarios");
}
