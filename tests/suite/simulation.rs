//! Simulation: every rule finds the mutant that its row names, and the reference breaks no rule.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use rstest::rstest;

use hotseat::{
    llm::Wire,
    model::shard::Shard,
    mutate::{Change, Mutated, generics, mutants},
    sim::{
        campaign::{BrokenSeed, Campaign, CampaignResult},
        fault::{Fault, FaultChoice},
        finding::{Finding, Replayed},
        generator::SystemGenerator,
        generators,
        rule_mutants::{Finds, RuleMutant, rule_mutants},
        run::{self, Options, RunOptions, Tested, simulate, simulate_any},
        scope::Scope,
    },
    stage::{Capability, Claims, Lane, Subject, SubjectError},
    subject::{AdapterOptions, Reference, StartedSubject, SubjectSpec},
    suite::catalogue::Catalogue,
    system::System,
};

/// A rule must find its mutant within this many seeds.
const SEEDS: u64 = 1_000;

fn changes(id: &str) -> Arc<[Change]> {
    let tables = mutants().as_ref().unwrap();
    let named = tables.iter().flat_map(|table| &table.rows).find(|mutant| mutant.id == id);
    let generic = || generics().iter().find(|mutant| mutant.id == id).map(|mutant| mutant.changes.clone());
    let changes = named.map(|mutant| mutant.changes.clone()).or_else(generic);
    changes.unwrap_or_else(|| panic!("there is no mutant {id}")).into()
}

/// Whether the rule of a row finds what the row says.
fn finds(row: &RuleMutant) -> bool {
    let changes: Arc<[Change]> = match &row.finds {
        Finds::Mutant(id) => changes(id),
        Finds::Own { changes, .. } => changes.clone().into(),
        Finds::NothingToCheck(_) => return true,
    };
    let generator = generators::of(&row.system).unwrap();
    let faults = row.faults.map_or(FaultChoice::Swarm, |fault| FaultChoice::These(vec![fault]));
    let mut subject = Reference::with_changes(vec![changes]);
    let mut run = |seed| simulate(generator, &faults, seed, RunOptions::default(), &mut subject).outcome.violation;
    (0..SEEDS).any(|seed| run(seed).is_some_and(|violation| violation.rule == row.rule))
}

#[test]
fn every_rule_finds_its_mutant() {
    let missed: Vec<_> = rule_mutants().iter().filter(|row| !finds(row)).map(|row| (&row.system, &row.rule)).collect();
    assert!(
        missed.is_empty(),
        "these rules do not find the mutant of their row in src/sim/rule-mutants.json: {missed:#?}"
    );
}

/// Seeds of the reference that a rule once called broken, though they were sound.
#[rstest]
// The person gives another question's answer at a prompt whose question has no marker.
#[case("mcp", 122_320)]
#[case("mcp", 165_970)]
#[case("mcp", 198_815)]
// Two calls have one id, and an answer to a cancelled question of the one is given at a prompt of the other.
#[case("mcp", 839_740)]
fn a_sound_seed_breaks_no_rule(#[case] system: &str, #[case] seed: u64) {
    let generator = generators::of(system).unwrap();
    let run = simulate(generator, &FaultChoice::Swarm, seed, RunOptions::default(), &mut Reference::default());
    assert!(run.outcome.violation.is_none(), "{:?}", run.outcome.violation);
}

fn campaign(
    generator: &'static SystemGenerator,
    jobs: usize,
    scope: &Scope,
    subject: &(dyn Fn() -> Result<StartedSubject, SubjectError> + Sync),
) -> CampaignResult {
    let campaign = Campaign {
        generator,
        faults: FaultChoice::Swarm,
        seeds: 1_000..1_200,
        shard: Shard::WHOLE,
        guided: false,
        jobs,
        doublecheck: true,
        scope,
        subject,
        should_stop: &|| false,
    };
    campaign.run()
}

fn reference() -> Result<StartedSubject, SubjectError> {
    Ok(StartedSubject::alone(Reference::default()))
}

