//! Simulation: every rule finds the mutant that its row names, and the sound reference breaks none.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};

use hotseat::{
    mutate::{Change, Mutated, embedded, generics},
    sim::{
        campaign::{Campaign, Found},
        fault::{Fault, FaultChoice},
        finding::{Finding, Replayed},
        generator::SystemGenerator,
        generators,
        rule_mutants::{Finds, RuleMutant, rule_mutants},
        run::{How, Options, simulate},
    },
    stage::Subject,
    subject::Reference,
};
use rstest::rstest;

/// The number of seeds in which a rule must find its mutant.
const SEEDS: u64 = 1_000;

fn changes(id: &str) -> Arc<[Change]> {
    let tables = embedded().as_ref().unwrap();
    let named = tables.iter().flat_map(|table| &table.mutants).find(|mutant| mutant.id == id);
    let generic = || generics().iter().find(|mutant| mutant.id == id).map(|mutant| mutant.changes.clone());
    let changes = named.map(|mutant| mutant.changes.clone()).or_else(generic);
    changes.unwrap_or_else(|| panic!("there is no mutant {id}")).into()
}

/// Whether the rule of this row finds its mutant within [`SEEDS`] seeds.
fn finds(kill: &RuleMutant) -> bool {
    let changes: Arc<[Change]> = match &kill.finds {
        Finds::Mutant(id) => changes(id),
        Finds::Own { changes, .. } => changes.clone().into(),
        Finds::NothingToCheck(_) => return true,
    };
    let generator = generators::of(&kill.system).unwrap();
    let faults = kill.faults.map_or(FaultChoice::Swarm, |fault| FaultChoice::These(vec![fault]));
    let mut subject = Reference::mutant(changes);
    let mut run = |seed| simulate(generator, &faults, seed, How::default(), &mut subject).seen.violation;
    (0..SEEDS).any(|seed| run(seed).is_some_and(|violation| violation.rule == kill.rule))
}

#[test]
fn every_rule_finds_its_mutant() {
    let missed: Vec<_> =
        rule_mutants().iter().filter(|kill| !finds(kill)).map(|kill| (&kill.system, &kill.rule)).collect();
    assert!(missed.is_empty(), "these find nothing of what src/sim/rule-mutants.json says: {missed:#?}");
}

fn campaign(
    generator: &'static SystemGenerator,
    jobs: usize,
    subject: &(dyn Fn() -> Box<dyn Subject> + Sync),
) -> Found {
    let campaign = Campaign {
        generator,
        faults: FaultChoice::Swarm,
        seeds: 1_000..1_200,
        jobs,
        doublecheck: true,
        subject,
        is_over: &|| false,
    };
    campaign.run()
}

fn sound() -> Box<dyn Subject> {
    Box::new(Reference::default())
}

#[rstest]
#[case("jp-ask-user")]
#[case("jp-inquiry")]
#[case("deepchat")]
#[case("pi")]
#[case("pilotdeck")]
fn the_reference_breaks_no_rule_and_is_the_same_for_any_number_of_threads(#[case] system: &str) {
    let generator = generators::of(system).unwrap();
    let (one, three) = (campaign(generator, 1, &sound), campaign(generator, 3, &sound));
    assert_eq!(one.broken_seeds, 0, "{:#?}", one.broken);
    assert_eq!((one.seeds, one.checked, one.left_off), (200, 200, None));
    assert_eq!((one.chains, one.events, &one.met), (three.chains, three.events, &three.met));
}

/// Each fault class is tried alone, so that no class hides another.
#[rstest]
#[case("jp-ask-user")]
#[case("jp-inquiry")]
#[case("deepchat")]
#[case("pi")]
#[case("pilotdeck")]
fn the_reference_breaks_no_rule_under_each_fault_class_alone(#[case] system: &str) {
    let generator = generators::of(system).unwrap();
    for fault in Fault::ALL {
        for seed in 0..20 {
            let faults = FaultChoice::These(vec![*fault]);
            let simulated = simulate(generator, &faults, seed, How::default(), &mut Reference::default());
            assert_eq!(simulated.seen.violation, None, "seed {seed} with {}", fault.word());
        }
    }
}

/// The subject here shows more in every second run.
#[test]
fn a_subject_that_is_not_deterministic_is_found() {
    let starts = Arc::new(AtomicU64::new(0));
    let doubled = changes("jp-ask-user/effect/show/double");
    let around = move |machine| match starts.fetch_add(1, Ordering::Relaxed) % 2 {
        0 => machine,
        _ => Mutated::boxed(machine, Arc::clone(&doubled), Arc::default()),
    };
    let subject = Reference::layered(Arc::new(around));
    let seated = Mutex::new(Some(subject));
    let found =
        campaign(generators::of("jp-ask-user").unwrap(), 1, &|| Box::new(seated.lock().unwrap().take().unwrap()));
    assert!(found.broken.iter().any(|broken| broken.differs == Some("run again")), "{:#?}", found.broken);
}

#[test]
fn a_finding_is_read_back_and_repeated() {
    let generator = generators::of("jp-ask-user").unwrap();
    let mutant = "rec-01-keeps-no-response";
    let options =
        Options { system: generator.system.to_owned(), faults: FaultChoice::None, mutant: Some(mutant.to_owned()) };
    let make = |seed| Finding::make(&options, generator, seed, &mut Reference::mutant(changes(mutant)));
    let finding = (0..100).find_map(make).unwrap();
    let read = Finding::read(&finding.write()).unwrap();
    assert_eq!(read, finding);
    assert!(matches!(read.replay(&mut Reference::mutant(changes(mutant))), Ok(Replayed::Same)));
    // The sound reference does something else, which is told.
    assert!(matches!(read.replay(&mut Reference::default()), Ok(Replayed::Differs(_))));
}
