//! The laws of adding up for closed lists: scenarios, mutants and sets of variants.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{
    Asked, ConditionsAsked, Digest, Found, JudgedAsked, RunAsked, SubjectFound, Summary, SummaryTelling, SummaryTold,
    VariantsAsked,
};
use crate::{
    model::shard::Shard,
    report::{
        CaseReport, ConditionedFound, ConditionedReport, ConditionedWord, FailOn, GenericFound, GenericReport,
        Mismatch, MutantReport, MutantsAsked, MutantsFound, NamedFound, REPORT_VERSION, Report, RequirementReport,
        SetReport, Stories, Survived, Telling, Then, VariantFate, Word, expected::Day,
    },
    suite::{catalogue::Level, outcome::CaseVerdict, plan::Verdict},
};

/// How many shards the lists of these tests are split into.
const SHARDS: u64 = 4;
/// How many items they have.
const ITEMS: u64 = 14;
/// In the order of their ids, which is not that of the catalogue.
const REQUIREMENTS: [&str; 3] = ["CAN-02", "RTE-10", "RTE-13"];

/// A summary of each shard, with what it has found of its own items.
fn split(asked: &Asked, found: impl Fn(&[u64]) -> Found) -> Vec<Summary> {
    let of = |number| {
        let shard = Shard::new(number, SHARDS).unwrap();
        let own: Vec<u64> = (0..ITEMS).filter(|place| shard.has(*place)).collect();
        Summary::new(asked.clone(), shard, false, found(&own))
    };
    (1..=SHARDS).map(of).collect()
}

fn sum(summaries: &[Summary]) -> Summary {
    let (first, rest) = summaries.split_first().unwrap();
    rest.iter().fold(first.clone(), |mut sum, summary| {
        sum.join(summary.clone()).unwrap();
        sum
    })
}

/// Everything of a summary: its file, what is told of it, its exit code, and the reports of a run.
fn seen(mut summary: Summary) -> (String, String, u8, Vec<Report>) {
    let telling = Telling { stories: Stories::default(), is_quiet: false, is_verbose: true, width: 100 };
    let how = SummaryTelling { telling, is_json: false, today: Day::after_1970(0) };
    let SummaryTold { text, exit_code, reports } = summary.told(how).unwrap();
    (summary.write(), text.rendered(false), exit_code, reports)
}

/// All orders and groupings give the same as the whole list in one shard.
fn hold(asked: &Asked, found: impl Fn(&[u64]) -> Found, order: &[usize], cut: usize) -> Result<(), TestCaseError> {
    let shards = split(asked, &found);
    let shuffled: Vec<Summary> = order.iter().map(|at| shards[*at].clone()).collect();
    let (first, second) = shuffled.split_at(cut);
    let in_order = seen(sum(&shards));
    prop_assert_eq!(&seen(sum(&shuffled)), &in_order);
    prop_assert_eq!(&seen(sum(&[sum(first), sum(second)])), &in_order);
    let all: Vec<u64> = (0..ITEMS).collect();
    let whole = seen(Summary::new(asked.clone(), Shard::WHOLE, false, found(&all)));
    prop_assert_eq!((in_order.1, in_order.2, in_order.3), (whole.1, whole.2, whole.3));
    Ok(())
}

/// What a scenario finds for each requirement: it is not asked, holds, fails, or is unread.
type Finds = [u8; REQUIREMENTS.len()];

fn case(place: u64, finds: &Finds) -> CaseReport {
    let then = |(id, finds): (&&str, &u8)| Then {
        text: format!("it is so [{id}]"),
        line: 3,
        requirements: vec![(*id).to_owned()],
        miss: match finds {
            2 => Some(Mismatch::Fails { expected: "a".to_owned(), found: "b".to_owned(), seq: None }),
            3 => Some(Mismatch::Unread("it was over".to_owned())),
            _ => None,
        },
        unmet: None,
    };
    CaseReport {
        id: format!("x/{}", 99 - place),
        file: "x.feature".to_owned(),
        line: 2,
        name: "x".to_owned(),
        system: "pi".to_owned(),
        is_carried: false,
        asks: String::new(),
        verdict: match finds.iter().max() {
            Some(2) => CaseVerdict::Failed,
            Some(3) if finds.contains(&2) => CaseVerdict::Failed,
            Some(3) => CaseVerdict::Incomplete,
            _ => CaseVerdict::Passed,
        },
        end: None,
        order: Some(format!("{:08x}", place % 3)),
        is_combination: place % 2 == 1,
        faults: Vec::new(),
        thens: REQUIREMENTS.iter().zip(finds).filter(|(_, finds)| **finds > 0).map(then).collect(),
        drift: None,
        skipped: None,
        expected: None,
        story: None,
        took: std::time::Duration::ZERO,
    }
}

/// The report of these scenarios, with the verdicts that they lead to.
fn report(places: &[u64], finds: &[Finds]) -> Report {
    let row = |(at, id): (usize, &&str)| {
        let found = || places.iter().map(|place| finds[*place as usize][at]);
        let named = places.iter().filter(|place| finds[**place as usize][at] > 0);
        let named: Vec<String> = named.map(|place| format!("x/{}", 99 - place)).collect();
        let has = |finds: u8| found().any(|found| found == finds);
        let verdict = if has(2) {
            Verdict::Fail
        } else if has(3) {
            Verdict::Incomplete
        } else {
            Verdict::Pass
        };
        (!named.is_empty()).then(|| RequirementReport {
            id: (*id).to_owned(),
            area: "x".to_owned(),
            systems: vec!["pi".to_owned()],
            level: Level::Must,
            sentence: "It is so.".to_owned(),
            source: "x".to_owned(),
            verdict,
            scenarios: named,
            survived: Survived::default(),
            expected: None,
            lacks: [].into(),
        })
    };
    let mut report = Report {
        report_version: REPORT_VERSION,
        subject: "mine 1".to_owned(),
        identity: None,
        command: "hotseat run".to_owned(),
        hotseat: String::new(),
        catalogue: String::new(),
        fail_on: FailOn::Must,
        exit_code: 0,
        scenarios: places.iter().map(|place| case(*place, &finds[*place as usize])).collect(),
        not_begun: Vec::new(),
        requirements: REQUIREMENTS.iter().enumerate().filter_map(row).collect(),
        stale: Vec::new(),
        unreferred_snapshots: Vec::new(),
        faults: Vec::new(),
        internal: Vec::new(),
    };
    report.judge();
    report
}

