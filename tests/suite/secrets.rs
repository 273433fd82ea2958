//! The program writes the value of a secret nowhere.

use hotseat::{
    report::{FailOn, Report, json, junit, pretty},
    stage::stream,
    suite::{
        events,
        runner::{Suite, Transport},
    },
};

use crate::runs::Setting;

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
    let suite = Suite { outcomes, claims: hotseat::stage::Claims::default(), faults: Vec::new(), internal: Vec::new() };
    let report = Report::new(suite, &[], Vec::new(), FailOn::Must, String::new());
    for text in [json(&report), junit(&report), pretty(&report, true, "")] {
        written.push_str(&text);
    }
    for secrets in secrets {
        assert!(!secrets.are_in(&written), "one of {secrets:?} is written somewhere");
    }
}
