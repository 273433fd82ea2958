//! Runs that are drawn from earlier ones.

use std::{collections::BTreeSet, ops::Range};

use hotseat::{
    model::shard::Shard,
    sim::{
        campaign::{Campaign, CampaignResult},
        fault::FaultChoice,
        generator::SystemGenerator,
        generators,
        run::{RunOptions, simulate},
        scope::Scope,
        states::States,
    },
    stage::SubjectError,
    subject::{Reference, StartedSubject},
};

fn reference() -> Result<StartedSubject, SubjectError> {
    Ok(StartedSubject::alone(Reference::default()))
}

fn guided(generator: &'static SystemGenerator, seeds: Range<u64>, jobs: usize, shard: Shard) -> CampaignResult {
    let campaign = Campaign {
        generator,
        faults: FaultChoice::Swarm,
        seeds,
        shard,
        guided: true,
        jobs,
        doublecheck: false,
        scope: Scope::reference(),
        subject: &reference,
        should_stop: &|| false,
    };
    campaign.run()
}

/// The states that the runs of these seeds come to, if each is drawn by its seed alone.
fn drawn(generator: &SystemGenerator, seeds: Range<u64>) -> States {
    let options = RunOptions { note_states: true, ..RunOptions::default() };
    let mut reference = Reference::default();
    let states = |seed| simulate(generator, &FaultChoice::Swarm, seed, options, &mut reference).states;
    seeds.flat_map(states).collect()
}

/// How many times as many states guided runs come to at least.
const GAIN: f64 = 1.5;

#[test]
fn guided_runs_come_to_more_states_than_drawn_ones_in_every_system() {
    const SEEDS: Range<u64> = 0..3_000;
    std::thread::scope(|scope| {
        for generator in generators::ALL {
            scope.spawn(|| {
                let guided = guided(generator, SEEDS, 1, Shard::WHOLE);
                assert_eq!(guided.broken_seeds, 0, "{}: {:#?}", generator.system, guided.broken);
                let (guided, drawn) = (guided.states.len(), drawn(generator, SEEDS).len());
                let gain = guided as f64 / drawn as f64;
                println!("{}: {drawn} -> {guided} states, {gain:.2}", generator.system);
                assert!(gain >= GAIN, "{}: {drawn} -> {guided} states", generator.system);
            });
        }
    });
}

#[test]
fn guided_runs_are_the_same_for_any_number_of_threads_and_shards() {
    const SEEDS: Range<u64> = 1_900..4_050;
    let generator = generators::of("mcp").unwrap();
    let of = |result: &CampaignResult| (result.seeds, result.events, result.hash_sum, result.states.len());
    let whole = guided(generator, SEEDS, 1, Shard::WHOLE);
    assert_eq!(whole.seeds, 2_150);
    assert_eq!(of(&guided(generator, SEEDS, 3, Shard::WHOLE)), of(&whole));
    let shards = [1, 2].map(|number| guided(generator, SEEDS, 1, Shard::new(number, 2).unwrap()));
    // Block 1 and block 3 belong to the second of two shards, and blocks 2 and 4 to the first.
    assert_eq!(shards.each_ref().map(|shard| shard.seeds), [1_050, 1_100]);
    let states: BTreeSet<_> = shards.iter().flat_map(|shard| &shard.states).collect();
    let sum = |of: fn(&CampaignResult) -> u64| shards.iter().map(of).fold(0, u64::wrapping_add);
    assert_eq!(
        (sum(|shard| shard.events), sum(|shard| shard.hash_sum), states.len()),
        (whole.events, whole.hash_sum, whole.states.len())
    );
}
