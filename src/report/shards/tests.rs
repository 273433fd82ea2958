//! The laws of adding up: the order and the grouping do not count.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rstest::rstest;

use super::{Asked, Found, MergeError, SimulationAsked, Summary, SummaryError, SummaryTelling, SummaryTold};
use crate::{
    model::shard::Shard,
    report::{
        ExitCode, Stories, Telling,
        campaign::{BrokenFound, SystemAsked, SystemFound},
        expected::Day,
    },
    sim::{fault::FaultChoice, run::Options},
    stage::{Culprit, Fault},
};

/// How many shards the campaigns of these tests have.
const SHARDS: u64 = 6;
const SYSTEMS: [&str; 2] = ["pi", "deepchat"];

fn asked() -> Asked {
    let system = |name: &&str| SystemAsked {
        options: Options { system: (*name).to_owned(), faults: FaultChoice::Swarm, mutant: None, subject: None },
        undrawn: Vec::new(),
        free: Vec::new(),
        undecided: Vec::new(),
    };
    let systems = SYSTEMS.iter().map(system).collect();
    Asked::Simulate(SimulationAsked {
        seeds: (0, 600),
        doublecheck: false,
        guided: false,
        subject: None,
        patience: None,
        systems,
    })
}

/// What a shard has found in a system. Its broken seeds are seeds that it has.
fn found(system: &'static str, number: u64) -> impl Strategy<Value = SystemFound> {
    let broken = (0_u64..100, any::<bool>()).prop_map(move |(place, differs)| BrokenFound {
        seed: place * SHARDS + number - 1,
        told: format!("  seed {place}\n"),
        differs,
        finding: None,
        note: None,
        exit_code: if differs { ExitCode::NOT_DETERMINISTIC } else { ExitCode::VIOLATED },
    });
    let fault = "[a-c]{1,2}".prop_map(|message| Fault { culprit: Culprit::Environment, message });
    let numbers = (any::<u64>(), prop::option::of(0_u64..600), any::<u64>(), 0_u64..9, 0_u64..9, any::<u64>());
    let met = prop::collection::btree_map("[a-d]", 1_u64..5, 0..4);
    let broken = prop::collection::btree_map(0_u64..100, broken, 0..12);
    let states = prop::collection::btree_set(0_u32..20, 0..5);
    let rest = (states, prop::option::of(any::<u64>()), any::<bool>(), prop::option::of(fault));
    (numbers, met, broken, rest).prop_map(move |(numbers, met, broken, (states, altered, is_given_up, fault))| {
        let (seeds, first_not_run, events, checked, passed_over, hash_sum) = numbers;
        let broken: BTreeMap<u64, BrokenFound> = broken.into_values().map(|broken| (broken.seed, broken)).collect();
        SystemFound {
            system: system.to_owned(),
            seeds,
            first_not_run,
            events,
            checked,
            passed_over,
            hash_sum,
            altered,
            met,
            states,
            broken_seeds: broken.len() as u64,
            broken: broken.into_values().take(10).collect(),
            is_given_up,
            fault,
        }
    })
}

/// The summary of shard `number`, which may have stopped before it began the second system.
fn summary(number: u64) -> impl Strategy<Value = Summary> {
    let stopped = prop_oneof![3 => Just(false), 1 => Just(true)];
    (found(SYSTEMS[0], number), prop::option::of(found(SYSTEMS[1], number)), stopped).prop_map(
        move |(first, second, is_stopped)| {
            let is_stopped = is_stopped || second.is_none();
            let found = Found::Simulate([first].into_iter().chain(second).collect());
            Summary::new(asked(), Shard::new(number, SHARDS).unwrap(), is_stopped, found)
        },
    )
}

fn all() -> impl Strategy<Value = Vec<Summary>> {
    (1..=SHARDS).map(summary).collect::<Vec<_>>()
}

