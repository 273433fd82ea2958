//! Every scenario's stream equals its snapshot, and every snapshot has a scenario.

use std::collections::BTreeSet;

use hotseat::{
    stage::{Observation, stream},
    suite::{outcome::CaseVerdict, snapshot::Store},
};

use hotseat::model::json::Value;

use crate::runs::{cases, in_memory};

#[test]
fn every_stream_is_its_snapshot() {
    for outcome in in_memory() {
        let (folder, name) = outcome.case.id.rsplit_once('/').unwrap();
        let mut settings = insta::Settings::new();
        settings.set_snapshot_path(format!("../../snapshots/{folder}"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, stream::diffable(&outcome.events)));
        assert_eq!(outcome.verdict(), CaseVerdict::Passed, "{}", outcome.case.id);
    }
}

#[test]
fn every_snapshot_has_a_scenario() {
    let ids: BTreeSet<String> = cases().iter().map(|case| case.id.clone()).collect();
    assert!(ids.len() > 200);
    assert_eq!(Store::Embedded.unreferred(&ids).unwrap(), Vec::<String>::new());
}

/// A change of any value of an event changes the snapshot. The test changes one value of each event in every tenth
/// stream.
#[test]
fn a_snapshot_shows_every_value() {
    let mut changed = 0;
    for outcome in in_memory().iter().step_by(10).filter(|outcome| outcome.events.len() < 60) {
        let whole = stream::diffable(&outcome.events);
        for at in 0..outcome.events.len() {
            let Some(event) = altered(&outcome.events[at], at) else { continue };
            let mut events = outcome.events.clone();
            events[at] = event;
            changed += 1;
            assert_ne!(stream::diffable(&events), whole, "{}: {}", outcome.case.id, events[at]);
        }
    }
    assert!(changed > 2_500, "only {changed} events were changed");
}

/// The event with its `nth` value changed. None if the result is not an event.
fn altered(event: &Observation, nth: usize) -> Option<Observation> {
    let mut value = hotseat::model::json::to_value(&event.what).ok()?;
    let pointers = leaves(&value, String::new());
    let at = value.pointer_mut(pointers.get(nth % pointers.len().max(1))?)?;
    *at = match &*at {
        Value::String(text) => Value::from(format!("{text}~")),
        Value::Bool(is) => Value::from(!is),
        Value::Number(number) => Value::from(number.as_u64()? + 1),
        Value::Null => Value::from("something"),
        other => other.clone(),
    };
    let what = hotseat::model::json::from_value(value).ok()?;
    (event.what != what).then(|| Observation { what, ..event.clone() })
}

/// The JSON Pointers of all values without further values in them.
pub fn leaves(value: &Value, at: String) -> Vec<String> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, field)| leaves(field, format!("{at}/{}", key.replace("~", "~0").replace("/", "~1"))))
            .collect(),
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(index, item)| leaves(item, format!("{at}/{index}"))).collect()
        }
        _ => vec![at],
    }
}