/// Checks every system, each in a thread of its own.
fn in_every_system(check: impl Fn(&'static SystemGenerator) + Sync) {
    thread::scope(|scope| {
        for generator in generators::ALL {
            scope.spawn(|| check(generator));
        }
    });
}

#[test]
fn every_system_has_a_generator() {
    let generated: Vec<&str> = generators::ALL.iter().map(|generator| generator.system).collect();
    let systems = System::ALL.iter().map(|system| system.name);
    assert_eq!(generated, systems.collect::<Vec<_>>());
}

#[test]
fn the_reference_breaks_no_rule_and_is_the_same_for_any_number_of_threads() {
    in_every_system(|generator| {
        let (one, three) = (
            campaign(generator, 1, Scope::reference(), &reference),
            campaign(generator, 3, Scope::reference(), &reference),
        );
        assert_eq!(one.broken_seeds, 0, "{}: {:#?}", generator.system, one.broken);
        assert_eq!((one.seeds, one.checked, one.first_not_run), (200, 200, None));
        assert_eq!((one.hash_sum, one.events, &one.met), (three.hash_sum, three.events, &three.met));
    });
}

/// Each fault class alone, so that no class hides another.
#[test]
fn the_reference_breaks_no_rule_with_any_single_fault_class() {
    in_every_system(|generator| {
        for fault in Fault::ALL {
            for seed in 0..20 {
                let faults = FaultChoice::These(vec![*fault]);
                let simulated = simulate(generator, &faults, seed, RunOptions::default(), &mut Reference::default());
                let (system, violation) = (generator.system, simulated.outcome.violation);
                assert_eq!(violation, None, "{system}, seed {seed} with {}", fault.word());
            }
        }
    });
}

/// Every second start of this subject shows each prompt twice.
#[test]
fn a_subject_that_is_not_deterministic_is_detected() {
    let starts = Arc::new(AtomicU64::new(0));
    let doubled = changes("jp-ask-user/effect/show/double");
    let around = move |machine| match starts.fetch_add(1, Ordering::Relaxed) % 2 {
        0 => machine,
        _ => Mutated::boxed(machine, Arc::clone(&doubled), Arc::default()),
    };
    let subject = Reference::layered(Arc::new(around));
    let subject = Mutex::new(Some(subject));
    let found = campaign(generators::of("jp-ask-user").unwrap(), 1, Scope::reference(), &|| {
        Ok(StartedSubject::alone(subject.lock().unwrap().take().unwrap()))
    });
    let differs = |broken: &BrokenSeed| broken.differs.as_ref().is_some_and(|differs| differs.again == "run again");
    assert!(found.broken.iter().any(differs), "{:#?}", found.broken);
}

#[test]
fn a_finding_can_be_read_back_and_replayed() {
    let generator = generators::of("jp-ask-user").unwrap();
    let mutant = "rec-01-keeps-no-response";
    let options = Options {
        system: generator.system.to_owned(),
        faults: FaultChoice::None,
        mutant: Some(mutant.to_owned()),
        subject: None,
    };
    let make =
        |seed| Finding::make(&options, generator, (seed, None), &mut Reference::with_changes(vec![changes(mutant)]));
    let finding = (0..100).find_map(make).unwrap();
    let read = Finding::read(&finding.write()).unwrap();
    assert_eq!(read, finding);
    assert!(matches!(read.replay(&mut Reference::with_changes(vec![changes(mutant)])), Ok(Replayed::Same)));
    // The reference without the mutant breaks no rule.
    assert!(matches!(read.replay(&mut Reference::default()), Ok(Replayed::Differs(_))));
}

/// What may be drawn for a subject with these claims.
fn scope_of(claims: &Claims, is_behind_adapter: bool) -> Scope {
    Scope::of(claims, Catalogue::embedded().musts_of(claims), is_behind_adapter)
}

/// Behind an adapter, the reference does the same as in memory, when the replies of both are sent whole.
#[test]
fn the_streams_behind_an_adapter_are_those_in_memory() {
    let mut claims = Reference::default().claims().clone();
    // The other wires do not mark errors.
    claims.wires = vec![Wire::Anthropic];
    let scope = scope_of(&claims, true);
    let command = vec![env!("CARGO_BIN_EXE_hotseat").to_owned(), "adapter".to_owned()];
    let adapter = SubjectSpec::Adapter(command);
    let mut far = adapter.take(&AdapterOptions::default()).unwrap();
    let mut near = StartedSubject::alone(Reference::default());
    for system in ["jp-ask-user", "deepchat", "pilotdeck"] {
        for seed in 0..60 {
            let run = |started: &mut StartedSubject| {
                let generator = generators::of(system).unwrap();
                let tested = started.tested(&scope);
                simulate_any(generator, &FaultChoice::Swarm, seed, RunOptions::default(), tested).outcome
            };
            let (near, far) = (run(&mut near), run(&mut far));
            assert!(far.violation.is_none(), "{system}, seed {seed}: {:?}", far.violation);
            let differs = near.stream.iter().zip(&far.stream).find(|(near, far)| near != far);
            assert!(
                differs.is_none() && near.stream.len() == far.stream.len(),
                "{system}, seed {seed}: {}",
                hotseat::model::json::json!(differs)
            );
        }
    }
    far.subject.close().unwrap();
}

/// A subject that lacks one capability is asked nothing that needs it.
#[test]
fn a_run_needs_only_what_is_claimed() {
    for lacking in Capability::ALL.into_iter().filter(|capability| *capability != Capability::Idle) {
        let mut claims = Reference::default().claims().clone();
        claims.capabilities.remove(&lacking);
        let scope = scope_of(&claims, false);
        in_every_system(|generator| {
            let mut asked = 0;
            for seed in 0..60 {
                if run::needs_more(generator, &FaultChoice::Swarm, seed, &scope) {
                    continue;
                }
                asked += 1;
                let mut reference = Reference::default();
                let tested = Tested { scope: &scope, subject: &mut reference, model: None };
                let run = simulate_any(generator, &FaultChoice::Swarm, seed, RunOptions::default(), tested);
                let used = hotseat::stage::used(&run.outcome.stream);
                assert!(!used.contains(&lacking), "{}, seed {seed}: {lacking:?}", generator.system);
                assert_eq!(run.outcome.violation, None, "{}, seed {seed}: {lacking:?}", generator.system);
            }
            // Over a protocol with a client, nothing happens without the client.
            let is_protocol = ["acp", "mcp", "mcp-client"].contains(&generator.system);
            let is_possible = !(is_protocol && lacking == Capability::Client);
            assert!(asked > 5 || !is_possible, "{} without {lacking:?}: {asked}", generator.system);
        });
    }
}

/// What is not demanded of a subject is not held against it: without the profile `rfd082`, prompts may be shown at once.
#[test]
fn a_rule_of_an_unclaimed_profile_is_not_judged() {
    let mut claims = Reference::default().claims().clone();
    let rules = generators::of("jp-ask-user").unwrap().rules();
    let names = |scope: &Scope| -> Vec<&str> {
        rules.iter().filter(|rule| !scope.demands(rule)).map(|rule| rule.name).collect()
    };
    assert_eq!(names(&scope_of(&claims, true)), [""; 0]);
    claims.systems.iter_mut().for_each(|claim| claim.profiles.retain(|profile| profile == "seed"));
    let found = names(&scope_of(&claims, true));
    assert_eq!(
        found,
        [
            "secret-nowhere",
            "recorded-first",
            "source",
            "one-prompt",
            "oracle",
            "retried-as-before",
            "in-turn",
            "results-in-order",
            "first-run"
        ]
    );
    claims.lanes.retain(|lane| *lane != Lane::Record);
    let undecided = rules.iter().filter(|rule| scope_of(&claims, true).lacks(rule) == Some(Lane::Record));
    assert!(undecided.map(|rule| rule.name).any(|name| name == "one-response"));
}
