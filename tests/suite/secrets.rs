//! The program writes the value of a secret nowhere.

use std::collections::BTreeSet;

use hotseat::{
    report::{FailOn, Report, Stories, Telling, formats::Kind, pretty},
    stage::{Observation, redaction::Secrets, stream},
    suite::{
        events,
        runner::{Suite, Transport},
    },
};

use hotseat::model::json::Value;

use crate::{
    runs::{Setting, in_memory},
    snapshots::leaves,
};

#[test]
fn a_secret_is_written_nowhere() {
    let mut outcomes = Setting { transport: Transport::Http, ..Setting::memory() }.run();
    outcomes.retain(|outcome| !outcome.secrets.is_empty());
    assert!(outcomes.len() >= 8, "few scenarios have secrets");
    let secrets: Vec<_> = outcomes.iter().map(|outcome| outcome.secrets.clone()).collect();
    let mut written = String::new();
    for outcome in &outcomes {
        written.push_str(&events::jsonl(&outcome.events));
        written.push_str(&stream::lines(&outcome.events));
        written.push_str(&events::raw(&outcome.raw, &outcome.secrets));
        assert!(written.contains("<secret>"), "{}: the place of the secret is marked", outcome.case.id);
    }
    let suite = Suite {
        outcomes,
        claims: hotseat::stage::Claims::default(),
        faults: Vec::new(),
        internal: Vec::new(),
        identity: None,
    };
    let report = Report::new(suite, &[], Vec::new(), FailOn::Must, String::new());
    let telling = Telling { stories: Stories::Some(usize::MAX), is_quiet: false, is_verbose: true, width: 1_000 };
    written.push_str(&pretty(&report, telling, "").rendered(true));
    let reports = [report];
    for kind in Kind::ALL {
        written.push_str(&kind.written(&reports, None));
    }
    for secrets in secrets {
        assert!(!secrets.are_in(&written), "one of {secrets:?} is written somewhere");
    }
}

/// Each place of an event that may hold any text holds the secret once, and the redacted event does not. The places come
/// from all streams. A place that takes only some words, such as the end of a turn, does not take the secret.
#[test]
fn a_secret_is_redacted_at_every_place_of_every_event() {
    const SECRET: &str = "tr0ub4dor&3";
    let secrets = Secrets::new(&[SECRET.to_owned()]);
    let (mut places, mut left) = (BTreeSet::new(), Vec::new());
    for event in in_memory().iter().flat_map(|outcome| &outcome.events) {
        let value = hotseat::model::json::to_value(&event.what).unwrap();
        for pointer in leaves(&value, String::new()) {
            let place: String = pointer.chars().filter(|c| !c.is_ascii_digit()).collect();
            if !value.pointer(&pointer).is_some_and(Value::is_string) || !places.insert(place) {
                continue;
            }
            let mut with_secret = value.clone();
            *with_secret.pointer_mut(&pointer).unwrap() = SECRET.into();
            let Ok(what) = hotseat::model::json::from_value(with_secret) else { continue };
            let events = stream::redacted(vec![Observation { what, ..event.clone() }], &secrets);
            let shown = events::jsonl(&events) + &stream::lines(&events) + &stream::diffable(&events);
            left.extend(secrets.are_in(&shown).then_some(pointer));
        }
    }
    assert!(places.len() > 300, "only {} places were found", places.len());
    assert_eq!(left, Vec::<String>::new());
}