fn mutant(place: u64, fate: Word) -> MutantReport {
    MutantReport {
        id: format!("m-{place}"),
        requirement: REQUIREMENTS[place as usize % REQUIREMENTS.len()].to_owned(),
        about: String::new(),
        fate,
        scenario: None,
        then: String::new(),
        lanes: Vec::new(),
        wrong: Vec::new(),
        looks: Vec::new(),
    }
}

fn fate() -> impl Strategy<Value = Word> {
    prop_oneof![4 => Just(Word::Killed), 1 => Just(Word::Alive), 1 => Just(Word::None)]
}

fn fates() -> impl Strategy<Value = Vec<Word>> {
    prop::collection::vec(fate(), ITEMS as usize)
}

fn order() -> impl Strategy<Value = Vec<usize>> {
    Just((0..SHARDS as usize).collect::<Vec<_>>()).prop_shuffle()
}

proptest! {
    #[test]
    fn reports_of_runs_add_up_in_any_order(
        finds in prop::collection::vec(prop::array::uniform3(0_u8..4), ITEMS as usize),
        order in order(),
        cut in 1..SHARDS as usize,
    ) {
        let asked = RunAsked {
            list: Digest::default().list(ITEMS as usize),
            commands: vec!["hotseat run".to_owned()],
            fail_on: FailOn::Must,
            patience: None,
            expected: Vec::new(),
            is_filtered: false,
            requirement: None,
        };
        let found = |places: &[u64]| {
            let ids = places.iter().map(|place| (format!("x/{}", 99 - place), *place)).collect();
            let standing = BTreeMap::new();
            Found::Run(vec![SubjectFound { report: Some(report(places, &finds)), places: ids, standing }])
        };
        hold(&Asked::Run(asked), found, &order, cut)?;
    }

    #[test]
    fn mutants_add_up_in_any_order(fates in fates(), order in order(), cut in 1..SHARDS as usize) {
        let list = Digest::default().list(ITEMS as usize);
        let demanded = Some(REQUIREMENTS.iter().map(|id| (*id).to_owned()).collect());
        let asked = MutantsAsked { demanded, has_generic: true, has_every_generic: false, by_name: false };
        let asked = Asked::Mutants(JudgedAsked { list, in_adapter: false, asked });
        let found = |places: &[u64]| {
            let (mut named, mut generic) = (Vec::new(), Vec::new());
            for place in places {
                let fate = fates[*place as usize];
                if *place < ITEMS / 2 {
                    let fate = if fate == Word::None { Word::Idle } else { fate };
                    named.push(NamedFound { place: *place, observed: None, report: mutant(*place, fate) });
                } else {
                    let report =
                        GenericReport { id: format!("pi/{place}"), fate, scenario: None, by: None, unnoticed: None };
                    generic.push(GenericFound { place: *place, is_same: place % 2 == 0, report });
                }
            }
            Found::Mutants(MutantsFound { named, generic })
        };
        hold(&asked, found, &order, cut)?;
    }

    #[test]
    fn conditioned_mutants_add_up_in_any_order(fates in fates(), order in order(), cut in 1..SHARDS as usize) {
        let asked = Asked::Conditions(ConditionsAsked { list: Digest::default().list(ITEMS as usize), at_least: 70 });
        let of = |place: &u64| {
            let fate = match fates[*place as usize] {
                Word::Killed => Some(ConditionedWord::Killed),
                Word::Alive => Some(ConditionedWord::Alive),
                _ => None,
            };
            let report = fate.map(|fate| ConditionedReport {
                mutant: format!("m-{place}"),
                condition: "second-call".to_owned(),
                requirement: "RTE-10".to_owned(),
                about: String::new(),
                fate,
                asked: true,
                scenario: String::new(),
                then: None,
                why: None,
            });
            ConditionedFound { place: *place, report }
        };
        hold(&asked, |places| Found::Conditions(places.iter().map(of).collect()), &order, cut)?;
    }

    #[test]
    fn variants_add_up_in_any_order(fates in fates(), order in order(), cut in 1..SHARDS as usize) {
        let list = Digest::default().list(ITEMS as usize);
        let of = |place: &u64| {
            let fate = if fates[*place as usize] == Word::Alive { VariantFate::Fails } else { VariantFate::Passes };
            let variants = vec![format!("v-{place}")];
            let set = SetReport {
                system: "pi".to_owned(),
                variants,
                fate,
                exit_code: 0,
                lanes: Vec::new(),
                requirements: BTreeMap::new(),
                failures: Vec::new(),
                wrong: Vec::new(),
            };
            (*place, set)
        };
        let asked = Asked::Variants(VariantsAsked { list, in_adapter: false });
        hold(&asked, |places| Found::Variants(places.iter().map(of).collect()), &order, cut)?;
    }
}
