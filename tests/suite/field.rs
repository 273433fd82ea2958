//! The field reports are closed: each has its scenarios or a reason, and each tag names one.

use std::collections::{BTreeMap, BTreeSet};

use hotseat::{
    suite::catalogue::field::{FieldSight, TAG, reports},
    system::System,
};
use regex::Regex;

use crate::runs::cases;

/// The systems of the scenarios with each `field-` tag.
fn tagged() -> BTreeMap<String, BTreeSet<String>> {
    let mut tagged: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for case in cases() {
        for tag in case.tags.iter().filter(|tag| tag.starts_with(TAG)) {
            tagged.entry(tag.clone()).or_default().insert(case.system.clone());
        }
    }
    tagged
}

#[test]
fn every_report_has_scenarios_or_a_reason() {
    let tagged = tagged();
    for report in reports() {
        let found = tagged.get(&report.tag());
        match &report.seen {
            FieldSight::Scenarios(tag) => {
                assert_eq!(*tag, format!("@{}", report.tag()), "{}", report.number);
                let systems = report.systems.iter().cloned().collect();
                assert_eq!(found, Some(&systems), "{}: the systems of the scenarios with {tag}", report.number);
            }
            FieldSight::None(why) => {
                assert!(why.len() > 30, "{} gives no reason", report.number);
                assert_eq!(found, None, "{} has a scenario, and a reason why there is none", report.number);
            }
        }
    }
}

#[test]
fn every_field_tag_names_a_report() {
    let known: BTreeSet<String> = reports().iter().map(|report| report.tag()).collect();
    let unknown: Vec<String> = tagged().into_keys().filter(|tag| !known.contains(tag)).collect();
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn every_report_is_whole() {
    let thread = Regex::new(r"^[A-Za-z0-9-]+/[A-Za-z0-9._-]+#[1-9][0-9]*$").unwrap();
    let (mut numbers, mut threads) = (BTreeSet::new(), BTreeSet::new());
    for report in reports() {
        let number = &report.number;
        assert!(numbers.insert(number), "{number} twice");
        assert!(report.symptom.ends_with('.') && report.symptom.len() > 40, "{number}: {}", report.symptom);
        assert!(!report.threads.is_empty(), "{number} names no thread");
        for one in &report.threads {
            assert!(thread.is_match(one), "{number}: {one} is not owner/repository#number");
            assert!(threads.insert(one), "{number}: {one} twice");
        }
        for system in &report.systems {
            assert!(System::named(system).is_some(), "{number}: there is no system {system}");
        }
    }
    let plain = |number: &u32| numbers.contains(&number.to_string());
    assert!((1..=63).all(|number| plain(&number)), "a number is missing");
}

/// A scenario whose `Then`s hold in every run would show nothing.
#[test]
fn every_scenario_of_a_report_looks_at_what_happened() {
    for case in cases().iter().filter(|case| case.tags.iter().any(|tag| tag.starts_with(TAG))) {
        let then = case.steps.iter().filter(|line| line.kind == gherkin::StepType::Then).count();
        assert!(then >= 2, "{} decides little: {then} steps", case.id);
    }
}