/// The sum of these, in this order.
fn sum(summaries: &[Summary]) -> Summary {
    let (first, rest) = summaries.split_first().unwrap();
    rest.iter().fold(first.clone(), |mut sum, summary| {
        sum.join(summary.clone()).unwrap();
        sum
    })
}

/// Everything of a summary: its file, and what is told of it.
fn seen(mut summary: Summary) -> (String, String, u8) {
    let telling = Telling { stories: Stories::default(), is_quiet: false, is_verbose: false, width: 100 };
    let how = SummaryTelling { telling, is_json: false, today: Day::after_1970(0) };
    let SummaryTold { text, exit_code, .. } = summary.told(how).unwrap();
    (summary.write(), text.rendered(false), exit_code)
}

proptest! {
    #[test]
    fn the_order_does_not_count(shards in all().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle()))) {
        let (shards, shuffled) = shards;
        prop_assert_eq!(seen(sum(&shards)), seen(sum(&shuffled)));
    }

    #[test]
    fn the_grouping_does_not_count(shards in all().prop_shuffle(), cut in 1..SHARDS as usize) {
        let (first, second) = shards.split_at(cut);
        prop_assert_eq!(seen(sum(&[sum(first), sum(second)])), seen(sum(&shards)));
    }

    #[test]
    fn a_summary_is_read_as_it_was_written(shards in all()) {
        let mut sum = sum(&shards);
        let text = sum.write();
        prop_assert_eq!(Summary::read(&text), Ok(sum));
    }

    /// Reading never panics, whatever is cut off.
    #[test]
    fn a_cut_summary_is_never_read(mut summary in summary(3), part in 0.0..1.0_f64) {
        let text = summary.write();
        let end = (text.trim_end().len() as f64 * part) as usize;
        let cut = text.get(..end).unwrap_or_default();
        prop_assert!(matches!(Summary::read(cut), Err(SummaryError::Cut { .. })), "{}", cut);
    }

    /// A digit that is changed is noticed, wherever it is.
    #[test]
    fn an_edited_summary_is_never_read(mut summary in summary(3), at in any::<prop::sample::Index>()) {
        let text = summary.write();
        let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[at.index(digits.len())];
        let other = if &text[at..=at] == "7" { "8" } else { "7" };
        let edited = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        prop_assert!(Summary::read(&edited).is_err());
    }
}

/// A change of what was asked.
type Change = fn(&mut SimulationAsked);

#[rstest]
#[case(|asked: &mut SimulationAsked| asked.seeds.1 = 700, "campaign.simulate.seeds.1", "700", "600")]
#[case(|asked: &mut SimulationAsked| asked.guided = true, "campaign.simulate.guided", "true", "null")]
#[case(|asked: &mut SimulationAsked| asked.doublecheck = true, "campaign.simulate.doublecheck", "true", "null")]
#[case(|asked: &mut SimulationAsked| drop(asked.systems.pop()), "campaign.simulate.systems.1", "null", "{")]
#[case(|asked: &mut SimulationAsked| asked.systems[0].options.faults = FaultChoice::None, "campaign.simulate.systems.0.options.faults", "\"none\"", "\"swarm\"")]
fn another_campaign_is_named_by_the_first_difference(
    #[case] change: Change,
    #[case] expected: &str,
    #[case] of_other: &str,
    #[case] of_first: &str,
) {
    let with = |asked: Asked, number| {
        Summary::new(asked, Shard::new(number, SHARDS).unwrap(), false, Found::Simulate(Vec::new()))
    };
    let Asked::Simulate(mut other) = asked() else { panic!("it is another campaign") };
    change(&mut other);
    let mut sum = with(asked(), 1);
    let Err(MergeError::Campaign { place, here, there }) = sum.join(with(Asked::Simulate(other), 2)) else {
        panic!("it was added")
    };
    assert_eq!(place, expected);
    assert!(here.starts_with(of_other) && there.starts_with(of_first), "{here} {there}");
    assert_eq!(sum.shards, Shard::new(1, SHARDS).unwrap().into(), "nothing was added");
}
